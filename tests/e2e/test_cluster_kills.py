"""A club on three hosts loses nothing while its hosts and servers are killed, frozen and cut off and people play at it.

The hosts, the servers of NATS and the people are real programs. With ``QUEENS_DEEP=full`` there are a hundred kills,
and forty tables.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable

import pytest

from tests.e2e.club_machines import MACHINE_COUNT, SEPARABLE_MACHINE, ClubMachines, running_club
from tests.support.depth import IS_DEEP_RUN, count_for_depth
from tests.support.nats_servers import needs_nats

TABLE_COUNT = count_for_depth(2, 12, 40)
"""The number of tables; two people play at each."""
KILL_COUNT = count_for_depth(2, 12, 100)
"""Number of times a host or a server is killed, in turn."""
FROZEN_SECONDS = 30
"""Time for which a host is frozen, in the deep runs."""
CUT_SECONDS = 12
"""Time for which a host is cut off from the servers, in the deep runs: longer than its lease of the tables."""
MAX_PAUSE_SECONDS = count_for_depth(1, 2, 5)
"""Longest time for which a person thinks before an action."""

FROZEN_MACHINE = 0
"""The machine whose host is frozen."""


class KillSchedule:
    """Kills hosts and servers in turn, and counts the kills.

    It spares hosts that have another fault at the time. After every second kill of a server it waits until that server
    has all journal entries again.
    """

    def __init__(self, club: ClubMachines) -> None:
        self.counted: Counter[str] = Counter()
        self.spared = {FROZEN_MACHINE}
        self._club = club
        self._chance = random.Random(15)

    async def kill_next(self) -> None:
        """Kill a host or a server, and start it again."""
        if self.counted.total() % 2:
            number = self._chance.randrange(len(self._club.servers.ports))
            self.counted["servers"] += 1
            await self._club.kill_server(number, waits_for_missed_entries=self.counted["servers"] % 2 == 0)
        else:
            number = self._chance.choice(sorted(set(range(MACHINE_COUNT)) - self.spared))
            self.counted["hosts"] += 1
            await self._club.kill_host(number)
            await self._club.start_host(number)
        await self._club.ask_people("some")


async def end_fault_later(end_fault: Callable[[], None], seconds: float) -> None:
    """Call `end_fault`, which ends a fault, after some seconds."""
    await asyncio.sleep(seconds)
    end_fault()


async def inject_faults(club: ClubMachines) -> dict[str, object]:
    """Kill, freeze, cut off and stop hosts, and kill servers; return what was counted and measured."""
    await club.ask_people("more")
    kills = KillSchedule(club)
    if not IS_DEEP_RUN:
        for _ in range(KILL_COUNT):
            await kills.kill_next()
        return {"kills": kills.counted, "after": await club.ask_people("more")}

    club.freeze_host(FROZEN_MACHINE)
    frozen = asyncio.create_task(end_fault_later(lambda: club.thaw_host(FROZEN_MACHINE), FROZEN_SECONDS))
    while kills.counted.total() < KILL_COUNT // 2:
        await kills.kill_next()
    await frozen
    woken = await club.ask_people("more")

    kills.spared = {SEPARABLE_MACHINE}
    club.cut_network_link()
    alone = await club.ask_people("more")  # those at the host that is cut off, too
    cut = asyncio.create_task(end_fault_later(club.mend_network_link, CUT_SECONDS))
    while kills.counted.total() < KILL_COUNT:
        await kills.kill_next()
    await cut
    mended = await club.ask_people("more")

    await club.kill_host(0)
    killed = await club.ask_people("more")
    return {
        "kills": kills.counted,
        "after the freeze": woken,
        "cut off": alone,
        "after the cut": mended,
        "after a kill": killed,
    }


@needs_nats
@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.timeout(3_600)
async def test_club_loses_nothing_and_does_nothing_twice_while_its_hosts_and_servers_die(tmp_path):
    async with running_club(tmp_path, TABLE_COUNT, MAX_PAUSE_SECONDS) as club:
        found = await inject_faults(club)
        everybody, matches = await club.end_play()
    returns, resent, before = (sum(one[what] for one in everybody) for what in ("returns", "resent", "done before"))
    done = sum(len(one["acknowledged"]) for one in everybody)
    print(f"{found}\n{matches} matches, {done} actions, {returns} returns, {resent} asked again, {before} done before")
    assert matches >= TABLE_COUNT
    assert returns > 0
