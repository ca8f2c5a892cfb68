"""The background of every table: its least size, the felt, and the log beside it or over it."""

from __future__ import annotations

from typing import Final

from tui.boards.common.commands import ToggleLog
from tui.boards.common.scene import TableScene
from tui.cards import Canvas, style
from tui.drawing import Brush, ClickArea, Rect, paint_log, wrap
from tui.drawing.styles import Tone

MIN_BOARD_COLUMNS: Final = 60
"""The least width of a board."""

MIN_BOARD_ROWS: Final = 16
"""The least height of a board; the screen around it takes two more rows for a clock or a replay."""

LOG_BESIDE_COLUMNS: Final = 76
"""The width of a board from which the log stands beside the table."""

LOG_OVER_COLUMNS: Final = 44
"""The greatest width of a log that covers the table."""


def too_small(width: int, height: int) -> bool:
    """Return whether a table does not fit into this many cells."""
    return width < MIN_BOARD_COLUMNS or height < MIN_BOARD_ROWS


def paint_background(scene: TableScene) -> Brush:
    """Return a brush on a canvas of the scene's size, filled with felt."""
    look = scene.look
    base = style(None, look.palette.felt) if look.solid else style()
    return Brush(Canvas(scene.width, scene.height, base), look)


def paint_too_small(brush: Brush, scene: TableScene, waiting: str) -> None:
    """Paint the request for a larger window, and whom the table waits for."""
    size = f"The table needs a window of {MIN_BOARD_COLUMNS} columns and {MIN_BOARD_ROWS + 2} rows."
    y = max((scene.height - 4) // 2, 0)
    for text, bold in ((waiting, True), (size, False)):
        for line in wrap(brush.plain_text(text), max(scene.width - 2, 1)):
            brush.write(1, y, line, "highlight" if bold else "ink", bold=bold, width=scene.width - 2)
            y += 1


def paint_log_zone(
    brush: Brush, place: Rect | None, table: Rect, scene: TableScene, hint_over_table: Rect | None = None
) -> list[ClickArea]:
    """Paint the log at its place, or, if it has none and is open, over the right side of the table.

    A hint stands in its place, or else at `hint_over_table`, by default on the right side. Returns the click area that
    closes the log over the table; none at its place.
    """
    if scene.hint:
        _paint_hint(brush, place or hint_over_table or right_side(table, table.bottom), scene, whole=place is not None)
        return []
    if place is not None:
        _paint_log(brush, place, scene)
        return []
    if not scene.log_open:
        return []
    rect = right_side(table, table.bottom)
    _paint_log(brush, rect, scene)
    return [(rect, ToggleLog())]


def right_side(table: Rect, bottom: int) -> Rect:
    """Return the right side of the table down to the row `bottom`, which log or hint cover if they have no place."""
    width = min(LOG_OVER_COLUMNS, table.width - 12)
    return Rect(table.right - width, table.y, width, bottom - table.y)


def _paint_hint(brush: Brush, rect: Rect, scene: TableScene, *, whole: bool) -> None:
    """Paint the hint from the top of a rectangle, as far as there is room; fill the `whole`, or the rows needed."""
    rows = [(row, line) for line in scene.hint for row in wrap(brush.plain_text(line.text), rect.width - 3)]
    if not whole:
        rect = Rect(rect.x, rect.y, rect.width, min(len(rows), rect.height))
    brush.fill_ground(rect, "panel")
    if not brush.look.solid:
        brush.canvas.fill(rect.x, rect.y, 1, rect.height, style(dim=True), brush.plain_text("│"))
    for y, (row, line) in enumerate(rows[: rect.height], rect.y):
        tone: Tone = "gold" if line.heading else "ink" if line.mine else "muted"
        brush.write(rect.x + 2, y, row, tone, bold=line.heading, width=rect.width - 3)


def _paint_log(brush: Brush, rect: Rect, scene: TableScene) -> None:
    """Paint the log up to the last visible line, with the number of newer lines below it."""
    if not scene.newer_lines:
        paint_log(brush, rect, scene.log)
        return
    brush.fill_ground(rect, "panel")
    paint_log(brush, Rect(rect.x, rect.y, rect.width, rect.height - 1), scene.log[: len(scene.log) - scene.newer_lines])
    brush.write(rect.x + 2, rect.bottom - 1, f"{scene.newer_lines} later: press .", "gold", width=rect.width - 3)
