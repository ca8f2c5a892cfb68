"""Scripts of the pictures that show tables with several people: tables nearby, a lobby, and somebody who is away.

The tables and the clients of their people are the real ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from textual.pilot import Pilot

from net.client.deal_memory import DealMemory
from net.client.join_spec import JoinSpec
from net.discovery.announcement import FoundTable, read_announcement
from net.host.local_client import LocalClient
from net.host.server import announcement_of_table
from net.protocol.table_state import Terms
from tests.gallery.seeded_table import (
    act_for_person,
    open_seeded_table,
    play_match,
    wait_for_beginning,
    wait_for_verdict,
    wait_until,
)
from tests.gallery.staged_nearby_tables import StagedNearbyTables
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.screens.result import ResultScreen
from tui.settings import Settings

SEED_OF_LOBBY: Final = "0"
"""The seed of the table whose matches the lobby counts."""

SEED_OF_ABSENCE: Final = "7"
"""The seed of the table at which somebody is waited for."""

SECONDS_OF_ABSENCE: Final = 6
"""The seconds for which that person has been away."""

KEY_FINGERPRINT: Final = "".join(f"{byte:02x}" for byte in range(32))
"""The fingerprint that the hosts of the tables nearby announce, so that they are encrypted."""

NEARBY_TABLES: Final = (
    ("mad-queens", ("Ada",), 0, 3, "", 3),
    ("queens-dungeon", ("Björn", "Chidi", "Dora"), 0, 5, "dragon", 12),
    ("big-queen", ("Emeka", "Fatima"), 4, 0, "", 7),
)
"""The tables nearby: game, people, the number of bots and of free seats, code, and milliseconds until the answer."""


async def show_nearby_tables(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the screen that lists the tables found on the local network."""
    app.new_table_browser = StagedNearbyTables(*[await find_table(*one) for one in NEARBY_TABLES])  # type: ignore[assignment]
    await pilot.press("j")
    await pilot.pause()


async def find_table(
    slug: str, people: Sequence[str], bots: int, free_seats: int, code: str, ping_milliseconds: int
) -> FoundTable:
    """Open a table and let its people in; return it as others on the network find it by its announcement."""
    runner, clients = open_seeded_table(slug, people, bots, Random(people[0]), free_seats=free_seats, code=code)
    for client in clients:
        await client.join_table()
    announced = announcement_of_table(runner.table, "", KEY_FINGERPRINT)
    text = {key.encode(): value.encode() for key, value in announced.properties.items()}
    address = runner.table.address.rpartition(":")[0]
    found = read_announcement(announced.port, text, [address])
    assert found is not None
    return dataclasses.replace(found, address=address, ping_milliseconds=ping_milliseconds)


async def go_to_table_of(app: QueensApp, pilot: Pilot[Any], client: LocalClient) -> None:
    """Show the table that a client has joined as one that is hosted by this program."""

    async def open_table(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Return the table as one that was opened."""
        return TableHandle(client, request)

    app.tables.opener = open_table
    app.go_to_table(TableRequest("host"))
    await pilot.pause()


async def show_result(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Go on from the board of a match that is over to its result, once the match is checked."""
    session = app.session
    assert session is not None
    await wait_for_verdict(session.client)
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()
    assert isinstance(app.screen, ResultScreen)
    await app.workers.wait_for_complete()
    app.screen.end_focus_delay()
    await pilot.pause()


async def show_lobby(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the lobby of a table with two people, a bot and a free seat, after two matches."""
    runner, (nora, ada) = open_seeded_table("mad-queens", ("Nora", "Ada"), 2, Random(SEED_OF_LOBBY))
    await nora.join_table()
    await ada.join_table()
    await go_to_table_of(app, pilot, nora)
    for _ in range(2):
        await play_match((nora, ada))
    await show_result(app, pilot)
    nora.remove_bot(2)
    emeka = LocalClient(runner, JoinSpec("Emeka", watch=True))
    await emeka.join_table()
    ada.set_ready()
    await pilot.press("escape")
    ada.send_chat("Who else is coming?")
    await pilot.pause()
    nora.send_chat("Björn is on his way.")
    await pilot.pause()


async def show_absence(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show a match with a decision clock that waits for an absent person."""
    _, clients = open_seeded_table("mad-queens", ("Nora", "Ada", "Björn", "Chidi"), 0, Random(SEED_OF_ABSENCE))
    for client in clients:
        await client.join_table()
    nora, ada, *others = clients
    await go_to_table_of(app, pilot, nora)
    nora.set_terms(Terms(clock=20))
    nora.start_match()
    await wait_for_beginning(clients)
    for client in others:
        act_for_person(client)
    await ada.drop_connection()
    await wait_until(lambda: nora.table is not None and not nora.table.seats[1].is_here and nora.clock is not None)
    shown_time = nora.time() + SECONDS_OF_ABSENCE
    nora.time = lambda: shown_time  # type: ignore[method-assign]
    await pilot.pause()


async def show_table_menu(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the menu in which the owner administers the table during a match."""
    await show_absence(app, pilot)
    await pilot.press("m")
    await pilot.pause()
