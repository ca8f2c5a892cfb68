"""The effect of banned cards on turned cards: by card (`fates`), and as sets of cards with one bit a card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from core.engine.cards import CARDS, JOKER, QUEENS, Card

SAFE: Final = 0
"""The fate of a turned card that is safe."""
CAUGHT: Final = 1
"""The fate of a turned card that is an ordinary hit: it is caught."""
EXACT_HIT: Final = 3
"""The fate of a turned card that is the very card that is banned."""
OPENS_TWO_CARDS: Final = 4
"""The fate of a turned Joker, which has two more cards turned."""
ASKS_PRICE: Final = 8
"""The fate of a turned Queen, who asks her price.

Fates are bits, so the fate under several banned cards is the *or* of the fates under each of them. An exact hit
contains the bit of an ordinary hit, so a card that is both is an exact hit (MQ-3).
"""

NUMBER_OF_VALUES: Final = 13
"""The number of values of banned cards; a Joker has none (MQ-2, MQ-7)."""


def value_number(card: Card) -> int:
    """Return the number, from 0, of the value that a card has as a banned card.

    All Queens share one, both Jokers another. See RULINGS 2.6 and MQ-9.
    """
    return card % NUMBER_OF_VALUES if card < JOKER else NUMBER_OF_VALUES


IS_QUEEN: Final = bytes(card in QUEENS for card in CARDS)
"""For each card 1 if it is a Queen, else 0."""


def is_queen(card: Card) -> bool:
    """Whether the card is a Queen."""
    return IS_QUEEN[card] == 1


def is_hit(card: Card, banned: Card) -> bool:
    """Whether a turned card hits a banned one: same rank, or the suit of a banned Queen (RULINGS 2.4, MQ-2, MQ-6)."""
    if card == JOKER or banned == JOKER or is_queen(card):
        return False
    return card // 13 == banned // 13 if is_queen(banned) else card % 13 == banned % 13


HITS: Final = tuple(sum(is_hit(card, banned) << card for card in CARDS) for banned in CARDS)
"""For each banned card the set of the cards that hit it (`is_hit`), one bit a card, ``HITS[banned] >> card & 1``."""


def _fates_under(banned: Card) -> int:
    """Return the fate of each card under one banned card, one byte for each card, as one number."""
    table = (EXACT_HIT if card == banned else CAUGHT if HITS[banned] >> card & 1 else SAFE for card in CARDS)
    return int.from_bytes(
        SAFE if is_queen(card) or card == JOKER else fate for card, fate in zip(CARDS, table, strict=True)
    )


ALWAYS_EVENTFUL: Final = sum(1 << card for card in (*QUEENS, JOKER))
"""The cards whose turning always has a consequence, Queens and Jokers, one bit a card."""

VALUE_BIT: Final = tuple(1 << value_number(card) for card in CARDS)
"""The value of each card as a bit, so that a set of values is a number."""

JOKER_BIT: Final = VALUE_BIT[JOKER]
"""The bit of the Joker's value."""
ALL_VALUES: Final = JOKER_BIT - 1
"""The set of the values that can lie as banned cards."""


def mask_of_values(cards: Iterable[Card]) -> int:
    """Return the values of these cards as a bit mask, with the bit `value_number` of each."""
    taken = 0
    for card in cards:
        taken |= VALUE_BIT[card]
    return taken


def cards_that_hit(cards: Iterable[Card], also: int = ALWAYS_EVENTFUL) -> int:
    """Return the cards that hit one of the banned `cards`, together with the cards of `also`.

    Both sets are bit masks with a bit for each card.
    """
    for card in cards:
        also |= HITS[card]
    return also


_FATES_ALWAYS: Final = int.from_bytes(
    OPENS_TWO_CARDS if card == JOKER else ASKS_PRICE if is_queen(card) else SAFE for card in CARDS
)
"""The fates of all cards without a banned card, as one number with a byte for each card."""
_FATES_UNDER: Final = tuple(_fates_under(card) for card in CARDS)
"""By banned card, the fates of all cards under it, as one number."""
_WITHOUT_EXACT_HITS: Final = int.from_bytes([255 - EXACT_HIT + CAUGHT] * len(CARDS))
"""A mask that turns exact hits into ordinary ones, for the fates of all cards as one number."""


@lru_cache(maxsize=1024)
def fates(banned: tuple[Card, ...], exact_hits: bool) -> bytes:
    """Return the fate of each of the 53 cards while these banned cards are in force.

    Queens and Jokers are never hit (MQ-6, MQ-7). Without `exact_hits` the very same card is an ordinary hit.
    """
    joined = _FATES_ALWAYS
    for card in banned:
        joined |= _FATES_UNDER[card]
    return (joined if exact_hits else joined & _WITHOUT_EXACT_HITS).to_bytes(len(CARDS))
