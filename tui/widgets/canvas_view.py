"""CanvasView: a widget that shows a `Canvas`; one such widget fills a whole zone of a screen, painted row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, cast

from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.cards import Canvas, Look
from tui.drawing.screen_update import screen_update, styled_texts
from tui.drawing.styles import Styles, styles_on

BYTES_AROUND_UPDATE: Final = 24
"""The number of bytes sent around each update: its beginning, the position of the cursor, and its end."""

MIN_FINGER_ROWS: Final = 2
"""What a finger can tap is at least this many rows high."""


class AppWithLook(Protocol):
    """The interface of the application that a `CanvasView` needs to paint itself."""

    @property
    def look(self) -> Look:
        """The look in use: the colours, and how cards are painted."""

    @property
    def used_with_fingers(self) -> bool:
        """Whether the person touches the screen, as on a page that shows the keys as buttons."""


class CanvasView(Widget):
    """The base of widgets that show a canvas of their size and refresh only those cells of the terminal that differ
    from the last canvas.

    A subclass either overrides `paint` and calls `repaint` after a change, or overrides `make_canvas` and passes its
    own canvases to `show_canvas`. `ground` is the background for which `paint` gets its styles, ``felt`` or ``panel``.
    """

    def __init__(self, *, id: str | None = None, ground: str = "felt") -> None:
        super().__init__(id=id)
        self._ground = ground
        self._canvas: Canvas | None = None
        self._painted_for: Look | None = None
        self._repaint_is_due = False

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the whole zone on an empty canvas of its size."""

    def make_canvas(self, width: int, height: int) -> Canvas:
        """Return the canvas for this size in columns and rows; called for a new size, and by `repaint`."""
        styles = self.text_styles
        canvas = Canvas(width, height, styles.plain)
        self._painted_for = styles.look
        self.paint(canvas, styles)
        return canvas

    @property
    def text_styles(self) -> Styles:
        """The styles of the look in use, for the background of this widget."""
        return styles_on(cast("AppWithLook", self.app).look, self._ground)

    @property
    def used_with_fingers(self) -> bool:
        """Whether the person touches the screen, so that what can be tapped is at least two rows high."""
        return self.is_attached and cast("AppWithLook", self.app).used_with_fingers

    def use_look(self, look: Look) -> None:
        """Paint in `look`, which the application uses from now on."""
        self.repaint()

    def repaint(self, *, layout: bool = False) -> None:
        """Paint again once the current message has been handled; `layout`: whether the height may have changed."""
        if layout or self._canvas is None:
            self._canvas = None
            self.refresh(layout=layout)
        elif not self._repaint_is_due:
            self._repaint_is_due = True
            self.call_next(self._repaint_changed_rows)

    def _repaint_changed_rows(self) -> None:
        """Paint again, and refresh the rows that differ."""
        self._repaint_is_due = False
        if self._canvas is not None and (self._canvas.width, self._canvas.height) == self.size:
            self.show_canvas(self.make_canvas(*self.size))
        else:
            self._canvas = None  # the widget is hidden or changes its size; what it showed before is out of date
            self.refresh()

    def show_canvas(self, canvas: Canvas) -> bool:
        """Show this canvas, and refresh the cells that differ from the one before; return whether any does."""
        before, self._canvas = self._canvas, canvas
        if before is None or (before.width, before.height) != (canvas.width, canvas.height):
            self.refresh()
            return True
        changed = canvas.changed_runs(before)
        if changed:
            self.refresh(*(Region(x, y, columns, 1) for y, x, columns in changed))
        return bool(changed)

    def click_target(self, x: int, y: int) -> object:
        """Return what a click on the cell (x, y) acts on: one value for all cells that act on the same thing; None if a
        click does nothing, which is the default.
        """
        return None

    def text_for_click(self, x: int, y: int) -> str:
        """Return the text in row `y` around column `x`, as far as its cells have the same click target."""
        if self._canvas is None or not (0 <= x < self._canvas.width and 0 <= y < self._canvas.height):
            return ""
        purpose, left, right = self.click_target(x, y), x, x + 1
        while left > 0 and self.click_target(left - 1, y) == purpose:
            left -= 1
        while right < self._canvas.width and self.click_target(right, y) == purpose:
            right += 1
        return " ".join(self._canvas.text_in(y, left, right).split())

    def update_byte_count(self, canvas: Canvas) -> int:
        """Return the number of bytes that the terminal gets if this canvas is shown now."""
        before = self._canvas
        if before is None or (before.width, before.height) != (canvas.width, canvas.height):
            changed = [(y, 0, canvas.width) for y in range(canvas.height)]
        else:
            changed = canvas.changed_runs(before)
        left, top = self.region.offset
        colours = self.app.console._color_system
        texts = (
            text
            for y, x, columns in changed
            for text in styled_texts(left + x, top + y, self._strip_of_row(canvas, y, x, x + columns), colours)
        )
        return len(screen_update(texts).encode()) + BYTES_AROUND_UPDATE if changed else 0

    # Cursor

    @property
    def cursor_rows(self) -> tuple[int, int] | None:
        """The first row of the entry under the cursor and the row after its last one; None if there is no cursor."""
        return None

    def scroll_cursor_into_view(self) -> None:
        """Scroll all boxes around this widget until the entry under the cursor is visible."""
        if self.cursor_rows is None or not self.is_attached:
            return
        top, bottom = self.cursor_rows
        region = Region(0, top, self.size.width, bottom - top)
        widget: Widget = self
        while widget is not self.screen and isinstance(widget.parent, Widget):
            region = region.translate(widget.virtual_region.offset)
            widget = widget.parent
            region = region.translate(-widget.scroll_to_region(region, animate=False, force=True, immediate=True))

    def on_resize(self, event: events.Resize) -> None:
        self._keep_cursor_in_view()

    def on_focus(self) -> None:
        self._keep_cursor_in_view()

    def _keep_cursor_in_view(self) -> None:
        """Scroll the cursor into view after the next refresh, if there is a cursor."""
        if self.cursor_rows is not None:
            self.call_after_refresh(self.scroll_cursor_into_view)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the cells within `crop`.

        Of a widget without a border or padding only these cells are painted; Textual paints whole rows, and cuts them.
        """
        return self.render_crops([crop])

    def render_crops(self, crops: Sequence[Region]) -> list[Strip]:
        """Return the rows of cells within each of `crops`, in order.

        One call for all the cells that change costs less than a call for each: the size of the widget, its canvas and
        its background are found once.
        """
        if not crops:
            return []
        if self.size != self.region.size:
            return [strip for crop in crops for strip in super(CanvasView, self).render_lines(crop)]
        canvas, background = self._current_canvas(), self.background_colors[1]
        strips = [self._strip_of_row(canvas, y, crop.x, crop.right) for crop in crops for y in crop.line_range]
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, background) for strip in strips]
        return strips

    def render_line(self, y: int) -> Strip:
        """Return row `y` of the canvas."""
        return self._strip_of_row(self._current_canvas(), y, 0, self.size.width)

    def _current_canvas(self) -> Canvas:
        """Return the canvas; paint it first if size or look has changed."""
        width, height = self.size
        canvas = self._canvas
        if canvas is None or (canvas.width, canvas.height) != (width, height) or self._look_has_changed():
            canvas = self._canvas = self.make_canvas(width, height)
        return canvas

    def _strip_of_row(self, canvas: Canvas, y: int, left: int, right: int) -> Strip:
        """Return a row of a canvas from column `left` to the one before `right` as it is painted."""
        if not 0 <= y < canvas.height:
            return Strip.blank(right - left, None if self._painted_for is None else self.text_styles.plain)
        strip = Strip(canvas.segments_in(y, left, right), right - left)
        styles = self.text_styles
        # Lines and signs without a colour have the terminal's own, which may be unreadable on the look's background.
        return strip.apply_style(styles.plain) if styles.look.has_ground and not styles.look.solid else strip

    def _look_has_changed(self) -> bool:
        """Whether the canvas was painted for another look than the one in use."""
        return self._painted_for is not None and self._painted_for is not self.text_styles.look
