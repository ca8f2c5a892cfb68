"""Big Queen: two teams lay sets of three, and the Queen of spades is worth a hundred (RULINGS 4).

What boards and narrators may use: the teams, the points of cards, the values of the fact `asked`, the order in which
cards are named, who is still to answer, what a hand is worth, and why it cannot take a card.
"""

from core.big_queen.game import BIG_QUEEN_GAME as GAME
from core.big_queen.hand_value import Prospect, prospect
from core.big_queen.layout import (
    BIG_QUEEN,
    NO,
    NOT_ASKED,
    POINTS,
    TARGETS,
    TEAMS,
    WAITING,
    YES,
    seats_of_team,
    team_letter,
    team_of,
)
from core.big_queen.legal import ANNOUNCE, ASK, partners_to_answer, sets_of
from core.big_queen.melds import canonical, card_sort_key, counts_of
from core.big_queen.refusals import why_not_take

__all__ = [
    "ANNOUNCE",
    "ASK",
    "BIG_QUEEN",
    "GAME",
    "NO",
    "NOT_ASKED",
    "POINTS",
    "TARGETS",
    "TEAMS",
    "WAITING",
    "YES",
    "Prospect",
    "canonical",
    "card_sort_key",
    "counts_of",
    "partners_to_answer",
    "prospect",
    "seats_of_team",
    "sets_of",
    "team_letter",
    "team_of",
    "why_not_take",
]
