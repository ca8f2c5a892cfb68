"""Big Queen: two teams lay sets of three, and the Queen of spades is worth a hundred (RULINGS 4).

What boards and narrators may use: the teams, the points of cards, the values of the fact `asked`, the order in which
cards are named, and why an action is refused.
"""

from core.big_queen.game import BIG_QUEEN_GAME as GAME
from core.big_queen.layout import BIG_QUEEN, NO, NOT_ASKED, POINTS, TARGETS, TEAMS, WAITING, YES
from core.big_queen.legal import ANNOUNCE, ASK, unanswered
from core.big_queen.melds import canonical, place_in_order
from core.big_queen.refusals import NOBODY_ASKED

__all__ = [
    "ANNOUNCE",
    "ASK",
    "BIG_QUEEN",
    "GAME",
    "NO",
    "NOBODY_ASKED",
    "NOT_ASKED",
    "POINTS",
    "TARGETS",
    "TEAMS",
    "WAITING",
    "YES",
    "canonical",
    "place_in_order",
    "unanswered",
]
