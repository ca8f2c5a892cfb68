"""What a screen shows of the story of a match: a chart of everybody's points, and the moments in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size

from tui.cards import Canvas
from tui.drawing.chart import AxisLabels, Curve, paint_curves
from tui.drawing.rect import Rect
from tui.drawing.styles import Styles
from tui.drawing.wrap import wrap
from tui.widgets.canvas_view import CanvasView
from tui.widgets.page import ShrinkablePicture

MIN_CHART_ROWS: Final = 6
"""On a page with room for a chart, the chart has at least this many rows."""


class PointsChart(CanvasView):
    """A widget that draws curves over the course of a match, with labels below the axis. Without curves it is empty."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._curves: Sequence[Curve] = ()
        self._axis_labels: AxisLabels = ("", "")

    def show_curves(self, curves: Sequence[Curve], axis_labels: AxisLabels) -> None:
        """Show these curves."""
        self._curves, self._axis_labels = curves, axis_labels
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(viewport.height * 3 // 8, MIN_CHART_ROWS)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the curves over the whole zone."""
        paint_curves(canvas, Rect(0, 0, canvas.width, canvas.height), self._curves, styles, labels=self._axis_labels)


class StoryMoments(ShrinkablePicture):
    """A widget that shows the moments of a match, a sentence each, as many as fit.

    Before each sentence stands in bold when it happened, such as ``Play 7``.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._moments: Sequence[tuple[str, str]] = ()
        self.display = False

    def show_moments(self, moments: Sequence[tuple[str, str]]) -> None:
        """Show these moments, each as when it happened (``Play 7``) and a sentence."""
        self._moments = moments
        self.repaint(layout=True)

    @property
    def is_empty(self) -> bool:
        """Whether there is no moment to show."""
        return not self._moments

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._rows(len(self._moments), width))

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        width = self.container_size.width or viewport.width
        rows = [len(self._rows(number, width)) for number in range(len(self._moments), 0, -1)]
        return rows or (0,)

    def _rows(self, moment_count: int, width: int) -> list[tuple[str, str]]:
        """Return the rows of the first `moment_count` moments: a text, and before it in each first row when it
        happened."""
        indent = self._indent
        rows = []
        for part, text in self._moments[:moment_count]:
            rows += [(part if not at else "", line) for at, line in enumerate(wrap(text, max(width - indent, 10)))]
        return rows

    @property
    def _indent(self) -> int:
        """The column in which the sentences begin."""
        return max((len(part) for part, _ in self._moments), default=0) + 3

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint as many moments as fit."""
        number = len(self._moments)
        while number and len(self._rows(number, canvas.width)) > canvas.height:
            number -= 1
        for y, (part, text) in enumerate(self._rows(number, canvas.width)):
            canvas.text(1, y, styles.displayable_text(part), styles.gold)
            canvas.text(self._indent, y, styles.displayable_text(text), styles.plain)
