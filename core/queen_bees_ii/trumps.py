"""Trumps by rank: which cards they are, and how strong every card is beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.cards import CARDS, RANKS, Card
from core.tricks import BITS, SUIT_MASKS

Ranks = tuple[str, ...]
"""Trump ranks, the highest first."""

NO_TRUMPS: Final[Ranks] = ()

_ABOVE_ALL: Final = len(RANKS) + 1
"""The strength of the lowest trump there can be; cards of the suit led have 1 to 13."""


class Trumps(NamedTuple):
    """The trumps of a deal: their ranks, the mask of the cards, and the strength of all cards by suit led."""

    ranks: Ranks
    mask: int
    powers: tuple[bytes, ...]


def ranks_of(cards: Iterable[Card]) -> Ranks:
    """Return the ranks of some cards, the highest first, each once."""
    numbers = sorted({card % 13 for card in cards}, reverse=True)
    return tuple(RANKS[number] for number in numbers)


@lru_cache(maxsize=1024)
def trumps(ranks: Ranks) -> Trumps:
    """Return the trumps of these ranks: 715 sets of four and 84 of three there are, and the one without."""
    mask = sum(BITS[card] for card in CARDS[:52] if card.rank in ranks)
    return Trumps(ranks, mask, tuple(_powers(ranks, led) for led in range(4)))


def _powers(ranks: Ranks, led: int) -> bytes:
    """Return the strength of each card where suit `led` was led: 0 for those that cannot win.

    The highest trump is strongest; between trumps of one rank the suit decides, spades before hearts, diamonds
    and clubs (QB-10). Without a trump the highest of the suit led is.
    """
    return bytes(
        0
        if card == 52
        else _ABOVE_ALL + 4 * (card % 13) + card // 13
        if card.rank in ranks
        else card % 13 + 1
        if card // 13 == led
        else 0
        for card in CARDS
    )


def one_suit(cards: Sequence[Card]) -> bool:
    """Whether all these cards are of one suit, so that they set the trumps (6.1)."""
    suit = cards[0] // 13
    return all(card // 13 == suit for card in cards)


def following(hand: int, led: Card, trump_mask: int, free: bool = False) -> int:
    """Return the mask of the cards of `hand` that may be played where `led` was led (6.1, QB-3 to QB-7).

    `free` is the house rule `void_of_trump_free`: without a trump any card may follow a trump.
    """
    if trump_mask & BITS[led]:
        own_trumps = hand & trump_mask
        if own_trumps or free:
            return own_trumps or hand
    return hand & SUIT_MASKS[led // 13] or hand
