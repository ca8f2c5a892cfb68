"""The cards that may be led and that may follow, and the strength of cards (RULINGS 5.2).

A hand is stored as five masks, numbers with a bit for each card: one for each suit without its Queen (index 0 to 3, bit
r for rank r), and one for the Queens, who may be played at any time (`QUEENS_INDEX`, bit s for the Queen of suit s).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from core.engine.action import Actions
from core.engine.cards import CARDS, QUEENS, SUITS, Card
from core.engine.view import View
from core.trick_taking import PLAY_BY_CARD, PLAYS_BY_SUIT_AND_MASK, strengths_by_card

HandMasks: TypeAlias = list[int]
"""The five bit masks of a hand: for each suit the cards that are no Queens, then the Queens."""

RANK_ORDER: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 10)
"""The ranks of a suit from low to high, as indexes of `core.engine.cards.RANKS`: the Queen is above the ace (RULINGS
5.1)."""

HEIGHT_BY_RANK: Final = tuple(RANK_ORDER.index(rank) for rank in range(13))
"""For each rank its height in the suit, from 0 for the lowest."""

QUEEN_SET: Final = frozenset(QUEENS)
"""The four Queens, as a set."""

QUEENS_INDEX: Final = 4
"""The index of the mask of the Queens among the five masks of a hand."""

MASK_INDEX_OF_CARD: Final = bytes(QUEENS_INDEX if card in QUEEN_SET else card // 13 for card in CARDS[:52])
"""For each card the index of the mask that it belongs to, among the five masks of a hand."""

BIT_OF_CARD: Final = tuple(1 << (card // 13 if card in QUEEN_SET else card % 13) for card in CARDS[:52])
"""For each card its bit in the mask that it belongs to (`MASK_INDEX_OF_CARD`)."""

PLAYS_BY_SUIT_WITHOUT_QUEENS: Final = PLAYS_BY_SUIT_AND_MASK
"""The plays of the cards in a mask without Queens: ``PLAYS_BY_SUIT_WITHOUT_QUEENS[suit][mask]``."""

QUEEN_PLAYS_BY_MASK: Final = tuple(
    tuple(PLAY_BY_CARD[queen] for suit, queen in enumerate(QUEENS) if mask >> suit & 1) for mask in range(16)
)
"""The plays of the Queens in a mask: ``QUEEN_PLAYS_BY_MASK[mask]``."""


OTHER_SUITS_BY_SUIT: Final = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""For each suit the numbers of the three others."""

_PACKED_BIT_BY_CARD: Final = tuple(
    bit << 13 * index for index, bit in zip(MASK_INDEX_OF_CARD, BIT_OF_CARD, strict=True)
)
"""For each card its bit in the five masks of a hand written as one number, 13 bits for each mask."""


def masks_of_hand(cards: Iterable[Card]) -> HandMasks:
    """Return the five bit masks of a hand: for each suit the cards that are no Queens, then the Queens."""
    hand = sum([_PACKED_BIT_BY_CARD[card] for card in cards])
    return [hand & 0x1FFF, hand >> 13 & 0x1FFF, hand >> 26 & 0x1FFF, hand >> 39 & 0x1FFF, hand >> 52]


def plays_to_lead(
    hand: Sequence[Card], masks: HandMasks, trump: int, is_trump_broken: bool, is_challenge_on: bool
) -> Actions:
    """Return the plays of the cards that may be led (RULINGS 5.2, QD-6; under a Queen's Challenge QD-26).

    `masks` is the `hand` as masks, `trump` the number of the trump suit, `is_trump_broken` whether trumps are broken,
    and `is_challenge_on` whether a Queen's Challenge is on.
    """
    queens = masks[QUEENS_INDEX]
    if is_challenge_on and queens:
        return QUEEN_PLAYS_BY_MASK[queens]
    if not is_trump_broken and masks[trump]:
        one, two, three = OTHER_SUITS_BY_SUIT[trump]
        others = (
            PLAYS_BY_SUIT_WITHOUT_QUEENS[one][masks[one]]
            + PLAYS_BY_SUIT_WITHOUT_QUEENS[two][masks[two]]
            + PLAYS_BY_SUIT_WITHOUT_QUEENS[three][masks[three]]
        )
        if others or queens & ~(1 << trump):
            return others + QUEEN_PLAYS_BY_MASK[queens]
    return tuple([PLAY_BY_CARD[card] for card in hand])


def plays_to_follow(hand: Sequence[Card], masks: HandMasks, led_suit: int, is_challenge_on: bool) -> Actions:
    """Return the plays of the cards that may follow the suit that was led (RULINGS 5.2, QD-4, QD-5; under a challenge
    QD-26).

    `masks` is the `hand` as masks, `is_challenge_on` whether a Queen's Challenge is on.
    """
    queens = masks[QUEENS_INDEX]
    if is_challenge_on and queens:
        return QUEEN_PLAYS_BY_MASK[queens]
    plain = masks[led_suit]
    if plain or queens >> led_suit & 1:
        return PLAYS_BY_SUIT_WITHOUT_QUEENS[led_suit][plain] + QUEEN_PLAYS_BY_MASK[queens]
    return tuple([PLAY_BY_CARD[card] for card in hand])


def _suit_cards(suit: int) -> list[Card]:
    """Return the cards of a suit, lowest first."""
    return [CARDS[13 * suit + rank] for rank in RANK_ORDER]


STRENGTHS_BY_TRUMP_AND_SUIT_LED: Final = tuple(
    tuple(strengths_by_card(_suit_cards(led) + (_suit_cards(trump) if trump != led else [])) for led in range(4))
    for trump in range(4)
)
"""The strength of each card, ``[trump][suit led][card]``: trumps are above the suit led, all other cards have 0
(RULINGS 5.2, QD-3, QD-4)."""


def strengths_in_view(view: View) -> Sequence[bytes]:
    """Return for each suit led the strength of each card, with the trump of a view."""
    return STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index(str(view.facts["trump"]))]
