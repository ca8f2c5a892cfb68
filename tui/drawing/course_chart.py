"""A chart of the courses of a match beside the names of their players or teams, as text or on a canvas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from tui.cards import Canvas, Look
from tui.drawing.chart import Curve, curve_sign, curve_style, paint_curves
from tui.drawing.rect import Rect
from tui.drawing.styles import Styles, styles_on
from tui.drawing.wrap import clip

MAX_NAME_CELLS: Final = 30
"""The greatest width of the names beside a chart."""

LEAST_COLUMNS_BESIDE: Final = 56
"""The least width of a chart whose names stand beside it; in a narrower one they stand above it."""

TEXT_ROWS: Final = 12
"""The height of a chart as text, with its axis; it is higher only if there are more names."""

LEAST_CHART_HEIGHT: Final = 7
"""The least height of a chart with its axis."""


class NamedCurve(NamedTuple):
    """A curve, the name of its player or team, and their final score as text."""

    name: str
    score: str
    curve: Curve


def course_chart_rows(curves: Sequence[NamedCurve], width: int, rows: int) -> int:
    """Return the height of a chart with its names in `width` columns, if the chart itself has at least `rows` rows."""
    chart = max(rows, LEAST_CHART_HEIGHT)
    return max(chart, len(curves) + 1) if width >= LEAST_COLUMNS_BESIDE else chart + len(curves)


def paint_course_chart(
    canvas: Canvas, curves: Sequence[NamedCurve], styles: Styles, ends: tuple[str, str], *, percent: bool = False
) -> None:
    """Paint the sign, the name and the score of each curve, and beside or below them the curves.

    `ends` are the labels below the two ends of the axis; with `percent` the scale is from 0 to 100. If not all names
    fit, the reader's is among those shown.
    """
    if not curves:
        return
    names = min(max(cell_len(one.name) for one in curves), MAX_NAME_CELLS, max(canvas.width // 2 - 8, 1))
    scores = max(len(one.score) for one in curves)
    told = list(range(len(curves)))
    if len(told) > canvas.height:
        told = sorted(told, key=lambda number: not curves[number].curve.own)[: canvas.height]
    for y, number in enumerate(sorted(told)):
        one = curves[number]
        canvas.text(0, y, curve_sign(number, styles.look), curve_style(number, one.curve.own, styles.look))
        canvas.text(2, y, clip(one.name, names), styles.strong if one.curve.own else styles.plain)
        end = names + 4 + scores
        canvas.text(end - len(one.score), y, one.score, styles.gold if one.curve.own else styles.plain)
    beside = canvas.width >= LEAST_COLUMNS_BESIDE
    x, y = (names + 4 + scores + 2, 0) if beside else (0, len(curves))
    zone = Rect(x, y, canvas.width - x, canvas.height - y)
    paint_curves(canvas, zone, [one.curve for one in curves], styles, labels=ends, percent=percent)


def course_chart_text(
    curves: Sequence[NamedCurve], width: int, look: Look, ends: tuple[str, str], *, percent: bool = False
) -> str:
    """Return a chart with its names as lines of plain text, `width` columns wide.

    `ends` are the labels below the two ends of the axis; with `percent` the scale is from 0 to 100.
    """
    canvas = Canvas(width, course_chart_rows(curves, width, TEXT_ROWS))
    paint_course_chart(canvas, curves, styles_on(look), ends, percent=percent)
    return "\n".join(line.rstrip() for line in str(canvas).split("\n"))
