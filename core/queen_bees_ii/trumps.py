"""Trumps by rank: the set of trump cards, and the strength of every card under them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.engine.cards import CARDS, RANKS, Card

TrumpRanks = tuple[str, ...]
"""The ranks of trumps, the highest first."""

NO_TRUMPS: Final[TrumpRanks] = ()
"""The ranks of the trumps before any are set."""

_LOWEST_TRUMP_STRENGTH: Final = len(RANKS) + 1
"""The strength of the lowest possible trump; cards of the suit led have 1 to 13."""


class Trumps(NamedTuple):
    """The trumps of a deal, in the forms in which rules and bots need them."""

    ranks: TrumpRanks
    """The ranks of the trumps, the highest first."""
    rank_mask: int
    """The ranks of the trumps as a mask of the cards of one suit: bit r for rank r."""
    is_trump_by_card: bytes
    """For each card 1 if it is a trump, else 0."""
    strengths_by_suit_led: tuple[bytes, ...]
    """For each suit led the strength of each card: ``strengths_by_suit_led[suit][card]``."""


def ranks_of_cards(cards: Iterable[Card]) -> TrumpRanks:
    """Return the ranks of some cards, the highest first, each once."""
    numbers = sorted({card % 13 for card in cards}, reverse=True)
    return tuple(RANKS[number] for number in numbers)


def _strengths_as_number(strengths: Mapping[int, int]) -> int:
    """Return a number of 53 bytes with the strength of every card, 0 for cards that `strengths` does not name."""
    return int.from_bytes(strengths.get(card, 0) for card in CARDS)


_STRENGTHS_BY_SUIT_LED: Final = tuple(
    _strengths_as_number({13 * suit + rank: rank + 1 for rank in range(13)}) for suit in range(4)
)
"""For each suit led the strengths of its cards, as one number with a byte for each card; all others have 0."""
_STRENGTHS_BY_TRUMP_RANK: Final = {
    name: _strengths_as_number({13 * suit + rank: _LOWEST_TRUMP_STRENGTH + 4 * rank + suit for suit in range(4)})
    for rank, name in enumerate(RANKS)
}
"""Maps each rank to the strengths of its cards as trumps, as one number with a byte for each card; all others have
0."""
_ALL_CARDS_MASK: Final = _strengths_as_number(dict.fromkeys(CARDS, 255))
"""A mask of all cards: one number in which the byte of each card is 255."""
_OTHER_RANKS_MASK_BY_RANK: Final = {
    name: _strengths_as_number({card: 255 for card in CARDS if card.rank != name}) for name in RANKS
}
"""Maps each rank to a mask of the cards of all other ranks, as one number with a byte for each card."""
_BIT_BY_RANK: Final = {name: 1 << rank for rank, name in enumerate(RANKS)}
"""Maps each rank to its bit in a mask of the cards of one suit."""


@lru_cache(maxsize=1024)
def trumps_of_ranks(ranks: TrumpRanks) -> Trumps:
    """Return the trumps of these ranks, cached: there are 715 sets of four ranks, 84 of three, and the empty one.

    In `strengths_by_suit_led` the highest trump is strongest; between trumps of one rank the suit decides, spades
    before hearts, diamonds and clubs (QB-10). Below the trumps come the cards of the suit led. All other cards have 0.
    """
    within, above, beside = 0, 0, _ALL_CARDS_MASK
    for rank in ranks:
        within |= _BIT_BY_RANK[rank]
        above |= _STRENGTHS_BY_TRUMP_RANK[rank]
        beside &= _OTHER_RANKS_MASK_BY_RANK[rank]
    strengths_by_suit_led = tuple((below & beside | above).to_bytes(len(CARDS)) for below in _STRENGTHS_BY_SUIT_LED)
    return Trumps(ranks, within, (_ALL_CARDS_MASK ^ beside).to_bytes(len(CARDS)), strengths_by_suit_led)


def are_of_one_suit(cards: Sequence[Card]) -> bool:
    """Return whether all these cards are of one suit, so that they set the trumps (RULINGS 6.1)."""
    suit = cards[0] // 13
    return all(card // 13 == suit for card in cards)
