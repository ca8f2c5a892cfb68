"""Rectangles of cells, and the commands of those that can be clicked."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Rect(Struct, frozen=True):
    """A rectangle of cells: its first column and row, its width and height."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of the rectangle."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below the rectangle."""
        return self.y + self.height

    def contains(self, x: int, y: int) -> bool:
        """Return whether the cell (x, y) is inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom


class BoardCommand(Struct, frozen=True):
    """The base of all commands of boards; a key or a click gives a value of a subclass."""


ClickArea: TypeAlias = tuple[Rect, BoardCommand]
"""Cells that can be clicked, and the command that a click gives."""
