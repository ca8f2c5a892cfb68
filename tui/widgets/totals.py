"""Totals: matches, wins and points of everybody at a table since the table was opened, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.geometry import Size

from net.limits import MAX_NAME_CELLS
from net.protocol.table_state import TableInfo, Total
from tui.cards import Canvas
from tui.drawing.styles import Styles
from tui.text.results import own_name
from tui.widgets.canvas_view import CanvasView

MAX_TOTALS_SHOWN: Final = 8
"""At most this many people are listed, those with the most wins."""

TOTALS_COLUMN_CELLS: Final = 8
"""The width in cells of a column of numbers."""

MIN_NAME_CELLS: Final = 10
"""The column of names is at least this many cells wide."""


class Totals(CanvasView):
    """A widget that shows the totals of a table, a row for each person.

    It is hidden before the end of the first match.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._totals: tuple[Total, ...] = ()
        self._me = ""
        self.display = False

    def show_totals(self, table: TableInfo, me: str) -> None:
        """Show the totals of `table`, where the person at this program is called `me`; hide the widget if there are
        none."""
        if (table.totals[:MAX_TOTALS_SHOWN], me) == (self._totals, self._me):
            return
        self._me = me
        self._totals = table.totals[:MAX_TOTALS_SHOWN]
        self.display = bool(self._totals)
        self.repaint(layout=True)

    def _column_names(self, width: int) -> Sequence[str]:
        """Return which numbers are shown: points only after a match of this game, matches only if there is room."""
        columns = ["matches", "wins", *(["points"] if any(total.points for total in self._totals) else [])]
        fits = width - 3 - len(columns) * TOTALS_COLUMN_CELLS >= MIN_NAME_CELLS
        return columns if fits else columns[1:]

    def _name_label(self, total: Total) -> str:
        """Return the label of a person: the name, and for the person at this program a marker."""
        return own_name(total.name) if total.name == self._me else total.name

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._totals) + 1

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the heading and a row for each person."""
        columns = self._column_names(canvas.width)
        room = canvas.width - 3 - len(columns) * TOTALS_COLUMN_CELLS
        name = max(
            min(max(MAX_NAME_CELLS, *(cell_len(self._name_label(total)) for total in self._totals)), room),
            MIN_NAME_CELLS,
        )
        ends = [3 + name + TOTALS_COLUMN_CELLS * column for column in range(1, len(columns) + 1)]
        canvas.text(3, 0, "so far", styles.quiet, width=name)
        for end, word in zip(ends, columns, strict=True):
            canvas.text(end - len(word), 0, word, styles.quiet)
        for y, total in enumerate(self._totals, 1):
            canvas.text(3, y, self._name_label(total), styles.strong, width=name)
            for end, number in zip(ends, (getattr(total, column) for column in columns), strict=True):
                canvas.text(end - len(str(number)), y, str(number), styles.plain)
            if total.matches_with_bot:
                canvas.text(ends[-1] + 3, y, f"{total.matches_with_bot} with a bot", styles.quiet)
