"""What a guest may expect over every carrier, SSH and the web, at a table on its own and in a club."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any

import pytest

import tui.guest.client_terminal
import tui.guest.driver
import tui.guest.listener
import tui.guest.session
import tui.web.socket
from core import games
from net.client.events import ChatReceived
from net.table.owner_requests import banned_address_hash
from tests.support.idle import wait_for_idle
from tests.support.patience import PATIENCE_SECONDS
from tests.tui.ssh.conftest import LOOPBACK_ADDRESS, draw_until_output_is_unread
from tui.guest.app import GuestApp
from tui.guest.driver import LEAVE_SCREEN_MODE
from tui.guest.farewells import CRASHED_SEAT_KEPT_FAREWELL
from tui.guest.guest_limit import ADDRESS_FULL_SENTENCE, TABLE_FULL_SENTENCE, GuestLimit
from tui.guest.limits import MAX_COLUMNS, MAX_ROWS, MAX_UNREAD_BYTES, MIN_UNREAD_BYTES_TO_PAUSE
from tui.screens.lobby import LobbyScreen


@pytest.fixture(autouse=True)
def lengthen_time_for_farewells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the program of a guest enough time for its goodbye, even on a slow machine."""
    monkeypatch.setattr(tui.guest.listener, "MAX_FAREWELL_SECONDS", PATIENCE_SECONDS)


def guest_programs(table: Any) -> list[GuestApp]:
    """Return the programs of all guests, in the order in which the guests came."""
    return [session.app for session in table.server.sessions.values() if session.app is not None]


async def wait_for_end_of_connection(client: socket.socket) -> None:
    """Return when the host has closed the connection of a client, which may have been greeted before."""
    with suppress(ConnectionResetError):
        while await asyncio.get_running_loop().sock_recv(client, 1_000):
            pass


# From the first screen to the farewell


async def test_guest_sits_down_talks_plays_and_leaves(guest_table):
    table = await guest_table.open()
    heard: list[object] = []
    table.owner.set_listener(heard.append)
    guest = await table.join("[@click=app.quit]Ann")
    await guest.wait_for_text("T Talk")
    assert table.seat_names()[:2] == ["Olga", "[@click=app.quit]Ann"]
    guest.press("t")
    await guest.wait_for_text("Enter Send")
    guest.press("Grüße, 你好\r")
    await table.wait_until(lambda: ChatReceived("[@click=app.quit]Ann", "Grüße, 你好") in heard)
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    await table.wait_until(lambda: guest_programs(table)[0].screen.board.decision_counts)
    guest.press(" ")
    await table.wait_until(lambda: (1, "reveal") in table.table.state.runner.match.record.actions)
    guest.press("\x1b")
    await guest.wait_for_text("Leave the match?")
    guest.press("y")
    await table.complete_departure(guest)
    await guest.wait_for_exit()
    assert not guest.screen.alternate
    await table.wait_until(lambda: not table.server.sessions)
    assert table.guests.guest_count == 0


async def test_resized_window_of_a_guest_is_drawn_again_within_its_bounds(guest_table):
    table = await guest_table.open()
    guest = await table.join(size=(400, 150))
    await guest.wait_for_text("Esc Leave")
    guest.resize(120, 40)
    await guest.wait_for(lambda: "Esc Leave" in guest.screen.display[39])
    program = guest_programs(table)[0]
    guest.send("resize", columns=65_000, rows=65_000) if hasattr(guest, "send") else guest.resize(65_000, 65_000)
    await table.wait_until(lambda: program.size == (MAX_COLUMNS, MAX_ROWS))


async def test_guest_who_sends_window_sizes_without_end_is_drawn_only_now_and_then(guest_table, monkeypatch):
    monkeypatch.setattr(tui.guest.client_terminal, "SECONDS_BETWEEN_RESIZES", 10 * PATIENCE_SECONDS)
    table = await guest_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    sizes: list[tuple[int, int]] = []
    program = guest_programs(table)[0]
    monkeypatch.setattr(program._driver, "handle_resize", sizes.append)
    for number in range(1_000):
        guest.resize(60 + number % 100, 30)
    guest.resize(99, 33)
    await table.wait_until(lambda: program.terminal.size == (99, 33))
    assert sizes == []


@pytest.mark.parametrize("turns", range(4))
async def test_client_who_comes_in_just_when_listening_ends_is_disconnected_at_once(guest_table, turns):
    """Between the accepted connection and its transport lies a turn of the event loop."""
    table = await guest_table.open()
    with socket.create_connection((LOOPBACK_ADDRESS, table.server.port)) as late:
        late.setblocking(False)
        for _ in range(turns):
            await asyncio.sleep(0)
        table.server.stop()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await wait_for_end_of_connection(late)


@pytest.mark.parametrize("turns", range(5))
async def test_client_who_comes_in_just_when_the_listener_closes_is_disconnected(single_table, turns, monkeypatch):
    """The connection is not yet accepted, accepted without a transport, or made; then it has no guest yet."""
    monkeypatch.setattr(tui.guest.listener, "MAX_FAREWELL_SECONDS", 0.0)  # this client reads no farewell
    table = await single_table.open()
    with socket.create_connection((LOOPBACK_ADDRESS, table.server.port)) as late:
        late.setblocking(False)
        for _ in range(turns):
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await table.server.close()
            assert not table.server.connections
            await wait_for_end_of_connection(late)


async def test_closing_the_listener_ends_programs_and_restores_their_terminals(guest_table):
    table = await guest_table.open()
    guests = [await table.join(name) for name in ("ann", "bea")]
    for guest in guests:
        await guest.wait_for_text("you")
        assert guest.screen.alternate
    tasks = list(table.server.sessions)

    async def hang_up(guest: Any) -> None:
        await guest.wait_for_exit()
        guest.hang_up()

    await asyncio.gather(table.server.close(), *map(hang_up, guests))
    assert not table.server.connections
    assert not any(task.cancelling() for task in tasks)
    for guest in guests:
        assert table.guests.service.sentences.close_farewell in guest.text
        assert not guest.screen.alternate
        assert LEAVE_SCREEN_MODE.encode() in guest.data


async def test_crash_in_the_program_of_a_guest_ends_only_their_session_with_one_sentence(
    guest_table, monkeypatch, capfd
):
    table = await guest_table.open()
    one, other = await table.join("ann", device="laptop"), await table.join("bea")
    await one.wait_for_text("you")
    await other.wait_for_text("you")

    def fail(self: LobbyScreen) -> None:
        secret = "the next card is the Queen of Spades"
        raise RuntimeError(secret)

    monkeypatch.setattr(LobbyScreen, "action_watch", fail)
    one.press("w")
    await one.wait_for_text(CRASHED_SEAT_KEPT_FAREWELL)
    await one.wait_for_exit()
    for trace in ("Traceback", "RuntimeError", "Spades", "secret"):
        assert trace.encode() not in one.data
        assert trace not in one.text
    other.press("t")
    await other.wait_for_text("Enter Send")
    assert capfd.readouterr() == ("", "")


async def test_guest_reads_that_the_check_of_a_fair_deal_depends_on_trust_in_the_host(guest_table):
    """The host's process draws the guest's screen, and so also makes the check of the match that the guest reads."""
    table = await guest_table.open(seats=2, seed=None)
    guest = await table.join(size=(80, 30))
    await guest.wait_for_text("you")
    players = [table.owner, *(session.visit.table.client for session in table.server.sessions.values())]
    bot = next(iter(games["mad-queens"].bots.values()))
    table.owner.start_match()

    def is_checked() -> bool:
        """Make everybody act who can, and return whether both programs have checked the match."""
        for player in players:
            if player.view is not None and not player.awaits_answer and games["mad-queens"].legal(player.view):
                player.send_action(bot(player.view))
        return all(player.verdict is not None for player in players)

    await table.wait_until(is_checked)
    told = players[1].verdict
    assert told.fair is None
    assert told.sentence.startswith("Fair deal, says the host: everybody shuffled together, and nobody could choose")
    assert told.sentence.endswith(" moves followed the rules. Only a program of your own could check it.")
    await guest.wait_for_text("Standings")
    await guest.wait_until_settled()
    guest.press("\r")
    await guest.wait_for(lambda: told.sentence in " ".join("".join(guest.screen.display).split()))
    assert players[0].verdict.fair is True, "the program of the owner is their own"


# Guests who come back or become owner


async def test_guest_who_dropped_gets_the_seat_back_also_after_a_restart_of_the_host(guest_table):
    table = await guest_table.open()
    guest = await table.join("ann", device="laptop")
    await guest.wait_for_text("you")
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    for restarted in (False, True):
        guest.hang_up()
        await table.wait_until(lambda: not table.table.info().seats[1].is_here)
        if restarted:
            table.guests.resume_info_by_identity.clear()  # what a new process would know
        guest = await table.join("ann", device="laptop")
        await guest.wait_for_text("Space Reveal")
        assert table.table.info().seats[1].is_here
        assert table.seat_names()[1] == "ann"


async def test_second_window_of_the_same_device_takes_over_the_seat(guest_table):
    table = await guest_table.open()
    first = await table.join("ann", device="laptop")
    await first.wait_for_text("you")
    second = await table.join("ann", device="laptop")
    await second.wait_for_text("you")
    await first.wait_for_text("this connection is closed")
    assert table.seat_names() == ["Olga", "ann", "", ""]


async def test_one_device_with_two_names_is_two_guests(single_table):
    table = await single_table.open()
    for name in ("ann", "bea"):
        await (await table.join(name, device="laptop")).wait_for_text("you")
    assert table.seat_names() == ["Olga", "ann", "bea", ""]


async def test_guest_who_was_sent_away_is_refused_with_their_device_and_from_their_address(single_table):
    table = await single_table.open()
    guest = await table.join("eve", device="laptop")
    await guest.wait_for_text("you")
    table.owner.kick_person("eve")
    await table.wait_until(lambda: not table.server.sessions)
    state = table.table.state
    for name, device in (("eve", "laptop"), ("mallory", "laptop"), ("mallory", "phone"), ("trudy", "")):
        again = await table.join(name, device=device)
        await again.wait_for_text("sent")
        await again.wait_for_exit()
    assert [person.name for person in state.people.connected.values()] == ["Olga"]
    by_address = banned_address_hash(state, LOOPBACK_ADDRESS)
    state.banned_identities = tuple(
        mark for mark in state.banned_identities if mark != by_address
    )  # as from another address
    again = await table.join("mallory", device="laptop")
    await again.wait_for_text("has sent you away")


async def test_guest_who_becomes_owner_is_notified(guest_table):
    table = await guest_table.open()
    guest = await table.join("ann")
    await guest.wait_for_text("you")
    await table.owner.close()
    await guest.wait_for_text("You are the owner now.")


# Guests who do not read or who send too much


async def test_drawing_pauses_for_a_guest_who_does_not_read(guest_table):
    table = await guest_table.open()
    guest = await table.join(size=(200, 60))
    await guest.wait_for_text("you")
    guest.stop_reading()
    program = guest_programs(table)[0]
    await draw_until_output_is_unread(program)
    unread = unread_bytes(program)
    for _ in range(10):
        program.screen.refresh()
        await wait_for_idle()
    assert unread_bytes(program) == unread <= 3 * MIN_UNREAD_BYTES_TO_PAUSE
    table.owner.send_chat("are you there?")
    await wait_for_idle()
    assert unread_bytes(program) == unread
    guest.resume_reading()
    await guest.wait_for_text("are you there?")


def unread_bytes(program: GuestApp) -> int:
    """Return the number of bytes that the guest of a program has not read."""
    return program.terminal._channel.unsent_bytes()


async def test_guest_who_does_not_read_for_too_long_is_disconnected(guest_table, monkeypatch):
    monkeypatch.setattr(tui.guest.session, "MAX_UNREAD_SECONDS", 0.2)
    monkeypatch.setattr(
        tui.web.socket, "SECONDS_BETWEEN_PINGS", 10 * PATIENCE_SECONDS
    )  # nor does this guest answer pings
    table = await guest_table.open()
    guest = await table.join(size=(200, 60))
    await guest.wait_for_text("you")
    guest.stop_reading()
    program = guest_programs(table)[0]
    await draw_until_output_is_unread(program)
    await table.wait_until(lambda: not table.server.sessions and not table.server.connections)


async def test_output_that_is_not_sent_costs_little_memory(single_table):
    """A guest's program stops drawing long before this bound; the bound holds whatever writes the output."""
    table = await single_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    terminal = guest_programs(table)[0].terminal
    for _ in range(2 * MAX_UNREAD_BYTES // MIN_UNREAD_BYTES_TO_PAUSE):
        terminal.write(b" " * MIN_UNREAD_BYTES_TO_PAUSE)
        assert terminal._channel.unsent_bytes() <= MAX_UNREAD_BYTES + 2 * MIN_UNREAD_BYTES_TO_PAUSE
    assert terminal.is_disconnected
    await table.wait_until(lambda: not table.server.sessions and not table.server.connections)


async def test_flood_of_keys_does_not_block_other_guests(guest_table):
    """The key of another guest is answered while most of the flood still waits to be handled."""
    table = await guest_table.open()
    flooder, other = await table.join("ann"), await table.join("bea")
    await flooder.wait_for_text("R Ready")
    await other.wait_for_text("R Ready")
    heard = 0
    program = guest_programs(table)[0]
    received_from_hall = program._driver.send_message

    def count(message: Any) -> None:
        nonlocal heard
        heard += 1
        received_from_hall(message)

    program._driver.send_message = count
    for _ in range(30):
        flooder.press("w" * 4_000)
    other.press("t")
    await other.wait_for_text("Enter Send")
    assert heard < 1_000


async def test_escape_key_after_other_keys_counts_however_slowly_those_are_handled(guest_table, monkeypatch):
    monkeypatch.setattr(tui.guest.driver, "MAX_MESSAGES_IN_A_ROW", 1)
    monkeypatch.setattr(tui.guest.driver.constants, "ESCAPE_DELAY", -0.005)  # shorter than the turn of one message
    table = await guest_table.open()
    guest = await table.join()
    await guest.wait_for_text("T Talk")
    for _ in range(3):
        guest.press("t")
        await guest.wait_for_text("Enter Send")
        guest.press("\x15abc\x15\x1b")
        await guest.wait_for_text("T Talk")


async def test_full_table_refuses_a_guest_in_a_sentence(guest_table):
    table = await guest_table.open()
    table.guests.guest_limit = GuestLimit(guests=1)
    await (await table.join("ann")).wait_for_text("you")
    second = await table.join("bea")
    await second.wait_for_text(TABLE_FULL_SENTENCE)
    await second.wait_for_exit()


async def test_guest_from_an_address_with_too_many_others_is_refused_in_a_sentence(single_table):
    table = await single_table.open()
    table.guests.guest_limit = GuestLimit(guests_per_address=1)
    await (await table.join("ann")).wait_for_text("you")
    second = await table.join("bea")
    await second.wait_for_text(ADDRESS_FULL_SENTENCE)
    await second.wait_for_exit()
