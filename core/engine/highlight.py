"""Highlights: short facts in the summary of a finished match, such as ``best row 12 points (Bea)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.engine.english import count, english_list
from core.engine.piles import Remark

MAX_HOLDERS_NAMED: Final = 2
"""At most this many players who share a highest value are named."""


class Highlight(NamedTuple):
    """A short fact about a finished match, from its remarks of one kind: their number, or the highest value in them."""

    key: str
    """The key of the remarks that this highlight is about."""
    singular: str
    """The name of what the highlight counts or ranks, in the singular: ``catch``, ``best row``."""
    plural: str = ""
    """The name of what the highlight counts, in the plural, ``catches``; "" if it gives the highest value."""
    value_index: int = 0
    """The index of the value among the particulars of a remark, if the highlight gives the highest value."""
    unit: str = ""
    """The unit of the highest value, in the singular: ``point``."""
    other_key: str = ""
    """The key of other remarks that are counted, too, and have the same particulars at `value_index`; "" for none."""

    def text(self, remarks: Sequence[Remark], names: Sequence[str]) -> str:
        """Return this highlight of a match in a few words, such as ``best row 12 points (Bea)``; "" if nothing of its
        kind happened.

        `names` are the names of all seats. If more than `MAX_HOLDERS_NAMED` have the highest value, it says how many.
        """
        found = [remark for remark in remarks if remark.key in (self.key, self.other_key)]
        if not found:
            return ""
        if self.plural:
            return count(len(found), self.singular, self.plural)
        value = max(map(self._value_of, found))
        if not value:
            return ""
        reached = f"{self.singular} {count(value, self.unit) if self.unit else value}"
        seats = dict.fromkeys(one.seat for one in found if one.seat is not None and self._value_of(one) == value)
        if not seats or len(names) == 1:
            return reached
        are_named = len(seats) <= MAX_HOLDERS_NAMED
        holders = english_list(names[seat] for seat in seats) if are_named else count(len(seats), "player")
        return f"{reached} ({holders})"

    def _value_of(self, remark: Remark) -> int:
        """Return the value of a remark; 0 if it has none."""
        value = remark.particulars[self.value_index] if len(remark.particulars) > self.value_index else 0
        return value if isinstance(value, int) else 0
