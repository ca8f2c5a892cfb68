"""A dictionary that computes a missing value on the first access."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Computed = TypeVar("Computed")


class Memo(dict[Key, Computed]):
    """A cache: the results of `make` by argument, each computed once: ``memo[key]``.

    Only the first `limit` keys are stored; 0 is no limit. Looking up a stored key is a plain dictionary access.
    """

    __slots__ = ("_limit", "_make")

    def __init__(self, make: Callable[[Key], Computed], limit: int = 0) -> None:
        self._make = make
        self._limit = limit

    def __missing__(self, key: Key) -> Computed:
        made = self._make(key)
        if not self._limit or len(self) < self._limit:
            self[key] = made
        return made
