"""Solo matches from the command line: an unfinished one is resumed, and a damaged journal does no harm."""

from __future__ import annotations

import asyncio

import pytest

from core import games
from net.client.events import MatchBegan, MatchChanged
from net.journal import JOURNAL_FILE, unfinished_tables
from tests.support.patience import PATIENCE_SECONDS
from tui.cli.arguments import parser
from tui.cli.requests import table_request
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.settings import Settings

SOLO_REQUEST = TableRequest("play", "mad-queens", 2, 1)
"""A request for a solo match with one bot."""


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """Return the data folder of this test."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    return tmp_path


async def play_and_leave(request=SOLO_REQUEST):
    """Open the table of a request, act once, leave when a card has been drawn, and return the last view."""
    handle = await open_table(request, Settings("Ann", pace="fast"))
    played = asyncio.Event()
    deck = 0

    def handle_event(event):
        """Act at the beginning of the match, and note when a card has been drawn."""
        nonlocal deck
        if isinstance(event, MatchBegan):
            deck = event.view.piles["deck/0"]
            handle.client.send_action(games["mad-queens"].legal(event.view)[0])
        elif isinstance(event, MatchChanged) and event.view.piles["deck/0"] != deck:
            played.set()

    handle.client.set_listener(handle_event)
    handle.client.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await played.wait()
    view = handle.client.view
    await handle.leave()
    return view


def table_request_of_command(*arguments):
    """Return the table request that a command line makes."""
    return table_request(parser().parse_args(arguments), Settings("Ann"))


async def test_play_without_a_game_resumes_the_unfinished_match(data_folder):
    assert table_request_of_command("play").unfinished_table is None, "there is none yet"
    view = await play_and_leave()
    request = table_request_of_command("play")
    assert request.unfinished_table == unfinished_tables(data_folder / JOURNAL_FILE)[0].number
    assert table_request_of_command("play", "--bots", "0").unfinished_table == request.unfinished_table, (
        "no bots are no other match"
    )
    handle = await open_table(request, Settings("Ann", pace="fast"))
    assert handle.client.table.phase == "playing"
    assert handle.client.view.piles["deck/0"] == view.piles["deck/0"]
    assert table_request_of_command("play").unfinished_table is None, "it is being played"
    await handle.leave()


@pytest.mark.parametrize(
    "arguments", [("mad-queens",), ("--bots", "2"), ("--seed", "3"), ("--set", "visibility=sealed")]
)
async def test_play_with_a_game_or_option_begins_a_new_match(data_folder, arguments):
    await play_and_leave()
    assert table_request_of_command("play", *arguments).unfinished_table is None


async def test_damaged_journal_is_reported_and_the_match_is_played_without_it(data_folder):
    (data_folder / JOURNAL_FILE).write_bytes(b"broken" * 1000)
    assert table_request_of_command("play").unfinished_table is None
    handle = await open_table(SOLO_REQUEST, Settings("Ann"))
    assert handle.notices.endswith("This match is not kept.")
    assert "is not a journal of Mad Queens" in handle.notices
    await handle.leave()
    assert (data_folder / JOURNAL_FILE).read_bytes() == b"broken" * 1000
