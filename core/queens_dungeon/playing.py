"""Which cards may be played, and which of them is stronger (5.2)."""

from __future__ import annotations

from typing import Final

from core.action import Action
from core.cards import CARDS, QUEENS
from core.tricks import PLAYS, SUIT_MASKS, mask_of, plays, power

ORDER: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 10)
"""The ranks of a suit from low to high, as in `core.cards.RANKS`: the Queen stands above the ace (5.1)."""

HEIGHT: Final = tuple(ORDER.index(rank) for rank in range(13))
"""How high each rank stands in its suit, from 0."""

ALL_QUEENS: Final = mask_of(QUEENS)
QUEEN_SET: Final = frozenset(QUEENS)
OTHER_QUEENS: Final = tuple(ALL_QUEENS & ~mask for mask in SUIT_MASKS)
"""For each suit: the Queens of the others."""

NO_TRUMPS: Final = tuple(~mask for mask in SUIT_MASKS)
LEADABLE: Final = tuple(~mask | ALL_QUEENS for mask in SUIT_MASKS)
"""For each trump suit: what may be led before it is broken, everything else and its Queen."""


def _suit(suit: int) -> list[int]:
    return [13 * suit + rank for rank in ORDER]


POWERS: Final = tuple(
    tuple(power([CARDS[n] for n in _suit(led) + (_suit(trump) if trump != led else [])]) for led in range(4))
    for trump in range(4)
)
"""``POWERS[trump][led][card]``: trumps above the suit led, all else worth nothing (5.2, QD-3, QD-4)."""


def may_lead(hand: int, trump: int, broken: bool) -> int:
    """Return the part of a hand that may be led (5.2, QD-6)."""
    if not broken and hand & NO_TRUMPS[trump]:
        return hand & LEADABLE[trump]
    return hand


def may_follow(hand: int, led: int) -> int:
    """Return the part of a hand that may be played to a suit led (5.2, QD-4, QD-5)."""
    return hand & (SUIT_MASKS[led] | ALL_QUEENS) if hand & SUIT_MASKS[led] else hand


def challenged(hand: int, otherwise: int) -> int:
    """Return what may be played under a Queen's Challenge: Queens, or `otherwise` if there are none (QD-26)."""
    return hand & ALL_QUEENS or otherwise


def following(hand: int, led: int) -> tuple[Action, ...]:
    """Return the plays of `may_follow`, those of the suit first; made for speed."""
    suit = hand & SUIT_MASKS[led]
    if suit:
        queens = hand & OTHER_QUEENS[led]
        return PLAYS[suit] + PLAYS[queens] if queens else PLAYS[suit]
    return plays(hand)
