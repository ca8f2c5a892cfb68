"""The bots that play the two Mad Queens games, by what their seat sees and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.cards import JOKER, Card, pack
from core.engine.game import Bot
from core.engine.view import View
from core.mad_queens.hit_masks import CAUGHT, EXACT, fates, is_queen
from core.mad_queens.legal import END, MAY_END_AT, REVEAL, after_reveal

SEEN: Final = ("shown", "bank", "aside", "gone")
"""The piles of a seat that lie open; what is in none of them is in its deck."""

CAUTION: Final = 0.6
"""How many points a further card must promise: 28.5 points a game alone on average, where 0 makes 27.3 (700 games)."""


def steady(view: View, at: int = 3) -> Action:
    """Reveal until the row has `at` cards or more, then bank; never end early."""
    return after_reveal(view)[1] if view.count(f"shown/{view.seat}") >= at else REVEAL


def careful(view: View) -> Action:
    """Reveal while the next card is worth more than it risks, by the cards that are still in the deck.

    It banks, or ends its game where it may, as soon as one more card would cost more than it brings.
    """
    seat = view.seat
    row = view.cards(f"shown/{seat}")
    deciding = bool(row) or bool(view.facts[f"hits/{seat}"])
    if deciding:
        return REVEAL if expectation(view) > CAUTION else after_reveal(view)[1]
    may_end = view.game == "mad-queens" and view.count(f"deck/{seat}") <= MAY_END_AT
    return END if may_end and expectation(view) <= 0 else REVEAL


def deck_of(view: View, seat: int) -> Counter[Card]:
    """Return the cards that must still be in a seat's deck, in whatever order: its pack less what lies open."""
    deck = Counter(pack(jokers=2))
    for name in SEEN:
        deck.subtract(view.cards(f"{name}/{seat}"))
    return +deck


def in_force(view: View, seat: int) -> tuple[Card, ...]:
    """Return the banned cards in force for a seat, the shared ones first."""
    return (*view.cards("banned"), *view.cards(f"temp/{seat}"))


def expectation(view: View) -> float:
    """Return the points that turning one more card brings on average, what it puts at risk taken off."""
    seat = view.seat
    assert seat is not None
    hearts_double = view.game == "mad-queens"
    worth = [2 if hearts_double and card.suit == "♥" else 1 for card in pack(jokers=1)]
    at_stake = sum(worth[card] for card in view.cards(f"shown/{seat}"))
    table = fates(in_force(view, seat), hearts_double)
    deck = deck_of(view, seat)
    total = 0
    for card, number in deck.items():
        if table[card] == CAUGHT:
            total -= number * at_stake
        elif is_queen(card):
            total -= number * _cost_of(view, seat, card, worth, at_stake)
        else:
            total += number * worth[card] * (2 if card == JOKER or table[card] == EXACT else 1)
    return total / max(1, deck.total())


def _cost_of(view: View, seat: int, queen: Card, worth: list[int], at_stake: int) -> int:
    """Return the points that a Queen would take now: her price, and the row as well if she ends the game."""
    price = 2 + sum(card.suit == queen.suit for card in view.cards(f"shown/{seat}"))
    bank = view.cards(f"bank/{seat}")
    if len(bank) < price:
        return at_stake
    paid = sum(worth[card] for card in bank[-price:])
    return paid + (at_stake if view.facts[f"spent/{seat}"] == 3 else 0)


MAD_QUEENS_BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"careful": careful, "steady": steady})
