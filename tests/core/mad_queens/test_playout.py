"""The quick policy that plays a match of Mad Queens to its end without making views: it decides as the careful bot
does, but not by points alone where these would lose the match.
"""

from __future__ import annotations

import pytest

from core import games
from core.mad_queens.bot import expected_points_of_reveal, play_as_careful
from core.mad_queens.legal import END_ACTION, REVEAL_ACTION
from core.mad_queens.levels import choose_after_others_finish
from core.mad_queens.playout import _expected_points_of_next_card, next_action

COMPARED_DECISION_COUNT = 1_000
"""Number of decisions in each of the two games for which the quick policy is compared with the careful bot."""


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_quick_policy_expects_the_same_points_and_acts_as_the_careful_bot_unless_that_loses(slug):
    game, compared, told = games[slug], 0, 0
    for seed in range(40):
        match = game.start(3, seed=seed)
        while not match.over and compared < COMPARED_DECISION_COUNT:
            seat, action = next_action(match)
            view = match.view(seat)
            assert _expected_points_of_next_card(match, seat) == pytest.approx(expected_points_of_reveal(view))
            by_scores = choose_after_others_finish(view)
            behind = (
                max(view.facts[f"score/{other}"] for other in range(3) if other != seat) - view.facts[f"score/{seat}"]
            )
            if behind > 0 and END_ACTION in match.legal(seat):
                by_scores = REVEAL_ACTION
            assert action == (by_scores or play_as_careful(view))
            match.act(seat, action)
            compared += 1
            told += by_scores is not None and by_scores != play_as_careful(view)
    assert compared == COMPARED_DECISION_COUNT
    assert told
