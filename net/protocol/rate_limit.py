"""A token bucket: a rate on average, and a burst."""

from __future__ import annotations


class TokenBucket:
    """A bucket that fills by `per_second` up to `at_once` tokens, and is full at first. Times are in seconds."""

    __slots__ = ("_at", "_at_once", "_left", "_per_second")

    def __init__(self, per_second: float, at_once: float, now: float) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._left = at_once
        self._at = now

    def left(self, now: float) -> float:
        """Return how many tokens there are; negative after an overdraft."""
        if now > self._at:
            self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
            self._at = now
        return self._left

    def spend(self, amount: float, now: float) -> bool:
        """Take `amount` tokens if there are that many; return whether there were."""
        if self.left(now) < amount:
            return False
        self._left -= amount
        return True

    def overdraw(self, amount: float, now: float) -> float:
        """Take `amount` tokens in any case; return the seconds until no overdraft is left."""
        self._left = self.left(now) - amount
        return max(0.0, -self._left / self._per_second)

    def is_full(self, now: float) -> bool:
        """Return whether the bucket is full."""
        return self.left(now) >= self._at_once
