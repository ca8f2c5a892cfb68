"""Queen's Dungeon: tricks, Queens and a dealer's quota (RULINGS 5).

The source calls it a bidding game, but nobody bids: the dealer names trump unseen (QD-1).

The package exports what boards and narrators use: the strength of cards, which cards may follow, who plays to a trick,
the points, and the actions of one word.
"""

from core.queens_dungeon.follow_suit import (
    HEIGHT_BY_RANK,
    STRENGTHS_BY_TRUMP_AND_SUIT_LED,
    masks_of_hand,
    plays_to_follow,
)
from core.queens_dungeon.game import QUEENS_DUNGEON_GAME as GAME
from core.queens_dungeon.legal import (
    CHALLENGE_ACTION,
    EXCHANGE_ACTION,
    KEEP_ACTION,
    OWN_UP_ACTION,
    TAKE_BACK_ACTION,
    circle_of_players,
)
from core.queens_dungeon.scores import (
    MIN_QUEENS_FOR_DUNGEON,
    QUEEN_POINTS,
    QUEENS_THAT_CHANGE_TRUMP,
    QUOTA_MADE_POINTS,
    QUOTA_MISSED_POINTS,
    THREE_QUEENS_LOSS,
    TRICK_POINTS,
    points_of_dealer,
    score_after_four_queens,
    score_after_three_queens,
)

__all__ = [
    "CHALLENGE_ACTION",
    "EXCHANGE_ACTION",
    "GAME",
    "HEIGHT_BY_RANK",
    "KEEP_ACTION",
    "MIN_QUEENS_FOR_DUNGEON",
    "OWN_UP_ACTION",
    "QUEENS_THAT_CHANGE_TRUMP",
    "QUEEN_POINTS",
    "QUOTA_MADE_POINTS",
    "QUOTA_MISSED_POINTS",
    "STRENGTHS_BY_TRUMP_AND_SUIT_LED",
    "TAKE_BACK_ACTION",
    "THREE_QUEENS_LOSS",
    "TRICK_POINTS",
    "circle_of_players",
    "masks_of_hand",
    "plays_to_follow",
    "points_of_dealer",
    "score_after_four_queens",
    "score_after_three_queens",
]
