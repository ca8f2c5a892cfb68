"""Rectangles of cells, and click areas: rectangles with the command that a click in them runs."""

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
    """The base of all commands of boards: what a key or a click makes a board do."""


ClickArea: TypeAlias = tuple[Rect, BoardCommand]
"""A rectangle of cells, and the command that a click in it runs."""
