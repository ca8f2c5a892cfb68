"""Trumps by rank: the set of trump cards, and the strength of every card under them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.engine.cards import CARDS, RANKS, Card

Ranks = tuple[str, ...]
"""Trump ranks, the highest first."""

NO_TRUMPS: Final[Ranks] = ()
"""The ranks of the trumps before any are set."""

_LOWEST_TRUMP_STRENGTH: Final = len(RANKS) + 1
"""The lowest possible strength of a trump; cards of the suit led have 1 to 13."""


class Trumps(NamedTuple):
    """The trumps of a deal."""

    ranks: Ranks
    """The ranks of the trumps, the highest first."""
    within: int
    """The ranks of the trumps as a mask of the cards of one suit: bit r for rank r."""
    trump: bytes
    """By card, 1 for a trump, else 0."""
    powers: tuple[bytes, ...]
    """By suit led and card, the strength of the card."""


def ranks_of(cards: Iterable[Card]) -> Ranks:
    """Return the ranks of some cards, the highest first, each once."""
    numbers = sorted({card % 13 for card in cards}, reverse=True)
    return tuple(RANKS[number] for number in numbers)


def _strengths_as_number(strengths: Mapping[int, int]) -> int:
    """Return a number of 53 bytes with the strength of every card, 0 for cards that `strengths` does not name."""
    return int.from_bytes(strengths.get(card, 0) for card in CARDS)


_SUIT_STRENGTHS: Final = tuple(
    _strengths_as_number({13 * suit + rank: rank + 1 for rank in range(13)}) for suit in range(4)
)
"""By suit led: the strengths of its cards, those of all others 0, as one number with a byte for each card."""
_TRUMP_STRENGTHS: Final = {
    name: _strengths_as_number({13 * suit + rank: _LOWEST_TRUMP_STRENGTH + 4 * rank + suit for suit in range(4)})
    for rank, name in enumerate(RANKS)
}
"""By rank: the strengths of its cards as trumps, those of all others 0, as one number with a byte for each card."""
_ALL_CARDS: Final = _strengths_as_number(dict.fromkeys(CARDS, 255))
"""A mask of all cards, as one number with a byte for each card."""
_CARDS_NOT_OF_RANK: Final = {
    name: _strengths_as_number({card: 255 for card in CARDS if card.rank != name}) for name in RANKS
}
"""By rank: a mask of the cards of all other ranks, as one number with a byte for each card."""
_RANK_BIT: Final = {name: 1 << rank for rank, name in enumerate(RANKS)}
"""By rank: its bit in a mask of the cards of one suit."""


@lru_cache(maxsize=1024)
def trumps(ranks: Ranks) -> Trumps:
    """Return the trumps of these ranks, cached: there are 715 sets of four ranks, 84 of three, and the empty one.

    In `powers`, the highest trump is strongest; between trumps of one rank the suit decides, spades before
    hearts, diamonds and clubs (QB-10). Below the trumps come the cards of the suit led. All other cards have 0.
    """
    within, above, beside = 0, 0, _ALL_CARDS
    for rank in ranks:
        within |= _RANK_BIT[rank]
        above |= _TRUMP_STRENGTHS[rank]
        beside &= _CARDS_NOT_OF_RANK[rank]
    powers = tuple((below & beside | above).to_bytes(len(CARDS)) for below in _SUIT_STRENGTHS)
    return Trumps(ranks, within, (_ALL_CARDS ^ beside).to_bytes(len(CARDS)), powers)


def all_of_one_suit(cards: Sequence[Card]) -> bool:
    """Whether all these cards are of one suit, so that they set the trumps (RULINGS 6.1)."""
    suit = cards[0] // 13
    return all(card // 13 == suit for card in cards)
