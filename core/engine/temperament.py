"""The temperament of a bot: its preferences, such as for risk, by which two bots of one level play differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple


class Temperament(NamedTuple):
    """The preferences of a bot; a level that has no use for a value ignores it."""

    boldness: int = 0
    """1 for a bot that risks more than others of its level, -1 for one that risks less, 0 for the rest."""
    queen_fondness: int = 0
    """1 for a bot to which Queens are worth more than their points, 0 for the rest."""


PLAIN: Final = Temperament()
"""The temperament that changes nothing in how the level of a bot plays; all bots without a name have it."""

CAREFUL: Final = Temperament(boldness=-1)
"""The temperament of a bot that risks less than others of its level."""
BOLD: Final = Temperament(boldness=1)
"""The temperament of a bot that risks more than others of its level."""
QUEEN_LOVER: Final = Temperament(queen_fondness=1)
"""The temperament of a bot to which Queens are worth more than their points."""

TEMPERAMENTS: Final = (PLAIN, CAREFUL, BOLD, QUEEN_LOVER)
"""All temperaments that bots have."""


def doubt_between(values: Sequence[float], clear_difference: float) -> float:
    """Return how close the two greatest of `values` are, from 0 to 1 for equal ones.

    It is 0.5 where the greatest is greater by `clear_difference`, and 0 for a single value.
    """
    if len(values) < 2:
        return 0.0
    second, best = sorted(values)[-2:]
    return clear_difference / (clear_difference + best - second)
