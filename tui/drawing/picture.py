"""A picture: a painted canvas together with what a click does on it."""

from __future__ import annotations

from msgspec import Struct

from tui.cards import Canvas
from tui.drawing.rect import Rect


class Picture(Struct, frozen=True):
    """A painted canvas, and the areas of it that can be clicked, each with its command (the last match counts)."""

    canvas: Canvas
    click_areas: tuple[tuple[Rect, str], ...]

    def command(self, x: int, y: int) -> str:
        """Return the command of the cell (x, y), or nothing."""
        return next((command for rect, command in reversed(self.click_areas) if rect.has(x, y)), "")
