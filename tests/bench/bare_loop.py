"""The yardstick: four players following suit, written by hand with plain lists and no engine at all.

A card is a frozen dataclass, a hand a list of cards; thirteen tricks, highest card of the suit led wins. It
checks nothing, hides nothing and records nothing: what such a loop does in a second is what plain Python gives.
"""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    """A playing card of the yardstick."""

    suit: int
    rank: int


PACK = [Card(suit, rank) for suit in range(4) for rank in range(13)]


def play_deal(rng: random.Random) -> int:
    """Deal, play thirteen random tricks and return how many cards were played."""
    cards = PACK[:]
    rng.shuffle(cards)
    hands = [cards[13 * seat : 13 * seat + 13] for seat in range(4)]
    tricks = [0] * 4
    leader = 0
    for _ in range(13):
        trick: list[Card] = []
        for turn in range(4):
            hand = hands[(leader + turn) % 4]
            legal = [card for card in hand if card.suit == trick[0].suit] if trick else hand
            card = rng.choice(legal or hand)
            hand.remove(card)
            trick.append(card)
        led = trick[0].suit
        best = max(
            range(4),
            key=lambda turn: trick[turn].rank if trick[turn].suit == led else -1,
        )
        leader = (leader + best) % 4
        tricks[leader] += 1
    return 52
