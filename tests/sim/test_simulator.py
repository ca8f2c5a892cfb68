"""The simulator over many seeds: no invariant is violated, every rare path is taken, every mutant is detected.

A failing seed is printed with the command that repeats it and prints its whole history.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from core import games
from tests.sim.invariants import SENT_BEFORE_COMMIT_FAILURE
from tests.sim.mutants import MUTANT_BY_NAME, RunnerThatAcknowledgesFirst, RunnerThatIgnoresPendingCommit
from tests.sim.rare_paths import RARE_PATH_NAMES
from tests.sim.run import repeat_command, run_seeds_of_games
from tests.sim.scenario import Scenario
from tests.sim.short_matches import use_short_matches
from tests.support.depth import IS_DEEP_RUN, count_for_depth

SEED_COUNT = count_for_depth(8, 2_000)
"""Number of seeds that are run for each game; the first seed is 0."""

MUTANT_SEED_COUNT = 1_500
"""The number of seeds within which every mutant must be detected."""

EASILY_DETECTED_MUTANTS = (
    "acknowledge before journalling",
    "forget action ids",
    "resolve ties by arrival",
    "send a change unredacted",
    "forget absence at restart",
    "ignore a torn tail",
)
"""Names of the mutants that a few seeds detect; the others are tried only in the deep run."""

JOB_COUNT = min(4, os.cpu_count() or 1)
"""Number of processes in which the seeds are run."""


@pytest.fixture(scope="module")
def results_of_all_runs():
    """Run all seeds of every game; return how often each rare path was taken, and the failures."""
    return run_seeds_of_games(list(games), 0, SEED_COUNT, JOB_COUNT)


@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.timeout(1_800)
def test_no_invariant_is_violated_in_any_run(results_of_all_runs):
    _, failed = results_of_all_runs
    assert not failed, "\n".join(
        f"{game} {seed}: {why}\n    {repeat_command(game, seed)}" for game, seed, why in failed[:10]
    )


@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.timeout(1_800)
@pytest.mark.skipif(not IS_DEEP_RUN, reason=f"{SEED_COUNT} seeds of a game do not take every rare path")
def test_every_rare_path_is_taken_in_some_run(results_of_all_runs):
    counters: Counter[str] = results_of_all_runs[0]
    assert [path for path in RARE_PATH_NAMES if not counters[path]] == []


@pytest.mark.parametrize("game", games)
def test_two_runs_of_the_simulator_from_one_seed_have_the_same_history(game):
    with use_short_matches():
        histories = []
        for _ in range(2):
            run = Scenario(game, 3, trace=True)
            run.run_to_the_end()
            histories.append(run.simulation.trace)
    assert histories[0] == histories[1]
    assert len(histories[0]) > 10


def test_matches_without_faults_are_played_to_the_end():
    for game in games:
        with use_short_matches():
            run = Scenario(game, 1, faults=0)
            run.run_to_the_end()
        assert run.has_begun()


@pytest.mark.parametrize("runner_type", [RunnerThatAcknowledgesFirst, RunnerThatIgnoresPendingCommit])
def test_message_sent_before_its_commit_fails_the_run_at_once(runner_type):
    with use_short_matches(), pytest.raises(AssertionError, match=SENT_BEFORE_COMMIT_FAILURE):
        Scenario("mad-queens", 0, faults=0, runner_type=runner_type).run_to_the_end()


@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.parametrize("name", MUTANT_BY_NAME if IS_DEEP_RUN else EASILY_DETECTED_MUTANTS)
def test_simulator_detects_every_mutant_of_a_host(name):
    mutant = MUTANT_BY_NAME[name]
    with use_short_matches(), mutant.patches_applied():
        for seed in range(MUTANT_SEED_COUNT):
            run = Scenario(
                mutant.game,
                seed,
                frequent_fault=mutant.frequent_fault,
                runner_type=mutant.runner_type,
                disk=mutant.disk,
            )
            try:
                run.run_to_the_end()
            except AssertionError:
                return
    pytest.fail(f"{MUTANT_SEED_COUNT} seeds have not detected the mutant")
