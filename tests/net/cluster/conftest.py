"""Fixtures for NATS servers, which all tests of a file share, and for stores on them; each test has a club of its
own.
"""

from __future__ import annotations

from itertools import count

import pytest

from tests.support.nats_servers import start_servers
from tests.support.patience import PATIENCE_SECONDS

CLUB_NUMBERS = count(1)
"""Iterator of numbers for the names of clubs, so that no two clubs have the same name."""


@pytest.fixture(scope="module")
def run_servers(tmp_path_factory):
    """Return a function that returns as many running servers as asked for; they run until the end of the file's
    tests.
    """
    running = {}

    async def start(copies):
        """Return servers, which are started at the first call."""
        if copies not in running:
            running[copies] = await start_servers(tmp_path_factory.mktemp(f"nats{copies}"), copies)
        return running[copies]

    yield start
    for servers in running.values():
        servers.stop()


@pytest.fixture
async def open_stores_of_new_club(run_servers, monkeypatch):
    """Return a function that opens as many stores of one new club as asked for; they are closed after the test.

    They wait longer for answers than those of a real club: servers on a busy machine must not count as away. A request
    that comes while three servers choose their leader gets no answer, and is made again.
    """
    from net.cluster.jetstream import open_store

    monkeypatch.setattr("net.cluster.jetstream.STORE_ANSWER_SECONDS", PATIENCE_SECONDS / 20)
    monkeypatch.setattr("net.cluster.jetstream.STORE_PREPARE_SECONDS", PATIENCE_SECONDS)
    opened = []

    async def stores(copies, number=1):
        """Return stores of one club, each with a connection of its own."""
        name = f"club{next(CLUB_NUMBERS)}"
        servers = await run_servers(copies)
        for _ in range(number):
            opened.append(await open_store(servers.urls, name, copies))
        return opened[-number:]

    yield stores
    for store in opened:
        await store.close()
