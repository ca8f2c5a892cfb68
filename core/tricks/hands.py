"""Hands as masks, and the actions of playing a card.

A hand is a number with bit `n` set for card `n`. What may be played is a part of it, and `PLAYS` turns the
part of it in one suit into actions, which are made once and for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.action import Action
from core.cards import CARDS, Card

PLAY: Final = tuple(Action(("play", card)) for card in CARDS[:52])
"""The action that plays each card."""

BITS: Final = tuple(1 << card for card in range(52))
SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_MASKS


class _Plays(dict[int, tuple[Action, ...]]):
    """The plays of a mask, lowest number first, each worked out when it is first asked for."""

    def __missing__(self, mask: int) -> tuple[Action, ...]:
        highest = mask.bit_length() - 1
        plays = self[mask] = (*self[mask ^ BITS[highest]], PLAY[highest])
        return plays


PLAYS: Final = _Plays({0: ()})
"""``PLAYS[mask]`` for a mask within one suit: there are 32,765 of them, so they are all remembered."""


def plays(mask: int) -> tuple[Action, ...]:
    """Return the actions that play each card of any mask: clubs, diamonds, hearts, spades, each 2 to ace."""
    return PLAYS[mask & CLUBS] + PLAYS[mask & DIAMONDS] + PLAYS[mask & HEARTS] + PLAYS[mask & SPADES]


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of these cards, each there once."""
    return sum(map(BITS.__getitem__, cards))


def power(order: Sequence[Card], lowest: int = 1) -> bytes:
    """Return how strong each of the 53 cards is: those of `order`, weakest first, from `lowest` up, all others 0."""
    table = bytearray(len(CARDS))
    for strength, card in enumerate(order, start=lowest):
        table[card] = strength
    return bytes(table)


def lowest(actions: Iterable[Action], rank_order: Sequence[int]) -> Action:
    """Return the play of the lowest card: by `rank_order` of its rank, then clubs, diamonds, hearts, spades."""
    return min(actions, key=lambda action: (rank_order[action.cards[0] % 13], action.cards[0]))
