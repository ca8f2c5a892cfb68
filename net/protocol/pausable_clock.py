"""A clock that can be paused: while a table is paused, its decision clocks, grace periods and bots stand still."""

from __future__ import annotations

from math import inf, nextafter


class PausableClock:
    """Converts real time to the time of a table, which stands still from `pause` until `resume`; all in seconds."""

    __slots__ = ("_paused_at", "_paused_seconds")

    def __init__(self) -> None:
        self._paused_seconds = 0.0
        self._paused_at: float | None = None

    def pause(self, now: float) -> None:
        """Stop the table's time at the real time `now`; without effect while it is paused."""
        if self._paused_at is None:
            self._paused_at = now

    def resume(self, now: float) -> None:
        """Continue the table's time from where it stopped; without effect while it runs."""
        if self._paused_at is not None:
            self._paused_seconds += now - self._paused_at
            self._paused_at = None

    def table_time(self, now: float) -> float:
        """Return the table's time at the real time `now`, both in seconds; it stands still while paused."""
        return (now if self._paused_at is None else self._paused_at) - self._paused_seconds

    def real_time(self, table_time: float | None) -> float | None:
        """Return the real time at which the table's time will be `table_time`; None while paused, or if `table_time` is
        None."""
        if table_time is None or self._paused_at is not None:
            return None
        real = table_time + self._paused_seconds
        while (
            real - self._paused_seconds < table_time
        ):  # rounding must not run a tick a moment too early, again and again
            real = nextafter(real, inf)
        return real
