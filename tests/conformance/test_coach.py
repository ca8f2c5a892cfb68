"""The coach of every game advises on each legal choice by what the seat may know, and leaves the memory unchanged."""

from __future__ import annotations

from random import Random

import pytest

from core import Game, View, games
from core.engine.coach import Advice
from core.engine.computation import run_to_end
from core.engine.memory import Memory
from tests.conformance.test_imagined_matches import SLUGS_AND_SEATS, RememberingPlayer
from tests.support.depth import count_for_depth, sample_cases

MAX_SEATS_OF_COACHED_MATCH = 10
"""Largest number of seats of a match in which the coach is tested: with more seats it does nothing else."""

COACHED_GAMES_WITH_SEATS = [(slug, seats) for slug, seats in SLUGS_AND_SEATS if seats <= MAX_SEATS_OF_COACHED_MATCH]
"""Pairs of a game's slug and a number of seats with which the coach is tested."""

STATES_PER_NUMBER_OF_SEATS = count_for_depth(1, 12, 60)
"""Number of states of matches in which the coach is asked for advice, for each game and number of seats."""


def ask_coach(game: Game, view: View, memory: Memory) -> Advice:
    """Return the coach's advice for the seat of a view, with the memory of that seat."""
    assert game.coach is not None
    return run_to_end(game.coach(game, view, memory))


@pytest.mark.deep
@pytest.mark.parametrize(("slug", "seats"), sample_cases(COACHED_GAMES_WITH_SEATS, 4))
def test_coach_advises_on_every_legal_choice_and_always_gives_the_same_advice(slug, seats):
    left, play = STATES_PER_NUMBER_OF_SEATS, 0
    while left:
        play += 1
        player = RememberingPlayer(slug, seats, f"coach-{slug}-{seats}-{play}")
        for number, _ in enumerate(player.play_and_remember(40)):
            legal = player.match.legal(player.seat)
            if not legal or number % 5:
                continue
            view = player.match.view(player.seat)
            before = player.game.imagined_match(view, player.memory, Random(1)).digest
            told = ask_coach(player.game, view, player.memory)
            assert tuple(choice.action for choice in told.choices) == legal
            assert told.best is None or told.best in told.choices
            assert told.best not in told.equally_good
            assert told.reason.endswith(".")
            assert told == ask_coach(player.game, view, player.memory)
            assert player.game.imagined_match(view, player.memory, Random(1)).digest == before
            left -= 1
            break


@pytest.mark.parametrize("slug", games)
def test_every_game_has_a_coach(slug):
    assert games[slug].coach is not None
