"""The first meetings of Big Queen: sentences shown to a person when an event of the game happens to them for the first
time."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.cards import Card
from core.engine.first_meetings import FirstMeeting
from core.engine.piles import Remark


def _lays_two(remark: Remark) -> bool:
    """Return whether a remark says that a 2 is laid."""
    cards: list[object] = []
    for one in remark.particulars:
        cards += one if isinstance(one, tuple) else (one,)
    return remark.key in ("melded", "added", "taken") and any(
        isinstance(one, Card) and one.rank == "2" for one in cards
    )


BIG_QUEEN_FIRST_MEETINGS: Final = MappingProxyType(
    {
        "two": FirstMeeting("A 2 is wild: it stands for any card, and counts 20.", is_said_by=_lays_two),
        "taken": FirstMeeting("Taking lays a set and brings all cards after it."),
        "announced": FirstMeeting("One card left: a player who says so may soon go out.", own_seat_only=False),
        "caught": FirstMeeting("Silent with one card and caught: that costs a card.", own_seat_only=False),
        "ask": FirstMeeting("Going out needs a yes from every partner.", own_seat_only=False),
        "reshuffled": FirstMeeting("The discard pile becomes the stock.", own_seat_only=False),
        "scored": FirstMeeting("What is laid counts, less what is in hand.", own_seat_only=False),
    }
)
"""Maps the name of each special event of Big Queen to the sentence shown to a person to whom it happens for the first
time."""
