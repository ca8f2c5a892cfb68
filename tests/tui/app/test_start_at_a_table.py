"""The program starts at a table: during a match, or when the table cannot be opened."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from unittest.mock import create_autospec

import pytest

from net.client.deal_memory import DealMemory
from net.discovery.announce import Announcer
from net.host.server import host
from net.host.table_spec import make_table_spec
from tests.support.idle import wait_for_idle
from tests.support.patience import PATIENCE_SECONDS
from tui.app.app import QueensApp
from tui.app.textual_internals import WholeScreenUpdate
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.screens.home import HomeScreen
from tui.screens.match import MatchScreen
from tui.settings import Settings


@pytest.fixture(autouse=True)
def use_isolated_data_folder(tmp_path, monkeypatch) -> None:
    """Use an empty data folder, and announce no table on the network."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    monkeypatch.setattr("net.discovery.announce.announce_table", lambda advert, bound: create_autospec(Announcer))


async def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds; fail after some seconds."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():  # noqa: ASYNC110 (what is waited for has no event)
            await asyncio.sleep(0.01)


def text_in_one_line(app: QueensApp) -> str:
    """Return the text on the screen of a program, in one line."""
    return " ".join(" ".join(strip.text.split()) for strip in app.screen._compositor.render_strips())


async def test_person_who_joins_during_a_match_watches_it_and_is_told_so(tmp_path) -> None:
    server, ann = await host(make_table_spec("mad-queens", seats=2, bots=1, pace=3600), "Ann", "127.0.0.1", 0)
    ann.set_listener(lambda event: None)
    port = int(ann.table.address.rpartition(":")[2])
    app = QueensApp(
        Settings("Dan", animation="off"),
        tmp_path,
        TableRequest("join", address="127.0.0.1", port=port, insecure=True),
        opener=open_table,
    )
    try:
        ann.start_match()
        await wait_until(lambda: ann.view is not None)
        async with app.run_test(size=(120, 40)):
            await wait_until(
                lambda: isinstance(app.screen, MatchScreen) and "A match is being played: you" in text_in_one_line(app)
            )
            assert app.session.client.seat is None
    finally:
        await app.leave_table()
        await ann.close()
        await server.close()


async def test_failed_opening_is_explained_on_the_home_screen(tmp_path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        request = TableRequest("host", port=taken.getsockname()[1], bind="127.0.0.1")
        app = QueensApp(Settings("Ann", animation="off"), tmp_path, request, opener=open_table)
        async with app.run_test(size=(80, 24)):
            await wait_until(lambda: isinstance(app.screen, HomeScreen) and "Play now" in text_in_one_line(app))
            await wait_until(lambda: "is taken on this machine" in text_in_one_line(app))


async def test_table_that_fails_to_open_before_the_home_screen_is_built_is_explained_there(tmp_path) -> None:
    async def fail_to_open(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Fail to open any table."""
        raise OSError("No such luck.")

    for kind in ("host", "play"):
        app = QueensApp(Settings("Ann", animation="off"), tmp_path, TableRequest(kind), opener=fail_to_open)
        async with app.run_test(size=(80, 24)):
            await wait_until(lambda app=app: "No such luck." in text_in_one_line(app))
            assert text_in_one_line(app).count("Play now") == 1


@pytest.mark.parametrize("screen", [HomeScreen, MatchScreen])
async def test_first_screen_of_the_program_is_painted_once_and_nothing_before_it(tmp_path, monkeypatch, screen) -> None:
    painted = []
    monkeypatch.setattr(QueensApp, "_display", lambda app, screen, update: painted.append((type(screen), type(update))))
    request = TableRequest("play", "mad-queens", seats=2, bots=1) if screen is MatchScreen else None
    app = QueensApp(Settings("Ann", named=True, animation="off"), tmp_path, request, opener=open_table)
    try:
        async with app.run_test(size=(80, 24)):
            await wait_until(lambda: (screen, WholeScreenUpdate) in painted)
            await wait_for_idle()
            assert [one for one, update in painted if update is WholeScreenUpdate] == [screen]
    finally:
        await app.leave_everything()
        await app.tables.close()
