"""The first meetings of Queen's Dungeon: sentences shown to a person when an event of the game happens to them for the
first time."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.first_meetings import FirstMeeting
from core.queens_dungeon.scores import MIN_QUEENS_FOR_DUNGEON

DUNGEON_FIRST_MEETINGS: Final = MappingProxyType(
    {
        "trick": FirstMeeting("A trick: 10 points, and 25 for each Queen in it."),
        "broken": FirstMeeting("If trump is led, follow if you can, or play a Queen.", own_seat_only=False),
        "two queens": FirstMeeting("This time the dealer sees the cards before choosing.", own_seat_only=False),
        "dungeon": FirstMeeting(
            "Three Queens cost at least 100 points: last place.",
            own_seat_only=False,
            is_said_by=lambda remark: remark.key == "dungeon" and remark.particulars[0] == MIN_QUEENS_FOR_DUNGEON,
        ),
        "dealer made": FirstMeeting(
            "Quota made: the dealer's tricks and Queens count.",
            own_seat_only=False,
            is_said_by=lambda remark: remark.key == "dealer made" and remark.particulars[2] != 0,  # not in the dungeon
        ),
        "dealer missed": FirstMeeting("Quota missed: nothing that the dealer took counts.", own_seat_only=False),
    }
)
"""Maps the name of each special event of Queen's Dungeon to the sentence shown to a person to whom it happens for the
first time."""
