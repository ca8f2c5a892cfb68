"""A time that can stand still: while a table pauses, none of its clocks, graces and programs goes on."""

from __future__ import annotations

from math import inf, nextafter


class PausableClock:
    """Turns real time into the time of a table, which stands from `stop` until `go_on`. Both are in seconds."""

    __slots__ = ("_lost", "_since")

    def __init__(self) -> None:
        self._lost = 0.0
        self._since: float | None = None

    @property
    def stands(self) -> bool:
        """Whether time stands still now."""
        return self._since is not None

    def stop(self, now: float) -> None:
        """Let time stand still from the real time `now` on."""
        if self._since is None:
            self._since = now

    def go_on(self, now: float) -> None:
        """Let time go on from where it stood."""
        if self._since is not None:
            self._lost += now - self._since
            self._since = None

    def read(self, now: float) -> float:
        """Return the table's time at a real time."""
        return (now if self._since is None else self._since) - self._lost

    def real(self, when: float | None) -> float | None:
        """Return the real time at which it is a moment of the table's time, None if that is not to be foreseen."""
        if when is None or self._since is not None:
            return None
        there = when + self._lost
        while there - self._lost < when:  # rounding must not wake a table a moment too early, again and again
            there = nextafter(there, inf)
        return there
