"""The patterns on the backs of cards, and the colours that some of them bring along."""

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
    "honeycomb": ("╲", "/"),
    "bars": ("┃", "|"),
}
"""The glyphs of which each pattern is made, in Unicode and in ASCII; of some only the one for a card at an angle."""

_TILES: Final = {
    "honeycomb": (("╲▁╱ ", "╱ ╲▁"), ("\\_/ ", "/ \\_")),
    "bars": (("┃ ", "╋━"), ("| ", "+-")),
}
"""Two rows of each pattern that is repeated, in Unicode and in ASCII."""

_COLOURS_OF_BACK: Final = {
    "honeycomb": (("#5a3a00", "#e3ad2b"), ("#303030", "#d7af5f")),
    "bars": (("#33373d", "#9aa0a8"), ("#303030", "#949494")),
}
"""Ground and lines of the patterns that have colours of their own, with 24-bit colours and with 256."""

BACK_OF_GAME: Final = "of the game"
"""Stands for no pattern of the person's choice: each game has its own, and where no game is played there is a
cross-hatching."""

BACK_PATTERNS: Final = tuple(_BACK_GLYPHS)
"""The patterns on backs: a cross-hatching, small diamonds, a crown above its mirror image, a honeycomb, prison bars."""


@cache
def with_back(look: Look, pattern: str) -> Look:
    """Return a look whose cards have backs with this pattern, one of `BACK_PATTERNS` or `BACK_OF_GAME`.

    Each look is one object.
    """
    assert pattern in (*BACK_PATTERNS, BACK_OF_GAME), pattern
    if pattern == look.back:
        return look
    palette = look.palette
    if look.solid and pattern in _COLOURS_OF_BACK:
        back, weave = _COLOURS_OF_BACK[pattern]["256" in look.name]
        palette = replace(palette, back=back, weave=weave)
    return replace(look, name=f"{look.name}-{pattern}", back=pattern, palette=palette)


def with_back_of_game(look: Look, pattern: str) -> Look:
    """Return a look for the board of a game whose own back has this pattern, if the person has chosen none."""
    return with_back(look, pattern) if look.back == BACK_OF_GAME else look


def _pattern_of(look: Look) -> str:
    """Return the pattern with which backs are painted in a look."""
    return "lattice" if look.back == BACK_OF_GAME else look.back


def weave_glyph(look: Look) -> str:
    """Return the glyph that fills the back of a card that is seen at an angle."""
    return _BACK_GLYPHS[_pattern_of(look)][look.ascii][0]


def back_rows(size: Size, look: Look, width: int, height: int) -> tuple[str, ...]:
    """Return the pattern of a back as rows of text, for the inner part of a card of this size."""
    pattern = _pattern_of(look)
    if pattern in _TILES:
        plain, crossed = (row * (width // len(row) + 1) for row in _TILES[pattern][look.ascii])
        # the honeycomb changes in each row, the bars have a crossbar above and below
        across = [y % 2 == 1 if pattern == "honeycomb" else y in (1, height - 2) for y in range(height)]
        return tuple((crossed if is_crossed else plain)[:width] for is_crossed in across)
    glyphs = _BACK_GLYPHS[pattern][look.ascii]
    pictures = CROWNS_IN_ASCII if look.ascii else CROWNS
    if pattern != "crowns" or size not in pictures:
        return tuple("".join(glyphs[(x + y) % len(glyphs)] for x in range(width)) for y in range(height))
    picture = pictures[size]
    if size is MINI:
        return picture[:height]
    if height < size.height:
        picture = tuple(row[1:-1].center(width) for row in picture[1:-1])
    return picture


def is_hatched(look: Look) -> bool:
    """Return whether the backs have the pattern that outlines paint as shading."""
    return _pattern_of(look) == "lattice"
