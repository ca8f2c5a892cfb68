"""The first meetings of Queen Bees II: sentences shown to a person when an event of the game happens to them for the
first time."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.first_meetings import FirstMeeting

QUEEN_BEES_FIRST_MEETINGS: Final = MappingProxyType(
    {
        "trumps": FirstMeeting("Trumps are ranks here: the highest rank wins.", own_seat_only=False),
        "trick": FirstMeeting("A trick is a point; its winner leads the next."),
        "points": FirstMeeting("Trumps last one deal. A one-suit trick makes new ones."),
    }
)
"""Maps the name of each special event of Queen Bees II to the sentence shown to a person to whom it happens for the
first time."""
