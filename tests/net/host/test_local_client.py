"""A client that plays at a table in its own process."""

from __future__ import annotations

import asyncio

import pytest

from core import BadOption, Moved, games
from core.mad_queens import REVEAL_ACTION
from net.client.events import MatchBegan, MatchChanged, MatchEnded, RefusalReceived
from net.host.local_table import open_table
from net.host.table_spec import make_table_spec
from tests.support.depth import parametrize


@parametrize("slug", games, 3)
async def test_solo_match_with_bots_is_played_to_the_end(slug):
    game = games[slug]
    client = await open_table(make_table_spec(slug, bots=1 if 2 in game.seats else 3, seed=7, pace=0), "Ann")
    assert (client.seat, client.is_owner, client.name) == (0, True, "Ann")
    over = asyncio.Event()
    events: list[object] = []

    def listen(event):
        """Record an event, do the first legal action if there is one, and set `over` at the end of the match."""
        events.append(event)
        if isinstance(event, MatchBegan | MatchChanged) and game.legal(event.view):
            client.send_action(game.legal(event.view)[0])
        if isinstance(event, MatchEnded):
            over.set()

    client.set_listener(listen)
    client.start_match()
    async with asyncio.timeout(60):
        await over.wait()
    assert not [event for event in events if isinstance(event, RefusalReceived)]
    assert client.view.facts["over"] is True
    assert client.standings
    await client.close()


async def test_two_local_tables_with_one_seed_play_the_same_match():
    views = []
    for _ in range(2):
        client = await open_table(make_table_spec("mad-queens", bots=2, seed=7, pace=0), "Ann")
        began = asyncio.Event()
        client.set_listener(lambda event, began=began: began.set() if isinstance(event, MatchBegan) else None)
        client.start_match()
        async with asyncio.timeout(60):
            await began.wait()
        views.append(client.view)
        await client.close()
    assert views[0] == views[1]


async def test_local_table_refuses_options_that_the_game_does_not_have():
    with pytest.raises(BadOption):
        await open_table(make_table_spec("mad-queens", seats=0), "Ann")
    with pytest.raises(BadOption):
        await open_table(make_table_spec("mad-queens", options={"speed": "high"}), "Ann")
    with pytest.raises(KeyError):
        await open_table(make_table_spec("whist"), "Ann")


async def test_bots_of_a_local_table_get_the_seats_that_the_client_asked_for():
    client = await open_table(make_table_spec("mad-queens", bots=5), "Ann")
    assert len(client.table.seats) == 6
    assert [bool(seat.bot) for seat in client.table.seats] == [False, *[True] * 5]
    await client.close()
    client = await open_table(make_table_spec("mad-queens"), "Ann")
    assert len(client.table.seats) == games["mad-queens"].usual_seats
    await client.close()


async def test_bots_of_a_local_table_begin_after_its_person():
    client = await open_table(make_table_spec("mad-queens", bots=2, seed=7, pace=0), "Ann")
    bots_are_done = asyncio.Event()
    decks: list[str] = []

    def listen(event):
        """Reveal a card when the match begins; record the decks from which cards are turned."""
        if isinstance(event, MatchBegan):
            client.send_action(REVEAL_ACTION)
        if isinstance(event, MatchChanged):
            decks.extend(change.source.name for change in event.changes if isinstance(change, Moved))
            if {"deck/1", "deck/2"} <= set(decks):
                bots_are_done.set()

    client.set_listener(listen)
    client.start_match()
    async with asyncio.timeout(60):
        await bots_are_done.wait()
    assert decks[0] == "deck/0"
    await client.close()
