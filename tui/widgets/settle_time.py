"""How long something must have been on the screen before a decision about it counts."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

SETTLE_SECONDS: Final = 0.15
"""A key or a click that decides about something counts if this has been on the screen for at least this many seconds.

A person who presses a key sooner has decided about what the screen showed before.
"""

TOO_QUICK_SENTENCE: Final = "Too quick. Look, then press again."
"""The sentence for a person whose key or click came before `SETTLE_SECONDS` had passed, and did nothing."""

NOTHING_SHOWN: Final = object()
"""The value of a `ShownValue` that has not been on the screen yet."""


class ShownValue:
    """A value that a person decides about, and since when it has been on the screen.

    `clock` returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._value: object = NOTHING_SHOWN
        self._shown_since = 0.0

    def update(self, value: object) -> bool:
        """Record that the screen shows `value` from now on. Return True if it showed another value before, or none."""
        if value == self._value:
            return False
        self._value, self._shown_since = value, self._clock()
        return True

    def is_settled(self, value: object, seconds: float | None = None) -> bool:
        """Return whether the screen shows `value`, and has shown it for `seconds`, by default `SETTLE_SECONDS`."""
        return value == self._value and self._clock() >= self._shown_since + (
            SETTLE_SECONDS if seconds is None else seconds
        )
