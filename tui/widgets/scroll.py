"""Scroll: a vertical scroll box whose scroll bar consists of whole cells, which every terminal can show."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.scrollbar import ScrollBarRender

from tui.widgets.key_bar import listed_key


class WholeCellScrollBar(ScrollBarRender):
    """A scroll bar that is drawn in whole cells."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]


class Scroll(VerticalScroll):
    """A box that scrolls up and down."""

    DEFAULT_CSS = "Scroll { scrollbar-size-vertical: 1; }"

    def on_mount(self) -> None:
        self.vertical_scrollbar.renderer = WholeCellScrollBar  # type: ignore[misc]


class TextScroll(Scroll):
    """A box with a long text, which lists the arrow keys in the key bar."""

    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("up", "scroll_up", "Scroll", 1, label="↑↓", in_help=False),
    ]
