"""The first meetings of Queen Bees II, by name: what a person is told when something first happens to them."""

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
"""The first meetings of Queen Bees II, by name."""
