"""Allows a text to be sent to the clipboard of a browser only as the answer to something that its guest has done.

A text of another person must never get there without that, whatever a program does: the guest may paste it into a
shell.
"""

from __future__ import annotations

import re
from typing import Final

MAX_COPY_CHARACTERS: Final = 16_384
"""A text that is copied has at most this many characters: more than a screen of 200 columns and 60 rows holds."""

COPY_PERMIT_SECONDS: Final = 5.0
"""A text may be copied at most this many seconds after a key or tap; a guest's program answers within tenths of a
second."""

_PASSIVE_INPUT_PATTERN: Final = re.compile(rb"(?:\x1b\[<(?:3[2-9]|[4-9]\d|1\d\d);\d+;\d+[Mm]|\x1b\[[IO])*")
"""The pattern of input that permits no copying: reports that the mouse moves, its wheel turns, or the focus changes."""


class CopyPermit:
    """The permission to copy one text for each time that a guest presses, types or taps something."""

    def __init__(self) -> None:
        self._permitted_until = 0.0

    def record_input(self, data: bytes, now: float) -> None:
        """Record that the page has sent these bytes for the terminal at the time `now`, in seconds."""
        if not _PASSIVE_INPUT_PATTERN.fullmatch(data):
            self.record_tap(now)

    def record_tap(self, now: float) -> None:
        """Record that the guest has tapped a button or the screen at the time `now`, in seconds."""
        self._permitted_until = now + COPY_PERMIT_SECONDS

    def use_up(self, now: float) -> bool:
        """Return whether a text may be copied at `now` (seconds), and end the permission.

        No other text may be copied until the guest does something again.
        """
        allowed, self._permitted_until = now < self._permitted_until, 0.0
        return allowed
