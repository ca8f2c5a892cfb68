"""The lookahead of bots in trick-taking games: how it chooses between the actions that it has tried in imagined
matches.
"""

from __future__ import annotations

from core.queen_bees_ii.levels import BEES_LOOKAHEAD
from core.queens_dungeon.levels import DUNGEON_LOOKAHEAD

USUAL_WORTHS, BETTER_WORTHS, WORSE_WORTHS = [5, 5, 5, 5], [6, 6, 6, 6], [4, 5, 5, 5]
"""What three choices are worth in four imagined matches; the first is the choice of the usual bot."""


def test_lookahead_prefers_the_choice_with_a_higher_preference_unless_it_is_clearly_worse():
    lookahead = BEES_LOOKAHEAD
    assert lookahead.index_of_best(0, [USUAL_WORTHS, BETTER_WORTHS]) == 1
    assert lookahead.index_of_best(0, [USUAL_WORTHS, BETTER_WORTHS], [0.0, -2.0]) == 0
    assert lookahead.index_of_best(0, [USUAL_WORTHS, WORSE_WORTHS], [0.0, 0.3]) == 1
    assert lookahead.index_of_best(0, [USUAL_WORTHS, WORSE_WORTHS], [0.0, 0.2]) == 0


def test_lookahead_keeps_the_usual_choice_unless_another_is_better_beyond_chance():
    assert DUNGEON_LOOKAHEAD.index_of_best(0, [[5, 5, 5, 5], [9, 4, 4, 5]]) == 0
    assert DUNGEON_LOOKAHEAD.index_of_best(0, [[5, 5, 5, 5], [9, 8, 9, 9]]) == 1
