"""Shares equal values of all tables of a process as one object (`share_equal_value`), so that a match in play needs
less memory.

What is done at one table is done at others, too: seat 2 banks, seat 0 plays the queen of spades. A match keeps hundreds
of such values until it is over, and with a thousand tables in play most of them exist already.
"""

from __future__ import annotations

from typing import Final, TypeVar

from net.limits import MAX_SHARED_ACTIONS

SharedValue = TypeVar("SharedValue", bound="tuple[object, ...]")

_SHARED_VALUES: Final[dict[tuple[object, ...], tuple[object, ...]]] = {}
"""Maps each value that tables share to itself, the one object for it."""


def share_equal_value(value: SharedValue) -> SharedValue:
    """Return a tuple of hashable values that is equal to `value`, of equal types, and used by other tables, too."""
    if len(_SHARED_VALUES) >= MAX_SHARED_ACTIONS:
        _SHARED_VALUES.clear()  # what tables use stays with them; new values are shared from now on
    found = _SHARED_VALUES.setdefault(value, value)
    return found if found is value or _types_of_parts(found) == _types_of_parts(value) else value  # type: ignore[return-value]


def _types_of_parts(value: object) -> object:
    """Return the type of `value` and of its items, because values of different types can be equal: a card and its
    number, 1 and True."""
    return (type(value), *map(_types_of_parts, value)) if isinstance(value, tuple) else type(value)
