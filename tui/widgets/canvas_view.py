"""The surface: a widget that shows a canvas and refreshes only the rows that differ from the last one."""

from __future__ import annotations

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.cards import Canvas


class Surface(Widget):
    """One widget for a whole zone; who uses it paints a `Canvas` of its size and hands it to `put`."""

    DEFAULT_CSS = "Surface { width: 1fr; height: 1fr; }"

    _canvas: Canvas | None = None

    def painted(self, width: int, height: int) -> Canvas:
        """Return the canvas for this size; called when there is none that fits."""
        return Canvas(width, height)

    def put(self, canvas: Canvas) -> None:
        """Show `canvas` from now on, refreshing the rows that have changed."""
        before, self._canvas = self._canvas, canvas
        if before is None or (before.width, before.height) != (canvas.width, canvas.height):
            self.refresh()
            return
        changed = canvas.changed_from(before)
        if changed:
            self.refresh(*(Region(0, y, canvas.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = self.painted(width, height)
        if y >= self._canvas.height:
            return Strip.blank(width)
        return Strip(self._canvas.segments(y), width)
