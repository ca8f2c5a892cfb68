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

LEAST_COLUMNS_FOR_TWO: Final = 100
"""The width from which two charts stand side by side."""

LEAST_CURVE_ROWS, MOST_CURVE_ROWS = 10, 20
"""The least and the greatest height of a curve with its heading; between them it is some less than half the window."""

ROWS_LESS_THAN_HALF: Final = 3
"""How many rows a curve is lower than half the window, so that bars and tables have room too."""

CHART_GAP_COLUMNS: Final = 3
"""The columns between two charts."""


CURVE_ENDS: Final = ("first", "latest")
"""The labels below the two ends of a curve, for the matches that it shows."""


class ResultChart(NamedTuple):
    """One chart: its heading, and either the values of a curve or bars."""

    heading: str
    values: tuple[float, ...] = ()
    bars: tuple[Bar, ...] = ()

    def rows(self, window_rows: int) -> int:
        """Return its height with its heading, in a window of `window_rows` rows."""
        if not self.values:
            return 1 + len(self.bars)
        return min(max(window_rows // 2 - ROWS_LESS_THAN_HALF, LEAST_CURVE_ROWS), MOST_CURVE_ROWS)


class ResultCharts(CanvasView):
    """Paints charts one below the other, in a wide window two side by side."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._charts: Sequence[ResultChart] = ()

    def show_charts(self, charts: Sequence[ResultChart]) -> None:
        """Show these charts."""
        self._charts = charts
        self.repaint(layout=True)

    def _places(self, width: int) -> list[tuple[ResultChart, Rect]]:
        """Return the charts with the places that they have in a zone of this width."""
        columns = 2 if width >= LEAST_COLUMNS_FOR_TWO else 1
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
                paint_curves(canvas, below, [Curve(chart.values, own=True)], styles, labels=CURVE_ENDS)
            paint_bars(canvas, below, chart.bars, styles)
