"""`PictureOutput`: paints the pictures of a board, and shows them in its widget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tui.cards import Canvas
from tui.drawing import Picture
from tui.drawing.byte_budget import ByteBudget


class PictureWidget(Protocol):
    """What a `PictureOutput` needs of the widget that shows its pictures."""

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the widget."""

    def show_canvas(self, canvas: Canvas) -> bool:
        """Show this canvas; return whether any cell differs from the one before."""

    def update_byte_count(self, canvas: Canvas) -> int:
        """Return how many bytes the terminal gets if this canvas is shown now."""


class PictureOutput:
    """Paints the pictures of a board, and shows them; movement only if its bytes fit into `budget`, if there is one.

    `make_picture` returns the picture of the present scene at a size in cells, `with_travels` the canvas of a table
    with the travels of the present frame over it. `picture` is the one that was painted last, None before the first.
    """

    def __init__(
        self,
        widget: PictureWidget,
        make_picture: Callable[[int, int], Picture],
        with_travels: Callable[[Canvas], Canvas],
        budget: ByteBudget | None = None,
    ) -> None:
        self._widget = widget
        self._make_picture = make_picture
        self._paint_travels_over = with_travels
        self._budget = budget
        self.picture: Picture | None = None

    def paint(self, width: int, height: int) -> Canvas:
        """Paint what the board shows now at a size in cells, and return the canvas."""
        self.picture = self._make_picture(width, height)
        return self._paint_travels_over(self.picture.canvas)

    def show(self, *, only_travels: bool = False, in_budget: bool = False) -> None:
        """Paint and show the present scene.

        With `only_travels` only the travels of the frame are painted, over the table as it was painted before. With
        `in_budget` the picture is not shown if the terminal has had too many bytes in the last second.
        """
        below = self.picture.canvas if only_travels and self.picture is not None else None
        if below is not None and (below.width, below.height) == self._widget.size:
            canvas = self._paint_travels_over(below)
        else:
            canvas = self.paint(*self._widget.size)
        if self._budget is None:
            self._widget.show_canvas(canvas)
        elif in_budget:
            if self._budget.plan_movement(self._widget.update_byte_count(canvas)):
                self._widget.show_canvas(canvas)
        elif self._widget.show_canvas(canvas):
            self._budget.record_painted()
