"""The sets that the cards of a hand can make, counted by rank.

A hand is stored as a list of thirteen *counts*, one for each rank (index 0: the twos). A count is an ``int`` with three
bits for each suit, the number of cards of that suit, for up to four packs. So a card is added or removed by one
addition, and the actions that two counts allow (the naturals of a rank, and the wild twos) are computed once and
cached.

The cards of an action are in one order: the black suits before the red, ♣ ♠ ♦ ♥, and twos after the naturals.
`canonical_action` brings any action into this order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from core.big_queen.layout import NATURAL_RANKS
from core.engine.action import Action, Actions
from core.engine.cache import CacheByKey
from core.engine.cards import CARDS, JOKER, RANKS, Card

SUIT_POSITION_IN_ACTION: Final = (0, 2, 3, 1)
"""For each suit (clubs, diamonds, hearts, spades) its position in the order in which an action names cards of one
rank."""

COUNT_OF_ONE_CARD: Final = tuple(1 << 3 * SUIT_POSITION_IN_ACTION[card // 13] for card in CARDS[:52])
"""For each card the number that it adds to the count of its rank."""

_CARDS_BY_RANK: Final = tuple(
    tuple(sorted((card for card in CARDS[:52] if card % 13 == rank), key=lambda card: COUNT_OF_ONE_CARD[card]))
    for rank in range(13)
)

"""For each rank its four cards, in the order in which an action names them."""

DISCARD_ACTION_BY_CARD: Final = tuple(Action(("discard", card)) for card in CARDS[:52])
"""For each card the action that discards it."""

ANNOUNCED_DISCARD_BY_CARD: Final = tuple(Action(("discard", card, "announce")) for card in CARDS[:52])
"""For each card the action that discards it and announces that one card is left."""

ADD_ACTION_BY_CARD: Final = tuple(Action(("add", card)) for card in CARDS[:52])
"""For each card the action that adds it to the set of its rank."""


def card_sort_key(card: Card) -> tuple[bool, int, int]:
    """Return the sort key of a card in an action: naturals by rank, then twos, in a rank ♣ ♠ ♦ ♥."""
    return card % 13 == 0, card % 13, COUNT_OF_ONE_CARD[card]


def canonical_action(action: Action) -> Action:
    """Return the canonical form of an action: cards in order, and a natural added without the name of its set.

    ``meld 2♥ 7♦ 7♠`` becomes ``meld 7♠ 7♦ 2♥``, ``add 7♣ to 7`` becomes ``add 7♣``.
    """
    cards = action.cards
    if JOKER in cards:
        return action
    match action:
        case ("meld", _, _, _) if len(cards) == 3:
            return Action(("meld", *sorted(cards, key=card_sort_key)))
        case ("take", place, _, _) if len(cards) == 2:
            return Action(("take", place, *sorted(cards, key=card_sort_key)))
        case ("add", Card() as card, "to", rank) if card.rank == rank and rank != "2":
            return ADD_ACTION_BY_CARD[card]
    return action


def counts_by_rank(cards: Iterable[Card]) -> list[int]:
    """Return the thirteen counts of some cards, one for each rank: a number that holds how many cards of each suit
    there are."""
    counts = [0] * 13
    for card in cards:
        counts[card % 13] += COUNT_OF_ONE_CARD[card]
    return counts


@lru_cache(maxsize=4096)
def cards_of_count(rank: int, count: int) -> tuple[Card, ...]:
    """Return the cards of `rank` in a count, a number that holds how many cards of each suit there are.

    Equal cards follow each other.
    """
    return tuple(card for card in _CARDS_BY_RANK[rank] for _ in range(count // COUNT_OF_ONE_CARD[card] & 7))


def _distinct_choices(rank: int, count: int, choice_size: int) -> list[tuple[Card, ...]]:
    """Return the different ways to choose `choice_size` cards of one rank; equal cards of several packs are one way.

    `count` holds how many cards of the rank there are of each suit, in three bits each.
    """
    return list(dict.fromkeys(combinations(cards_of_count(rank, count), choice_size)))


NUMBER_OF_CARDS_BY_COUNT: Final = bytes(
    (count & 7) + (count >> 3 & 7) + (count >> 6 & 7) + (count >> 9) for count in range(1 << 12)
)
"""The number of cards in each possible count of a rank; a count holds how many cards of each suit there are, in three
bits each."""


@lru_cache(maxsize=1 << 16)
def melds_of_rank(rank: int, count: int, twos: int) -> Actions:
    """Return the sets of a rank that its naturals make with twos: three, two or one naturals (RULINGS 4.2, BQ-11).

    `count` and `twos` are numbers that hold, in three bits for each suit, how many cards of the rank and how many twos
    the hand has.
    """
    return tuple(
        Action(("meld", *naturals, *wild))
        for many in (3, 2, 1)
        for naturals in _distinct_choices(rank, count, many)
        for wild in _distinct_choices(0, twos, 3 - many)
    )


ActionsByCount: TypeAlias = CacheByKey[int, Actions]
"""A cache from the count of one rank, a number that holds how many cards of each suit there are, to actions. It has at
most 625 items, as there are up to four cards of a suit."""


def _actions_by_count(rank: int, *action_functions: Callable[[Card], Action]) -> ActionsByCount:
    """Return a cache from the count of a rank in a hand (how many cards of each suit) to the actions with these cards.

    For each different card in a count the cache has the actions that all of `action_functions` return for it.
    """
    return CacheByKey(
        lambda count: tuple(
            make(card) for card in dict.fromkeys(cards_of_count(rank, count)) for make in action_functions
        )
    )


DISCARDS_BY_RANK: Final = tuple(_actions_by_count(rank, DISCARD_ACTION_BY_CARD.__getitem__) for rank in range(13))
"""The discards that a hand can make of one rank: ``DISCARDS_BY_RANK[rank][count]``."""

DISCARDS_LEAVING_ONE_CARD_BY_RANK: Final = tuple(
    _actions_by_count(rank, DISCARD_ACTION_BY_CARD.__getitem__, ANNOUNCED_DISCARD_BY_CARD.__getitem__)
    for rank in range(13)
)
"""The discards that leave one card in the hand, each with and without the announcement of that last card:
``DISCARDS_LEAVING_ONE_CARD_BY_RANK[rank][count]`` (RULINGS 4.4)."""

ADDITIONS_BY_RANK: Final = tuple(_actions_by_count(rank, ADD_ACTION_BY_CARD.__getitem__) for rank in range(13))
"""The actions that add a natural (a card that is no two) to the set of its rank: ``ADDITIONS_BY_RANK[rank][count of
naturals]`` (BQ-12)."""


def _additions_of_twos(rank: int) -> ActionsByCount:
    """Return a cache from the count of twos in a hand to the additions of twos to the set of a rank."""
    return _actions_by_count(0, lambda two: Action(("add", two, "to", RANKS[rank])))


TWO_ADDITIONS_BY_RANK: Final = tuple(_additions_of_twos(rank) for rank in range(13))
"""The actions that add a two to the set of a rank: ``TWO_ADDITIONS_BY_RANK[rank][count of twos]`` (BQ-11)."""


@lru_cache(maxsize=1 << 12)
def ranks_of_sets(set_ranks: int) -> tuple[int, ...]:
    """Return the ranks whose bits are set in `set_ranks` (bit r for rank r), lowest first."""
    return tuple(rank for rank in NATURAL_RANKS if set_ranks >> rank & 1)


@lru_cache(maxsize=1 << 14)
def _pairs_that_take(rank: int, count: int, twos: int) -> tuple[tuple[Card, Card], ...]:
    """Return the pairs of cards with which a card of a natural rank can be taken (BQ-6); pairs without a two come
    first.

    `count` and `twos` are numbers that hold, in three bits for each suit, how many cards of the rank and how many twos
    the hand has.
    """
    pairs = (
        (*naturals, *wild)
        for many in (2, 1, 0)
        for naturals in _distinct_choices(rank, count, many)
        for wild in _distinct_choices(0, twos, 2 - many)
    )
    return tuple((first, second) for first, second in pairs)


@lru_cache(maxsize=1 << 16)
def ways_to_take(pile_position: int, rank: int, count: int, twos: int) -> Actions:
    """Return the ways to take the card of a natural rank at a position of the discard pile (RULINGS 4.2, BQ-7).

    The oldest card is at position 1. `count` and `twos` are numbers that hold, in three bits for each suit, how many
    cards of the rank and how many twos the hand has.
    """
    return tuple(
        Action(("take", pile_position, first, second)) for first, second in _pairs_that_take(rank, count, twos)
    )
