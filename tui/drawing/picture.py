"""Paintings: a painted canvas together with what a click does on it."""

from __future__ import annotations

from msgspec import Struct

from tui.cards import Canvas
from tui.drawing.rect import Rect


class Painting(Struct, frozen=True):
    """A painted scene: the canvas, and what a click does where (the last match counts)."""

    canvas: Canvas
    places: tuple[tuple[Rect, str], ...]

    def command(self, x: int, y: int) -> str:
        """Return the command of the cell (x, y), or nothing."""
        return next((command for rect, command in reversed(self.places) if rect.has(x, y)), "")
