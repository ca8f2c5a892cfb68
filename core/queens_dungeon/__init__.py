"""Queen's Dungeon: tricks, Queens and a dealer's quota (RULINGS 5).

The source calls it a bidding game, but nobody bids: the dealer names trump unseen (QD-1).

What boards and narrators may use: how high cards stand, which may follow, who plays to a trick, and the
actions of one word.
"""

from core.queens_dungeon.follow_suit import POWERS, RANK_HEIGHT, may_follow, parts_of
from core.queens_dungeon.game import QUEENS_DUNGEON_GAME as GAME
from core.queens_dungeon.legal import CHALLENGE, EXCHANGE, KEEP, OWN_UP, TAKE_BACK, circle

__all__ = [
    "CHALLENGE",
    "EXCHANGE",
    "GAME",
    "KEEP",
    "OWN_UP",
    "POWERS",
    "RANK_HEIGHT",
    "TAKE_BACK",
    "circle",
    "may_follow",
    "parts_of",
]
