"""What is trump, which card is winning, and how a hand is sorted: for both trick games, from the view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from core import Card, View
from core.engine.cards import SUITS
from core.queen_bees_ii import trumps_of
from core.queens_dungeon import HEIGHT, POWERS, circle

Sort: TypeAlias = Literal["suit", "rank", "trumps"]
"""How a hand is sorted: by suit, by rank, or by suit with the trumps first."""

SORTS: Final[tuple[Sort, ...]] = ("suit", "rank", "trumps")

_BESIDE: Final = {"♠": 0, "♥": 1, "♣": 2, "♦": 3}
"""Suits side by side so that black and red alternate."""


def number(view: View, name: str) -> int:
    """Return a fact that is a number, 0 where there is none."""
    value = view.facts.get(name)
    return value if isinstance(value, int) else 0


def has_suit_trump(view: View) -> bool:
    """Whether a suit is trump, as in Queen's Dungeon; in Queen Bees II it is ranks."""
    return "trump" in view.facts


def deal_word(view: View) -> str:
    """Return what the rulebook calls what is dealt and played out: a hand, in Queen Bees II a deal."""
    return "hand" if has_suit_trump(view) else "deal"


def suit_trump(view: View) -> str:
    """Return the trump suit of Queen's Dungeon, or nothing."""
    return str(view.facts.get("trump") or "")


def rank_trumps(view: View) -> tuple[str, ...]:
    """Return the trump ranks of Queen Bees II, the highest first, or nothing."""
    ranks = view.facts.get("trumps")
    return tuple(map(str, ranks)) if isinstance(ranks, tuple) else ()


def is_trump(view: View, card: Card) -> bool:
    """Whether a card is a trump now."""
    return card.suit == suit_trump(view) or card.rank in rank_trumps(view)


def height(view: View, card: Card) -> int:
    """Return how high a card stands in its suit."""
    return HEIGHT[card % 13] if has_suit_trump(view) else card % 13


def winning(view: View, cards: Sequence[Card]) -> int:
    """Return which of the cards laid so far, in order, would take the trick."""
    led = cards[0] // 13
    powers = POWERS[SUITS.index(suit_trump(view))] if has_suit_trump(view) else trumps_of(view).powers
    strengths = [powers[led][card] for card in cards]
    return strengths.index(max(strengths))


def players(view: View) -> tuple[int, ...]:
    """Return all who play to a trick clockwise from the dealer's left; with two, the dummy is one of them."""
    return circle(view.seats, number(view, "dealer"))


def turned(around: Sequence[int], first: int) -> tuple[int, ...]:
    """Return a circle of players beginning with `first`."""
    place = around.index(first)
    return (*around[place:], *around[:place])


def laid(view: View) -> tuple[tuple[int, Card], ...]:
    """Return the trick on the table: who has played which card, in order."""
    trick = view.cards("trick")
    return tuple(zip(turned(players(view), number(view, "leader")), trick, strict=False)) if trick else ()


def last_trick(view: View) -> tuple[tuple[int, Card], ...]:
    """Return the last trick of this hand, in the order in which it was played."""
    cards, leader = view.facts["last"], view.facts["last-leader"]
    if not isinstance(cards, tuple) or not cards or not isinstance(leader, int):
        return ()
    order = turned(players(view), leader)
    return tuple((player, Card(card)) for player, card in zip(order, cards, strict=True) if isinstance(card, int))


def arranged(view: View, hand: Sequence[Card], sort: Sort) -> tuple[Card, ...]:
    """Return a hand sorted, the highest first."""

    def by_suit(card: Card) -> tuple[int, ...]:
        return (_BESIDE[card.suit], -height(view, card))

    def by_rank(card: Card) -> tuple[int, ...]:
        return (-height(view, card), _BESIDE[card.suit])

    def trumps_first(card: Card) -> tuple[int, ...]:
        if not is_trump(view, card):
            return (1, *by_suit(card))
        return (0, *by_rank(card)) if rank_trumps(view) else (0, *by_suit(card))

    keys = {"suit": by_suit, "rank": by_rank, "trumps": trumps_first}
    return tuple(sorted(hand, key=keys[sort]))
