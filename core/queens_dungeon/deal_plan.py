"""How cards are dealt for each number of players (RULINGS 5.1): cards removed, cards of a hand, quota; and forbidden
options (QD-28)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from core.engine.cards import CARDS, Card
from core.engine.piles import Value
from core.errors import BadOption
from core.trick_taking.pack_sentence import pack_sentence


@dataclass(frozen=True, slots=True)
class DealPlan:
    """The numbers and cards by which every hand of a match is dealt, for its number of players."""

    removed_cards: tuple[Card, ...]
    """The cards that are taken out of the pack so that all hands get equally many."""
    cards_per_hand: int
    """The number of cards that each hand gets."""
    quota: int
    """The number of tricks that the dealer must take."""
    pack: tuple[Card, ...]
    """The cards that are dealt."""


_TWOS_TO_REMOVE: Final = tuple(CARDS[13 * suit] for suit in range(4))
"""The twos in the order in which they are removed (RULINGS 5.1); with three players any two would do (QD-23)."""

_DEAL_FIGURES_BY_SEATS: Final = {
    2: (1, 17, 7),
    3: (1, 17, 7),
    4: (0, 13, 5),
    5: (2, 10, 4),
    6: (4, 8, 3),
    7: (3, 7, 2),
    8: (4, 6, 2),
}
"""Maps the number of players to (number of twos removed, number of cards of a hand, dealer's quota of tricks)."""

EXCHANGE_QUOTA_TRICKS: Final = 1
"""The number of tricks that taking the spare hand adds to the dealer's quota (QD-27)."""


def deal_plan_for(seats: int, options: Mapping[str, Value]) -> DealPlan:
    """Return the plan of the deal for this number of seats and these options (RULINGS 5.1, QD-24, QD-27)."""
    twos, hand, quota = _DEAL_FIGURES_BY_SEATS[4 if options["exchange"] else seats]
    removed = () if options["switch"] else _TWOS_TO_REMOVE[:twos]
    return DealPlan(removed, hand, quota, tuple(card for card in CARDS[:52] if card not in removed))


def pack_sentence_of_dungeon(seats: int, options: Mapping[str, Value]) -> str:
    """Return which cards are dealt to this number of seats with these options, as a sentence."""
    plan = deal_plan_for(seats, options)
    return pack_sentence(plan.pack, seats + (seats == 2), plan.cards_per_hand)


def check_combination(seats: int, options: Mapping[str, Value]) -> None:
    """Raise `BadOption` for a combination of seats and options that Queen's Dungeon does not have (QD-28)."""
    if options["switch"] and options["exchange"]:
        raise BadOption("The dealer's switch and the spare hand do not go together: choose one.")
    if options["partners"] and seats != 4:
        raise BadOption(f"Partners sit opposite each other at a table for 4, not {seats}.")
    if options["exchange"] and seats != 3:
        raise BadOption(f"The exchange for the spare hand is for 3 players, not {seats}.")


def team_of(seat: int, options: Mapping[str, Value]) -> int | None:
    """Return the number of a seat's team if there are partners, who sit opposite each other (QD-25), else None."""
    return seat % 2 if options.get("partners") else None
