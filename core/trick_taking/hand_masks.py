"""Hands as bit masks, and the actions of playing a card.

A hand is stored as a few small numbers, usually one for each suit, with one bit for each card. The cards that may be
played are a subset of these bits, and `SUIT_PLAYS` maps the subset in one suit to actions that are created only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cache import CacheByKey
from core.engine.cards import CARDS, Card

PLAY: Final = tuple(Action(("play", card)) for card in CARDS[:52])
"""The action that plays each card."""

CARD_BITS: Final = tuple(1 << card for card in range(52))
"""For each card its bit in a mask of any cards."""

SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
"""For each suit the mask of its cards, with the bits `CARD_BITS`."""

SUIT_OF: Final = bytes(card // 13 for card in CARDS[:52])
"""For each card the number of its suit."""

RANK_BITS: Final = tuple(1 << card % 13 for card in CARDS[:52])
"""For each card its bit in a mask of cards of its suit."""


def _plays_by_mask(suit: int) -> CacheByKey[int, tuple[Action, ...]]:
    """Return a memo from masks of cards of `suit` (0 clubs to 3 spades) to the actions that play them, lowest first."""

    def make(mask: int) -> tuple[Action, ...]:
        """Return the plays of the cards of a mask, lowest first."""
        highest = mask.bit_length() - 1
        return (*plays[mask ^ 1 << highest], PLAY[13 * suit + highest]) if mask else ()

    plays = CacheByKey(make)
    return plays


SUIT_PLAYS: Final = tuple(map(_plays_by_mask, range(4)))
"""``SUIT_PLAYS[suit][mask]``: the actions that play the cards of a mask; each of the 8,192 masks is made only once."""


def suits_of(cards: Iterable[Card]) -> list[int]:
    """Return four masks of these cards, one for each suit."""
    mask = sum([CARD_BITS[card] for card in cards])
    return [mask & 0x1FFF, mask >> 13 & 0x1FFF, mask >> 26 & 0x1FFF, mask >> 39]


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of these cards, which are all different."""
    return sum([CARD_BITS[card] for card in cards])


def strengths_by_card(order: Sequence[Card], lowest: int = 1) -> bytes:
    """Return the strength of each of the 53 cards.

    The cards of `order`, weakest first, have the strengths from `lowest` up; all other cards have 0.
    """
    table = bytearray(len(CARDS))
    for strength, card in enumerate(order, start=lowest):
        table[card] = strength
    return bytes(table)


def lowest_play(actions: Iterable[Action], rank_order: Sequence[int]) -> Action:
    """Return the play of the lowest card: by `rank_order` of its rank, then clubs, diamonds, hearts, spades."""
    return min(actions, key=lambda action: (rank_order[action.cards[0] % 13], action.cards[0]))
