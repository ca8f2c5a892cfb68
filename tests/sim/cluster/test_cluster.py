"""A club on several machines over many seeds: every promise is kept, every rare path is taken, every mutant is
detected.

A failing seed is printed; `python -m tests.sim.cluster.run SEED` repeats it and prints its whole history.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from unittest.mock import patch

import pytest

from net.cluster.store import StoreUnreachable
from net.limits import STORE_ANSWER_SECONDS
from tests.sim.cluster.club import ClusterScenario
from tests.sim.cluster.mutants import CLUSTER_MUTANT_BY_NAME
from tests.sim.cluster.run import failing_seeds, shorten_logs_early
from tests.sim.cluster.simulated_store import StoreLink
from tests.support.depth import IS_DEEP_RUN, count_for_depth, parametrize

FIRST_SEED = 100
"""The first seed that is run: from here on all rare paths are taken within few seeds."""

SEED_COUNT = count_for_depth(60, 2_000, 10_000)
"""Number of seeds that are run."""

MUTANT_SEED_COUNT = 3_000
"""The number of seeds within which every mutant must be detected."""

NAME_OF_SEPARATELY_TESTED_MUTANT = "people come before the record is written"
"""Name of the mutant that is tested by a run of its own: random runs detect it in only one of ten thousand seeds."""

NAMES_OF_TESTED_MUTANTS = [
    name
    for name, mutant in CLUSTER_MUTANT_BY_NAME.items()
    if name != NAME_OF_SEPARATELY_TESTED_MUTANT and (IS_DEEP_RUN or not mutant.first_seed)
]
"""Names of the mutants that are tried: usually those that the first seeds detect; the others may need 20 s."""

RARE_PATHS_OF_CLUSTER = {
    "a table was taken over",
    "a host was told that it has lost a table",
    "two entries arrived together",
    "an acknowledgement came after the lease was gone",
    "an acknowledgement came when nobody waited for it any more",
    "a log was shortened",
    "the pieces of a tick were not all written",
    "kill",
    "freeze",
    "split",
    "store",
    "hand over",
    "a table was closed for good",
    "a host has stopped with the club",
    "a table above the bound of a person was closed",
    "a server had not heard of a log",
}
"""Names of events that seldom happen in a run, and must happen in at least one of the runs."""


def run_club_without_table_records():
    """Run a club whose store does not answer when a host writes the record of a new table, and kill such hosts."""
    append = StoreLink.append

    async def append_to_logs(link, key, data, expected_sequence=None):
        """Write an entry, unless it is the record of a table and the first hosts still live."""
        if key.startswith("table.") and link._process.club.simulation.now < 3.0:
            await asyncio.sleep(STORE_ANSWER_SECONDS)
            raise StoreUnreachable
        return await append(link, key, data, expected_sequence)

    with patch.object(StoreLink, "append", append_to_logs):
        club = ClusterScenario(1, faults=0)
        club.simulation.schedule_after(2.9, lambda: [host.end() for host in club.hosts if host.runners])
        club.run()


@pytest.mark.deep
@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_runs_of_a_cluster_keep_every_promise_and_take_every_rare_path():
    counters = Counter()
    assert failing_seeds(range(FIRST_SEED, FIRST_SEED + SEED_COUNT), counters) == []
    assert [name for name in sorted(RARE_PATHS_OF_CLUSTER) if not counters[name]] == []


def test_table_whose_host_dies_before_its_record_is_written_has_no_people_yet():
    run_club_without_table_records()
    with CLUSTER_MUTANT_BY_NAME[NAME_OF_SEPARATELY_TESTED_MUTANT].patches_applied(), pytest.raises(AssertionError):
        run_club_without_table_records()


def test_claim_that_a_host_has_given_up_leaves_no_table_without_a_host():
    """In this run the answer to a claim is lost, and the server that the host asks next does not have the claim yet."""
    assert failing_seeds([4_130], Counter()) == []


def test_two_runs_of_a_cluster_from_one_seed_have_the_same_history():
    histories = []
    for _ in range(2):
        with shorten_logs_early():
            club = ClusterScenario(3, trace=True)
            club.run()
        histories.append(club.simulation.trace)
    assert histories[0] == histories[1]
    assert len(histories[0]) > 3


@pytest.mark.slow
@pytest.mark.deep
@parametrize("name", NAMES_OF_TESTED_MUTANTS, 2)
def test_simulator_detects_every_mutant_of_a_cluster(name):
    mutant = CLUSTER_MUTANT_BY_NAME[name]
    with shorten_logs_early(), mutant.patches_applied():
        for seed in range(mutant.first_seed, mutant.first_seed + MUTANT_SEED_COUNT):
            try:
                ClusterScenario(seed).run()
            except AssertionError:
                return
    pytest.fail(f"{MUTANT_SEED_COUNT} seeds have not detected the mutant")
