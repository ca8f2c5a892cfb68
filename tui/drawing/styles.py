"""The text styles of a look, for each tone, badge and part of a screen.

Cards, boards and screens share one palette. A look without colours uses weight and reverse video instead, one of the
sixteen ANSI colours both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from rich.style import Style

from tui.cards import Look, style

Tone: TypeAlias = Literal["ink", "muted", "highlight", "gold"]
"""The meaning of a text (ordinary, less important, prominent, title), which decides its colour."""

Ground: TypeAlias = Literal["felt", "panel"]
"""The background of a text: ``felt``, the background of the card table, or ``panel``, the background beside the
table."""

BadgeKind: TypeAlias = Literal["good", "bad", "warn", "queen", "gold", "panel", "felt"]
"""The kind of a badge, which is a short text on a coloured background; it decides the colour."""


@lru_cache(maxsize=512)
def text_style(look: Look, tone: Tone, bold: bool = False, ground: Ground | None = None) -> Style:
    """Return the style of a text of this tone; without `ground` it keeps the present background."""
    palette = look.palette
    ink = getattr(palette, tone)
    below = getattr(palette, ground) if ground is not None and look.has_ground else None
    if look.solid:
        return style(ink, below, bold=bold)
    faint = tone == "muted" and not bold and ink == palette.ink
    return style(ink, below, bold=bold or tone in ("highlight", "gold"), dim=faint)


@lru_cache(maxsize=512)
def badge_style(look: Look, kind: BadgeKind, bold: bool = True) -> Style:
    """Return the style of a badge (a short text on a coloured background) of this kind."""
    palette = look.palette
    if kind == "panel" or kind == "felt":
        return style(palette.ink, getattr(palette, kind) if look.solid else None, bold=bold)
    return look.badge(kind, bold)


class Styles(Struct, frozen=True):
    """The text styles of the parts of a screen, for one look and one background."""

    look: Look
    plain: Style
    """The style of ordinary text."""
    strong: Style
    """The style of text that stands out."""
    quiet: Style
    """The style of less important text."""
    gold: Style
    """The style of titles."""
    key: Style
    """The style of the names of keys, and of symbols that stand out."""
    cursor: Style
    """The style of plain text in the row under the cursor."""
    cursor_quiet: Style
    """The style of less important text in the row under the cursor."""
    cursor_key: Style
    """The style of keys in the row under the cursor."""
    primary: Style
    """The style of the main button."""
    bad: Style
    """The style of an error."""

    def displayable_text(self, text: str) -> str:
        """Return `text` with symbols that this look cannot write replaced by ASCII."""
        return self.look.displayable_text(text)


@lru_cache(maxsize=32)
def styles_on(look: Look, ground: Ground = "felt") -> Styles:
    """Return the styles for text on this ground.

    The row under the cursor has the other ground as its background; in looks of outlines it is in reverse video.
    """
    other: Ground = "panel" if ground == "felt" else "felt"
    solid = look.solid
    return Styles(
        look,
        plain=text_style(look, "ink", ground=ground),
        strong=text_style(look, "ink", True, ground),
        quiet=text_style(look, "muted", ground=ground),
        gold=text_style(look, "gold", True, ground),
        key=text_style(look, "highlight", True, ground),
        cursor=text_style(look, "ink", True, other) if solid else look.inverse_style(),
        cursor_quiet=text_style(look, "muted", ground=other) if solid else look.inverse_style(bold=False),
        cursor_key=text_style(look, "highlight", True, other) if solid else look.inverse_style(),
        primary=badge_style(look, "gold"),
        bad=badge_style(look, "bad") if look.coloured else text_style(look, "ink", True),
    )
