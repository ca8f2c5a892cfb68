"""The first meetings of Queen Bees II: sentences shown to a person when an event of the game happens to them for the
first time."""

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
"""Maps the name of each event to the first meeting with it, in Queen Bees II."""
