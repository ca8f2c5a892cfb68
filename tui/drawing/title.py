"""The large letters of the title of the program."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tui.cards.art.blocks import half_block_rows

_DOTS_BY_TITLE_LETTER: Final = {
    "M": ("#...#", "##.##", "#.#.#", "#...#", "#...#", "....."),
    "A": (".###.", "#...#", "#####", "#...#", "#...#", "....."),
    "D": ("####.", "#...#", "#...#", "#...#", "####.", "....."),
    "Q": (".###.", "#...#", "#...#", "#..#.", ".##.#", "....."),
    "U": ("#...#", "#...#", "#...#", "#...#", ".###.", "....."),
    "E": ("#####", "#....", "####.", "#....", "#####", "....."),
    "N": ("#...#", "##..#", "#.#.#", "#..##", "#...#", "....."),
    "S": (".####", "#....", ".###.", "....#", "####.", "....."),
    " ": ("..",) * 6,
}
"""Maps a letter of the title to its six rows of dots, painted two rows to a cell."""


@lru_cache(maxsize=4)
def large_title_rows(text: str) -> tuple[str, ...]:
    """Return `text` in large letters, three rows of half blocks."""
    rows = (".".join(_DOTS_BY_TITLE_LETTER[letter][y] for letter in text) for y in range(6))
    return tuple(row.rstrip() for row in half_block_rows("\n".join(rows)))
