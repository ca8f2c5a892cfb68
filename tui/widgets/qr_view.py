"""QrView: a widget that shows a text as a QR code, dark on light in every theme."""

from __future__ import annotations

from typing import Final

from rich.style import Style

from tui.cards import Canvas
from tui.drawing.qr_code import qr_code_rows
from tui.drawing.styles import Styles
from tui.widgets.canvas_view import CanvasView

DARK_ON_LIGHT_STYLE: Final = Style(color="#000000", bgcolor="#ffffff")
"""The colours of a QR code in every theme: cameras need a dark code on a light ground."""


class QrView(CanvasView):
    """Shows the QR code of a text, in a widget of its size; nothing for an empty text."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = ""

    def show_text(self, text: str) -> tuple[int, int]:
        """Show a text, which may be empty; return the size of its code in columns and rows."""
        rows = qr_code_rows(text) if text else ()
        size = (len(rows[0]) if rows else 0, len(rows))
        if text != self._text:
            self._text = text
            self.styles.width, self.styles.height = size
            self.repaint(layout=True)
        return size

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        for y, row in enumerate(qr_code_rows(self._text) if self._text else ()):
            canvas.text(0, y, row, DARK_ON_LIGHT_STYLE)
