"""The patterns on the backs of cards."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from tui.cards.art.backs import CROWNS, CROWNS_IN_ASCII
from tui.cards.palette import Look
from tui.cards.sizes import MINI, Size

_BACK_GLYPHS: Final = {
    "lattice": ("╳", "x"),
    "diamonds": ("◆·", "o."),
    "crowns": ("─", "-"),
}
"""The glyphs of which each pattern is made, in Unicode and in ASCII."""

BACK_PATTERNS: Final = tuple(_BACK_GLYPHS)
"""The patterns on backs: a cross-hatching, small diamonds, or a crown above its mirror image."""


@cache
def with_back(look: Look, pattern: str) -> Look:
    """Return a look whose cards have backs with this pattern, one of `BACK_PATTERNS`; each look is one object."""
    assert pattern in BACK_PATTERNS, pattern
    return look if pattern == look.back else replace(look, name=f"{look.name}-{pattern}", back=pattern)


def weave_glyph(look: Look) -> str:
    """Return the glyph that fills the back of a card that is seen at an angle."""
    return _BACK_GLYPHS[look.back][look.ascii][0]


def back_rows(size: Size, look: Look, width: int, height: int) -> tuple[str, ...]:
    """Return the pattern of a back as rows of text, for the inner part of a card of this size."""
    glyphs = _BACK_GLYPHS[look.back][look.ascii]
    pictures = CROWNS_IN_ASCII if look.ascii else CROWNS
    if look.back != "crowns" or size not in pictures:
        return tuple("".join(glyphs[(x + y) % len(glyphs)] for x in range(width)) for y in range(height))
    picture = pictures[size]
    if size is MINI:
        return picture[:height]
    if height < size.height:
        picture = tuple(row[1:-1].center(width) for row in picture[1:-1])
    return picture
