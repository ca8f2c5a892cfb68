"""The quick policy that plays a match of Mad Queens to its end without making views: it decides as the careful bot
does.
"""

from __future__ import annotations

import pytest

from core import games
from core.mad_queens.bot import expected_points_of_reveal, play_as_careful
from core.mad_queens.playout import _expected_points_of_next_card, next_action

COMPARED_DECISION_COUNT = 300
"""Number of decisions in each of the two games for which the quick policy is compared with the careful bot."""


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_quick_policy_expects_the_same_points_and_acts_as_the_careful_bot(slug):
    game, compared = games[slug], 0
    for seed in range(40):
        match = game.start(3, seed=seed)
        while not match.over and compared < COMPARED_DECISION_COUNT:
            seat, action = next_action(match)
            view = match.view(seat)
            assert _expected_points_of_next_card(match, seat) == pytest.approx(expected_points_of_reveal(view))
            assert action == play_as_careful(view)
            match.act(seat, action)
            compared += 1
    assert compared == COMPARED_DECISION_COUNT
