"""Trump, the winning card and sorted hands, read from a view of either trick game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from core import Card, View
from core.engine.cards import QUEENS, SUITS
from core.queen_bees_ii import trumps_in_view
from core.queens_dungeon import (
    HEIGHT_BY_RANK,
    QUEENS_THAT_CHANGE_TRUMP,
    STRENGTHS_BY_TRUMP_AND_SUIT_LED,
    circle_of_players,
)

HandSortOrder: TypeAlias = Literal["suit", "rank", "trumps"]
"""The order in which a hand is sorted: by suit, by rank, or by suit with the trumps first."""

TRICK_HAND_SORT_ORDERS: Final[tuple[HandSortOrder, ...]] = ("suit", "rank", "trumps")
"""The sort orders of a hand; after each the key to sort brings the next one, after the last the first again."""

_SORT_POSITION_BY_SUIT: Final = {"♠": 0, "♥": 1, "♣": 2, "♦": 3}
"""Maps a suit to its position in an order in which black and red suits alternate."""


def fact_number_or_zero(view: View, name: str) -> int:
    """Return the value of a numeric fact, 0 if it is missing."""
    value = view.facts.get(name)
    return value if isinstance(value, int) else 0


def has_trump_suit(view: View) -> bool:
    """Return whether trump is a suit, as in Queen's Dungeon; in Queen Bees II it is ranks."""
    return "trump" in view.facts


def word_for_hand(view: View) -> str:
    """Return the rulebook's word for a hand: ``hand``, in Queen Bees II ``deal``."""
    return "hand" if has_trump_suit(view) else "deal"


def trump_suit(view: View) -> str:
    """Return the trump suit of Queen's Dungeon, or an empty string."""
    return str(view.facts.get("trump") or "")


def trump_ranks(view: View) -> tuple[str, ...]:
    """Return the trump ranks of Queen Bees II, the highest first; empty if there are none."""
    ranks = view.facts.get("trumps")
    return tuple(map(str, ranks)) if isinstance(ranks, tuple) else ()


def is_trump(view: View, card: Card) -> bool:
    """Return whether a card is a trump now."""
    return card.suit == trump_suit(view) or card.rank in trump_ranks(view)


def is_trump_of_last_trick(view: View, card: Card) -> bool:
    """Return whether a card of the last trick was surely a trump when it was played.

    The trick that set the trump ranks had none.
    """
    if has_trump_suit(view):
        return card.suit == trump_suit_of_last_trick(view)
    lying = [one for _, one in last_trick_by_player(view)]
    set_trumps = len({one.suit for one in lying}) == 1 and {one.rank for one in lying} == {*trump_ranks(view)}
    return is_trump(view, card) and not set_trumps


def trump_suit_of_last_trick(view: View) -> str:
    """Return the suit that was trump in the last trick of Queen's Dungeon: after one with two Queens, trump changed."""
    called = view.facts["called"]
    queens = sum(card in QUEENS for _, card in last_trick_by_player(view))
    goes_on = view.count("trick") or any(view.count(f"hand/{seat}") for seat in range(view.seats))
    has_changed = queens == QUEENS_THAT_CHANGE_TRUMP and view.facts["phase"] != "change" and goes_on
    if has_changed and isinstance(called, tuple) and len(called) > 1:
        return str(called[-2])
    return trump_suit(view)


def rank_in_suit(view: View, card: Card) -> int:
    """Return how high a card ranks within its suit, as a number: a higher one beats a lower one."""
    return HEIGHT_BY_RANK[card % 13] if has_trump_suit(view) else card % 13


def winning_index(view: View, cards: Sequence[Card]) -> int:
    """Return the index of the card that wins among `cards`, those played so far, the first one led."""
    led = cards[0] // 13
    powers = (
        STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index(trump_suit(view))]
        if has_trump_suit(view)
        else trumps_in_view(view).strengths_by_suit_led
    )
    strengths = [powers[led][card] for card in cards]
    return strengths.index(max(strengths))


def players_clockwise(view: View) -> tuple[int, ...]:
    """Return the seats of all players clockwise from the dealer's left; in a game of two the dummy is one of them."""
    return circle_of_players(view.seats, fact_number_or_zero(view, "dealer"))


def rotate_to(players: Sequence[int], first_player: int) -> tuple[int, ...]:
    """Return a cyclic sequence of players, rotated to begin with `first_player`."""
    place = players.index(first_player)
    return (*players[place:], *players[:place])


def trick_by_player(view: View) -> tuple[tuple[int, Card], ...]:
    """Return the trick on the table: for each card, in the order of play, the seat that played it and the card."""
    trick = view.cards("trick")
    return (
        tuple(zip(rotate_to(players_clockwise(view), fact_number_or_zero(view, "leader")), trick, strict=False))
        if trick
        else ()
    )


def last_trick_by_player(view: View) -> tuple[tuple[int, Card], ...]:
    """Return the last trick of this hand: for each card, in the order of play, the seat that played it and the card."""
    cards, leader = view.facts["last"], view.facts["last-leader"]
    if not isinstance(cards, tuple) or not cards or not isinstance(leader, int):
        return ()
    order = rotate_to(players_clockwise(view), leader)
    return tuple((player, Card(card)) for player, card in zip(order, cards, strict=True) if isinstance(card, int))


def queens_taken(view: View) -> int:
    """Return how many Queens have been taken in this hand of Queen's Dungeon; 0 in Queen Bees II."""
    return sum(fact_number_or_zero(view, f"queens/{player}") for player in range(view.seats + (view.seats == 2)))


def sort_order_that_shows(view: View, sort_order: HandSortOrder) -> HandSortOrder:
    """Return the order in which a hand lies that is to be sorted in `sort_order`: by suit as long as there are no
    trumps to lie first."""
    return "suit" if sort_order == "trumps" and not (trump_suit(view) or trump_ranks(view)) else sort_order


def next_sort_order(view: View, sort_order: HandSortOrder) -> HandSortOrder:
    """Return the order that the key to sort brings: the next one in which the hand lies otherwise."""
    shown = sort_order_that_shows(view, sort_order)
    following = TRICK_HAND_SORT_ORDERS[(TRICK_HAND_SORT_ORDERS.index(shown) + 1) % len(TRICK_HAND_SORT_ORDERS)]
    return sort_order_that_shows(view, following)


def sorted_hand(view: View, hand: Sequence[Card], sort_order: HandSortOrder) -> tuple[Card, ...]:
    """Return a hand sorted, the highest first."""

    def by_suit(card: Card) -> tuple[int, ...]:
        """Return the sort key of a card for a hand sorted by suit."""
        return (_SORT_POSITION_BY_SUIT[card.suit], -rank_in_suit(view, card))

    def by_rank(card: Card) -> tuple[int, ...]:
        """Return the sort key of a card for a hand sorted by rank."""
        return (-rank_in_suit(view, card), -SUITS.index(card.suit))  # as suits win between equal trumps

    def trumps_first(card: Card) -> tuple[int, ...]:
        """Return the sort key of a card for a hand sorted by suit, the trumps first."""
        if not is_trump(view, card):
            return (1, *by_suit(card))
        return (0, *by_rank(card)) if trump_ranks(view) else (0, *by_suit(card))

    keys = {"suit": by_suit, "rank": by_rank, "trumps": trumps_first}
    return tuple(sorted(hand, key=keys[sort_order]))
