"""How much of something may be had: so much a second on average, and so much at once."""

from __future__ import annotations


class TokenBucket:
    """A store that fills by `per_second` up to `at_once`, and is full at first."""

    __slots__ = ("_at", "_at_once", "_left", "_per_second")

    def __init__(self, per_second: float, at_once: float, now: float) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._left = at_once
        self._at = now

    def left(self, now: float) -> float:
        """Return how much is there; less than nothing if more was taken than there was."""
        if now > self._at:
            self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
            self._at = now
        return self._left

    def spend(self, amount: float, now: float) -> bool:
        """Take so much if it is there, and say whether it was."""
        if self.left(now) < amount:
            return False
        self._left -= amount
        return True

    def overdraw(self, amount: float, now: float) -> float:
        """Take so much in any case, and return in how many seconds nothing is owed any more."""
        self._left = self.left(now) - amount
        return max(0.0, -self._left / self._per_second)

    def is_full(self, now: float) -> bool:
        """Whether nothing that was taken is missing any more."""
        return self.left(now) >= self._at_once
