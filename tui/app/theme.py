"""The Textual theme of a look, and its palette as variables of the style sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tui.cards import Look, Palette

MIN_LIGHT_BRIGHTNESS: Final = 0.5
"""A theme counts as a light one for Textual if the table's background has at least this brightness, from 0 to 1."""


def theme_variables(palette: Palette) -> dict[str, str]:
    """Return the palette as variables for the style sheets: one such as ``$panel`` or ``$gold`` for each colour."""
    names = ("felt", "panel", "ink", "muted", "highlight", "gold", "paper", "good", "bad", "badge_ink")
    return {name.replace("_", "-"): _textual_colour(getattr(palette, name)) for name in names}


def textual_theme(look: Look) -> Theme:
    """Return the Textual theme for a look."""
    palette = look.palette
    felt, panel, ink, muted = map(_textual_colour, (palette.felt, palette.panel, palette.ink, palette.muted))
    gold = _textual_colour(palette.gold)
    on_ground: Mapping[str, str] = {
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
        warning=_textual_colour(palette.warn),
        error=_textual_colour(palette.bad),
        success=_textual_colour(palette.good),
        accent=_textual_colour(palette.highlight),
        foreground=ink,
        background=felt,
        surface=panel,
        panel=panel,
        dark=not felt.startswith("#") or Color.parse(felt).brightness < MIN_LIGHT_BRIGHTNESS,
        ansi=not look.solid,
        variables={
            **theme_variables(palette),
            **({} if look.solid else BUILTIN_THEMES["ansi-dark"].variables),
            **(on_ground if look.has_ground else {}),
        },
    )


def _textual_colour(colour: str) -> str:
    """Return a palette's colour as Textual writes it: ``#rrggbb`` as it is, the ANSI colour ``red`` as ``ansi_red``."""
    return colour if colour.startswith("#") else f"ansi_{colour}"
