"""The patterns on the backs of cards, and the colours of those patterns that have their own."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from tui.cards.art.backs import ASCII_BACK_CROWN_BY_SIZE, BACK_CROWN_BY_SIZE
from tui.cards.palette import BACK_OF_GAME, Look
from tui.cards.sizes import MINI, Size

_GLYPHS_BY_PATTERN: Final = {
    "lattice": ("╳", "x"),
    "diamonds": ("◆·", "o."),
    "crowns": ("─", "-"),
    "honeycomb": ("╲", "/"),
    "bars": ("┃", "|"),
}
"""Maps the name of a pattern to the characters that fill a back with it, in Unicode and in ASCII.

For a pattern that is made of a tile or a picture, they fill only a back that is seen at an angle.
"""

_TILES_BY_PATTERN: Final = {
    "honeycomb": (("╲▁╱ ", "╱ ╲▁"), ("\\_/ ", "/ \\_")),
    "bars": (("┃ ", "╋━"), ("| ", "+-")),
}
"""Maps the name of a pattern that consists of a tile to the two rows of this tile, in Unicode and in ASCII."""

_COLOURS_BY_PATTERN: Final = {
    "honeycomb": (("#5a3a00", "#e3ad2b"), ("#303030", "#d7af5f")),
    "bars": (("#33373d", "#9aa0a8"), ("#303030", "#949494")),
}
"""Maps the name of a pattern with colours of its own to background and line colour, in 24-bit colours and in 256."""

BACK_PATTERNS: Final = tuple(_GLYPHS_BY_PATTERN)
"""The names of the patterns: a cross-hatching, small diamonds, a crown above its mirror image, a honeycomb, prison
bars.
"""


@cache
def look_with_back(look: Look, pattern: str) -> Look:
    """Return a look whose cards have backs with this pattern, one of `BACK_PATTERNS` or `BACK_OF_GAME`.

    Equal arguments give the same object.
    """
    assert pattern in (*BACK_PATTERNS, BACK_OF_GAME), pattern
    if pattern == look.back:
        return look
    palette = look.palette
    if look.solid and pattern in _COLOURS_BY_PATTERN:
        back, back_pattern = _COLOURS_BY_PATTERN[pattern]["256" in look.name]
        palette = replace(palette, back=back, back_pattern=back_pattern)
    return replace(look, name=f"{look.name}-{pattern}", back=pattern, palette=palette)


def look_with_back_of_game(look: Look, pattern: str) -> Look:
    """Return a look for the board of a game that has backs of this pattern; a pattern that the person has chosen
    stays."""
    return look_with_back(look, pattern) if look.back == BACK_OF_GAME else look


def _painted_pattern(look: Look) -> str:
    """Return the name of the pattern with which a look paints backs."""
    return "lattice" if look.back == BACK_OF_GAME else look.back


def back_fill_glyph(look: Look) -> str:
    """Return the character that fills the back of a card that is seen at an angle."""
    return _GLYPHS_BY_PATTERN[_painted_pattern(look)][look.ascii][0]


def back_rows(size: Size, look: Look, width: int, height: int) -> tuple[str, ...]:
    """Return the pattern of a back as rows of text, for the inner part of a card of this size."""
    pattern = _painted_pattern(look)
    if pattern in _TILES_BY_PATTERN:
        plain, crossed = (row * (width // len(row) + 1) for row in _TILES_BY_PATTERN[pattern][look.ascii])
        # the honeycomb changes in each row, the bars have a crossbar above and below
        across = [y % 2 == 1 if pattern == "honeycomb" else y in (1, height - 2) for y in range(height)]
        return tuple((crossed if is_crossed else plain)[:width] for is_crossed in across)
    glyphs = _GLYPHS_BY_PATTERN[pattern][look.ascii]
    pictures = ASCII_BACK_CROWN_BY_SIZE if look.ascii else BACK_CROWN_BY_SIZE
    if pattern != "crowns" or size not in pictures:
        return tuple("".join(glyphs[(x + y) % len(glyphs)] for x in range(width)) for y in range(height))
    picture = pictures[size]
    if size is MINI:
        return picture[:height]
    if height < size.height:
        picture = tuple(row[1:-1].center(width) for row in picture[1:-1])
    return picture


def has_hatched_back(look: Look) -> bool:
    """Return whether backs have the pattern that cards in outlines show as shading."""
    return _painted_pattern(look) == "lattice"
