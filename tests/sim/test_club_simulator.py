"""The simulator of a club over many seeds: no invariant is violated, and every mutant is detected.

A failing seed is printed; `ClubScenario(seed, trace=True)` repeats it with its history.
"""

from __future__ import annotations

from collections import Counter
from unittest.mock import patch

import pytest

from tests.sim.club_mutants import CLUB_MUTANT_BY_NAME
from tests.sim.club_scenario import ClubScenario
from tests.sim.short_matches import use_short_matches
from tests.support.depth import IS_DEEP_RUN, count_for_depth, sample_cases

SEED_COUNT = count_for_depth(2, 500)
"""Number of seeds that are run; the first seed is 0."""

MUTANT_SEED_COUNT = 60
"""Number of seeds within which every mutant must be detected."""

RARE_PATHS_OF_CLUB = (
    "a table was suspended",
    "somebody came back to their seat",
    "somebody was sent away",
    "the club was full of tables",
    "the club was killed",
    "the table suspended longest was given up",
)
"""Names of events that seldom happen in a run, and must happen in at least one of the runs."""


@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.timeout(3_600)
def test_no_invariant_is_violated_in_any_run_of_a_club():
    counters: Counter[str] = Counter()
    with use_short_matches():
        for seed in range(SEED_COUNT):
            run = ClubScenario(seed)
            try:
                run.run_to_the_end()
            except AssertionError as error:
                pytest.fail(f"seed {seed}: {error}")
            counters += run.simulation.counters
    if IS_DEEP_RUN:
        assert [path for path in RARE_PATHS_OF_CLUB if not counters[path]] == []


def test_two_runs_of_a_club_from_one_seed_have_the_same_history():
    histories = []
    with use_short_matches():
        for _ in range(2):
            run = ClubScenario(3, trace=True)
            run.run_to_the_end()
            histories.append(run.simulation.trace)
    assert histories[0] == histories[1]
    assert len(histories[0]) > 10


@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("name", sample_cases(list(CLUB_MUTANT_BY_NAME), 4))
def test_simulator_detects_every_mutant_of_a_club(name):
    where, attribute, fault = CLUB_MUTANT_BY_NAME[name]
    with use_short_matches(), patch.object(where, attribute, fault):
        for seed in range(MUTANT_SEED_COUNT):
            try:
                ClubScenario(seed).run_to_the_end()
            except AssertionError:
                return
    pytest.fail(f"{MUTANT_SEED_COUNT} seeds have not detected the mutant")
