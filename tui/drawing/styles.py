"""How the interface around the cards is painted: text styles and signs for a `Look`, and its Textual theme.

Cards and interface share one palette. Where a look has no colours, weight and reverse video do their work.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct
from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from tui.cards import DEFAULT, Look, Palette, style


class Paint(Struct, frozen=True):
    """Styles by what they mean; `on` names the ground that text stands on."""

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

    def sign(self, text: str) -> str:
        """Return text of our own as this look can write it, in ASCII if need be."""
        return self.look.plain(text)


@lru_cache(maxsize=32)
def paint(look: Look, ground: str = "felt") -> Paint:
    """Return the styles for text on ``felt`` or on ``panel``."""
    palette = look.palette
    if not look.solid:
        return Paint(
            look,
            plain=style(),
            strong=style(bold=True),
            quiet=style(dim=True),
            gold=style(bold=True),
            key=style(bold=True),
            cursor=style(bold=True, reverse=True),
            cursor_quiet=style(reverse=True),
            cursor_key=style(bold=True, reverse=True),
            primary=style(bold=True, reverse=True),
            bad=style(bold=True),
        )
    below = getattr(palette, ground)
    other = palette.panel if ground == "felt" else palette.felt
    return Paint(
        look,
        plain=style(palette.ink, below),
        strong=style(palette.ink, below, bold=True),
        quiet=style(palette.muted, below),
        gold=style(palette.gold, below, bold=True),
        key=style(palette.highlight, below, bold=True),
        cursor=style(palette.ink, other, bold=True),
        cursor_quiet=style(palette.muted, other),
        cursor_key=style(palette.highlight, other, bold=True),
        primary=style(palette.panel, palette.gold, bold=True),
        bad=style(palette.badge_ink, palette.bad, bold=True),
    )


def variables(palette: Palette) -> dict[str, str]:
    """Return the palette as variables for the style sheets: ``$felt``, ``$panel``, ``$gold`` and so on."""
    names = ("felt", "panel", "ink", "muted", "highlight", "gold", "paper", "good", "bad", "badge_ink")
    return {name.replace("_", "-"): _colour(getattr(palette, name)) for name in names}


def theme(look: Look) -> Theme:
    """Return the Textual theme that goes with a look."""
    palette = look.palette
    felt, panel, ink, muted = map(_colour, (palette.felt, palette.panel, palette.ink, palette.muted))
    gold = _colour(palette.gold)
    extra: Mapping[str, str] = {
        "scrollbar": muted,
        "scrollbar-hover": gold,
        "scrollbar-active": gold,
        "scrollbar-background": panel,
        "scrollbar-background-hover": panel,
        "scrollbar-background-active": panel,
        "scrollbar-corner-color": panel,
        "block-cursor-foreground": ink,
        "block-cursor-background": panel,
        "input-cursor-background": ink,
        "input-cursor-foreground": felt,
        "border": muted,
        "border-blurred": muted,
    }
    return Theme(
        name=f"queens-{look.name}",
        primary=gold,
        secondary=muted,
        warning=_colour(palette.warn),
        error=_colour(palette.bad),
        success=_colour(palette.good),
        accent=_colour(palette.highlight),
        foreground=ink,
        background=felt,
        surface=panel,
        panel=panel,
        dark=True,
        ansi=not look.solid,
        variables={**variables(palette), **(extra if look.solid else BUILTIN_THEMES["ansi-dark"].variables)},
    )


def _colour(colour: str) -> str:
    return "ansi_default" if colour == DEFAULT else colour
