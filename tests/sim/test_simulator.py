"""Thousands of matches with everything going wrong: no promise breaks, every rare path is taken, every mistake noticed.

A seed that fails is printed with the one command that repeats it and tells its whole history.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from core import games
from tests.sim.mutants import MUTANTS
from tests.sim.rare_path_coverage import PATHS
from tests.sim.run import command, run_all
from tests.sim.scenario import Run
from tests.sim.short_matches import late_games

SEEDS = 2_000
"""Seeds of each game in every run of the tests; any number by hand, see `run.py`."""

MUTANT_SEEDS = 1_500
"""Within so many seeds each mistake is noticed."""

JOBS = min(4, os.cpu_count() or 1)


@pytest.fixture(scope="module")
def ran():
    return run_all(list(games), 0, SEEDS, JOBS)


@pytest.mark.slow
def test_no_promise_is_broken(ran):
    _, failed = ran
    assert not failed, "\n".join(f"{game} {seed}: {why}\n    {command(game, seed)}" for game, seed, why in failed[:10])


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_every_rare_path_is_taken(ran, path):
    counters: Counter[str] = ran[0]
    assert counters[path] > 0


@pytest.mark.parametrize("game", games)
def test_a_seed_tells_the_same_story_twice(game):
    with late_games():
        stories = []
        for _ in range(2):
            run = Run(game, 3, trace=True)
            run.go()
            stories.append(run.world.trace)
    assert stories[0] == stories[1]
    assert len(stories[0]) > 10


def test_without_faults_everybody_plays_to_the_end():
    for game in games:
        with late_games():
            run = Run(game, 1, faults=0)
            run.go()
        assert run.begun()


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTANTS)
def test_every_mistake_is_noticed(name):
    mutant = MUTANTS[name]
    with late_games(), mutant.switched_on():
        for seed in range(MUTANT_SEEDS):
            run = Run(mutant.game, seed, often=mutant.often, house=mutant.house, disk=mutant.disk)
            try:
                run.go()
            except AssertionError:
                return
    pytest.fail(f"{MUTANT_SEEDS} seeds have not noticed it")
