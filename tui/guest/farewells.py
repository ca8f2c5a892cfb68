"""The last sentence that a guest reads when the session ends, by the reason for the end."""

from __future__ import annotations

from typing import Final

LEFT_TABLE: Final = "You have left the table."
_SCREEN_FAULT: Final = "Sorry: something went wrong with your screen, and it had to close."
FAULT_SEAT_KEPT: Final = f"{_SCREEN_FAULT} Your seat is kept: come back."
FAULT_SEAT_LOST: Final = f"{_SCREEN_FAULT} You can come again."
PASTE_TOO_LONG: Final = "That was a longer paste than anything here can take, so your screen was closed."
