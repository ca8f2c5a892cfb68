"""The simulator over thousands of seeds: no promise is broken, every rare path is taken, every mutant is detected.

A failing seed is printed with the command that repeats it and prints its whole history.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from core import games
from tests.sim.mutants import MUTANTS
from tests.sim.rare_path_coverage import PATHS
from tests.sim.run import command, run_all
from tests.sim.scenario import Scenario
from tests.sim.short_matches import short_matches

SEEDS = 2_000
"""Seeds of each game in every run of the tests; for more, use `python -m tests.sim.run`."""

MUTANT_SEEDS = 1_500
"""The number of seeds within which every mutant must be detected."""

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
def test_seed_gives_the_same_history_twice(game):
    with short_matches():
        stories = []
        for _ in range(2):
            run = Scenario(game, 3, trace=True)
            run.go()
            stories.append(run.world.trace)
    assert stories[0] == stories[1]
    assert len(stories[0]) > 10


def test_matches_without_faults_are_played_to_the_end():
    for game in games:
        with short_matches():
            run = Scenario(game, 1, faults=0)
            run.go()
        assert run.begun()


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTANTS)
def test_every_mutant_is_detected(name):
    mutant = MUTANTS[name]
    with short_matches(), mutant.switched_on():
        for seed in range(MUTANT_SEEDS):
            run = Scenario(mutant.game, seed, often=mutant.often, house=mutant.house, disk=mutant.disk)
            try:
                run.go()
            except AssertionError:
                return
    pytest.fail(f"{MUTANT_SEEDS} seeds have not detected it")
