"""The base of the widgets here: one widget paints one zone of a screen on a canvas, row by row."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, cast

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.cards import Canvas, Look
from tui.drawing.styles import Styles, styles_on

if TYPE_CHECKING:
    from tui.app.app import QueensApp


class Painted(Widget):
    """A zone that a `Canvas` is painted for, anew only when something in it or its size has changed."""

    def __init__(self, *, id: str | None = None, ground: str = "felt") -> None:
        super().__init__(id=id)
        self._ground = ground
        self._canvas: Canvas | None = None
        self._painted_for: Look | None = None

    @abstractmethod
    def paint(self, canvas: Canvas, paint: Styles) -> None:
        """Paint the whole zone on an empty canvas of its size."""

    def repaint(self, *, layout: bool = False) -> None:
        """Paint anew before the next frame; `layout` if the height may have changed."""
        self._canvas = None
        self.refresh(layout=layout)

    def bring_into_sight(self, top: int, bottom: int) -> None:
        """Bring the rows from `top` to before `bottom` into sight if this lies in something that scrolls."""
        scroll = getattr(self.parent, "scroll_to_region", None)
        if scroll is not None:
            scroll(Region(0, top, self.size.width, bottom - top), animate=False, force=True)

    @property
    def brushes(self) -> Styles:
        """The styles of the look in use, for this zone's ground."""
        return styles_on(cast("QueensApp", self.app).look, self._ground)

    def render_line(self, y: int) -> Strip:
        brushes = self.brushes
        canvas = self._canvas
        size = self.size
        if canvas is None or (canvas.width, canvas.height) != size or self._painted_for is not brushes.look:
            canvas = self._canvas = Canvas(size.width, size.height, brushes.plain)
            self._painted_for = brushes.look
            self.paint(canvas, brushes)
        if not 0 <= y < canvas.height:
            return Strip.blank(size.width, brushes.plain)
        return Strip(canvas.segments(y), canvas.width)
