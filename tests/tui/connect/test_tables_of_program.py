"""A table that this program hosts stays open when its own player leaves it, until the program ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from net.client.deal_memory import DealMemory
from net.client.events import Event, HostLost, NoticeReceived
from net.errors import JournalUnusable
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS
from tui.app.app import QueensApp
from tui.cli.arguments import parser
from tui.cli.requests import load_settings
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.connect.tables import OpeningFailed, Tables
from tui.screens.dialog import Dialog
from tui.screens.home import HomeScreen
from tui.screens.match import MatchScreen
from tui.settings import Settings
from tui.widgets.menu import Menu


async def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds; fail after some seconds."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():  # noqa: ASYNC110 (what is waited for has no event)
            await asyncio.sleep(0.01)


async def test_host_in_the_app_leaves_the_table_open_returns_and_quits(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    request = TableRequest("host", seats=2, bots=0, bind="127.0.0.1", port=0, insecure=True)
    app = QueensApp(Settings("Ann", animation="off"), tmp_path, request, opener=open_table)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(lambda: app.session is not None)
        port = int(app.session.client.table.address.rpartition(":")[2])
        bob = await join("127.0.0.1", port, "Bob")
        bob.set_listener(lambda event: None)
        await pilot.press("s")
        await wait_until(lambda: bob.view is not None and isinstance(app.screen, MatchScreen))

        await pilot.press("escape")
        await wait_until(lambda: isinstance(app.screen, Dialog))
        app.screen.query_one(Menu).point_at("open")
        await pilot.press("enter")
        await wait_until(lambda: isinstance(app.screen, HomeScreen))
        await wait_until(lambda: not bob.table.seats[0].is_here)
        assert bob.table.phase == "playing"
        assert bob.is_owner

        await pilot.press("b")
        await wait_until(lambda: isinstance(app.screen, MatchScreen))
        assert app.session.client.seat == 0
        await wait_until(lambda: bob.table.seats[0].is_here)

        await pilot.press("escape")
        await wait_until(lambda: isinstance(app.screen, Dialog))
        app.screen.query_one(Menu).point_at("open")
        await pilot.press("enter")
        await wait_until(lambda: isinstance(app.screen, HomeScreen))
        gone: list[object] = []
        bob.set_listener(gone.append)
        await pilot.press("ctrl+q")
        await wait_until(lambda: isinstance(app.screen, Dialog))
        await pilot.press("y")
        await wait_until(lambda: any(type(event).__name__ == "HostLost" for event in gone))
        await bob.close()


async def test_return_to_a_table_that_failed_in_the_background_says_why(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    request = TableRequest("host", seats=2, bots=0, bind="127.0.0.1", port=0, insecure=True)
    tables = Tables(Settings("Ann"), tmp_path)
    handle = await tables.open(request)
    await tables.leave_table_open(handle)
    handle.host.server.runner._stop_play(JournalUnusable(tmp_path, "the disk is full"))
    async with asyncio.timeout(PATIENCE_SECONDS):
        with pytest.raises(OpeningFailed, match="the disk is full"):
            await tables.return_to_last_table()
    assert not tables.has_open_table


async def test_everybody_gets_a_notice_that_the_table_closes_and_none_about_its_host(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    request = TableRequest("host", seats=2, bots=0, bind="127.0.0.1", port=0, insecure=True)
    handle = await open_table(request, Settings("Ann"))
    bob = await join("127.0.0.1", int(handle.client.table.address.rpartition(":")[2]), "Bob")
    events: list[Event] = []
    bob.set_listener(events.append)
    handle.client.start_match()
    await wait_until(lambda: bob.view is not None)
    events.clear()
    await handle.leave()
    await wait_until(lambda: bool(events) and isinstance(events[-1], HostLost))
    assert [event for event in events if isinstance(event, NoticeReceived)] == []
    assert not bob.is_owner


async def test_first_table_hosted_in_a_program_is_hosted_as_requested(tmp_path) -> None:
    async def open_nothing(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Return a handle without a table."""
        return TableHandle(None, request)  # type: ignore[arg-type]

    tables, request = Tables(Settings("Ann"), tmp_path, open_nothing), TableRequest("host", code="rose")
    assert tables.request_like_last_table(request) is request
    await tables.open(TableRequest("host", bind="::1", port=7460, ssh_port=0, durable=True))
    await tables.open(TableRequest("play"))
    again = tables.request_like_last_table(request)
    assert (again.bind, again.port, again.any_port, again.ssh_port) == ("::1", 7460, True, 0)
    assert (again.durable, again.insecure, again.code) == (True, False, "rose")
    kept = tables.request_like_last_table(TableRequest("host", port=7450, unfinished_table=3))
    assert (kept.bind, kept.port, kept.any_port) == ("::1", 7450, False), "its guests look for it at its port"
    alone = TableRequest("play", unfinished_table=3)
    assert tables.request_like_last_table(alone) is alone


async def test_tables_joined_one_after_the_other_share_one_memory_of_deals(tmp_path) -> None:
    memories: list[DealMemory] = []

    async def open_nothing(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Return a handle without a table."""
        memories.append(deals)
        return TableHandle(None, request)  # type: ignore[arg-type]

    for _ in range(2):
        tables = Tables(Settings("Ann"), tmp_path, open_nothing)
        for address in ("192.168.1.20", "192.168.1.21"):
            await tables.open(TableRequest("join", address=address))
    assert memories[0] is memories[1]
    assert memories[1] is not memories[2], "another person's program has a memory of its own"


async def test_name_of_the_command_line_is_remembered_when_a_table_opens_and_not_before(tmp_path, monkeypatch) -> None:
    fails = True

    async def open_or_fail(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Fail to open a table, or return a handle without one."""
        if fails:
            raise OSError("Nobody answers.")
        return TableHandle(None, request)  # type: ignore[arg-type]

    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    settings = load_settings(parser().parse_args(["join", "10.0.0.7", "--name", "Xaver"]))
    tables = Tables(settings, tmp_path, open_or_fail)
    with pytest.raises(OpeningFailed):
        await tables.open(TableRequest("join", address="10.0.0.7"))
    assert not list(tmp_path.iterdir())
    fails = False
    await tables.open(TableRequest("play"))
    assert Settings.load(tmp_path).name == "Xaver"
