"""Shares equal values of all tables of a process as one object (`intern_value`), so that a match in play needs less
memory.

What is done at one table is done at others, too: seat 2 banks, seat 0 plays the queen of spades. A match keeps hundreds
of such values until it is over, and with a thousand tables in play most of them exist already.
"""

from __future__ import annotations

from typing import Final, TypeVar

from net.limits import MAX_SHARED_ACTIONS

InternedT = TypeVar("InternedT", bound="tuple[object, ...]")

_INTERNED_VALUES: Final[dict[tuple[object, ...], tuple[object, ...]]] = {}
"""Maps each value that tables share to itself, the one object for it."""


def intern_value(value: InternedT) -> InternedT:
    """Return a tuple that is equal to `value`, with items of the same types: one that tables share already, or else
    `value` itself, which they share from now on."""
    if len(_INTERNED_VALUES) >= MAX_SHARED_ACTIONS:
        _INTERNED_VALUES.clear()  # what tables use stays with them; new values are shared from now on
    found = _INTERNED_VALUES.setdefault(value, value)
    return found if found is value or _types_of_parts(found) == _types_of_parts(value) else value  # type: ignore[return-value]


def _types_of_parts(value: object) -> object:
    """Return the type of `value` and of its items, because values of different types can be equal: a card and its
    number, 1 and True."""
    return (type(value), *map(_types_of_parts, value)) if isinstance(value, tuple) else type(value)
