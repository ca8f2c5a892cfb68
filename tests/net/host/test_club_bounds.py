"""The limits of one table of a club: messages beyond them wait unread, so that people at one table cannot slow down
others.
"""

from __future__ import annotations

import asyncio

from net.client.events import ChatReceived
from net.host import club_server, club_tables
from net.limits import CLUB_TABLE_MESSAGES_AT_ONCE, CLUB_TABLE_MESSAGES_PER_SECOND, MAX_HALL_PEOPLE, READ_PAUSE_SECONDS
from net.protocol.messages import Ready
from tests.net.host.club_harness import close_clients, come_into_hall, play_match_to_end, run_club_at, wait_until


async def test_messages_above_the_bound_of_one_table_wait_and_those_of_other_tables_do_not(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        tables = [club.tables.get((await ann.open_table()).number).runner for _ in range(2)]
        now = asyncio.get_running_loop().time()
        assert tables[0].count_received(CLUB_TABLE_MESSAGES_AT_ONCE, now) == 0
        assert abs(tables[0].count_received(CLUB_TABLE_MESSAGES_PER_SECOND, now) - 1) < 0.01
        assert tables[1].count_received(1, now) == 0
        assert club._hall_runner.count_received(10**6, now) == 0
        await close_clients(ann.client)


async def test_table_with_a_full_inbox_is_not_read_from_at_any_rate_of_messages(tmp_path, monkeypatch):
    monkeypatch.setattr("net.host.table_runner.MAX_INBOX_MESSAGES", 0)
    async with run_club_at(tmp_path / "club") as (club, _):
        assert club._hall_runner.count_received(1, 0.0) == READ_PAUSE_SECONDS


async def test_flooded_table_is_read_slowly_while_people_at_another_play_a_match(tmp_path, monkeypatch):
    monkeypatch.setattr(club_tables, "CLUB_TABLE_MESSAGES_PER_SECOND", 0.01)
    monkeypatch.setattr(club_tables, "CLUB_TABLE_MESSAGES_AT_ONCE", 20)
    async with run_club_at(tmp_path / "club") as (club, port):
        ann, eve = (
            await come_into_hall(port, tmp_path / "ann", "Ann"),
            await come_into_hall(port, tmp_path / "eve", "Eve"),
        )
        noisy = await eve.join_table((await eve.open_table()).number)
        monkeypatch.undo()
        calm = await ann.join_table((await ann.open_table(seats=2, bots=1)).number)
        for number in range(200):
            noisy._send(Ready(bool(number % 2)))
        [connection] = [one for one in club._connections if one._route.runner is club.tables.get(1).runner]
        await wait_until(lambda: not connection._transport.is_reading())
        await play_match_to_end(calm)
        assert not connection._transport.is_reading()
        eve.client.send_chat("I am still in the hall")
        await ann.recorder.wait_for(ChatReceived)
        await close_clients(noisy, calm, ann.client, eve.client)


async def test_one_address_may_have_half_of_all_connections_of_a_club(tmp_path, monkeypatch):
    monkeypatch.setattr(club_server, "max_open_connections", lambda wanted: wanted)
    async with run_club_at(tmp_path / "club") as (club, _):
        assert club.admission._people_per_address == MAX_HALL_PEOPLE
        assert club.admission._most_people // 2 >= MAX_HALL_PEOPLE
