"""The value of a hand of Big Queen, by which bots decide: the points that it can lay, and whether it can end the
round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.big_queen.layout import NATURAL_RANKS, POINTS_BY_CARD
from core.big_queen.melds import COUNT_OF_ONE_CARD, NUMBER_OF_CARDS_BY_COUNT, cards_of_count, melds_of_rank
from core.engine.action import Action
from core.engine.cards import CARDS, Card

TWO_POINTS = POINTS_BY_CARD[CARDS[0]]
"""The points of a two."""

MIN_POINTS_FOR_TWO_TWOS = 100
"""A single natural (a card that is no two) is laid with two twos if it has at least this number of points: only the
Queen of spades does."""


class LayingOutcome(NamedTuple):
    """The points and cards that a hand could lay now if it kept no card for the discard, and those that would be
    left."""

    points_to_lay: int
    """The points that the hand could lay."""
    points_left: int
    """The points of the cards that would be left in the hand."""
    cards_left: int
    """The number of the cards that would be left in the hand."""


def points_of_count(rank: int, count: int) -> int:
    """Return the points of a hand's cards of one rank. `count` is a number that holds how many of them there are of
    each suit."""
    return sum(POINTS_BY_CARD[card] for card in cards_of_count(rank, count))


def laying_outcome_of_hand(counts: Sequence[int], set_ranks: int) -> LayingOutcome:
    """Return how many points and cards of a hand a player who spares twos would lay now, in new sets and in those that
    its team has.

    Naturals are laid first, then each two where it adds most points; of single naturals only the Queen of spades is
    worth two twos. `best_laying_outcome` is the most that could be laid. `counts` is the hand as counts by rank
    (`core.big_queen.melds`); `set_ranks` has one bit for each rank of which the team has a set.
    """
    twos = NUMBER_OF_CARDS_BY_COUNT[counts[0]]
    laid = left = cards = 0
    pairs: list[int] = []
    for rank in NATURAL_RANKS:
        count = counts[rank]
        if not count:
            continue
        points, many = points_of_count(rank, count), NUMBER_OF_CARDS_BY_COUNT[count]
        if set_ranks >> rank & 1 or many >= 3:
            laid += points
            set_ranks |= 1 << rank
        elif many == 2:
            pairs.append(points)
        elif points >= MIN_POINTS_FOR_TWO_TWOS and twos >= 2:
            laid += points + 2 * TWO_POINTS
            set_ranks |= 1 << rank
            twos -= 2
        else:
            left += points
            cards += 1
    for points in sorted(pairs, reverse=True):
        if twos:
            laid += points + TWO_POINTS
            twos -= 1
            set_ranks |= 1
        else:
            left += points
            cards += 2
    if set_ranks:
        return LayingOutcome(laid + TWO_POINTS * twos, left, cards)
    return LayingOutcome(laid, left + TWO_POINTS * twos, cards + twos)


def best_laying_outcome(counts: Sequence[int], set_ranks: int) -> LayingOutcome:
    """Return the most points of a hand that could be laid now, in new sets and in those that its team has; of as many
    points, with the most cards.

    `counts` is the hand as counts by rank (`core.big_queen.melds`); `set_ranks` has one bit for each rank of which the
    team has a set.
    """
    twos = NUMBER_OF_CARDS_BY_COUNT[counts[0]]
    any_set, points_held, cards_held = set_ranks > 0, TWO_POINTS * twos, twos
    # for each number of twos the naturals laid with these twos at most, as points and cards
    most = [(0, 0)] * (twos + 1)
    for rank in NATURAL_RANKS:
        many = NUMBER_OF_CARDS_BY_COUNT[counts[rank]]
        if not many:
            continue
        points = points_of_count(rank, counts[rank])
        points_held, cards_held = points_held + points, cards_held + many
        needed = 0 if set_ranks >> rank & 1 else max(0, 3 - many)
        any_set = any_set or needed <= twos
        for spent in range(twos, needed - 1, -1):
            laid_before, cards_before = most[spent - needed]
            most[spent] = max(most[spent], (laid_before + points, cards_before + many))
    laid, cards = most[twos]
    if any_set:  # the other twos join a set
        laid, cards = laid + TWO_POINTS * twos, cards + twos
    return LayingOutcome(laid, points_held - laid, cards_held - cards)


def can_lay_all(counts: Sequence[int], set_ranks: int) -> bool:
    """Return whether every card of a hand can be laid, in new sets or in those that its team has.

    `counts`: the hand as counts by rank, twos first (`core.big_queen.melds`); `set_ranks`: one bit for each rank of a
    set.
    """
    twos, needed, any_set = NUMBER_OF_CARDS_BY_COUNT[counts[0]], 0, set_ranks > 0
    for rank in NATURAL_RANKS:
        if counts[rank]:
            any_set = True
            if not set_ranks >> rank & 1:
                needed += max(0, 3 - NUMBER_OF_CARDS_BY_COUNT[counts[rank]])
    return needed <= twos and (any_set or not twos)


def cheapest_last_discard(counts: list[int], set_ranks: int) -> Card | None:
    """Return the card of fewest points that can be discarded last, all others being laid; None if there is none.

    `counts` is the hand as counts by rank; `set_ranks` are the ranks of the team's sets, bit r for rank r.
    """
    best: Card | None = None
    for rank in (*NATURAL_RANKS, 0):
        for card in dict.fromkeys(cards_of_count(rank, counts[rank])):
            if best is None or POINTS_BY_CARD[card] < POINTS_BY_CARD[best]:
                rest = counts_without_cards(counts, (card,))
                if can_lay_all(rest, set_ranks):
                    best = card
    return best


def counts_without_cards(counts: Sequence[int], cards: Sequence[Card]) -> list[int]:
    """Return the counts of a hand (`core.big_queen.melds`) after these cards have left it."""
    rest = list(counts)
    for card in cards:
        rest[card % 13] -= COUNT_OF_ONE_CARD[card]
    return rest


def meld_of_most_points(melds: Sequence[Action]) -> Action:
    """Return the meld with most points, the first of these if there are several."""
    return max(melds, key=lambda meld: sum(POINTS_BY_CARD[card] for card in meld.cards))


def melds_with_twos(counts: Sequence[int], rank: int, twos: int) -> list[Action]:
    """Return the melds of a rank with exactly `twos` twos."""
    found = melds_of_rank(rank, counts[rank], counts[0])
    return [meld for meld in found if sum(card % 13 == 0 for card in meld.cards) == twos]
