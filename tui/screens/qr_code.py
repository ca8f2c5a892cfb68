"""QrCodeScreen: the address of the page for browsers, as a QR code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.containers import Center, Vertical
from textual.widget import Widget
from textual.widgets import Static

from tui.screens.base import BaseScreen
from tui.screens.program import TableContext
from tui.widgets.qr_view import QrView

NO_CODE_IN_ASCII: Final = "The code to scan cannot be drawn in ASCII: type the address in the browser."
"""What is shown in place of the code in ASCII."""

NO_ROOM_FOR_CODE: Final = "This window is too small for the code: type the address in the browser."
"""What is shown in place of the code in a small window."""

ROWS_WITHOUT_CODE: Final = 4
"""How many rows of the screen are not for the code: address, notice, keys, and one between."""


class QrCodeScreen(BaseScreen):
    """Shows the QR code, the address itself, and the notice on its encryption."""

    CSS_PATH = "qr_code.tcss"
    TITLE_IN_WORDS = "Code to scan"
    ABOUT = "Point the camera of a phone at the code: the table opens in its browser, with nothing to install."

    def __init__(self, session: TableContext) -> None:
        super().__init__()
        self.session = session

    def contents(self) -> Iterable[Widget]:
        yield Vertical(
            Center(QrView(id="code")),
            Center(Static("", id="no-code", markup=False)),
            Center(Static(self.session.web_address, id="address", markup=False)),
            Center(Static(self.session.web_notice, id="notice", markup=False)),
        )

    def adapt_to_size(self, width: int, height: int) -> None:
        """Show the code if there is room for it, else a sentence."""
        super().adapt_to_size(width, height)
        ascii_only = self.program.look.ascii
        code = self.query_one("#code", QrView)
        size = (0, 0) if ascii_only else code.show_text(self.session.web_address)
        fits = not ascii_only and size[0] <= width and size[1] <= height - ROWS_WITHOUT_CODE
        code.display = fits
        sentence = "" if fits else NO_CODE_IN_ASCII if ascii_only else NO_ROOM_FOR_CODE
        self.query_one("#no-code", Static).update(sentence)

    def on_mount(self) -> None:
        self.adapt_to_size(*self.app.size)
