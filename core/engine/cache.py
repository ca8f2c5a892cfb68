"""A dictionary that computes a missing value on the first access."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")


class CacheByKey(dict[KeyT, ValueT]):
    """A dictionary that computes the value of a missing key with `make_value` and stores it: ``cache[key]``.

    It stores the first `limit` keys only; 0 is no limit. Access to a stored key is a plain dictionary access.
    """

    __slots__ = ("_limit", "_make")

    def __init__(self, make_value: Callable[[KeyT], ValueT], limit: int = 0) -> None:
        self._make = make_value
        self._limit = limit

    def __missing__(self, key: KeyT) -> ValueT:
        made = self._make(key)
        if not self._limit or len(self) < self._limit:
            self[key] = made
        return made
