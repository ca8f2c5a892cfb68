"""Rectangles of cells."""

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

    def inside(self, other: Rect) -> bool:
        """Return whether this rectangle lies completely inside `other`."""
        return other.x <= self.x and other.y <= self.y and self.right <= other.right and self.bottom <= other.bottom

    def overlaps(self, other: Rect) -> bool:
        """Return whether the two rectangles have a cell in common."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


ClickArea: TypeAlias = tuple[Rect, str]
"""Cells that can be clicked, and the command that a click gives."""
