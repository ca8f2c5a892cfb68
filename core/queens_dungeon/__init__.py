"""Queen's Dungeon: tricks, Queens and a dealer's quota (RULINGS 5).

The source calls it a bidding game, but nobody bids: the dealer names trump unseen (QD-1).

What boards and narrators may use: how high cards stand, which may follow, who plays to a trick, what counts, and the
actions of one word.
"""

from core.queens_dungeon.follow_suit import POWERS, RANK_HEIGHT, masks_of_hand, plays_to_follow
from core.queens_dungeon.game import QUEENS_DUNGEON_GAME as GAME
from core.queens_dungeon.legal import CHALLENGE, EXCHANGE, KEEP, OWN_UP, TAKE_BACK, circle
from core.queens_dungeon.scoring import (
    QUEEN_POINTS,
    QUOTA_MADE,
    QUOTA_MISSED,
    TRICK_POINTS,
    score_after_four_queens,
    score_after_three_queens,
)

__all__ = [
    "CHALLENGE",
    "EXCHANGE",
    "GAME",
    "KEEP",
    "OWN_UP",
    "POWERS",
    "QUEEN_POINTS",
    "QUOTA_MADE",
    "QUOTA_MISSED",
    "RANK_HEIGHT",
    "TAKE_BACK",
    "TRICK_POINTS",
    "circle",
    "masks_of_hand",
    "plays_to_follow",
    "score_after_four_queens",
    "score_after_three_queens",
]
