"""ResultCharts: the results of a person in one game, or in all: points by match, how games ended, wins by game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.geometry import Size

from tui.cards import Canvas
from tui.drawing.chart import Bar, Curve, paint_bars, paint_curves
from tui.drawing.rect import Rect
from tui.drawing.styles import Styles
from tui.text.own_results import CURVE_END_LABELS
from tui.widgets.canvas_view import CanvasView

MIN_WIDTH_FOR_TWO_CHARTS: Final = 100
"""Two charts stand side by side if there are at least this many columns."""

MIN_CURVE_ROWS: Final = 10
"""A curve with its heading has at least this many rows."""

MAX_CURVE_ROWS: Final = 20
"""A curve with its heading has at most this many rows."""

ROWS_AROUND_PAGE: Final = 8
"""The rows of the window above and below the page of charts and tables, and between these."""

_DEFAULT_ROWS_BELOW: Final = 10
"""The rows of the tables below the charts, until these are known."""

CHART_GAP_COLUMNS: Final = 3
"""The width in columns of the gap between two charts."""


class ResultChart(NamedTuple):
    """One chart: its heading, and either the values of a curve or bars."""

    heading: str
    values: tuple[float, ...] = ()
    bars: tuple[Bar, ...] = ()

    percent: bool = False
    """Whether the values are per cent, on a scale from 0 to 100."""
    may_be_left_out: bool = False
    """Whether the chart may be left out where not all charts and the tables below them fit into the window."""

    def rows(self, curve_rows: int) -> int:
        """Return the height in rows of the chart with its heading; a curve takes `curve_rows`."""
        return curve_rows if self.values else 1 + len(self.bars)


class ResultCharts(CanvasView):
    """A widget that paints charts one below the other, in a wide window two side by side.

    Of the charts that may be left out it leaves out the highest, until the others fit into the window with the tables
    below them.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._charts: Sequence[ResultChart] = ()
        self._rows_below = _DEFAULT_ROWS_BELOW

    def show_charts(self, charts: Sequence[ResultChart], rows_below: int = _DEFAULT_ROWS_BELOW) -> None:
        """Show these charts; tables of `rows_below` rows stand below them."""
        self._charts = charts
        self._rows_below = rows_below
        self.repaint(layout=True)

    def _placed_charts(self, width: int) -> list[tuple[ResultChart, Rect]]:
        """Return the charts with the places that they have in a zone of this width."""
        columns = 2 if width >= MIN_WIDTH_FOR_TWO_CHARTS else 1
        each = (width - CHART_GAP_COLUMNS * (columns - 1)) // columns
        room = self.app.size.height - ROWS_AROUND_PAGE - self._rows_below
        charts = list(self._charts)
        while _height_of_lines(lines := _chart_lines(charts, columns), MIN_CURVE_ROWS) > room:
            optional = [chart for chart in charts if chart.may_be_left_out]
            if not optional:
                break
            charts.remove(max(reversed(optional), key=lambda chart: chart.rows(MIN_CURVE_ROWS)))
        fitting = (rows for rows in range(MAX_CURVE_ROWS, MIN_CURVE_ROWS, -1) if _height_of_lines(lines, rows) <= room)
        curve_rows = next(fitting, MIN_CURVE_ROWS)
        places, y = [], 0
        for line in lines:
            for number, chart in enumerate(line):
                x = number * (each + CHART_GAP_COLUMNS)
                places.append((chart, Rect(x, y, each, chart.rows(curve_rows))))
            y += _height_of_lines([line], curve_rows)
        return places

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max((place.bottom + 1 for _, place in self._placed_charts(width)), default=0)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint all charts."""
        for chart, place in self._placed_charts(canvas.width):
            canvas.text(place.x, place.y, chart.heading, styles.gold, width=place.width)
            below = Rect(place.x, place.y + 1, place.width, place.height - 1)
            if chart.values:
                paint_curves(
                    canvas,
                    below,
                    [Curve(chart.values, own=True)],
                    styles,
                    labels=CURVE_END_LABELS,
                    percent=chart.percent,
                )
            paint_bars(canvas, below, chart.bars, styles)


def _chart_lines(charts: Sequence[ResultChart], columns: int) -> list[Sequence[ResultChart]]:
    """Return the charts in lines of `columns` charts side by side."""
    return [charts[first : first + columns] for first in range(0, len(charts), columns)]


def _height_of_lines(lines: Sequence[Sequence[ResultChart]], curve_rows: int) -> int:
    """Return the rows of these lines of charts, each with a free row below; a curve takes `curve_rows`."""
    return sum(1 + max(chart.rows(curve_rows) for chart in line) for line in lines)
