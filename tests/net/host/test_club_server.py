"""A club over real TCP connections: the hall, the tables, who is admitted where, and what survives a restart."""

from __future__ import annotations

import asyncio

import pytest

from net.client.events import ChatReceived, ConnectionRestored, MatchBegan
from net.client.hall import TableGranted
from net.errors import CodeRejected, HostGone, PortTaken, ReachedClub, Rejected
from net.host.club_routes import COME_INTO_THE_HALL_SENTENCE, NO_SUCH_TABLE_SENTENCE
from net.host.club_server import ClubSpec, open_club
from net.host.server import NO_CLUB_HERE_SENTENCE, host
from net.host.table_spec import make_table_spec
from net.journal import JOURNAL_FILE, ports_of_unfinished_tables, unfinished_tables
from net.security.known_hosts import HostTrust
from tests.net.host.club_harness import close_clients, come_into_hall, play_match_to_end, run_club_at
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS


async def test_two_tables_of_a_club_play_at_the_same_time_and_everybody_sees_both(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        ann, bob = [await come_into_hall(port, tmp_path / name, name) for name in ("Ann", "Bob")]
        first = await ann.open_table("mad-queens", seats=2)
        second = await bob.open_table("queen-bees-ii", seats=3)
        at_first, at_second = await ann.join_table(first.number), await bob.join_table(second.number)
        guest = await bob.join_table(first.number)
        assert (at_first.name, guest.name, at_second.name) == ("Ann", "Bob", "Bob")
        assert (at_first.is_owner, guest.is_owner) == (True, False)
        await asyncio.gather(play_match_to_end(at_first, guest), play_match_to_end(at_second))
        await ann.wait_until(lambda client: [(row.free_seats, row.people) for row in client.rows] == [(0, 2), (2, 1)])
        await close_clients(at_first, at_second, guest, ann.client, bob.client)


async def test_person_who_opens_a_table_is_its_founder_though_another_sits_down_first(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        ann, bob = [await come_into_hall(port, tmp_path / name, name) for name in ("Ann", "Bob")]
        table = await ann.open_table()
        early, late = await bob.join_table(table.number), await ann.join_table(table.number)
        assert late.is_owner
        await close_clients(early, late, ann.client, bob.client)


async def test_program_that_does_not_know_clubs_is_refused_with_a_reason(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        with pytest.raises(ReachedClub) as reached:
            await join("127.0.0.1", port, "Ann", trust=HostTrust(tmp_path / "ann"))
        ann = await come_into_hall(port, tmp_path / "ann", "Ann", token=reached.value.token)
        assert (ann.client.name, ann.client.token, ann.client.club_name) == ("Ann", reached.value.token, "Club")
        await close_clients(ann.client)


async def test_nobody_comes_to_a_table_without_a_token_of_the_hall_or_to_an_unknown_table(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table = await ann.open_table()
        for tokens in ((), ("0" * 48,), (ann.client.token[:-1],)):
            with pytest.raises(Rejected, match=COME_INTO_THE_HALL_SENTENCE):
                await ann.join_table(table.number, tokens=tokens)
        with pytest.raises(Rejected, match=NO_SUCH_TABLE_SENTENCE.format(99)):
            await ann.join_table(99)
        await close_clients(ann.client)


async def test_host_of_one_table_refuses_a_hello_for_a_table_of_a_club():
    server, ann = await host(make_table_spec("mad-queens"), "Ann", "127.0.0.1", 0)
    with pytest.raises(Rejected, match=NO_CLUB_HERE_SENTENCE):
        await join("127.0.0.1", int(server.table.address.rpartition(":")[2]), "Bob", club_table=1)
    await ann.close()
    await server.close()


async def test_private_table_of_a_club_asks_for_its_code(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        ann, bob = [await come_into_hall(port, tmp_path / name, name) for name in ("Ann", "Bob")]
        made_up, chosen = await ann.open_table(private=True), await ann.open_table(private=True, code="queens")
        await bob.wait_until(lambda client: [row.private for row in client.rows] == [True, True])
        assert (len(made_up.code), chosen.code) == (6, "queens")
        for wrong in ("", "wrong1"):
            with pytest.raises(CodeRejected):
                await bob.join_table(chosen.number, wrong)
        at_table = await bob.join_table(chosen.number, "Queens")
        await close_clients(at_table, ann.client, bob.client)


async def test_private_club_asks_for_its_code(tmp_path):
    async with run_club_at(tmp_path / "club", code="mozart") as (club, port):
        with pytest.raises(CodeRejected):
            await come_into_hall(port, tmp_path / "ann", "Ann")
        ann = await come_into_hall(port, tmp_path / "ann", "Ann", club.code)
        assert club.code.endswith("-mozart")
        await close_clients(ann.client)


async def test_people_talk_in_the_hall_and_find_each_other_by_play_now(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        ann, bob = [await come_into_hall(port, tmp_path / name, "Ann") for name in ("Ann", "Bob")]
        bob.client.send_chat("hello")
        assert await ann.recorder.wait_for(ChatReceived) == ChatReceived("Ann 2", "hello")
        ann.client.play_now("big-queen")
        offered = await ann.recorder.wait_for(TableGranted)
        bob.client.play_now()
        assert await bob.recorder.wait_for(TableGranted) == offered
        await close_clients(ann.client, bob.client)


async def test_tables_tokens_and_matches_of_a_club_survive_a_restart(tmp_path):
    folder = tmp_path / "club"
    async with run_club_at(folder) as (_, port):
        ann, bob = [await come_into_hall(port, tmp_path / name, name) for name in ("Ann", "Bob")]
        table = await ann.open_table("mad-queens", seats=2, private=True)
        seats = [await ann.join_table(table.number, table.code), await bob.join_table(table.number, table.code)]
        began = asyncio.Event()
        seats[1].set_listener(lambda event: began.set() if isinstance(event, MatchBegan) else None)
        seats[0].start_match()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await began.wait()
        tokens = [ann.client.token, bob.client.token]
    assert unfinished_tables(folder / JOURNAL_FILE, None) == ()  # the club goes on with it, and nothing else
    assert ports_of_unfinished_tables(folder / JOURNAL_FILE, 0) == ()
    async with run_club_at(folder, port) as (club, _):
        assert club.tables.recovered_count == 1
        again = [
            await come_into_hall(port, tmp_path / name, name, token=token)
            for name, token in zip("AB", tokens, strict=True)
        ]
        assert [one.client.token for one in again] == tokens
        await again[0].wait_until(lambda client: [row.playing for row in client.rows] == [True])
        back = [
            await one.join_table(table.number, tokens=(one.client.token, seat.token))
            for one, seat in zip(again, seats, strict=True)
        ]
        assert [client.seat for client in back] == [0, 1]
        assert all(client.view is not None for client in back)
        await close_clients(*back, *(one.client for one in again))
    await close_clients(*seats, ann.client, bob.client)


async def test_client_in_the_hall_reconnects_by_itself_after_a_lost_connection(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        await ann.open_table()
        ann.client._connection._transport.abort()
        await ann.recorder.wait_for(ConnectionRestored)
        await ann.wait_until(lambda client: len(client.rows) == 1 and client.is_listed)
        assert ann.client.name == "Ann"
        await close_clients(ann.client)


async def test_club_at_a_taken_port_is_not_opened(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        with pytest.raises(PortTaken):
            await open_club(ClubSpec("Other"), "127.0.0.1", port)


async def test_club_that_closes_notifies_everybody_and_leaves_the_port_free(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        await ann.open_table()
    with pytest.raises(HostGone):
        await come_into_hall(port, tmp_path / "bob", "Bob")
    await close_clients(ann.client)


async def test_table_that_fails_is_closed_and_the_others_go_on(tmp_path, monkeypatch):
    async with run_club_at(tmp_path / "club") as (club, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        broken, sound = await ann.open_table(), await ann.open_table()
        at_sound = await ann.join_table(sound.number)
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        monkeypatch.setattr(club.tables.get(broken.number).runner.table, "handle", None)
        with pytest.raises(HostGone):
            await ann.join_table(broken.number)
        await ann.wait_until(lambda client: [row.number for row in client.rows] == [sound.number])
        assert at_sound.table.phase == "lobby"
        assert not club.failure.done()
        await close_clients(at_sound, ann.client)


async def test_table_without_people_is_suspended_and_resumed_with_its_rules_and_code(tmp_path, monkeypatch):
    monkeypatch.setattr("net.club.table_lifecycle.DESERTED_TABLE_SECONDS", 0.3)
    async with run_club_at(tmp_path / "club") as (club, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        kept = await ann.open_table()
        at_table = await ann.join_table(kept.number)
        left = await ann.open_table("big-queen", seats=6, name="Lions", private=True)
        await ann.wait_until(lambda client: {row.number: row.suspended for row in client.rows}.get(left.number))
        assert club.tables.get(kept.number) is not None
        assert club.tables.get(left.number) is None
        again = await ann.join_table(left.number, left.code)
        assert (again.table.name, again.table.game, len(again.table.seats)) == ("Lions", "big-queen", 6)
        await close_clients(again, at_table, ann.client)
