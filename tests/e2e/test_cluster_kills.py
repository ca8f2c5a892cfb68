"""A club on three hosts is played at while its hosts and servers are killed, frozen and cut off, and nothing is lost.

The hosts, the servers of NATS and the people are real programs. With ``QUEENS_DEEP=full`` there are a hundred
kills, and forty tables.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from itertools import chain

import pytest

from core import Record
from core.fairness.verification import verify_record
from tests.e2e.club_machines import CUT_MACHINE, MACHINES, ClubMachines
from tests.e2e.test_kills import HARMLESS_REFUSALS, check_nothing_is_lost
from tests.support.depth import DEEP, by_depth
from tests.support.nats_servers import needs_nats, start_servers

TABLES = by_depth(2, 12, 40)
"""The number of tables; two people play at each."""
KILLS = by_depth(2, 12, 100)
"""How often a host or a server is killed, in turn."""
FROZEN_SECONDS = 30
"""How long a host is frozen, in the deeper runs."""
CUT_SECONDS = 12
"""How long a host is cut off from the servers, in the deeper runs: longer than its lease."""
LONGEST_PAUSE = by_depth(1, 2, 5)
"""How long a person thinks at most, in seconds."""

FROZEN_MACHINE = 0
"""The machine whose host is frozen."""


class Kills:
    """Kills hosts and servers in turn, and counts it. Hosts that something else happens to are spared.

    Every other server that is killed may have all again before the next one is; the others may lack something then.
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
            await self._club.kill_server(number, waits=self.counted["servers"] % 2 == 0)
        else:
            number = self._chance.choice(sorted(set(range(MACHINES)) - self.spared))
            self.counted["hosts"] += 1
            await self._club.kill_host(number)
            await self._club.start_host(number)
        await self._club.ask_people("some")


async def undo_later(undo: Callable[[], None], seconds: float) -> None:
    """End a fault after some seconds."""
    await asyncio.sleep(seconds)
    undo()


async def let_it_go_wrong(club: ClubMachines) -> dict[str, object]:
    """Kill, freeze, cut off and stop hosts, and kill servers; return what was counted and measured."""
    await club.ask_people("more")
    kills = Kills(club)
    if not DEEP:
        for _ in range(KILLS):
            await kills.kill_next()
        return {"kills": kills.counted, "after": await club.ask_people("more")}

    club.freeze_host(FROZEN_MACHINE)
    frozen = asyncio.create_task(undo_later(lambda: club.thaw_host(FROZEN_MACHINE), FROZEN_SECONDS))
    while kills.counted.total() < KILLS // 2:
        await kills.kill_next()
    await frozen
    woken = await club.ask_people("more")

    kills.spared = {CUT_MACHINE}
    club.cut_cable()
    alone = await club.ask_people("more")  # those at the host that is cut off, too
    cut = asyncio.create_task(undo_later(club.mend_cable, CUT_SECONDS))
    while kills.counted.total() < KILLS:
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


def matches_seen(people: list[dict]) -> set[int]:
    """Return the numbers of the matches that somebody at a table has seen."""
    return {match for one in people for match, _ in one["views"]}


@needs_nats
@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.timeout(3_600)
async def test_nothing_is_lost_or_done_twice_while_hosts_and_servers_of_a_club_die_and_freeze(tmp_path):
    servers = await start_servers(tmp_path, 3)
    club = ClubMachines(tmp_path, servers)
    try:
        await club.start(TABLES, LONGEST_PAUSE)
        found = await let_it_go_wrong(club)
        reports = await club.ask_people("end")
        kept = await club.kept({int(number): matches_seen(people) for number, people in reports.items()})
    finally:
        await club.close()
        servers.stop()
    for number, people in reports.items():
        texts = {match: saved.match.closed.record for match, saved in kept[int(number)].items()}
        records = {match: Record.parse(text) for match, text in texts.items()}
        assert [verify_record(record).fair for record in records.values()] == [None] * len(records)
        check_nothing_is_lost(people, records)
        assert set(chain(*(one["trouble"] for one in people))) <= HARMLESS_REFUSALS
    everybody = list(chain(*reports.values()))
    returns, resent, before = (sum(one[what] for one in everybody) for what in ("returns", "resent", "done before"))
    done = sum(len(one["acknowledged"]) for one in everybody)
    matches = sum(map(len, kept.values()))
    print(f"{found}\n{matches} matches, {done} actions, {returns} returns, {resent} asked again, {before} done before")
    assert matches >= TABLES
    assert returns > 0
