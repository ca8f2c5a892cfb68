"""Pictures written as text, and the block characters that show them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_HALF_BLOCKS: Final = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
"""The character for each pair of dots, one above the other."""

_QUADRANTS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The characters of a block of four dots; its index has 1 for top left, 2 top right, 4 low left, 8 low right."""


@lru_cache(maxsize=64)
def half_blocks(picture: str) -> tuple[str, ...]:
    """Return a picture as rows of half blocks; it has an even number of lines of equal length."""
    lines = picture.replace(".", " ").split("\n")
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return tuple("".join(_HALF_BLOCKS[a + b] for a, b in zip(top, low, strict=True)) for top, low in pairs)


@lru_cache(maxsize=256)
def blocks(picture: str) -> tuple[tuple[str, ...], ...]:
    """Return a picture as rows of cells, each with its four letters: top left, top right, low left, low right.

    It has an even number of lines of equal and even length.
    """
    lines = picture.split("\n")
    return tuple(
        tuple(top[x : x + 2] + low[x : x + 2] for x in range(0, len(top), 2))
        for top, low in zip(lines[::2], lines[1::2], strict=True)
    )


def quadrant(block: str, letters: str) -> str:
    """Return the character that draws the dots of `block`, four letters for 2 by 2 dots, that are among `letters`."""
    return _QUADRANTS[sum(1 << n for n, letter in enumerate(block) if letter in letters)]


@lru_cache(maxsize=64)
def quadrants(picture: str) -> tuple[str, ...]:
    """Return a picture in which ``#`` is ink as rows of quadrant blocks."""
    return tuple("".join(quadrant(block, "#") for block in row) for row in blocks(picture))
