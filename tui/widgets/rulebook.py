"""A rulebook, or a part of one, to be read on a screen; imported only when somebody wants to read."""

from __future__ import annotations

from textual.widgets import Markdown

from tui.drawing.styles import Styles


class Rulebook(Markdown):
    """Markdown with signs that the look in use can write."""

    BULLETS = ["- "]  # noqa: RUF012  declared so by the base

    def __init__(self, text: str, styles: Styles, *, id: str | None = None) -> None:
        super().__init__(styles.sign(text), id=id, open_links=False)
