"""What trick games share, and no more: hands as masks, the layout, dealing out, and the play of a trick."""

from core.trick_taking.hand_masks import (
    CARD_BITS,
    PLAY,
    SUIT_MASKS,
    SUIT_OF,
    SUIT_PLAYS,
    lowest,
    mask_of,
    power,
    suits_of,
)
from core.trick_taking.layout import DEALER, HAND, LAST, LAST_LEADER, LEADER, TRICKS, TURN, TrickLayout, resetting
from core.trick_taking.match import NO_ACTIONS, WAITS_ALONE, TrickMatch

__all__ = [
    "CARD_BITS",
    "DEALER",
    "HAND",
    "LAST",
    "LAST_LEADER",
    "LEADER",
    "NO_ACTIONS",
    "PLAY",
    "SUIT_MASKS",
    "SUIT_OF",
    "SUIT_PLAYS",
    "TRICKS",
    "TURN",
    "WAITS_ALONE",
    "TrickLayout",
    "TrickMatch",
    "lowest",
    "mask_of",
    "power",
    "resetting",
    "suits_of",
]
