"""Two people at each table of a club on three hosts, one of which is killed or stopped: they go on at the other hosts.

The hosts, the servers of NATS and the people are real programs, with the pauses that a program makes between its
attempts to reach a host. How long people are without their tables is measured by `tests.bench.club_size`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

import pytest

from tests.e2e.club_machines import ClubMachines, running_club
from tests.support.depth import only_deep
from tests.support.nats_servers import needs_nats

TABLE_COUNT = 6
"""The number of tables: some for each host."""
MAX_PAUSE_SECONDS = 0.5
"""Longest time for which a person thinks."""

PeopleByTable = Mapping[int, Sequence[tuple[int, int]]]
"""A mapping from the number of each table to the machine and the number of returns of each of its people."""


def busiest_machine(people: PeopleByTable) -> int:
    """Return the machine at whose host most people are."""
    return Counter(machine for machine, _ in chain(*people.values())).most_common(1)[0][0]


async def check_people_went_on(club: ClubMachines, before: PeopleByTable, ended_machine: int) -> None:
    """Check that those who were at the host that has ended, and nobody else, have come back at another one, and that
    everybody has gone on with their match.

    `before` is where everybody was.
    """
    await club.ask_people("more")
    after = await club.find_people()
    for number, people in before.items():
        for (machine, _), (machine_now, returns) in zip(people, after[number], strict=True):
            if machine == ended_machine:
                assert machine_now != ended_machine
                assert returns > 0
            else:
                assert (machine_now, returns) == (machine, 0)
    await club.end_play()


@needs_nats
@only_deep
@pytest.mark.slow
async def test_people_of_a_killed_host_go_on_at_others_with_all_that_was_acknowledged(tmp_path):
    async with running_club(tmp_path, TABLE_COUNT, MAX_PAUSE_SECONDS) as club:
        await club.ask_people("more")
        before = await club.find_people()
        machine = busiest_machine(before)
        await club.kill_host(machine)
        await check_people_went_on(club, before, machine)


@needs_nats
@only_deep
@pytest.mark.slow
async def test_host_that_is_stopped_has_no_table_when_it_ends_and_its_people_go_on_at_others(tmp_path):
    async with running_club(tmp_path, TABLE_COUNT, MAX_PAUSE_SECONDS) as club:
        await club.ask_people("more")
        before = await club.find_people()
        machine = busiest_machine(before)
        await club.stop_host(machine)
        assert machine not in await club.recorded_machines(before)
        await check_people_went_on(club, before, machine)
