"""The cards that may be led and that may follow, and the strength of cards (RULINGS 5.2).

A hand is stored as five parts, small numbers with a bit for each card: the four suits without their Queens,
and the Queens, who may be played at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from core.engine.action import Actions
from core.engine.cards import CARDS, QUEENS, Card
from core.trick_taking import PLAY, SUIT_PLAYS, strengths_by_card

Parts: TypeAlias = list[int]

RANK_ORDER: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 10)
"""The ranks of a suit from low to high, as in `core.engine.cards.RANKS`: the Queen is above the ace (RULINGS 5.1)."""

RANK_HEIGHT: Final = tuple(RANK_ORDER.index(rank) for rank in range(13))
"""How high each rank stands in its suit, from 0."""

QUEEN_SET: Final = frozenset(QUEENS)
"""The four Queens, as a set."""

QUEEN_PART: Final = 4
"""The number of the part of a hand that holds the Queens."""

PART_OF_CARD: Final = bytes(QUEEN_PART if card in QUEEN_SET else card // 13 for card in CARDS[:52])
"""For each card the number of the part of a hand that it belongs to."""

PART_BITS: Final = tuple(1 << (card // 13 if card in QUEEN_SET else card % 13) for card in CARDS[:52])
"""For each card its bit in the part of a hand that it belongs to."""

PLAIN_PLAYS: Final = SUIT_PLAYS
"""``PLAIN_PLAYS[suit][part]``: the plays of the cards in the part of a hand for this suit."""

QUEEN_PLAYS: Final = tuple(
    tuple(PLAY[queen] for suit, queen in enumerate(QUEENS) if part >> suit & 1) for part in range(16)
)
"""``QUEEN_PLAYS[part]``: the plays of the Queens in the part of a hand for them."""


OTHER_SUITS: Final = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""For each suit the three others."""

_PACKED_BITS: Final = tuple(bit << 13 * part for part, bit in zip(PART_OF_CARD, PART_BITS, strict=True))


def parts_of(cards: Iterable[Card]) -> Parts:
    """Return the five parts of a hand."""
    hand = sum([_PACKED_BITS[card] for card in cards])
    return [hand & 0x1FFF, hand >> 13 & 0x1FFF, hand >> 26 & 0x1FFF, hand >> 39 & 0x1FFF, hand >> 52]


def may_lead(hand: Sequence[Card], parts: Parts, trump: int, broken: bool, challenged: bool) -> Actions:
    """Return the plays of the cards that may be led (RULINGS 5.2, QD-6; under a Queen's Challenge QD-26)."""
    queens = parts[QUEEN_PART]
    if challenged and queens:
        return QUEEN_PLAYS[queens]
    if not broken and parts[trump]:
        one, two, three = OTHER_SUITS[trump]
        others = PLAIN_PLAYS[one][parts[one]] + PLAIN_PLAYS[two][parts[two]] + PLAIN_PLAYS[three][parts[three]]
        if others or queens & ~(1 << trump):
            return others + QUEEN_PLAYS[queens]
    return tuple([PLAY[card] for card in hand])


def may_follow(hand: Sequence[Card], parts: Parts, led: int, challenged: bool) -> Actions:
    """Return the plays of the cards that may follow a suit led (RULINGS 5.2, QD-4, QD-5; under a challenge QD-26)."""
    queens = parts[QUEEN_PART]
    if challenged and queens:
        return QUEEN_PLAYS[queens]
    plain = parts[led]
    if plain or queens >> led & 1:
        return PLAIN_PLAYS[led][plain] + QUEEN_PLAYS[queens]
    return tuple([PLAY[card] for card in hand])


def _suit_cards(suit: int) -> list[Card]:
    """Return the cards of a suit, lowest first."""
    return [CARDS[13 * suit + rank] for rank in RANK_ORDER]


POWERS: Final = tuple(
    tuple(strengths_by_card(_suit_cards(led) + (_suit_cards(trump) if trump != led else [])) for led in range(4))
    for trump in range(4)
)
"""``POWERS[trump][led][card]``: trumps above the suit led, all other cards 0 (RULINGS 5.2, QD-3, QD-4)."""
