"""The common part of the trick games: hands as bit masks, the layout, the deal, and the play of a trick."""

from core.trick_taking.hand_masks import (
    BIT_BY_CARD,
    MASK_BY_SUIT,
    PLAY_BY_CARD,
    PLAYS_BY_SUIT_AND_MASK,
    SUIT_BY_CARD,
    card_mask_of,
    lowest_play,
    strengths_by_card,
    suit_masks_of,
)
from core.trick_taking.layout import (
    DEALER_FACT,
    HAND_NUMBER_FACT,
    LAST_LEADER_FACT,
    LAST_TRICK_FACT,
    LEADER_FACT,
    TRICKS_OF_FIRST_SEAT_FACT,
    TURN_FACT,
    TrickLayout,
    resets_of_facts,
)
from core.trick_taking.match import NO_ACTIONS, WAITING_SET_BY_SEAT, TrickMatch
from core.trick_taking.memory import TrickMemory

__all__ = [
    "BIT_BY_CARD",
    "DEALER_FACT",
    "HAND_NUMBER_FACT",
    "LAST_LEADER_FACT",
    "LAST_TRICK_FACT",
    "LEADER_FACT",
    "MASK_BY_SUIT",
    "NO_ACTIONS",
    "PLAYS_BY_SUIT_AND_MASK",
    "PLAY_BY_CARD",
    "SUIT_BY_CARD",
    "TRICKS_OF_FIRST_SEAT_FACT",
    "TURN_FACT",
    "WAITING_SET_BY_SEAT",
    "TrickLayout",
    "TrickMatch",
    "TrickMemory",
    "card_mask_of",
    "lowest_play",
    "resets_of_facts",
    "strengths_by_card",
    "suit_masks_of",
]
