"""The large letters of the title of the program."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tui.cards.art.blocks import half_blocks

_LETTERS: Final = {
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
"""The letters of the title, six rows of dots each, painted two rows to a cell."""


@lru_cache(maxsize=4)
def large_text(text: str) -> tuple[str, ...]:
    """Return `text` in large letters, three rows of half blocks."""
    rows = (".".join(_LETTERS[letter][y] for letter in text) for y in range(6))
    return tuple(row.rstrip() for row in half_blocks("\n".join(rows)))
