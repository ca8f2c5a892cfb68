"""Simulated matches between bots: the same seed gives the same results, the deals are those of a table, and the counts
are right.
"""

from __future__ import annotations

import pytest

from core import BadOption, games
from core.engine.simulation import play_out, simulate
from tests.support.depth import parametrize


@parametrize("slug", games, 3)
def test_simulated_match_of_every_game_ends_and_its_results_are_counted(slug):
    game = games[slug]
    bots = list(game.bots)
    tallies = simulate(game, 2, game.usual_seats, bots, "s", {})
    assert tallies == simulate(game, 2, game.usual_seats, bots, "s", {})
    assert [tally.bot for tally in tallies] == [bots[seat % len(bots)] for seat in range(game.usual_seats)]
    assert sum(tally.wins for tally in tallies) == pytest.approx(2)
    matches = [game.start(game.usual_seats, f"s-{number}") for number in (0, 1)]
    for match in matches:
        play_out(game, match, [game.bots[tally.bot] for tally in tallies])
        assert match.over
    scores = [sum(match.score(seat) for match in matches) for seat in range(game.usual_seats)]
    assert [tally.point_sum for tally in tallies] == scores


def test_bot_acts_out_of_turn_only_to_catch_opponents():
    """In Big Queen a bot catches opponents who do not announce, and never its own partner."""
    game = games["big-queen"]
    teammate = game.bots["teammate"]

    def choose_without_announcing(view):
        return game.parse(str(teammate(view)).removesuffix(" announce"))

    caught = set()
    for seed in range(2):
        match = game.start(4, seed, {"hand_size": 5})
        play_out(game, match, [choose_without_announcing, teammate, choose_without_announcing, teammate])
        caught |= {(seat, str(action)) for seat, action in match.actions if action.verb == "catch"}
    assert caught
    assert all((seat + int(action.split()[1])) % 2 for seat, action in caught)


def test_simulation_of_an_unknown_bot_or_option_raises():
    game = games["mad-queens"]
    with pytest.raises(KeyError):
        simulate(game, 1, 2, ["hal"], "1", {})
    with pytest.raises(BadOption):
        simulate(game, 1, 2, ["careful"], "1", {"hal": 1})
