"""Lets Textual free the painted lines of widgets that are gone.

Textual remembers the colours of a frame by the `StylesCache` of each widget, and so keeps a thousand of these, with all
lines that they have painted, for the life of the process. tests/tui/guest/test_textual_internals.py checks the names.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from textual._styles_cache import StylesCache
from textual.color import Color
from textual.style import Style

_COLOURS_REMEMBERED: Final = 1024
"""How many pairs of colours are remembered, as by Textual."""


@lru_cache(_COLOURS_REMEMBERED)
def _inner_and_outer(base_background: Color, background: Color) -> tuple[Style, Style]:
    """Return the styles inside and outside a frame, as `StylesCache.get_inner_outer` does."""
    return Style(background=base_background + background), Style(background=base_background)


def _get_inner_outer(self: StylesCache, base_background: Color, background: Color) -> tuple[Style, Style]:
    """Return the styles inside and outside a frame, remembered by its colours alone."""
    return _inner_and_outer(base_background, background)


ORIGINAL_GET_INNER_OUTER: Final = StylesCache.get_inner_outer
"""The method of Textual, for a comparison in the tests."""

StylesCache.get_inner_outer = _get_inner_outer  # type: ignore[assignment, method-assign]
