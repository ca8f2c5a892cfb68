"""Big Queen: two teams lay sets of three, and the Queen of spades is worth a hundred (RULINGS 4).

The package exports what boards and narrators use: the teams, the points of cards, the values of the fact `asked`, the
order in which cards are named, who has still to answer, what a hand is worth, why it cannot take a card, and whether it
could go out.
"""

from core.big_queen.game import BIG_QUEEN_GAME as GAME
from core.big_queen.hand_value import LayingOutcome, best_laying_outcome, counts_without_cards
from core.big_queen.layout import (
    ANSWER_NO,
    ANSWER_YES,
    ANSWERS_PENDING,
    BIG_QUEEN,
    DICE_BONUS,
    NOT_ASKED_YET,
    POINTS_BY_CARD,
    SEATS_WITH_ONE_PARTNER,
    TARGET_BY_SEATS,
    TEAM_NAMES,
    WINNING_ROLLS,
    seats_of_team,
    team_letter,
    team_of,
)
from core.big_queen.legal import (
    ANNOUNCE_ACTION,
    ASK_ACTION,
    may_renew_stock,
    partners_yet_to_answer,
    set_ranks_of_team,
)
from core.big_queen.melds import canonical_action, card_sort_key, counts_by_rank
from core.big_queen.refusals import why_not_take
from core.big_queen.way_out import could_go_out

__all__ = [
    "ANNOUNCE_ACTION",
    "ANSWERS_PENDING",
    "ANSWER_NO",
    "ANSWER_YES",
    "ASK_ACTION",
    "BIG_QUEEN",
    "DICE_BONUS",
    "GAME",
    "NOT_ASKED_YET",
    "POINTS_BY_CARD",
    "SEATS_WITH_ONE_PARTNER",
    "TARGET_BY_SEATS",
    "TEAM_NAMES",
    "WINNING_ROLLS",
    "LayingOutcome",
    "best_laying_outcome",
    "canonical_action",
    "card_sort_key",
    "could_go_out",
    "counts_by_rank",
    "counts_without_cards",
    "may_renew_stock",
    "partners_yet_to_answer",
    "seats_of_team",
    "set_ranks_of_team",
    "team_letter",
    "team_of",
    "why_not_take",
]
