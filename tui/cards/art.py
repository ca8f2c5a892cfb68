"""The pictures in the middle of cards, as editable text.

In the picture of a big pip ``#`` is ink; two rows of the picture make one row of cells, in half blocks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_HALF_BLOCKS: Final = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
"""The character for each pair of dots, one above the other."""

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

MID_CROWN: Final = (("● ● ●", "█▄█▄█"), ("o o o", "WWWWW"))
"""Pearls and points of a Queen's crown, first with and then without Unicode; her pip is in the band below."""

LARGE_CROWN: Final = (("●  ●  ●", "█▄ █ ▄█"), ("o  o  o", "WWWWWWW"))
"""`MID_CROWN` for a large card."""

COURT_FRAMES: Final = {
    "J": (("┌───┐", "│   │", "└───┘"), ("+---+", "|   |", "+---+")),
    "K": (("╔═══╗", "║   ║", "╚═══╝"), ("#===#", "#   #", "#===#")),
}
"""The frame around the pip of a large jack or king, with and without Unicode."""

PIP_POSITIONS: Final = {
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


@lru_cache(maxsize=64)
def half_blocks(picture: str) -> tuple[str, ...]:
    """Return a picture as rows of half blocks; it has an even number of lines of equal length."""
    lines = picture.replace(".", " ").split("\n")
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return tuple("".join(_HALF_BLOCKS[a + b] for a, b in zip(top, low, strict=True)) for top, low in pairs)
