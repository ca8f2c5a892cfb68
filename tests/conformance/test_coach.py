"""The coach of every game: it tells about each legal choice, by what the seat may know, and leaves the memory alone."""

from __future__ import annotations

from random import Random

import pytest

from core import Game, View, games
from core.engine.coach import Advice
from core.engine.computation import run_to_end
from core.engine.memory import Memory
from tests.conformance.test_imagined import SLUGS_AND_SEATS, RememberingPlayer
from tests.support.depth import by_depth, some_of

MOST_SEATS = 10
"""The most seats of a match in which the coach is asked: with more seats it does nothing that it does not do here."""

TABLES = [(slug, seats) for slug, seats in SLUGS_AND_SEATS if seats <= MOST_SEATS]
"""The games and numbers of seats at which the coach is asked."""

STATE_COUNT = by_depth(1, 12, 60)
"""In how many states of matches the coach of a game is asked, for each number of seats."""


def ask(game: Game, view: View, memory: Memory) -> Advice:
    """Return the coach's advice for the seat of a view, with the memory of that seat."""
    assert game.coach is not None
    return run_to_end(game.coach(game, view, memory))


@pytest.mark.deep
@pytest.mark.parametrize(("slug", "seats"), some_of(TABLES, 4))
def test_coach_tells_about_every_legal_choice_and_always_the_same(slug, seats):
    left, play = STATE_COUNT, 0
    while left:
        play += 1
        player = RememberingPlayer(slug, seats, f"coach-{slug}-{seats}-{play}")
        for number, _ in enumerate(player.states(40)):
            legal = player.match.legal(player.seat)
            if not legal or number % 5:
                continue
            view = player.match.view(player.seat)
            before = player.game.imagined_match(view, player.memory, Random(1)).digest
            told = ask(player.game, view, player.memory)
            assert tuple(choice.action for choice in told.choices) == legal
            assert told.best is None or told.best in told.choices
            assert told.best not in told.equally_good
            assert told.reason.endswith(".")
            assert told == ask(player.game, view, player.memory)
            assert player.game.imagined_match(view, player.memory, Random(1)).digest == before
            left -= 1
            break


@pytest.mark.parametrize("slug", games)
def test_every_game_has_a_coach(slug):
    assert games[slug].coach is not None
