"""One host and three clients, each in a process of its own, play a whole match and agree on all of it."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("table_driver.py")
BOUND_SECONDS = 90


async def start(*words: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, str(DRIVER), *words, stdout=pipe, stderr=pipe)


async def finish(process: asyncio.subprocess.Process) -> dict[str, object]:
    out, error = await process.communicate()
    assert process.returncode == 0, error.decode()
    assert error == b""
    report: dict[str, object] = json.loads(out.splitlines()[-1])
    return report


@pytest.mark.parametrize("game", ["mad-queens", "queens-dungeon"])
async def test_four_processes_at_one_table(game):
    async with asyncio.timeout(BOUND_SECONDS):
        processes = [await start("host", game, "4")]
        try:
            assert processes[0].stdout is not None
            port = (await processes[0].stdout.readline()).decode().strip()
            processes += [await start("join", port, f"Guest {number}") for number in (1, 2, 3)]
            reports = await asyncio.gather(*map(finish, processes))
        finally:
            for process in processes:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
    host, *guests = reports
    assert len(host["standings"]) == 4
    assert len(host["seen"]) > 5
    for guest in guests:
        assert guest == host
