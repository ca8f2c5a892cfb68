"""A club over real TCP connections on this machine, and the clients of people who join it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from time import time

from core import games
from net.client.events import MatchBegan, MatchChanged, MatchEnded
from net.client.hall import TableGranted
from net.host.club_server import ClubSpec, open_club
from net.host.recovery import JournalSettings
from net.journal import JOURNAL_FILE
from net.security.host_certificate import host_certificate
from net.security.known_hosts import HostTrust
from tests.support.join import enter_hall, join
from tests.support.patience import PATIENCE_SECONDS


class HallRecorder:
    """Records the events that a client in the hall of a club reports."""

    def __init__(self, client):
        self.events = []
        self._news = asyncio.Event()
        client.set_listener(self._record)

    def _record(self, event):
        self.events.append(event)
        self._news.set()

    async def wait_for(self, event_class):
        """Return the next event of the class `event_class`, and drop those before it."""
        return await self.wait_until(lambda event: isinstance(event, event_class))

    async def wait_until(self, is_expected):
        """Wait for an event for which `is_expected` is true and return it; drop the events before it."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                while self.events:
                    event = self.events.pop(0)
                    if is_expected(event):
                        return event
                self._news.clear()
                await self._news.wait()


class HallPerson:
    """A person in the hall of a club, with their client there."""

    def __init__(self, port, folder, client):
        self.port = port
        self.folder = folder
        self.client = client
        self.recorder = HallRecorder(client)

    async def open_table(self, game="mad-queens", **options):
        """Ask the hall for a new table, and return the hall's offer of it."""
        self.client.open_table(game, **options)
        return await self.recorder.wait_for(TableGranted)

    async def join_table(self, table_number, code="", watch=False, tokens=None):
        """Join a table, and return this person's client there."""
        tokens = (self.client.token,) if tokens is None else tokens
        return await join(
            "127.0.0.1",
            self.port,
            "Somebody",
            code,
            watch=watch,
            trust=HostTrust(self.folder, code),
            find_tokens=lambda host: tokens,
            club_table=table_number,
        )

    async def wait_until(self, is_expected):
        """Wait until `is_expected`, called with the client in the hall, returns true."""
        if not is_expected(self.client):
            await self.recorder.wait_until(lambda event: is_expected(self.client))


@asynccontextmanager
async def run_club_at(folder, port=0, *, code="", name="Club"):
    """Context manager: run a club with its journal and key in `folder`, and yield the club and its port."""
    club = await open_club(
        ClubSpec(name, code),
        "127.0.0.1",
        port,
        certificate=host_certificate(folder),
        journal=JournalSettings(folder / JOURNAL_FILE, time),
    )
    try:
        yield club, int(club.address.rpartition(":")[2])
    finally:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await club.close()


async def come_into_hall(port, folder, name, code="", token=""):
    """Return a person who has come into the hall."""
    client = await enter_hall("127.0.0.1", port, name, code, token=token, trust=HostTrust(folder, code))
    return HallPerson(port, folder, client)


async def close_clients(*clients):
    """Close clients."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        for client in clients:
            await client.close()


async def play_match_to_end(*clients):
    """Make the owner start a match, and all clients play it to its end."""
    over = [asyncio.Event() for _ in clients]

    def listener(client, ended):
        def act(event):
            if isinstance(event, MatchBegan | MatchChanged):
                game = games[client.view.game]
                if game.legal(client.view) and not client.awaits_answer:
                    client.send_action(next(iter(game.bots.values()))(client.view))
            elif isinstance(event, MatchEnded):
                ended.set()

        return act

    for client, ended in zip(clients, over, strict=True):
        client.set_listener(listener(client, ended))
    next(client for client in clients if client.is_owner).start_match()
    async with asyncio.timeout(2 * PATIENCE_SECONDS):
        for ended in over:
            await ended.wait()


async def begin_match(*clients):
    """Make the owner start a match, and wait until it has begun for all."""
    began = [asyncio.Event() for _ in clients]

    def listener(event_set):
        return lambda event: event_set.set() if isinstance(event, MatchBegan) else None

    for client, one in zip(clients, began, strict=True):
        client.set_listener(listener(one))
    next(client for client in clients if client.is_owner).start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        for one in began:
            await one.wait()


async def wait_until(condition):
    """Wait until the function `condition` returns true; fail after `PATIENCE_SECONDS`."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():  # noqa: ASYNC110 - what is awaited has no event
            await asyncio.sleep(0.01)
