"""In the line mode a host can leave their table open to the other players, and return to it until the program ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from net.client.events import Event, HostLost
from net.client.remote import RemoteClient
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.line_mode.main_menu import GOOD_BYE_SENTENCE, MainMenu
from tui.line_mode.output import LineFormat
from tui.settings import Settings

HOST_REQUEST = TableRequest("host", seats=2, bots=0, bind="127.0.0.1", port=0, insecure=True)
"""The request with which the person hosts the table."""


class HostingPerson:
    """Runs the line mode for a person who hosts a table: types the test's lines into it, and keeps the lines that it
    writes. `bob` is the client of another person at the table.
    """

    bob: RemoteClient

    def __init__(self) -> None:
        self.bob_events: list[Event] = []
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._written: list[str] = []
        self._more = asyncio.Event()
        self._heard = 0
        self._home = MainMenu(
            Settings("Ann"), open_table, self._lines.get, self._write_line, LineFormat(is_typed=False)
        )
        self.course = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Host the table, then run the main menu if the table was left open."""
        if await self._home.visit_table(HOST_REQUEST) == "open":
            await self._home.run()

    def _write_line(self, line: str) -> None:
        """Keep a line that the program writes."""
        self._written.append(line)
        self._more.set()

    def type(self, *lines: str | None) -> None:
        """Type lines into the program, as the hosting person; None ends the input."""
        for line in lines:
            self._lines.put_nowait(line)

    async def next_line(self, expected_text: str) -> str:
        """Return the next line that contains `expected_text`, after the one returned last; wait for it.

        Raise `TimeoutError` if none comes for `PATIENCE_SECONDS`.
        """
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                while self._heard < len(self._written):
                    self._heard += 1
                    if expected_text in self._written[self._heard - 1]:
                        return self._written[self._heard - 1]
                self._more.clear()
                await self._more.wait()

    def keep_bob_event(self, event: Event) -> None:
        """Keep an event of Bob's client."""
        self.bob_events.append(event)
        self._more.set()

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds, checked after each line and each event of Bob; at most `PATIENCE_SECONDS`."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition():
                self._more.clear()
                await self._more.wait()


@pytest.fixture
async def host(tmp_path, monkeypatch) -> AsyncIterator[HostingPerson]:
    """Fixture: a person who hosts a table, at which Bob plays as well."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    host = HostingPerson()
    way = await host.next_line("Others on this network join with: queens join ")
    port = int(way.split()[-2].rpartition(":")[2]) if way.endswith("--insecure") else int(way.rpartition(":")[2])
    host.bob = await join("127.0.0.1", port, "Bob")
    host.bob.set_listener(host.keep_bob_event)
    host.type("start")
    await host.next_line("Mad Queens begins")
    await host.wait_until(lambda: host.bob.view is not None)
    yield host
    host.course.cancel()
    await asyncio.gather(host.course, return_exceptions=True)
    await host.bob.close()


async def test_host_in_line_mode_leaves_the_table_open_returns_and_quits(host: HostingPerson) -> None:
    bob = host.bob
    host.type("quit", "2")
    await host.next_line("Your table stays open as long as this program runs.")
    assert await host.next_line("1) ") == "1) Back to your table, Ann's table"
    await host.wait_until(lambda: not bob.table.seats[0].is_here)
    assert bob.table.phase == "playing"
    assert bob.is_owner

    host.type("1")
    await host.next_line("Mad Queens goes on: Ann (you), Bob.")
    await host.wait_until(lambda: bob.table.seats[0].is_here)
    host.type("say back again", "quit", "2")
    await host.next_line("Your table stays open")
    await host.next_line("Quit")

    host.type("quit")
    await host.next_line("Quit? Your table closes, and everybody at it has to leave.")
    host.type("n")
    await host.next_line("Back to your table")
    assert not any(isinstance(event, HostLost) for event in host.bob_events)
    host.type("quit", "y")
    await host.next_line(GOOD_BYE_SENTENCE)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await host.course
    await host.wait_until(lambda: any(isinstance(event, HostLost) for event in host.bob_events))
    assert (
        next(event.reason for event in host.bob_events if isinstance(event, HostLost))
        == "The host has closed the table."
    )


@pytest.mark.parametrize("input_ends", [False, True])
async def test_table_left_open_closes_when_the_program_ends(host: HostingPerson, input_ends) -> None:
    host.type("quit", "y")
    await host.next_line("Your table stays open")
    if input_ends:
        host.course.cancel()
    else:
        host.type(None)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await asyncio.gather(host.course, return_exceptions=True)
    await host.wait_until(lambda: any(isinstance(event, HostLost) for event in host.bob_events))


async def test_host_in_line_mode_who_closes_the_table_ends_it_for_everybody(host: HostingPerson) -> None:
    host.type("quit", "3")
    await host.next_line("You leave the table.")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await host.course
    await host.wait_until(lambda: any(isinstance(event, HostLost) for event in host.bob_events))
