"""Hands as masks, and the actions of playing a card.

A hand is kept as a few small numbers, one a suit as a rule, with a bit for each card. What may be played is a part
of it, and `SUIT_PLAYS` turns the part of it in one suit into actions, which are made once and for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import CARDS, Card
from core.engine.memo import Memo

PLAY: Final = tuple(Action(("play", card)) for card in CARDS[:52])
"""The action that plays each card."""

CARD_BITS: Final = tuple(1 << card for card in range(52))
SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
"""The bit of each card in a mask of any cards, and the mask of each suit."""

SUIT_OF: Final = bytes(card // 13 for card in CARDS[:52])
RANK_BITS: Final = tuple(1 << card % 13 for card in CARDS[:52])
"""Which suit each card is of, and its bit in a mask of that suit alone."""


def _suit_plays(suit: int) -> Memo[int, tuple[Action, ...]]:
    """Return the plays of any cards of one suit, lowest rank first."""

    def make(mask: int) -> tuple[Action, ...]:
        highest = mask.bit_length() - 1
        return (*plays[mask ^ 1 << highest], PLAY[13 * suit + highest]) if mask else ()

    plays = Memo(make)
    return plays


SUIT_PLAYS: Final = tuple(map(_suit_plays, range(4)))
"""``SUIT_PLAYS[suit][mask]``: there are 8,192 masks in a suit, so all are remembered."""


def suits_of(cards: Iterable[Card]) -> list[int]:
    """Return some cards as four masks, one a suit."""
    mask = sum([CARD_BITS[card] for card in cards])
    return [mask & 0x1FFF, mask >> 13 & 0x1FFF, mask >> 26 & 0x1FFF, mask >> 39]


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of these cards, each there once."""
    return sum([CARD_BITS[card] for card in cards])


def power(order: Sequence[Card], lowest: int = 1) -> bytes:
    """Return how strong each of the 53 cards is: those of `order`, weakest first, from `lowest` up, all others 0."""
    table = bytearray(len(CARDS))
    for strength, card in enumerate(order, start=lowest):
        table[card] = strength
    return bytes(table)


def lowest(actions: Iterable[Action], rank_order: Sequence[int]) -> Action:
    """Return the play of the lowest card: by `rank_order` of its rank, then clubs, diamonds, hearts, spades."""
    return min(actions, key=lambda action: (rank_order[action.cards[0] % 13], action.cards[0]))
