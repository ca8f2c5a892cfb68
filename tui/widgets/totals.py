"""Totals: matches, wins and points of everybody at a table since it opened, best first."""

from __future__ import annotations

from typing import Final

from textual.geometry import Size

from net.limits import NAME_CELLS
from net.protocol.table_state import TableInfo, Total
from tui.cards import Canvas
from tui.drawing.styles import Styles
from tui.widgets.canvas_view import CanvasView

MAX_TOTALS_SHOWN: Final = 8
"""How many are listed; the others have fewer wins."""

TOTALS_COLUMN_CELLS: Final = 8


class Totals(CanvasView):
    """Shows the running totals of a table; it has no height before the first match has ended."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._totals: tuple[Total, ...] = ()
        self.display = False

    def show_totals(self, table: TableInfo) -> None:
        """Show the present running totals of `table`."""
        if table.totals[:MAX_TOTALS_SHOWN] == self._totals:
            return
        self._totals = table.totals[:MAX_TOTALS_SHOWN]
        self.display = bool(self._totals)
        self.repaint(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._totals) + 1

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        name = max(min(NAME_CELLS, canvas.width - 3 - 3 * TOTALS_COLUMN_CELLS), 6)
        ends = [3 + name + TOTALS_COLUMN_CELLS * column for column in (1, 2, 3)]
        canvas.text(3, 0, "so far", styles.quiet, width=name)
        for end, word in zip(ends, ("matches", "wins", "points"), strict=True):
            canvas.text(end - len(word), 0, word, styles.quiet)
        for y, total in enumerate(self._totals, 1):
            canvas.text(3, y, total.name, styles.strong, width=name)
            for end, number in zip(ends, (total.matches, total.wins, total.points), strict=True):
                canvas.text(end - len(str(number)), y, str(number), styles.plain)
            if total.with_bot:
                canvas.text(ends[-1] + 3, y, f"{total.with_bot} with a bot", styles.quiet)
