"""Art: what is drawn in the middle of a large card, as pictures in text that anyone can edit.

A picture is a list of rows in which ``#`` is ink; two picture rows make one row of cells, by half blocks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_HALVES: Final = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}


@lru_cache(maxsize=64)
def half_blocks(picture: str) -> tuple[str, ...]:
    """Return a picture as rows of half blocks; its rows are lines, even in number and of equal length."""
    lines = picture.replace(".", " ").split("\n")
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return tuple("".join(_HALVES[a + b] for a, b in zip(top, low, strict=True)) for top, low in pairs)


BIG_PIPS: Final = {
    "♣": """\
..###..
..###..
##.#.##
#######
##.#.##
..###..""",
    "♦": """\
...#...
..###..
.#####.
.#####.
..###..
...#...""",
    "♥": """\
.##.##.
#######
#######
.#####.
..###..
...#...""",
    "♠": """\
...#...
..###..
.#####.
#######
##.#.##
..###..""",
}
"""The one large pip of an ace, 7 columns by 3 rows of cells."""

MID_CROWN: Final = """\
#.#.#
#####"""
"""Points of a Queen's crown, 5 columns by 1 row; the band below them carries her pip."""

LARGE_CROWN: Final = """\
#..#..#
##.#.##"""

PIPS: Final = {
    "2": (".#.", "...", "...", "...", ".#."),
    "3": (".#.", "...", ".#.", "...", ".#."),
    "4": ("#.#", "...", "...", "...", "#.#"),
    "5": ("#.#", "...", ".#.", "...", "#.#"),
    "6": ("#.#", "...", "#.#", "...", "#.#"),
    "7": ("#.#", ".#.", "#.#", "...", "#.#"),
    "8": ("#.#", ".#.", "#.#", ".#.", "#.#"),
    "9": ("#.#", "#.#", ".#.", "#.#", "#.#"),
    "10": ("###", ".#.", "#.#", ".#.", "###"),
}
"""Where the pips of a large number card are: three columns, five rows."""
