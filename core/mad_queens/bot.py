"""The bots of the two Mad Queens games; they decide by the view of their seat only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.cards import JOKER, Card, pack
from core.engine.game import Bot
from core.engine.temperament import PLAIN, Temperament, doubt_between
from core.engine.view import View
from core.mad_queens.hit_masks import CAUGHT_FATE, EXACT_HIT_FATE, fate_by_card, is_queen
from core.mad_queens.legal import END_ACTION, MAX_CARDS_TO_END, REVEAL_ACTION, actions_after_reveal, has_revealed
from core.mad_queens.points import card_points, has_exact_hits, price_of_queen, row_points

FACE_UP_PILES: Final = ("shown", "bank", "aside", "gone")
"""The names of a seat's face-up piles; the other cards of its pack are in its deck."""

MIN_REVEAL_POINTS: Final = 0.6
"""The bot `careful` reveals another card if it expects at least this number of points from it.

A bot that plays alone scores 28.5 points on average of 700 games with this value, and 27.3 with 0.
"""

REVEAL_POINTS_PER_BOLDNESS: Final = 0.2
"""Number of points that a bold bot (boldness 1) subtracts from `MIN_REVEAL_POINTS`, and a careful one adds to it."""

QUEEN_REVEAL_BONUS: Final = 1
"""Number of points that a bot that loves Queens adds to the value of turning a Queen."""

CLEAR_EXPECTED_POINTS_DIFFERENCE: Final = 0.5
"""The doubt about a decision is 0.5 if the points expected of another card differ from the minimum by this number.

The doubt is how close the two choices are: 0 if one is clearly better, 1 if they are equal.
"""


def play_as_steady(view: View, min_row_cards: int = 3) -> Action:
    """Return the action of the bot `steady`: ``reveal`` while the row has fewer than `min_row_cards` cards, then
    ``bank``.

    It never ends the seat's game.
    """
    return actions_after_reveal(view)[1] if view.count(f"shown/{view.seat}") >= min_row_cards else REVEAL_ACTION


def play_as_careful(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return the action of the bot `careful`: ``reveal`` if it expects more than `MIN_REVEAL_POINTS` points of another
    card, else ``bank``.

    These points are the mean change of points over the cards that are still in the deck. At the start of a play the bot
    returns ``end``, where that is legal, if it expects no points. After a reveal the temperament changes the expected
    points and the minimum.
    """
    revealed = has_revealed(view)
    if not revealed and not may_end_game(view):
        return REVEAL_ACTION
    expected, minimum = expected_and_minimum_points_of_reveal(view, temperament)
    if expected > minimum:
        return REVEAL_ACTION
    return actions_after_reveal(view)[1] if revealed else END_ACTION


def may_end_game(view: View) -> bool:
    """Return whether the seat of a view may end its game (MQ-37)."""
    return not has_revealed(view) and has_exact_hits(view) and view.count(f"deck/{view.seat}") <= MAX_CARDS_TO_END


def decision_doubt_of_careful_bot(view: View, temperament: Temperament = PLAIN) -> float:
    """Return how close the two choices of the bot `careful` are, from 0 (one is clearly better) to 1 (equal).

    The choices are close if the points expected of another card are near the minimum for which the bot reveals it.
    """
    return doubt_between(expected_and_minimum_points_of_reveal(view, temperament), CLEAR_EXPECTED_POINTS_DIFFERENCE)


def expected_and_minimum_points_of_reveal(view: View, temperament: Temperament) -> tuple[float, float]:
    """Return (expected, minimum): the points that a bot expects of another card, and the minimum for which it
    reveals."""
    expected = expected_points_of_reveal(view)
    if not has_revealed(view):  # to end its game too soon, or too late, costs more than a temperament may
        return expected, 0.0
    bonus = QUEEN_REVEAL_BONUS * temperament.queen_fondness * chance_of_queen(view)
    return expected + bonus, MIN_REVEAL_POINTS - REVEAL_POINTS_PER_BOLDNESS * temperament.boldness


def chance_of_queen(view: View) -> float:
    """Return the probability that the next card of the seat of a view is a Queen."""
    assert view.seat is not None
    deck = cards_left_in_deck(view, view.seat)
    return sum(number for card, number in deck.items() if is_queen(card)) / max(1, deck.total())


def cards_left_in_deck(view: View, seat: int) -> Counter[Card]:
    """Return the cards that are still in a seat's deck, each with how many there are: its pack less its face-up cards.

    The pack has two Jokers, so only a Joker can be there twice.
    """
    deck = Counter(pack(jokers=2))
    for name in FACE_UP_PILES:
        deck.subtract(view.cards(f"{name}/{seat}"))
    return +deck


def banned_cards_in_force(view: View, seat: int) -> tuple[Card, ...]:
    """Return the banned cards that count for a seat, the shared ones first, then its own temporary ones."""
    return (*view.cards("banned"), *view.cards(f"temp/{seat}"))


def expected_points_of_reveal(view: View) -> float:
    """Return the expected change of points by turning one more card; 0 if none is left.

    The row counts as if it were in the bank: a caught card costs the points of the whole row.
    """
    seat = view.seat
    assert seat is not None
    points, at_stake = card_points(view), row_points(view, seat)
    table = fate_by_card(banned_cards_in_force(view, seat), has_exact_hits(view))
    deck = cards_left_in_deck(view, seat)
    total = 0
    for card, number in deck.items():
        if table[card] == CAUGHT_FATE:
            total -= number * at_stake
        elif is_queen(card):
            price = price_of_queen(view, seat, card)
            lost = sum(points[other] for other in price.cards_paid) + (0 if price.keeps_row else at_stake)
            total -= number * lost
        else:
            total += number * points[card] * (2 if card == JOKER or table[card] == EXACT_HIT_FATE else 1)
    return total / max(1, deck.total())


MAD_QUEENS_BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"careful": play_as_careful, "steady": play_as_steady})
"""The bots that play Mad Queens, best first."""
