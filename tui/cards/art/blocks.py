"""Pictures written as text, and the block characters that show them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_HALF_BLOCK_BY_DOTS: Final = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
"""Maps two letters, the upper and the lower dot of a cell (``#`` is ink), to the block character that shows them."""

_QUADRANT_CHARACTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The sixteen block characters for the 2 by 2 dots of a cell; the index is the sum of 1 for a dot at the top left, 2 at
the top right, 4 at the bottom left and 8 at the bottom right.
"""


@lru_cache(maxsize=64)
def half_block_rows(picture: str) -> tuple[str, ...]:
    """Return a picture, whose ``#`` are ink, as rows of half-block characters.

    The picture has an even number of lines of equal length.
    """
    lines = picture.replace(".", " ").split("\n")
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return tuple("".join(_HALF_BLOCK_BY_DOTS[a + b] for a, b in zip(top, low, strict=True)) for top, low in pairs)


@lru_cache(maxsize=256)
def dots_by_cell(picture: str) -> tuple[tuple[str, ...], ...]:
    """Return a picture as rows of cells, each with the letters of its four dots: top left, top right, bottom left,
    bottom right.

    The picture has an even number of lines of equal and even length.
    """
    lines = picture.split("\n")
    return tuple(
        tuple(top[x : x + 2] + low[x : x + 2] for x in range(0, len(top), 2))
        for top, low in zip(lines[::2], lines[1::2], strict=True)
    )


def quadrant_character(block: str, letters: str) -> str:
    """Return the block character that draws some of the 2 by 2 dots of a cell.

    `block` has a letter for each dot; the dots that are drawn have one of `letters`.
    """
    return _QUADRANT_CHARACTERS[sum(1 << n for n, letter in enumerate(block) if letter in letters)]


@lru_cache(maxsize=64)
def quadrant_rows(picture: str) -> tuple[str, ...]:
    """Return a picture in which ``#`` is ink as rows of quadrant blocks."""
    return tuple("".join(quadrant_character(block, "#") for block in row) for row in dots_by_cell(picture))
