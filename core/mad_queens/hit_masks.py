"""The effect of banned cards on turned cards: the *fate* of each card (safe, caught, exact hit), and sets of cards as
bit masks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from core.engine.cards import CARDS, JOKER, QUEENS, Card

SAFE_FATE: Final = 0
"""The fate (consequence of being turned) of a card that is safe."""
CAUGHT_FATE: Final = 1
"""The fate (consequence of being turned) of a card that is an ordinary hit: it is caught."""
EXACT_HIT_FATE: Final = 3
"""The fate (consequence of being turned) of a card that is the very card that is banned."""
JOKER_FATE: Final = 4
"""The fate (consequence of being turned) of a Joker: two more cards are turned."""
QUEEN_FATE: Final = 8
"""The fate (consequence of being turned) of a Queen: she asks her price.

Fates are bits, so the fate under several banned cards is the *or* of the fates under each of them. An exact hit
contains the bit of an ordinary hit, so a card that is both is an exact hit (MQ-3).
"""

BANNED_VALUE_COUNT: Final = 13
"""The number of different values of banned cards; a Joker has none (MQ-2, MQ-7)."""


def value_number(card: Card) -> int:
    """Return the number, from 0, of the value that a card has as a banned card.

    All Queens share one value, and both Jokers another. See RULINGS 2.6 and MQ-9.
    """
    return card % BANNED_VALUE_COUNT if card < JOKER else BANNED_VALUE_COUNT


IS_QUEEN_BY_CARD: Final = bytes(card in QUEENS for card in CARDS)
"""For each card 1 if it is a Queen, else 0."""


def is_queen(card: Card) -> bool:
    """Return whether a card is a Queen."""
    return IS_QUEEN_BY_CARD[card] == 1


def is_hit(card: Card, banned_card: Card) -> bool:
    """Return whether a turned card hits a banned one: same rank, or the suit of a banned Queen (RULINGS 2.4, MQ-2,
    MQ-6)."""
    if card == JOKER or banned_card == JOKER or is_queen(card):
        return False
    return card // 13 == banned_card // 13 if is_queen(banned_card) else card % 13 == banned_card % 13


HITTING_CARDS_BY_BANNED_CARD: Final = tuple(sum(is_hit(card, banned) << card for card in CARDS) for banned in CARDS)
"""For each banned card the mask of the cards that hit it (`is_hit`), with a bit for each card."""


def _fates_with_banned_card(banned_card: Card) -> int:
    """Return the fates of all cards if this is the only banned card, as one number with a byte for each card."""
    fates = bytearray(len(CARDS))
    for card in CARDS:
        if HITTING_CARDS_BY_BANNED_CARD[banned_card] >> card & 1:
            fates[card] = EXACT_HIT_FATE if card == banned_card else CAUGHT_FATE
    return int.from_bytes(fates)


QUEENS_AND_JOKER_MASK: Final = sum(1 << card for card in (*QUEENS, JOKER))
"""The mask of the cards whose turning always has a consequence: Queens and the Joker."""

VALUE_BIT_BY_CARD: Final = tuple(1 << value_number(card) for card in CARDS)
"""For each card its value (`value_number`) as a bit, so that a set of values is a number."""

JOKER_VALUE_BIT: Final = VALUE_BIT_BY_CARD[JOKER]
"""In a mask of values, the bit of the Joker: it is higher than the bits of all cards that can be banned."""
ALL_VALUES_MASK: Final = JOKER_VALUE_BIT - 1
"""The set of all values of banned cards, as a bit mask."""


def mask_of_values(cards: Iterable[Card]) -> int:
    """Return the values of these cards as a bit mask, with the bit `value_number` of each."""
    taken = 0
    for card in cards:
        taken |= VALUE_BIT_BY_CARD[card]
    return taken


def mask_of_cards_that_hit(cards: Iterable[Card], further_cards_mask: int = QUEENS_AND_JOKER_MASK) -> int:
    """Return the cards that hit one of the banned `cards`, together with the cards of `further_cards_mask`.

    Both sets are bit masks with a bit for each card.
    """
    for card in cards:
        further_cards_mask |= HITTING_CARDS_BY_BANNED_CARD[card]
    return further_cards_mask


_FATES_WITHOUT_BANNED_CARD: Final = int.from_bytes(
    JOKER_FATE if card == JOKER else QUEEN_FATE if is_queen(card) else SAFE_FATE for card in CARDS
)
"""The fates of all cards (what happens to each when it is turned) without a banned card, as one number with a byte for
each card."""
_FATES_BY_BANNED_CARD: Final = tuple(_fates_with_banned_card(card) for card in CARDS)
"""For each banned card the fates of all cards (what happens to each when it is turned while this card is banned), as
one number with a byte for each card."""
_NO_EXACT_HITS_MASK: Final = int.from_bytes([255 - EXACT_HIT_FATE + CAUGHT_FATE] * len(CARDS))
"""A mask for the fates of all cards as one number, with a byte for each card: it leaves no exact hit, but turns each
into an ordinary hit."""


@lru_cache(maxsize=1024)
def fate_by_card(banned_cards: tuple[Card, ...], has_exact_hits: bool) -> bytes:
    """Return what happens to each of the 53 cards when it is turned while these cards are banned, as a fate constant
    for each.

    Queens and Jokers are never hit (MQ-6, MQ-7). Without `has_exact_hits` the very same card is an ordinary hit.
    """
    joined = _FATES_WITHOUT_BANNED_CARD
    for card in banned_cards:
        joined |= _FATES_BY_BANNED_CARD[card]
    return (joined if has_exact_hits else joined & _NO_EXACT_HITS_MASK).to_bytes(len(CARDS))
