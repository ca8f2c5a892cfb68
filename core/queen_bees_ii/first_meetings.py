"""The first meetings of Queen Bees II: sentences shown to a person when an event of the game happens to them for the
first time."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.cards import Card
from core.engine.first_meetings import FirstMeeting
from core.engine.view import View
from core.queen_bees_ii.trumps import are_of_one_suit, ranks_of_cards


def _is_last_trick_of_one_suit_without_effect(view: View) -> bool:
    """Return whether the last trick was of one suit, but did not set the trumps, as an earlier one had (QB-9)."""
    last, trumps = view.facts["last"], view.facts["trumps"]
    if not (isinstance(last, tuple) and last and trumps):
        return False
    cards = [Card(card) for card in last if isinstance(card, int)]
    return are_of_one_suit(cards) and ranks_of_cards(cards) != trumps


def _is_after_first_deal(view: View) -> bool:
    """Return whether a deal of the match is over, so that its trumps no longer count."""
    number = view.facts["hand"]
    return isinstance(number, int) and number > 1


QUEEN_BEES_FIRST_MEETINGS: Final = MappingProxyType(
    {
        "trumps": FirstMeeting("Trumps are ranks here: the highest rank wins.", own_seat_only=False),
        "trick": FirstMeeting("A trick is a point; its winner leads the next."),
        "trick without effect": FirstMeeting(
            "All one suit, but this deal has its trumps already.",
            own_seat_only=False,
            is_said_by=lambda remark: remark.key == "trick",
            is_met_in=_is_last_trick_of_one_suit_without_effect,
        ),
        "trumps of next deal": FirstMeeting(
            "Each deal makes its own trumps.",
            own_seat_only=False,
            is_said_by=lambda remark: remark.key == "trumps",
            is_met_in=_is_after_first_deal,
        ),
    }
)
"""Maps the name of each special event of Queen Bees II to the sentence shown to a person to whom it happens for the
first time."""
