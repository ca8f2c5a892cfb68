"""The quick policy of Mad Queens, which plays a match on without making views."""

from __future__ import annotations

import pytest

from core import games
from core.mad_queens.bot import expected_points_of_reveal, play_as_careful
from core.mad_queens.playout import _points_of_next_card, next_action

DECISIONS = 300
"""How many decisions of each game are compared."""


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_quick_policy_expects_and_does_what_the_careful_bot_does(slug):
    game, compared = games[slug], 0
    for seed in range(40):
        match = game.start(3, seed=seed)
        while not match.over and compared < DECISIONS:
            seat, action = next_action(match)
            view = match.view(seat)
            assert _points_of_next_card(match, seat) == pytest.approx(expected_points_of_reveal(view))
            assert action == play_as_careful(view)
            match.act(seat, action)
            compared += 1
    assert compared == DECISIONS
