"""A club on several machines over many seeds: every promise is kept, rare paths are taken, every mutant is detected.

A failing seed is printed; `python -m tests.sim.cluster.run SEED` repeats it and prints its whole history.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from unittest.mock import patch

import pytest

from net.cluster.store import StoreUnreachable
from net.limits import STORE_ANSWER_SECONDS
from tests.sim.cluster.club import Club
from tests.sim.cluster.model_store import StoreLink
from tests.sim.cluster.mutants import CLUSTER_MUTANTS
from tests.sim.cluster.run import failures, small_logs
from tests.support.depth import DEEP, by_depth, parametrize

SEEDS = by_depth(60, 2_000, 10_000)
"""The number of seeds, from 0."""

MUTANT_SEEDS = 3_000
"""The number of seeds within which every mutant must be detected."""

NO_RECORD = "people come before the record is written"
"""The mutant that is detected without chance: one seed in ten thousand lets a host die in that moment."""

MUTANTS = [name for name, mutant in CLUSTER_MUTANTS.items() if name != NO_RECORD and (DEEP or not mutant.first_seed)]
"""The mutants that are tried: in the test command those that the first seeds detect; others may need 20 s."""

RARE_PATHS = {
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
}
"""What must happen in some run."""


def run_without_records():
    """Run a club whose store does not answer when records are written; then the hosts of tables die."""
    append = StoreLink.append

    async def append_to_logs(link, key, data, expected=None):
        """Write an entry, unless it is the record of a table and the first hosts still live."""
        if key.startswith("table.") and link._process.club.simulation.now < 3.0:
            await asyncio.sleep(STORE_ANSWER_SECONDS)
            raise StoreUnreachable
        return await append(link, key, data, expected)

    with patch.object(StoreLink, "append", append_to_logs):
        club = Club(1, faults=0)
        club.simulation.after(2.9, lambda: [host.end() for host in club.hosts if host.runners])
        club.run()


@pytest.mark.deep
@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_every_promise_is_kept_and_every_fault_happens():
    counters = Counter()
    assert failures(range(SEEDS), counters) == []
    assert [name for name in sorted(RARE_PATHS) if not counters[name]] == []


def test_table_whose_host_dies_before_its_record_is_written_has_no_people_yet():
    run_without_records()
    with CLUSTER_MUTANTS[NO_RECORD].switched_on(), pytest.raises(AssertionError):
        run_without_records()


def test_seed_gives_the_same_history_twice():
    histories = []
    for _ in range(2):
        with small_logs():
            club = Club(3, trace=True)
            club.run()
        histories.append(club.simulation.trace)
    assert histories[0] == histories[1]
    assert len(histories[0]) > 3


@pytest.mark.slow
@pytest.mark.deep
@parametrize("name", MUTANTS, 2)
def test_simulator_detects_every_mutant_of_a_club(name):
    mutant = CLUSTER_MUTANTS[name]
    with small_logs(), mutant.switched_on():
        for seed in range(mutant.first_seed, mutant.first_seed + MUTANT_SEEDS):
            try:
                Club(seed).run()
            except AssertionError:
                return
    pytest.fail(f"{MUTANT_SEEDS} seeds have not detected the mutant")
