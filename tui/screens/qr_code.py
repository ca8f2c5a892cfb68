"""QrCodeScreen: the address of the page for browsers, as a QR code, and the other instructions to join."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from textual.containers import Center, Vertical
from textual.widget import Widget
from textual.widgets import Static

from tui.screens.base import BaseScreen
from tui.widgets.qr_view import QrView

NO_QR_CODE_IN_ASCII_SENTENCE: Final = "The code to scan cannot be drawn in ASCII: type the address in the browser."
"""The sentence in place of the QR code in ASCII."""

NO_ROOM_FOR_QR_CODE_SENTENCE: Final = "This window is too small for the code: type the address in the browser."
"""The sentence in place of the QR code in a small window."""

SCREEN_ROWS_WITHOUT_QR_CODE: Final = 4
"""The number of rows of the screen that are not for the QR code: address, notice, keys, and one between."""


class TableOrHall(Protocol):
    """An open table, or the hall of a club, with what this screen shows of it."""

    @property
    def web_address(self) -> str:
        """The address of the page for browsers; empty if there is none."""

    @property
    def web_notice(self) -> str:
        """The sentence that the page for browsers is not encrypted; "" if there is no page, or if it is encrypted."""


class QrCodeScreen(BaseScreen):
    """The screen that shows how to join a table: the QR code of its address, and below it one line each for the
    address, the notice on encryption, and each command to join.
    """

    CSS_PATH = "qr_code.tcss"
    SCREEN_TITLE = "Code to scan"
    HELP_TEXT = "Point the camera of a phone at the code: the table opens in its browser, with nothing to install."

    def __init__(self, session: TableOrHall, others: Sequence[str] = ()) -> None:
        super().__init__()
        self.session = session
        self._others = others

    def contents(self) -> Iterable[Widget]:
        yield Vertical(
            Center(QrView(id="code")),
            Center(Static("", id="no-code", markup=False)),
            Center(Static(self.session.web_address, id="address", markup=False)),
            Center(Static(self.session.web_notice, id="web-notice", markup=False)),
            *(Center(Static(line, classes="other", markup=False)) for line in self._others),
        )

    def adapt_to_size(self, width: int, height: int) -> None:
        """Show the code if there is room for it, else a sentence."""
        super().adapt_to_size(width, height)
        ascii_only = self.program.look.ascii
        code = self.query_one("#code", QrView)
        address = self.session.web_address
        size = (0, 0) if ascii_only or not address else code.show_text(address)
        room = height - SCREEN_ROWS_WITHOUT_QR_CODE - len(self._others)
        fits = not ascii_only and bool(address) and size[0] <= width and size[1] <= room
        code.display = fits
        sentence = (
            "" if fits or not address else NO_QR_CODE_IN_ASCII_SENTENCE if ascii_only else NO_ROOM_FOR_QR_CODE_SENTENCE
        )
        self.query_one("#no-code", Static).update(sentence)

    def on_mount(self) -> None:
        self.adapt_to_size(*self.app.size)
