"""The last sentence that a guest reads, one for each reason why a session ends."""

from __future__ import annotations

from typing import Final

LEFT_TABLE: Final = "You have left the table."
"""The guest has left the table."""

_SCREEN_CRASHED: Final = "Sorry: something went wrong with your screen, and it had to close."
"""The program of the guest has crashed."""

CRASHED_SEAT_KEPT: Final = f"{_SCREEN_CRASHED} Your seat is kept: come back."
"""The program has crashed, and the guest can return to the seat by key."""

CRASHED_SEAT_LOST: Final = f"{_SCREEN_CRASHED} You can come again."
"""The program has crashed, and the guest has no key, so the seat is lost."""

PASTE_TOO_LONG: Final = "That was a longer paste than anything here can take, so your screen was closed."
"""The guest has pasted more than `PASTE_BYTES`."""
