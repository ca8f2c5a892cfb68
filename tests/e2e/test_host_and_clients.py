"""One host and its clients, each in a process of its own, play a whole match and agree on it after every play."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from core import games
from tests.support.depth import IS_DEEP_RUN, sample_cases

TABLE_DRIVER = Path(__file__).with_name("table_driver.py")
"""Path of the program that hosts a table or joins one."""

MAX_MATCH_SECONDS = 300
"""The longest time of a match."""


async def start_driver(*arguments: str) -> asyncio.subprocess.Process:
    """Start `table_driver.py` with these arguments."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, str(TABLE_DRIVER), *arguments, stdout=pipe, stderr=pipe)


async def report_of(process: asyncio.subprocess.Process) -> dict[str, object]:
    """Wait until a process has ended with status 0; return the report that it printed last."""
    out, error = await process.communicate()
    assert process.returncode == 0, error.decode()
    assert error == b""
    report: dict[str, object] = json.loads(out.splitlines()[-1])
    return report


TABLES_WITHOUT_BOTS = [("mad-queens", seats, 0) for seats in ((2, 8) if IS_DEEP_RUN else (4,))] + [
    ("queens-dungeon", 4, 0)
]
"""Tables without bots; each is a game, a number of seats, and 0 for its bots."""

TABLES_WITH_BOTS = [
    ("mad-queens", 4, 2),
    ("mad-queens-classic", 4, 2),
    ("big-queen", 6, 4),
    ("queens-dungeon", 4, 2),
    ("queen-bees-ii", 4, 2),
]
"""Tables with bots; each is a game, a number of seats and a number of bots."""

TABLES_WITH_BOTS += [
    (slug, games[slug].usual_seats, 1) for slug in games if slug not in {game for game, _, _ in TABLES_WITH_BOTS}
]


TABLES = [*TABLES_WITHOUT_BOTS[:1], *reversed(TABLES_WITH_BOTS), *TABLES_WITHOUT_BOTS[1:]]
"""All tables, with and without bots; each is a game, a number of seats and a number of bots."""


def test_list_of_tables_has_every_game_with_people_and_bots():
    assert {game for game, _, _ in TABLES_WITH_BOTS} == set(games)


@pytest.mark.deep
@pytest.mark.parametrize(("game", "seats", "bots"), sample_cases(TABLES, 1))
async def test_people_in_their_own_processes_play_with_bots(game, seats, bots):
    async with asyncio.timeout(MAX_MATCH_SECONDS):
        processes = [await start_driver("host", game, str(seats), str(bots))]
        try:
            assert processes[0].stdout is not None
            port = (await processes[0].stdout.readline()).decode().strip()
            processes += [await start_driver("join", port, f"Guest {number}") for number in range(1, seats - bots)]
            reports = await asyncio.gather(*map(report_of, processes))
        finally:
            for process in processes:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
    host, *clients = reports
    assert len(host["standings"]) == seats
    assert len(host["seen"]) > 5, "the beginning of every play, hand or turn, as a hash of the view"
    for client in clients:
        assert client == host
