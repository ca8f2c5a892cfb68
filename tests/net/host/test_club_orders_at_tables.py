"""A club over real TCP connections with an organiser in its hall: what the organiser's orders do at the tables."""

from __future__ import annotations

import pytest

from net.client.events import ChatReceived, HostLost, NoticeReceived, RefusalReceived
from net.club.administration import CLUB_IS_CLOSING_SENTENCE, SENT_AWAY_FROM_CLUB_SENTENCE
from net.errors import Rejected
from net.host.club_routes import NO_SUCH_TABLE_SENTENCE
from net.host.club_tables import is_deserted
from net.table.owner_requests import SENT_AWAY_FROM_TABLE_SENTENCE
from tests.net.host.club_harness import (
    HallRecorder,
    begin_match,
    close_clients,
    come_into_hall,
    run_club_at,
    wait_until,
)


async def become_organiser(club, port, folder):
    """Return a person who has come into the hall and has proved with the key that they run the club."""
    ann = await come_into_hall(port, folder, "Ann")
    ann.client.send_chat(f"/run {club.organiser_key}")
    await ann.recorder.wait_for(ChatReceived)
    return ann


async def test_closed_table_ends_for_its_people_and_its_match_is_given_up(tmp_path):
    folder = tmp_path / "club"
    async with run_club_at(folder) as (club, port):
        ann, bob = (
            await become_organiser(club, port, tmp_path / "ann"),
            await come_into_hall(port, tmp_path / "bob", "Bob"),
        )
        table = await bob.open_table(bots=1, seats=2)
        at_table = await bob.join_table(table.number)
        await begin_match(at_table)
        recorder = HallRecorder(at_table)
        ann.client.send_chat(f"/close {table.number}")
        await recorder.wait_for(HostLost)
        await bob.wait_until(lambda hall: not hall.rows)
        with pytest.raises(Rejected, match=NO_SUCH_TABLE_SENTENCE.format(table.number)):
            await bob.join_table(table.number)
        await close_clients(at_table, ann.client, bob.client)
    async with run_club_at(folder, port) as (club, _):
        assert club.tables.recovered_count == 0


async def test_person_who_is_sent_away_loses_hall_and_tables_and_a_bot_plays_on(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, port):
        ann, bob = (
            await become_organiser(club, port, tmp_path / "ann"),
            await come_into_hall(port, tmp_path / "bob", "Bob"),
        )
        table = await ann.open_table(seats=2)
        at_table, away = await ann.join_table(table.number), await bob.join_table(table.number)
        await begin_match(at_table, away)
        recorder = HallRecorder(away)
        ann.client.send_chat("/away Bob")
        await recorder.wait_for(HostLost)
        await bob.recorder.wait_for(HostLost)
        await wait_until(lambda: not any(seat.name == "Bob" for seat in at_table.table.seats))
        for tokens in ((bob.client.token,), (bob.client.token, away.token)):
            with pytest.raises(Rejected, match=SENT_AWAY_FROM_CLUB_SENTENCE):
                await bob.join_table(table.number, tokens=tokens)
        with pytest.raises(Rejected, match=SENT_AWAY_FROM_CLUB_SENTENCE):
            await come_into_hall(port, tmp_path / "bob", "Rob", token=bob.client.token)
        await close_clients(at_table, away, ann.client, bob.client)


async def test_announcement_of_the_organiser_is_shown_at_the_tables(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, port):
        ann, bob = (
            await become_organiser(club, port, tmp_path / "ann"),
            await come_into_hall(port, tmp_path / "bob", "Bob"),
        )
        at_table = await bob.join_table((await bob.open_table()).number)
        recorder = HallRecorder(at_table)
        ann.client.send_chat("/say We close at ten.")
        await recorder.wait_until(lambda event: event == NoticeReceived("Club: We close at ten."))
        assert await bob.recorder.wait_for(ChatReceived) == ChatReceived("Club", "We close at ten.")
        await close_clients(at_table, ann.client, bob.client)


async def test_club_ordered_to_stop_plays_its_matches_to_the_end_and_begins_none(tmp_path, monkeypatch):
    monkeypatch.setattr("net.club.administration.WAIT_AFTER_LAST_MATCH_SECONDS", 0.1)
    async with run_club_at(tmp_path / "club") as (club, port):
        ann, bob = (
            await become_organiser(club, port, tmp_path / "ann"),
            await come_into_hall(port, tmp_path / "bob", "Bob"),
        )
        playing, waiting = await ann.open_table(seats=2, bots=1), await bob.open_table(seats=2, bots=1)
        at_playing, at_waiting = await ann.join_table(playing.number), await bob.join_table(waiting.number)
        await begin_match(at_playing)
        await ann.wait_until(lambda hall: any(row.playing and row.people for row in hall.rows))
        ann.client.send_chat("/stop 60")
        await wait_until(lambda: club.hall.is_closing)
        assert not club.stopped.is_set()
        recorder = HallRecorder(at_waiting)
        at_waiting.start_match()
        assert (await recorder.wait_for(RefusalReceived)).reason == CLUB_IS_CLOSING_SENTENCE
        at_playing.end_match()
        await wait_until(club.stopped.is_set)
        await close_clients(at_playing, at_waiting, ann.client, bob.client)


async def test_suspended_table_is_not_resumed_in_a_club_ordered_to_stop(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, port):
        ann, bob = (
            await come_into_hall(port, tmp_path / "ann", "Ann"),
            await come_into_hall(port, tmp_path / "bob", "Bob"),
        )
        tables = [await one.open_table(seats=2, bots=1) for one in (ann, bob)]
        seats = [await one.join_table(table.number) for one, table in zip((ann, bob), tables, strict=True)]
        for client in seats:
            await begin_match(client)
        await seats[0].close()
        await wait_until(lambda: is_deserted(club.tables.get(tables[0].number)))
        club.tables.suspend(tables[0].number)
        club.stop(60)
        await wait_until(lambda: club.hall.is_closing)
        with pytest.raises(Rejected, match=CLUB_IS_CLOSING_SENTENCE):
            await ann.join_table(tables[0].number)
        await close_clients(seats[1], ann.client, bob.client)


async def test_owner_who_sends_one_person_away_does_not_bar_others_behind_the_same_router(tmp_path):
    async with run_club_at(tmp_path / "club") as (_, port):
        ann, bob, cat = [await come_into_hall(port, tmp_path / name, name) for name in ("Ann", "Bob", "Cat")]
        table = await ann.open_table(seats=3)
        at_table, away = await ann.join_table(table.number), await bob.join_table(table.number)
        recorder = HallRecorder(away)
        at_table.kick_person("Bob")
        await recorder.wait_for(HostLost)
        with pytest.raises(Rejected, match=SENT_AWAY_FROM_TABLE_SENTENCE):
            await bob.join_table(table.number)  # without the token of the seat, too
        newcomer = await cat.join_table(table.number)
        await close_clients(at_table, away, newcomer, ann.client, bob.client, cat.client)
