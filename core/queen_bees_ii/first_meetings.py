"""What Queen Bees II says when a person meets something for the first time, by the name of what is met."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.first_meetings import FirstMeeting

QUEEN_BEES_MEETINGS: Final = MappingProxyType(
    {
        "trumps": FirstMeeting("Trumps are ranks here: the highest rank wins.", own=False),
        "trick": FirstMeeting("A trick is a point; its winner leads the next."),
        "points": FirstMeeting("A new deal, and no trumps until a trick makes them.", own=False),
    }
)
