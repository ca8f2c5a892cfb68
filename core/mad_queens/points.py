"""The points of cards, rows and seats, and the price of a Queen, by what a view of either Mad Queens game shows."""

from __future__ import annotations

from typing import Final, NamedTuple

from core.engine.cards import Card, pack
from core.engine.view import View

ONE_POINT_BY_CARD: Final = bytes(1 for _ in pack(jokers=1))
"""The points of each card in a bank of Classic: one."""

DOUBLE_HEARTS_POINTS_BY_CARD: Final = bytes(2 if card.suit == "♥" else 1 for card in pack(jokers=1))
"""The points of each card in Mad Queens, in a bank and not doubled: two for a heart, else one (RULINGS 2.1)."""


def has_exact_hits(view: View) -> bool:
    """Return whether the game of a view has exact hits, hearts of two points and the action `end`: Classic has not."""
    return "exact_hit_replaces" in view.options


def card_points(view: View) -> bytes:
    """Return the points in a bank, not doubled, in the game of `view`: one for each card, indexed by the card."""
    return DOUBLE_HEARTS_POINTS_BY_CARD if has_exact_hits(view) else ONE_POINT_BY_CARD


def row_points(view: View, seat: int) -> int:
    """Return the points of the row of a seat."""
    points = card_points(view)
    return sum(points[card] for card in view.cards(f"shown/{seat}"))


def score_of(view: View, seat: int) -> int:
    """Return the score of a seat."""
    return number_in_fact(view, f"score/{seat}")


def number_in_fact(view: View, name: str) -> int:
    """Return the value of a fact that is a number."""
    value = view.facts[name]
    assert isinstance(value, int)
    return value


class QueenPrice(NamedTuple):
    """The price of a Queen for a seat that turns her by `reveal`, and not by a Joker."""

    cards_paid: tuple[Card, ...]
    """The cards of the bank that are paid for the Queen."""
    ends_game: bool
    """Whether the Queen ends the seat's game, because she cannot be paid or is the fourth."""
    keeps_row: bool
    """Whether the row is kept: the play goes on with it, or it is banked when the Queen ends the seat's game."""


def price_of_queen(view: View, seat: int, queen: Card) -> QueenPrice:
    """Return what this Queen costs a seat if it turns her now (MQ-15 to MQ-20, MQ-39)."""
    price = 2 + sum(card.suit == queen.suit for card in view.cards(f"shown/{seat}"))
    bank = view.cards(f"bank/{seat}")
    if len(bank) < price:
        return QueenPrice((), True, False)
    is_fourth = view.facts[f"spent/{seat}"] == 3
    return QueenPrice(bank[-price:], is_fourth, not is_fourth or view.options["fourth_queen_keeps_row"] is True)
