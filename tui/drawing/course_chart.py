"""A chart of the points of players or teams over the course of a match, beside their names; as text or on a canvas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from tui.cards import Canvas, Look
from tui.drawing.chart import AxisLabels, Curve, curve_marker, curve_styles, paint_curves, sign_numbers
from tui.drawing.rect import Rect
from tui.drawing.styles import Styles, styles_on
from tui.drawing.wrap import clip

MAX_NAME_CELLS: Final = 30
"""The column of names beside a chart is at most this many cells wide."""

MIN_WIDTH_FOR_NAMES_BESIDE: Final = 56
"""The names stand beside a chart if there are at least this many columns, otherwise above it."""

MIN_TEXT_CHART_HEIGHT: Final = 12
"""A chart as text has at least this many rows, its axis among them; it has more only if there are more names."""

MIN_CHART_HEIGHT: Final = 7
"""A chart has at least this many rows, its axis among them."""


class NamedCurve(NamedTuple):
    """A curve, the name of its player or team, and their final score as text."""

    name: str
    score: str
    curve: Curve


def course_chart_rows(curves: Sequence[NamedCurve], width: int, rows: int) -> int:
    """Return the height of a chart with its names in `width` columns, if the chart itself has at least `rows` rows."""
    chart = max(rows, MIN_CHART_HEIGHT)
    return max(chart, len(curves) + 1) if width >= MIN_WIDTH_FOR_NAMES_BESIDE else chart + len(curves)


def paint_course_chart(
    canvas: Canvas, curves: Sequence[NamedCurve], styles: Styles, axis_labels: AxisLabels, *, percent: bool = False
) -> None:
    """Paint the marker, the name and the score of each curve, and the curves beside or below them.

    `axis_labels` are the labels below the axis; with `percent` the scale is from 0 to 100. If not all names fit, the
    reader's is among those shown.
    """
    if not curves:
        return
    names = min(max(cell_len(one.name) for one in curves), MAX_NAME_CELLS, max(canvas.width // 2 - 8, 1))
    scores = max(len(one.score) for one in curves)
    told = list(range(len(curves)))
    if len(told) > canvas.height:
        told = sorted(told, key=lambda number: not curves[number].curve.own)[: canvas.height]
    lines = [one.curve for one in curves]
    signs, pens = sign_numbers(lines), curve_styles(lines, styles.look)
    for y, number in enumerate(sorted(told)):
        one = curves[number]
        canvas.text(0, y, curve_marker(signs[number], styles.look), pens[number])
        canvas.text(2, y, clip(one.name, names), styles.strong if one.curve.own else styles.plain)
        end = names + 4 + scores
        canvas.text(end - len(one.score), y, one.score, pens[number] if one.curve.own else styles.plain)
    beside = canvas.width >= MIN_WIDTH_FOR_NAMES_BESIDE
    x, y = (names + 4 + scores + 2, 0) if beside else (0, len(curves))
    zone = Rect(x, y, canvas.width - x, canvas.height - y)
    paint_curves(canvas, zone, lines, styles, labels=axis_labels, percent=percent)


def course_chart_text(
    curves: Sequence[NamedCurve], width: int, look: Look, axis_labels: AxisLabels, *, percent: bool = False
) -> str:
    """Return a chart with its names as lines of plain text, `width` columns wide.

    `axis_labels` are the labels below the axis; with `percent` the scale is from 0 to 100.
    """
    canvas = Canvas(width, course_chart_rows(curves, width, MIN_TEXT_CHART_HEIGHT))
    paint_course_chart(canvas, curves, styles_on(look), axis_labels, percent=percent)
    return "\n".join(line.rstrip() for line in str(canvas).split("\n"))
