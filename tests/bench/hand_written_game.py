"""A card game with which the speed of the rules is compared: four players follow suit, in a loop written by hand with
plain lists.

A card is a frozen dataclass, a hand a list of cards. There are thirteen tricks; the highest card of the suit led wins.
The loop checks nothing, hides nothing and records nothing: its speed is what plain Python allows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    """A playing card: a suit from 0 to 3 and a rank from 0 to 12, the highest."""

    suit: int
    rank: int


ALL_CARDS = [Card(suit, rank) for suit in range(4) for rank in range(13)]
"""All 52 cards."""


def play_deal(rng: random.Random) -> int:
    """Deal and play thirteen random tricks; return the number of cards played."""
    cards = ALL_CARDS[:]
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
