"""The first meetings of Mad Queens: sentences shown to a person when an event of the game happens to them for the first
time."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.cards import QUEENS
from core.engine.first_meetings import FirstMeeting
from core.engine.piles import Remark
from core.engine.view import View


def _has_no_queen_aside(view: View) -> bool:
    """Return whether the person's next banking brings a temporary card, as no Queen is left aside."""
    return not view.cards(f"aside/{view.seat}")


def _goes_on(view: View) -> bool:
    """Return whether the person's game has not ended, so that temporary cards go because one was hit."""
    return not view.facts[f"cause/{view.seat}"]


def _says_row_with_heart_banked(remark: Remark) -> bool:
    """Return whether a remark says that a row was banked whose hearts make its points more than its cards."""
    return remark.key == "banked" and remark.particulars[0] != remark.particulars[1]


def _has_put_in_two_queens(view: View) -> bool:
    """Return whether two of the person's Queens are no longer aside, so that the banking, or the exact hit, that put in
    the first was free for the remark on her."""
    return len(QUEENS) - len(view.cards(f"aside/{view.seat}")) >= 2


MAD_QUEENS_FIRST_MEETINGS: Final = MappingProxyType(
    {
        "price": FirstMeeting("A Queen takes 2, +1 per card of her suit in your row."),
        "fourth": FirstMeeting("The fourth Queen takes her price, then ends your game."),
        "caught": FirstMeeting("Caught! Your row is lost; your bank stays as it is."),
        "exact": FirstMeeting("The banned card itself: safe, and banked for double."),
        "joker": FirstMeeting(
            "Both cards of a Joker are turned before you may bank.",
            is_said_by=lambda remark: remark.key == "joker" and not remark.particulars,  # it may turn fewer
        ),
        "heart": FirstMeeting(
            "In a row a heart counts 2 points, any other card 1.",
            is_said_by=_says_row_with_heart_banked,
            is_met_in=_has_put_in_two_queens,
        ),
        "queen in": FirstMeeting("Each banking puts one of your Queens in your deck."),
        "last queen in": FirstMeeting(
            "Each banking now draws a card banned for you alone.",
            is_said_by=lambda remark: remark.key == "queen in",
            is_met_in=_has_no_queen_aside,
        ),
        "temporary": FirstMeeting("TEMP: a banned card that counts for you alone."),
        "temporary joker": FirstMeeting("A Joker for you alone: two cards, banked on a hit."),
        "temporaries go": FirstMeeting("One was hit: all your temporary cards go.", is_met_in=_goes_on),
        "joker banned": FirstMeeting("A banned Joker: all turn two, and bank both on a hit.", own_seat_only=False),
        "event extra": FirstMeeting("After a banned Joker's Queen, the next card is lost."),
        "ended": FirstMeeting("Your game is over. What you have banked stays."),
    }
)
"""Maps the name of each special event of Mad Queens to the sentence shown to a person to whom it happens for the first
time."""
