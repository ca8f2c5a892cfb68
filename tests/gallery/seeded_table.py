"""Tables of the real host with real clients whose chance comes from a seed, so that each match is the same every time.

The deal is a commit–reveal deal of the host and the people, and the clients check the match. Bots decide for the
people.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from core import games
from net.client.api import Client
from net.client.deal_memory import DealMemory
from net.client.join_spec import JoinSpec, VerifierSpec
from net.host.local_client import LocalClient
from net.host.table_runner import TableRunner
from net.journal import TableJournal
from net.table.spec import TableSpec
from net.table.table import Table
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle, TableOpener
from tui.settings import Settings

MAX_WAIT_SECONDS: Final = 60
"""The longest time that a table may take for an answer, so that no wait is endless."""

TABLE_ADDRESS: Final = "192.168.1.20:7433"
"""The address that people at a table are shown."""


def open_seeded_table(
    slug: str,
    people: Sequence[str],
    bots: int,
    chance: Random,
    journal: TableJournal | None = None,
    *,
    free_seats: int = 0,
    code: str = "",
) -> tuple[TableRunner, list[LocalClient]]:
    """Return a table of a game, and the clients of the people there, which have not joined it yet.

    `bots` is the number of bots at the table, and `code` what it asks for. The secrets of the host and of the people
    come from `chance`.
    """
    game = games[slug]
    seats = len(people) + bots + free_seats
    spec = TableSpec(game, seats, {}, code=code, bots=bots, bot_kinds=tuple(game.bots)[:1], address=TABLE_ADDRESS)
    runner = TableRunner(Table(spec, chance.randbytes(32), Random(chance.random()).randbytes), journal)
    clients = [
        LocalClient(runner, JoinSpec(name, code), VerifierSpec(Random(chance.random()).randbytes)) for name in people
    ]
    return runner, clients


def opener_of_seeded_tables(seed: str) -> TableOpener:
    """Return a function that opens the table of a request in this process, for its one person and bots."""

    async def open_table(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Open the table, which the person has joined."""
        _, (client,) = open_seeded_table(request.game, (settings.name,), request.seats - 1, Random(seed))
        await client.join_table()
        return TableHandle(client, request)

    return open_table


def act_for_person(client: LocalClient, bot: str = "") -> None:
    """Carry out what a bot of the game, by default the first, would do for the person who has to decide."""
    assert client.view is not None
    bots = games[client.view.game].bots
    client.send_action(bots[bot or next(iter(bots))](client.view))


async def wait_until(is_reached: Callable[[], bool]) -> None:
    """Wait until `is_reached` returns True: all that a table does is done on this event loop."""
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while not is_reached():  # noqa: ASYNC110 (what is waited for sets no event)
            await asyncio.sleep(0)


async def wait_for_decision(clients: Sequence[LocalClient]) -> LocalClient | None:
    """Wait until a person has to decide, and return their client; None once the match is over."""
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while True:
            for client in clients:
                if client.view is not None and not client.awaits_answer and client.table is not None:
                    if games[client.table.game].legal(client.view):
                        return client
                    if client.table.phase == "lobby":
                        return None
            await asyncio.sleep(0)


async def wait_for_verdict(client: Client) -> None:
    """Wait until a client has checked the match that is over."""
    await wait_until(lambda: client.verdict is not None)


async def play_match(clients: Sequence[LocalClient]) -> None:
    """Play a match at the table of these people, of whom the first is the owner; they have joined it."""
    clients[0].start_match()
    await wait_for_beginning(clients)
    while at_turn := await wait_for_decision(clients):
        act_for_person(at_turn)


async def wait_for_beginning(clients: Sequence[LocalClient]) -> None:
    """Wait until the deal is made and each client has the match."""
    await wait_until(lambda: all(client.table is not None and client.table.phase == "playing" for client in clients))
