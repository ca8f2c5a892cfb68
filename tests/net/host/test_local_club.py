"""People who reach a club from within its own process come into its hall and to its tables, as others do over TCP."""

from __future__ import annotations

import pytest

from net.client.events import HostLost
from net.client.hall import RecordFetched, TableGranted
from net.client.verifier import unpack_record
from net.errors import CLUB_CLOSED_SENTENCE, CodeRejected, Rejected
from net.host.club_routes import NO_SUCH_TABLE_SENTENCE
from net.host.club_tables import is_deserted
from net.host.local_club import enter_local_hall, join_local_club_table
from net.limits import WRONG_CODES_PER_MINUTE
from net.protocol.messages import MatchesShown
from net.table.presence import RETURNED_ELSEWHERE_SENTENCE
from net.transport.code_attempts import TOO_MANY_WRONG_CODES_SENTENCE
from tests.net.host.club_harness import (
    HallRecorder,
    begin_match,
    close_clients,
    come_into_hall,
    play_match_to_end,
    run_club_at,
    wait_until,
)

PERSON_ADDRESS = "192.168.1.20"
"""The IP address that a person comes from."""


async def open_table_in_hall(hall, recorder, **options):
    """Ask the hall for a new table, and return its offer."""
    hall.open_table("mad-queens", **options)
    return await recorder.wait_for(TableGranted)


async def test_person_in_the_clubs_process_and_person_over_the_network_meet_play_and_talk(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, port):
        here = await enter_local_hall(club, "Gus", address=PERSON_ADDRESS)
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        recorder = HallRecorder(here)
        table = await ann.open_table(seats=2)
        await recorder.wait_until(lambda event: [row.number for row in here.rows] == [table.number])
        at_table, guest = (
            await ann.join_table(table.number),
            await join_local_club_table(club, here, table.number, address=PERSON_ADDRESS),
        )
        assert (guest.name, guest.seat, here.club_name) == ("Gus", 1, "Club")
        await play_match_to_end(at_table, guest)
        here.send_chat("well played")
        await ann.recorder.wait_until(lambda event: getattr(event, "text", "") == "well played")
        here.show_matches()
        [played] = (await recorder.wait_for(MatchesShown)).rows
        here.fetch_record(played.number)
        record = unpack_record((await recorder.wait_for(RecordFetched)).packed_record)
        assert set(record.proof.names) == {"Ann", "Gus"}
        await close_clients(at_table, guest, here, ann.client)


async def test_person_in_the_clubs_process_is_known_by_the_token_and_keeps_the_name(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, _):
        first = await enter_local_hall(club, "Gus")
        token = first.token
        recorder = HallRecorder(first)
        second = await enter_local_hall(club, "Max", token=token)
        assert (second.name, second.token) == ("Gus", token)
        lost = await recorder.wait_for(HostLost)
        assert lost.reason == RETURNED_ELSEWHERE_SENTENCE
        await close_clients(first)
        recorder = HallRecorder(second)
        await recorder.wait_until(lambda event: second.people == 1)
        await close_clients(second)
        third = await enter_local_hall(club, "Max")
        assert third.name == "Max"


async def test_local_person_gets_their_seat_back_by_the_token_and_is_the_founder_of_their_table(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, _):
        ann, bob = await enter_local_hall(club, "Ann"), await enter_local_hall(club, "Bob")
        table = await open_table_in_hall(ann, HallRecorder(ann), seats=2)
        early = await join_local_club_table(club, bob, table.number)
        founder = await join_local_club_table(club, ann, table.number)
        assert founder.is_owner
        assert not early.is_owner
        await early.drop_connection()
        again = await join_local_club_table(club, bob, table.number, token=early.token)
        assert again.seat == early.seat
        await close_clients(founder, again, ann, bob)


async def test_private_table_asks_a_local_person_for_its_code_and_slows_guesses_down(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, _):
        ann, eve = await enter_local_hall(club, "Ann"), await enter_local_hall(club, "Eve", address=PERSON_ADDRESS)
        table = await open_table_in_hall(ann, HallRecorder(ann), private=True)
        with pytest.raises(CodeRejected):
            await join_local_club_table(club, eve, table.number, address=PERSON_ADDRESS)
        with pytest.raises(CodeRejected):
            await join_local_club_table(club, eve, table.number, "WRONG1", address=PERSON_ADDRESS)
        attempts = club.tables.get(table.number).code_attempts
        for _ in range(WRONG_CODES_PER_MINUTE):
            attempts.check_answer(PERSON_ADDRESS, "WRONG2", eve._loop.time())
        with pytest.raises(Rejected, match=TOO_MANY_WRONG_CODES_SENTENCE):
            await join_local_club_table(club, eve, table.number, table.code, address=PERSON_ADDRESS)
        bob = await enter_local_hall(club, "Bob", address="192.168.1.21")
        at_table = await join_local_club_table(club, bob, table.number, table.code, address="192.168.1.21")
        await close_clients(at_table, ann, eve, bob)


async def test_private_club_asks_a_local_person_for_its_code_and_refuses_an_unknown_table(tmp_path):
    async with run_club_at(tmp_path / "club", code="mozart") as (club, _):
        for wrong in ("", "haydn"):
            with pytest.raises(CodeRejected):
                await enter_local_hall(club, "Eve", wrong)
        ann = await enter_local_hall(club, "Ann", "MOZART")
        with pytest.raises(Rejected, match=NO_SUCH_TABLE_SENTENCE.format(7)):
            await join_local_club_table(club, ann, 7)
        await close_clients(ann)


async def test_local_person_in_the_hall_is_notified_that_the_club_closes(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, _):
        ann = await enter_local_hall(club, "Ann")
        recorder = HallRecorder(ann)
    assert (await recorder.wait_for(HostLost)).reason == CLUB_CLOSED_SENTENCE
    assert ann.host_lost == CLUB_CLOSED_SENTENCE


async def test_guest_in_this_process_has_a_suspended_table_resumed(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, _):
        here = await enter_local_hall(club, "Gus", address=PERSON_ADDRESS)
        table = await open_table_in_hall(here, HallRecorder(here), bots=1, seats=2)
        client = await join_local_club_table(club, here, table.number, address=PERSON_ADDRESS)
        await begin_match(client)
        await client.drop_connection()
        await wait_until(lambda: is_deserted(club.tables.get(table.number)))
        club.tables.suspend(table.number)
        again = await join_local_club_table(club, here, table.number, token=client.token, address=PERSON_ADDRESS)
        assert again.seat == client.seat
        await close_clients(again, here)


async def test_people_in_hall_and_at_tables_are_shown_the_addresses_for_browsers_and_ssh(tmp_path):
    async with run_club_at(tmp_path / "club") as (club, port):
        club.open_to_guests(8222, True, 2222)
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        assert (ann.client.web_port, ann.client.web_encrypted, ann.client.ssh_port) == (8222, True, 2222)
        table = await ann.open_table()
        at_table = await ann.join_table(table.number)
        assert (at_table.table.web_port, at_table.table.web_encrypted) == (8222, True)
        await close_clients(at_table, ann.client)
