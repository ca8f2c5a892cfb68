"""What the guests of a club may expect over every carrier: the hall, its tables, the way back, and who counts as the
same person.
"""

from __future__ import annotations

from typing import Any

from net.client.events import ChatReceived
from net.table.owner_requests import banned_address_hash
from tests.support.guest_clubs import shows_screen
from tests.tui.ssh.conftest import LOOPBACK_ADDRESS
from tui.guest.club import CLUB_CODE_QUESTION, WRONG_CLUB_CODE_ANSWER
from tui.screens.hall import HallScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.match import MatchScreen


def is_in_hall(guest: Any) -> bool:
    """Return whether the hall is shown to a guest."""
    return shows_screen(guest.session, HallScreen)


async def test_guest_talks_in_the_hall_sits_down_and_comes_back(guest_club):
    club = await guest_club.open()
    heard: list[object] = []
    club.olga.set_listener(heard.append)
    guest = await club.bring_in_guest("ann")
    await guest.wait_for_text("Olga's table, Mad Queens")
    assert "ann" in guest.session.visit.name
    guest.press("t")
    await guest.wait_for_text("Enter Send")
    guest.press("who plays?\r")
    await club.wait_until(lambda: ChatReceived("ann", "who plays?") in heard)
    await guest.wait_for_text("ann: who plays?")
    await guest.wait_until_settled()
    guest.press("\r")
    await guest.wait_for_text("In the hall it is table 1.")
    assert club.seat_names()[:2] == ["Olga", "ann"]
    guest.press("\x1b")
    await guest.wait_for_text("Leave the table?")
    guest.press("y")
    await club.complete_departure(guest)
    await guest.wait_for_exit()
    assert club.seat_names()[1] == ""
    await club.wait_until(lambda: club.club.hall.people == 1)


async def test_guest_watches_a_match_and_opens_a_table_of_their_own(guest_club):
    club = await guest_club.open(seats=2)
    bob = await club.join("bob")
    await bob.wait_for_text("you")
    club.owner.start_match()
    guest = await club.bring_in_guest("ann")
    await guest.wait_for_text("playing, 2 people")
    await guest.wait_until_settled()
    guest.press("w")
    await club.wait_until(lambda: shows_screen(guest.session, MatchScreen))
    assert club.table.info().spectator_count == 1
    guest.press("\x1b")
    await club.wait_until(lambda: is_in_hall(guest))
    guest.press("p")  # there is no table with room
    await guest.wait_for_text("ann's table")
    assert guest.session.visit.table.client.is_owner


async def test_guest_who_reconnects_is_at_the_table_or_in_the_hall_again(guest_club):
    club = await guest_club.open()
    guest = await club.join("ann", device="laptop")
    await guest.wait_for_text("In the hall it is table 1.")
    for place in (LobbyScreen, HallScreen):
        guest.hang_up()
        await club.wait_until(lambda: not club.server.sessions)
        guest = await club.bring_in_guest("ann", device="laptop")
        await club.wait_until(lambda guest=guest, place=place: shows_screen(guest.session, place))
        assert guest.session.visit.name == "ann"
        if place is LobbyScreen:
            assert club.seat_names()[1] == "ann"
            guest.press("\x1b")
            await guest.wait_for_text("Leave the table?")
            guest.press("y")
            await guest.wait_for_text("Café: ")


async def test_guest_with_one_device_is_one_person_whatever_name_they_enter(guest_club):
    club = await guest_club.open()
    first = await club.join("ann", device="laptop")
    await first.wait_for_text("In the hall it is table 1.")
    second = await club.bring_in_guest("bea", device="laptop")
    await second.wait_for_text("You are ann here, as before.")
    await first.wait_for_text("this connection is closed")
    await second.wait_for_text("In the hall it is table 1.")
    assert club.seat_names() == ["Olga", "ann", "", ""]
    second.hang_up()  # what the first window has left behind does not count
    await club.wait_until(lambda: not club.server.sessions)
    again = await club.bring_in_guest("ann", device="laptop")
    await again.wait_for_text("In the hall it is table 1.")


async def test_guest_is_the_same_person_after_a_restart_of_the_club(guest_club):
    club = await guest_club.open()
    guest = await club.join("ann", device="laptop")
    await guest.wait_for_text("you")
    club.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    guest.hang_up()
    await club.wait_until(lambda: not club.server.sessions)
    club.guests.resume_info_by_identity.clear()  # what a new process would know
    again = await club.bring_in_guest("nobody", device="laptop")
    assert again.session.visit.name == "ann"
    await again.wait_for_text("playing")
    await again.wait_until_settled()
    again.press("\r")
    await again.wait_for_text("Space Reveal")
    assert club.table.info().seats[1].is_here


async def test_guest_who_was_sent_away_is_in_the_hall_and_does_not_come_back_to_the_table(guest_club):
    club = await guest_club.open()
    guest = await club.join("eve", device="laptop")
    await guest.wait_for_text("In the hall it is table 1.")
    club.owner.kick_person("eve")
    await guest.wait_for_text("sent you away")
    await club.wait_until(lambda: is_in_hall(guest))
    state = club.table.state
    by_address = banned_address_hash(state, LOOPBACK_ADDRESS)
    state.banned_identities = tuple(
        mark for mark in state.banned_identities if mark != by_address
    )  # as from another address
    guest.hang_up()
    await club.wait_until(lambda: not club.server.sessions)
    again = await club.bring_in_guest("mallory", device="laptop")
    await again.wait_for_text("Olga's table")
    await again.wait_until_settled()
    again.press("\r")
    await again.wait_for_text("sent you away")
    assert again.session.visit.table is None
    assert club.seat_names() == ["Olga", "", "", ""]


async def test_guest_at_a_table_that_closes_is_in_the_hall(guest_club):
    club = await guest_club.open()
    guest = await club.join("ann")
    await guest.wait_for_text("In the hall it is table 1.")
    club.club.tables.close_table(club.number)
    await guest.wait_for_text("The host has closed the table.")
    await club.wait_until(lambda: is_in_hall(guest))
    assert guest.session.visit.table is None


async def test_guest_at_a_table_of_a_club_without_tls_invites_others_by_a_command_that_works(guest_club):
    club = await guest_club.open()
    guest = await club.join("ann")
    visit = guest.session.visit
    assert visit.table.join_command == visit.hall.join_command == f"queens join {club.club.address} --insecure"


async def test_private_club_and_private_table_ask_for_their_codes(guest_club):
    await guest_club.open_club("mozart")
    club = guest_club
    await club.open_table_of(club.olga, "mad-queens", private=True)
    guest = await club.bring_guest_to_question("ann", CLUB_CODE_QUESTION)
    club.answer(guest, "haydn")
    await guest.wait_for_text(WRONG_CLUB_CODE_ANSWER)
    club.answer(guest, "mozart")
    await guest.wait_for_text("needs a code")
    await guest.wait_until_settled()
    guest.press("\r")
    await guest.wait_for_text("The code of table 1?")
    await guest.wait_until_settled()
    guest.press("WRONG1\r")
    await guest.wait_for_text("That was not the code of that table.")
    await guest.wait_until_settled()
    guest.press(f"{club.code}\r")
    await guest.wait_for_text(f"In the hall it is table 1, and its code is {club.code}.")
