"""Hands as bit masks, and the actions of playing a card.

A hand is stored as a few small numbers, usually one for each suit, with one bit for each card. The cards that may be
played are a subset of these bits, and `PLAYS_BY_SUIT_AND_MASK` maps the subset in one suit to actions that are created
only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cache import CacheByKey
from core.engine.cards import CARDS, Card

PLAY_BY_CARD: Final = tuple(Action(("play", card)) for card in CARDS[:52])
"""For each card the action that plays it."""

BIT_BY_CARD: Final = tuple(1 << card for card in range(52))
"""For each card its bit in a mask of any cards."""

MASK_BY_SUIT: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
"""For each suit the mask of its cards, with the bits `BIT_BY_CARD`."""

SUIT_BY_CARD: Final = bytes(card // 13 for card in CARDS[:52])
"""For each card the number of its suit."""

RANK_BIT_BY_CARD: Final = tuple(1 << card % 13 for card in CARDS[:52])
"""For each card its bit in a mask of cards of its suit."""


def _plays_by_mask(suit: int) -> CacheByKey[int, tuple[Action, ...]]:
    """Return a cache from masks of cards of `suit` (0 clubs to 3 spades) to the actions that play them, lowest
    first."""

    def make(mask: int) -> tuple[Action, ...]:
        """Return the plays of the cards of a mask, lowest first."""
        highest = mask.bit_length() - 1
        return (*plays[mask ^ 1 << highest], PLAY_BY_CARD[13 * suit + highest]) if mask else ()

    plays = CacheByKey(make)
    return plays


PLAYS_BY_SUIT_AND_MASK: Final = tuple(map(_plays_by_mask, range(4)))
"""The plays of the cards of a mask: ``PLAYS_BY_SUIT_AND_MASK[suit][mask]``.

Those of each of the 8,192 masks of a suit are created only once.
"""


def suit_masks_of(cards: Iterable[Card]) -> list[int]:
    """Return four masks of these cards, one for each suit."""
    mask = sum([BIT_BY_CARD[card] for card in cards])
    return [mask & 0x1FFF, mask >> 13 & 0x1FFF, mask >> 26 & 0x1FFF, mask >> 39]


def card_mask_of(cards: Iterable[Card]) -> int:
    """Return one mask of these cards, which are all different."""
    return sum([BIT_BY_CARD[card] for card in cards])


def strengths_by_card(order: Sequence[Card], lowest_strength: int = 1) -> bytes:
    """Return the strength of each of the 53 cards.

    The cards of `order`, weakest first, have the strengths from `lowest_strength` up; all other cards have 0.
    """
    table = bytearray(len(CARDS))
    for strength, card in enumerate(order, start=lowest_strength):
        table[card] = strength
    return bytes(table)


def lowest_play(actions: Iterable[Action], rank_order: Sequence[int]) -> Action:
    """Return the play of the lowest card: by `rank_order` of its rank, then clubs, diamonds, hearts, spades."""
    return min(actions, key=lambda action: (rank_order[action.cards[0] % 13], action.cards[0]))
