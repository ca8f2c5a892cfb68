"""Scroll: a vertical scroll box whose scroll bar consists of whole cells, which every terminal can show."""

from __future__ import annotations

from typing import ClassVar

from textual.containers import VerticalScroll
from textual.scrollbar import ScrollBarRender


class WholeCellScrollBar(ScrollBarRender):
    """A scroll bar that is drawn in whole cells."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]


class Scroll(VerticalScroll):
    """A box that scrolls up and down."""

    DEFAULT_CSS = "Scroll { scrollbar-size-vertical: 1; }"

    def on_mount(self) -> None:
        self.vertical_scrollbar.renderer = WholeCellScrollBar  # type: ignore[misc]
