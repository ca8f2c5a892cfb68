"""The common part of the trick games: hands as bit masks, the layout, the deal, and the play of a trick."""

from core.trick_taking.hand_masks import (
    CARD_BITS,
    PLAY,
    SUIT_MASKS,
    SUIT_OF,
    SUIT_PLAYS,
    lowest_play,
    mask_of,
    strengths_by_card,
    suits_of,
)
from core.trick_taking.layout import DEALER, HAND, LAST, LAST_LEADER, LEADER, TRICKS, TURN, TrickLayout, fact_resets
from core.trick_taking.match import NO_ACTIONS, WAITS_ALONE, TrickMatch
from core.trick_taking.memory import TrickMemory

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
    "TrickMemory",
    "fact_resets",
    "lowest_play",
    "mask_of",
    "strengths_by_card",
    "suits_of",
]
