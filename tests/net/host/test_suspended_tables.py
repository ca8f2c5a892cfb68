"""Suspended tables of a club: when a table is suspended, resumed for a person who comes, or given up, and after a
restart.
"""

from __future__ import annotations

import asyncio

import pytest

from net.client.events import MatchChanged
from net.errors import Rejected
from net.host import club_tables
from net.host.club_routes import NO_SUCH_TABLE_SENTENCE
from net.host.club_tables import NO_ROOM_FOR_TABLE_SENTENCE
from net.journal import JOURNAL_FILE
from net.journal.database import JournalDatabase
from tests.net.host.club_harness import begin_match, close_clients, come_into_hall, run_club_at, wait_until


async def begin_match_and_leave(guest, **options):
    """Open a table, begin a match with a bot and leave; return the hall's offer of the table and the client that was
    there.
    """
    table = await guest.open_table("mad-queens", bots=1, seats=2, **options)
    client = await guest.join_table(table.number, table.code)
    await begin_match(client)
    client._connection._transport.abort()  # nobody says goodbye
    await client.close()
    return table, client


async def test_deserted_table_is_suspended_and_resumed_for_the_person_who_comes_back(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table, client = await begin_match_and_leave(ann, private=True)
        await wait_until(lambda: club_tables.is_deserted(club.tables.get(table.number)))
        match = club.tables.get(table.number).runner.table.state.active_runner.match
        club.tables.suspend(table.number)
        assert club.tables.get(table.number) is None
        await ann.wait_until(
            lambda hall: [(row.suspended, row.playing, row.private) for row in hall.rows] == [(True,) * 3]
        )
        assert club.hall._tables.in_use == 0
        back = await ann.join_table(table.number, table.code, tokens=(ann.client.token, client.token))
        assert back.seat == client.seat
        await ann.wait_until(lambda hall: [row.suspended for row in hall.rows] == [False])
        resumed = club.tables.get(table.number).runner.table.state.active_runner.match
        assert (resumed.dealer.seed, resumed.actions[: len(match.actions)]) == (match.dealer.seed, match.actions)
        await close_clients(back, ann.client)


async def test_table_to_which_somebody_is_connecting_is_not_suspended(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table, client = await begin_match_and_leave(ann)
        await wait_until(lambda: club_tables.is_deserted(club.tables.get(table.number)))
        coming = asyncio.ensure_future(ann.join_table(table.number, tokens=(ann.client.token, client.token)))
        runner = club.tables.get(table.number).runner
        await wait_until(lambda: runner.is_connected)
        club.tables.suspend(table.number)
        assert not club.tables.is_suspended(table.number)
        await close_clients(await coming, ann.client)


async def test_table_is_resumed_once_for_many_people_who_come_while_it_is_being_suspended(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table, client = await begin_match_and_leave(ann)
        await wait_until(lambda: club_tables.is_deserted(club.tables.get(table.number)))
        club.tables.suspend(table.number)
        resumed = await asyncio.gather(*(club.tables.resume(table.number) for _ in range(5)))
        assert len(set(map(id, resumed))) == 1
        back = await ann.join_table(table.number, tokens=(ann.client.token, client.token))
        assert back.seat == client.seat
        await close_clients(back, ann.client)


async def test_restarted_club_has_all_tables_suspended_and_runs_none(tmp_path):
    folder = tmp_path / "club"
    async with run_club_at(folder) as (_, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table, client = await begin_match_and_leave(ann)
        token = ann.client.token
    async with run_club_at(folder, port) as (club, _):
        assert (club.tables.recovered_count, club.tables.get(table.number), club.hall.tables) == (1, None, 1)
        again = await come_into_hall(port, tmp_path / "ann", "Ann", token=token)
        back = await again.join_table(table.number, tokens=(token, client.token))
        assert back.seat == client.seat
        events = []
        back.set_listener(events.append)
        await wait_until(lambda: back.view is not None)
        await close_clients(back, again.client, ann.client)
        assert not any(isinstance(event, MatchChanged) for event in events)


async def test_full_club_suspends_the_table_that_was_deserted_first(tmp_path, monkeypatch):
    monkeypatch.setattr(club_tables, "MAX_CLUB_TABLES", 2)
    async with run_club_at(tmp_path / "club") as (club, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        first, at_first = await begin_match_and_leave(ann)
        await wait_until(lambda: all(map(club_tables.is_deserted, club.tables)))
        second, at_second = await begin_match_and_leave(ann)
        await wait_until(lambda: all(map(club_tables.is_deserted, club.tables)) and len(club.tables._deserted) == 2)
        third = await ann.open_table()
        assert club.tables.is_suspended(first.number)
        assert not club.tables.is_suspended(second.number)
        at_third = await ann.join_table(third.number)
        back = await ann.join_table(first.number, tokens=(ann.client.token, at_first.token))
        assert club.tables.is_suspended(second.number)
        with pytest.raises(Rejected, match=NO_ROOM_FOR_TABLE_SENTENCE):
            await ann.join_table(second.number, tokens=(ann.client.token, at_second.token))
        await close_clients(back, at_third, ann.client)


async def test_club_with_too_many_suspended_tables_gives_up_the_one_suspended_longest(tmp_path, monkeypatch):
    monkeypatch.setattr(club_tables, "MAX_SUSPENDED_CLUB_TABLES", 1)
    folder = tmp_path / "club"
    async with run_club_at(folder) as (club, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        tables = [(await begin_match_and_leave(ann))[0] for _ in range(2)]
        await wait_until(lambda: all(map(club_tables.is_deserted, club.tables)))
        for table in tables:
            club.tables.suspend(table.number)
        await ann.wait_until(lambda hall: [row.number for row in hall.rows if row.suspended] == [tables[1].number])
        with pytest.raises(Rejected, match=NO_SUCH_TABLE_SENTENCE.format(tables[0].number)):
            await ann.join_table(tables[0].number)
        await close_clients(ann.client)
    async with run_club_at(folder, port) as (club, _):
        with JournalDatabase(folder / JOURNAL_FILE) as file:
            assert [row[0] for row in file.rows("SELECT id FROM tables WHERE closed IS NULL")] == [tables[1].number]


async def test_table_that_is_closed_while_it_is_resumed_stays_closed(tmp_path):
    folder = tmp_path / "club"
    async with run_club_at(folder) as (club, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table, _ = await begin_match_and_leave(ann)
        await wait_until(lambda: club_tables.is_deserted(club.tables.get(table.number)))
        club.tables.suspend(table.number)
        resumption = asyncio.ensure_future(club.tables.resume(table.number))
        await asyncio.sleep(0)
        club.tables.close_table(table.number)
        assert await resumption is None
        await close_clients(ann.client)
    async with run_club_at(folder, port) as (club, _):
        assert club.tables.recovered_count == 0


async def test_suspended_table_whose_match_cannot_be_replayed_is_not_resumed_and_stays_in_the_journal(
    tmp_path, monkeypatch
):
    folder = tmp_path / "club"
    async with run_club_at(folder) as (_, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table, _ = await begin_match_and_leave(ann)
        await close_clients(ann.client)
    with monkeypatch.context() as patched:
        patched.setattr(club_tables.ClubTables, "_restore_table", lambda self, journal: None)
        async with run_club_at(folder, port) as (club, _):
            assert await club.tables.resume(table.number) is None
            assert not club.tables.is_suspended(table.number)
    async with run_club_at(folder, port) as (club, _):
        assert club.tables.is_suspended(table.number)
