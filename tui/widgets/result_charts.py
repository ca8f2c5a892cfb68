"""ResultCharts: the results of a person in one game, or in all: points by match, how games ended, wins by game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.geometry import Size

from tui.cards import Canvas
from tui.drawing.chart import Bar, Curve, paint_bars, paint_curves
from tui.drawing.rect import Rect
from tui.drawing.styles import Styles
from tui.widgets.canvas_view import CanvasView

MIN_WIDTH_FOR_TWO_CHARTS: Final = 100
"""Two charts stand side by side if there are at least this many columns."""

MIN_CURVE_ROWS: Final = 10
"""A curve with its heading has at least this many rows."""

MAX_CURVE_ROWS: Final = 20
"""A curve with its heading has at most this many rows."""

ROWS_BELOW_CURVE: Final = 3
"""A curve with its heading has half the rows of the window without this many, which bars and tables need."""

CHART_GAP_COLUMNS: Final = 3
"""The width in columns of the gap between two charts."""


CURVE_END_LABELS: Final = ("first", "latest")
"""The labels below the two ends of a curve: the first and the latest of the matches that it shows."""


class ResultChart(NamedTuple):
    """One chart: its heading, and either the values of a curve or bars."""

    heading: str
    values: tuple[float, ...] = ()
    bars: tuple[Bar, ...] = ()

    def rows(self, window_rows: int) -> int:
        """Return the height in rows of the chart with its heading, in a window of `window_rows` rows."""
        if not self.values:
            return 1 + len(self.bars)
        return min(max(window_rows // 2 - ROWS_BELOW_CURVE, MIN_CURVE_ROWS), MAX_CURVE_ROWS)


class ResultCharts(CanvasView):
    """A widget that paints charts one below the other, in a wide window two side by side."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._charts: Sequence[ResultChart] = ()

    def show_charts(self, charts: Sequence[ResultChart]) -> None:
        """Show these charts."""
        self._charts = charts
        self.repaint(layout=True)

    def _places(self, width: int) -> list[tuple[ResultChart, Rect]]:
        """Return the charts with the places that they have in a zone of this width."""
        columns = 2 if width >= MIN_WIDTH_FOR_TWO_CHARTS else 1
        each = (width - CHART_GAP_COLUMNS * (columns - 1)) // columns
        places, y = [], 0
        for first in range(0, len(self._charts), columns):
            row = self._charts[first : first + columns]
            height = max(chart.rows(self.app.size.height) for chart in row)
            for number, chart in enumerate(row):
                places.append((chart, Rect(number * (each + CHART_GAP_COLUMNS), y, each, height)))
            y += height + 1
        return places

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max((place.bottom + 1 for _, place in self._places(width)), default=0)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint all charts."""
        for chart, place in self._places(canvas.width):
            canvas.text(place.x, place.y, chart.heading, styles.gold, width=place.width)
            below = Rect(place.x, place.y + 1, place.width, place.height - 1)
            if chart.values:
                paint_curves(canvas, below, [Curve(chart.values, own=True)], styles, labels=CURVE_END_LABELS)
            paint_bars(canvas, below, chart.bars, styles)
