"""The bots of the two Mad Queens games; they decide by the view of their seat only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.cards import JOKER, Card, pack
from core.engine.game import Bot
from core.engine.view import View
from core.mad_queens.hit_masks import CAUGHT, EXACT_HIT, fates, is_queen
from core.mad_queens.legal import END, MAX_END_CARDS, REVEAL, actions_after_reveal

FACE_UP_PILES: Final = ("shown", "bank", "aside", "gone")
"""The face-up piles of a seat; the other cards of its pack are in its deck."""

MIN_REVEAL_POINTS: Final = 0.6
"""The least expected points for which `careful` reveals another card.

A bot that plays alone scores 28.5 points on average of 700 games with this value, and 27.3 with 0."""


def steady(view: View, at: int = 3) -> Action:
    """Return `reveal` while the row has fewer than `at` cards, then `bank`; never end the game early."""
    return actions_after_reveal(view)[1] if view.count(f"shown/{view.seat}") >= at else REVEAL


def careful(view: View) -> Action:
    """Return `reveal` while another card promises more than `MIN_REVEAL_POINTS` points, else `bank`.

    The promise follows from the cards that are still in the deck. At the start of a play the bot returns `end`, where
    that is legal, if another card promises no points.
    """
    seat = view.seat
    row = view.cards(f"shown/{seat}")
    deciding = bool(row) or bool(view.facts[f"hits/{seat}"])
    if deciding:
        return REVEAL if expected_points_of_reveal(view) > MIN_REVEAL_POINTS else actions_after_reveal(view)[1]
    may_end = _has_exact_hits(view) and view.count(f"deck/{seat}") <= MAX_END_CARDS
    return END if may_end and expected_points_of_reveal(view) <= 0 else REVEAL


def _has_exact_hits(view: View) -> bool:
    """Return whether the game of a view has exact hits, doubled hearts and the action `end`; Classic lacks them."""
    return "exact_hit_replaces" in view.options


def cards_left_in_deck(view: View, seat: int) -> Counter[Card]:
    """Return the cards that are still in a seat's deck, by number: its pack without the face-up cards."""
    deck = Counter(pack(jokers=2))
    for name in FACE_UP_PILES:
        deck.subtract(view.cards(f"{name}/{seat}"))
    return +deck


def banned_cards_in_force(view: View, seat: int) -> tuple[Card, ...]:
    """Return the banned cards in force for a seat, the shared ones first."""
    return (*view.cards("banned"), *view.cards(f"temp/{seat}"))


def expected_points_of_reveal(view: View) -> float:
    """Return the expected change of points by turning one more card, with the cards of the row counted as scored."""
    seat = view.seat
    assert seat is not None
    hearts_double = _has_exact_hits(view)
    worth = [2 if hearts_double and card.suit == "♥" else 1 for card in pack(jokers=1)]
    at_stake = sum(worth[card] for card in view.cards(f"shown/{seat}"))
    table = fates(banned_cards_in_force(view, seat), hearts_double)
    deck = cards_left_in_deck(view, seat)
    total = 0
    for card, number in deck.items():
        if table[card] == CAUGHT:
            total -= number * at_stake
        elif is_queen(card):
            total -= number * _cost_of_queen(view, seat, card, worth, at_stake)
        else:
            total += number * worth[card] * (2 if card == JOKER or table[card] == EXACT_HIT else 1)
    return total / max(1, deck.total())


def _cost_of_queen(view: View, seat: int, queen: Card, worth: list[int], at_stake: int) -> int:
    """Return the points that a Queen would cost now: her price, and also the row if she ends the game."""
    price = 2 + sum(card.suit == queen.suit for card in view.cards(f"shown/{seat}"))
    bank = view.cards(f"bank/{seat}")
    if len(bank) < price:
        return at_stake
    paid = sum(worth[card] for card in bank[-price:])
    return paid + (at_stake if view.facts[f"spent/{seat}"] == 3 else 0)


MAD_QUEENS_BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"careful": careful, "steady": steady})
