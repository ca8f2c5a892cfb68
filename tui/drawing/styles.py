"""The text styles of a look, for each tone, badge and part of a screen.

Cards, boards and screens share one palette. A look without colours uses weight and reverse video instead.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from rich.style import Style

from tui.cards import Look, style

Tone: TypeAlias = Literal["ink", "muted", "highlight", "gold"]
"""What a text means."""

Ground: TypeAlias = Literal["felt", "panel"]
"""The background of a text: the table, or a panel beside it."""

BadgeKind: TypeAlias = Literal["good", "bad", "warn", "gold", "panel", "felt"]
"""The kind of a badge, a text on a coloured background."""


@lru_cache(maxsize=512)
def text_style(look: Look, tone: Tone, bold: bool = False, ground: Ground | None = None) -> Style:
    """Return the style of a text of this tone; without `ground` it keeps the present background."""
    if look.solid:
        below = None if ground is None else getattr(look.palette, ground)
        return style(getattr(look.palette, tone), below, bold=bold)
    return style(bold=bold or tone in ("highlight", "gold"), dim=tone == "muted" and not bold)


@lru_cache(maxsize=512)
def badge_style(look: Look, kind: BadgeKind, bold: bool = True) -> Style:
    """Return the style of a badge of this kind."""
    palette = look.palette
    if not look.solid:
        return style(reverse=kind not in ("panel", "felt"), bold=bold)
    if kind in ("panel", "felt"):
        return style(palette.ink, getattr(palette, kind), bold=bold)
    if kind == "gold":
        return style(palette.panel, palette.gold, bold=bold)
    return style(palette.badge_ink, getattr(palette, kind), bold=bold)


class Styles(Struct, frozen=True):
    """The text styles of the parts of a screen, for one look and one background.

    The three `cursor` styles are those of plain text, quiet text and keys in the row under the cursor; `primary` is the
    style of the main button, `bad` that of an error.
    """

    look: Look
    plain: Style
    strong: Style
    quiet: Style
    gold: Style
    key: Style
    cursor: Style
    cursor_quiet: Style
    cursor_key: Style
    primary: Style
    bad: Style

    def plain_text(self, text: str) -> str:
        """Return the program's signs in a text as this look can write them."""
        return self.look.plain_text(text)


@lru_cache(maxsize=32)
def styles_on(look: Look, ground: Ground = "felt") -> Styles:
    """Return the styles for text on this ground; the cursor has the other ground as its background."""
    other: Ground = "panel" if ground == "felt" else "felt"
    solid = look.solid
    reverse, strong_reverse = style(reverse=True), style(bold=True, reverse=True)
    return Styles(
        look,
        plain=text_style(look, "ink", ground=ground),
        strong=text_style(look, "ink", True, ground),
        quiet=text_style(look, "muted", ground=ground),
        gold=text_style(look, "gold", True, ground),
        key=text_style(look, "highlight", True, ground),
        cursor=text_style(look, "ink", True, other) if solid else strong_reverse,
        cursor_quiet=text_style(look, "muted", ground=other) if solid else reverse,
        cursor_key=text_style(look, "highlight", True, other) if solid else strong_reverse,
        primary=badge_style(look, "gold"),
        bad=badge_style(look, "bad") if solid else text_style(look, "ink", True),
    )
