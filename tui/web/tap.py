"""Decides what the tap of a finger means: a finger is larger than a cell, so it may mean a target beside the cell under
it.

Where targets of a single row lie below each other, a tap may mean each of them (`tap_targets`), and the page asks.
"""

from __future__ import annotations

from functools import partial
from math import hypot, nextafter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from textual.scrollbar import ScrollBar
from textual.widgets import Input

from tui.widgets.canvas_view import CanvasView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.screen import Screen

    ClickTarget: TypeAlias = Callable[[int, int], object]
    """Returns what a click on the cell in a column and a row is for, a value of all cells for it, or None."""

TAP_REACH_ROWS: Final = 1
"""A tap may be this many rows away from its target: so a button of a single row can be tapped in three."""

COLUMNS_PER_ROW_HEIGHT: Final = 2
"""The number of columns that are about as wide as a row is high."""


def tapped_cell(x: float, y: float, target: ClickTarget) -> tuple[int, int]:
    """Return column and row of the cell that the tap of a finger means.

    `x` and `y` are the columns and rows from the upper left corner, with fractions; `target` returns what a click on a
    cell is for, or None. If there is no target under the finger, the tap means a cell with a target within
    `TAP_REACH_ROWS`: preferably one in the same row, then one whose target has a single row (it is hard to hit), then
    the nearest one.
    """
    under = int(x), int(y)
    if target(*under) is not None:
        return under
    near = ((_rows_between(x, y, cell), cell) for cell in _cells_around(*under) if target(*cell) is not None)
    reached = ((rows, cell) for rows, cell in near if rows <= TAP_REACH_ROWS)
    ranked = [(cell[1] != under[1], not _has_single_row(cell, target), rows, cell) for rows, cell in reached]
    return min(ranked)[-1] if ranked else under


def tapped_cells(x: float, y: float, target: ClickTarget) -> list[tuple[int, int]]:
    """Return the cells that the tap of a finger may mean, from above; in most cases only the most likely one.

    If the target of that cell has a single row, the cells within `TAP_REACH_ROWS` above and below it whose targets have
    a single row are returned, too.
    """
    column, row = tapped_cell(x, y, target)
    if not _has_single_row((column, row), target):
        return [(column, row)]
    rows = range(row - TAP_REACH_ROWS, row + TAP_REACH_ROWS + 1)
    near = [(column, near_row) for near_row in rows if _rows_between(x, y, (column, near_row)) <= TAP_REACH_ROWS]
    return [cell for cell in near if _has_single_row(cell, target)]


class TapTarget(NamedTuple):
    """A target that the tap of a finger may mean: a cell, the `purpose` of a click on it, and the text on it."""

    screen: Screen[Any]
    cell: tuple[int, int]
    purpose: object
    text: str

    @property
    def is_unchanged(self) -> bool:
        """Return whether a click on the cell still has this `purpose`, on the screen as it is now."""
        return click_target_at(self.screen, *self.cell) == self.purpose

    @property
    def click(self) -> bytes:
        """The bytes that a terminal sends when the cell is clicked."""
        where = f"\x1b[<0;{self.cell[0] + 1};{self.cell[1] + 1}"
        return f"{where}M{where}m".encode()


def tap_targets(screen: Screen[Any], x: float, y: float) -> list[TapTarget]:
    """Return the targets that the tap of a finger on a screen may mean, from above: one in most cases."""
    x, y = (min(max(at, 0), nextafter(end, 0)) for at, end in zip((x, y), screen.size, strict=True))
    target = partial(click_target_at, screen)
    return [TapTarget(screen, cell, target(*cell), _text_on(screen, *cell)) for cell in tapped_cells(x, y, target)]


def _cells_around(column: int, row: int) -> Iterator[tuple[int, int]]:
    """Yield the cells of which a part may be within `TAP_REACH_ROWS` of a point in a cell."""
    across = TAP_REACH_ROWS * COLUMNS_PER_ROW_HEIGHT
    for near_row in range(row - TAP_REACH_ROWS, row + TAP_REACH_ROWS + 1):
        for near_column in range(column - across, column + across + 1):
            yield near_column, near_row


def _rows_between(x: float, y: float, cell: tuple[int, int]) -> float:
    """Return the distance between a point and a cell, in rows."""
    column, row = cell
    return hypot(max(column - x, 0.0, x - column - 1) / COLUMNS_PER_ROW_HEIGHT, max(row - y, 0.0, y - row - 1))


def _has_single_row(cell: tuple[int, int], target: ClickTarget) -> bool:
    """Return whether the target of a cell is one row high.

    If so, the cells above and below it have another target or none.
    """
    column, row = cell
    return target(column, row) not in (None, target(column, row - 1), target(column, row + 1))


def click_target_at(screen: Screen[Any], column: int, row: int) -> object:
    """Return a value that stands for the target of a click on a cell of a screen: the widget and the part of it. None
    if a click there does nothing.
    """
    if not screen.region.contains(column, row):
        return None
    widget, region = screen.get_widget_at(column, row)
    if not isinstance(widget, CanvasView):
        return widget if isinstance(widget, Input | ScrollBar) else None
    part = widget.click_target(column - region.x, row - region.y)
    return None if part is None else (widget, part)


def _text_on(screen: Screen[Any], column: int, row: int) -> str:
    """Return the text that is painted on the target of a cell of a screen."""
    if not screen.region.contains(column, row):
        return ""
    widget, region = screen.get_widget_at(column, row)
    return widget.text_for_click(column - region.x, row - region.y) if isinstance(widget, CanvasView) else ""
