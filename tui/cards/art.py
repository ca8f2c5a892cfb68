"""Art: the pictures in the middle of cards, as editable text.

In the picture of a big pip ``#`` is ink, and two picture rows make one row of cells, by half blocks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_HALF_BLOCKS: Final = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}

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
"""Pearls and points of a Queen's crown; the golden band below them carries her pip. The second one is in ASCII."""

LARGE_CROWN: Final = (("●  ●  ●", "█▄ █ ▄█"), ("o  o  o", "WWWWWWW"))

COURT_FRAMES: Final = {
    "J": (("┌───┐", "│   │", "└───┘"), ("+---+", "|   |", "+---+")),
    "K": (("╔═══╗", "║   ║", "╚═══╝"), ("#===#", "#   #", "#===#")),
}
"""What stands around the pip of a large jack or king, and the same in ASCII."""

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
    """Return a picture as rows of half blocks; its rows are lines, even in number and of equal length."""
    lines = picture.replace(".", " ").split("\n")
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return tuple("".join(_HALF_BLOCKS[a + b] for a, b in zip(top, low, strict=True)) for top, low in pairs)
