"""Thinking ahead in a trick game: how the tried choices are weighed."""

from __future__ import annotations

from core.queen_bees_ii.levels import BEES_LOOKAHEAD
from core.queens_dungeon.levels import DUNGEON_LOOKAHEAD

USUAL_WORTHS, BETTER_WORTHS, WORSE_WORTHS = [5, 5, 5, 5], [6, 6, 6, 6], [4, 5, 5, 5]
"""What three choices are worth in four imagined matches; the first is the choice of the usual bot."""


def test_choice_that_a_seat_likes_better_needs_less_worth_and_a_clearly_worse_one_is_not_taken():
    lookahead = BEES_LOOKAHEAD
    assert lookahead.index_of_best(0, [USUAL_WORTHS, BETTER_WORTHS]) == 1
    assert lookahead.index_of_best(0, [USUAL_WORTHS, BETTER_WORTHS], [0.0, -2.0]) == 0
    assert lookahead.index_of_best(0, [USUAL_WORTHS, WORSE_WORTHS], [0.0, 0.3]) == 1
    assert lookahead.index_of_best(0, [USUAL_WORTHS, WORSE_WORTHS], [0.0, 0.2]) == 0


def test_usual_choice_is_kept_where_no_other_is_better_beyond_chance():
    assert DUNGEON_LOOKAHEAD.index_of_best(0, [[5, 5, 5, 5], [9, 4, 4, 5]]) == 0
    assert DUNGEON_LOOKAHEAD.index_of_best(0, [[5, 5, 5, 5], [9, 8, 9, 9]]) == 1
