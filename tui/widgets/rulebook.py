"""Rulebook: a widget for Markdown. Import it lazily: Textual's Markdown is slow to import."""

from __future__ import annotations

from textual.widgets import Markdown

from tui.drawing.styles import Styles


class Rulebook(Markdown):
    """Shows Markdown, with its signs replaced by those of the present look."""

    BULLETS = ["- "]  # noqa: RUF012  declared so by the base

    def __init__(self, text: str, styles: Styles, *, id: str | None = None) -> None:
        super().__init__(styles.plain_text(text), id=id, open_links=False)
