"""A token bucket: a rate limit that allows a burst and bounds the average."""

from __future__ import annotations


class TokenBucket:
    """A rate limit: `per_second` tokens are added each second, up to `at_once`; full at first. Times are in seconds."""

    __slots__ = ("_capacity", "_per_second", "_tokens", "_updated_at")

    def __init__(self, per_second: float, at_once: float, now: float) -> None:
        self._per_second = per_second
        self._capacity = at_once
        self._tokens = at_once
        self._updated_at = now

    def tokens_left(self, now: float) -> float:
        """Return the number of tokens in the bucket; negative after an overdraft."""
        if now > self._updated_at:
            self._tokens = min(self._capacity, self._tokens + (now - self._updated_at) * self._per_second)
            self._updated_at = now
        return self._tokens

    def spend(self, amount: float, now: float) -> bool:
        """Take `amount` tokens if there are that many; return whether there were."""
        if self.tokens_left(now) < amount:
            return False
        self._tokens -= amount
        return True

    def give_back(self, amount: float, now: float) -> None:
        """Put `amount` tokens back that were taken."""
        self._tokens = min(self._capacity, self.tokens_left(now) + amount)

    def overdraw(self, amount: float, now: float) -> float:
        """Take `amount` tokens even if there are fewer; return in how many seconds the bucket is not below 0 again."""
        self._tokens = self.tokens_left(now) - amount
        return max(0.0, -self._tokens / self._per_second)

    def is_more_than_half_full(self, now: float) -> bool:
        """Return whether the bucket is more than half full."""
        return self.tokens_left(now) > self._capacity / 2

    def is_full(self, now: float) -> bool:
        """Return whether the bucket is full."""
        return self.tokens_left(now) >= self._capacity
