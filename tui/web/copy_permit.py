"""Allows a text to be sent to the clipboard of a browser only as the answer to something that its guest has done.

A text of another person must never get there without that, whatever a program does: the guest may paste it into a
shell.
"""

from __future__ import annotations

import re
from typing import Final

COPY_CHARACTERS: Final = 16_384
"""The longest text that is copied: more than a screen of 200 columns and 60 rows holds."""

COPY_SECONDS: Final = 5.0
"""How long after a key or tap the text may follow: the program of a guest answers within tenths of a second."""

_NO_ACTION_PATTERN: Final = re.compile(rb"(?:\x1b\[<(?:3[2-9]|[4-9]\d|1\d\d);\d+;\d+[Mm]|\x1b\[[IO])*")
"""The pattern of reports of what chooses nothing: the mouse moves, its wheel turns, or the focus changes."""


class CopyPermit:
    """Allows one text for each time that a guest presses, types or taps something."""

    def __init__(self) -> None:
        self._until = 0.0

    def record_input(self, data: bytes, now: float) -> None:
        """Record that the page has sent these bytes for the terminal at the time `now`, in seconds."""
        if not _NO_ACTION_PATTERN.fullmatch(data):
            self.record_tap(now)

    def record_tap(self, now: float) -> None:
        """Record that the guest has tapped a button or the screen at the time `now`, in seconds."""
        self._until = now + COPY_SECONDS

    def use(self, now: float) -> bool:
        """Return whether a text may be copied at `now` (seconds), and use the permit up.

        No other text may be copied until the guest does something again.
        """
        allowed, self._until = now < self._until, 0.0
        return allowed
