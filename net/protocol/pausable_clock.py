"""A clock that can be paused: while a table is paused, its decision clocks, grace periods and bots stand still."""

from __future__ import annotations

from math import inf, nextafter


class PausableClock:
    """Converts real time to the time of a table, which stands still from `pause` until `resume`. All in seconds."""

    __slots__ = ("_lost", "_since")

    def __init__(self) -> None:
        self._lost = 0.0
        self._since: float | None = None

    def pause(self, now: float) -> None:
        """Stop the table's time at the real time `now`; without effect while it is paused."""
        if self._since is None:
            self._since = now

    def resume(self, now: float) -> None:
        """Continue the table's time from where it stopped; without effect while it runs."""
        if self._since is not None:
            self._lost += now - self._since
            self._since = None

    def read(self, now: float) -> float:
        """Return the table's time at the real time `now`."""
        return (now if self._since is None else self._since) - self._lost

    def real_time(self, when: float | None) -> float | None:
        """Return the real time at which the table's time will be `when`; None while paused, or for None."""
        if when is None or self._since is not None:
            return None
        real = when + self._lost
        while real - self._lost < when:  # rounding must not wake a table a moment too early, again and again
            real = nextafter(real, inf)
        return real
