"""When the SSH listener closes, every guest reads a goodbye, and the listener waits for that.

When a host ends, the table itself says goodbye first, which ends most programs. These tests close only the listener,
which matters to guests who are still joining.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import tui.guest.listener
from net.errors import HOST_CLOSED_TABLE_SENTENCE
from tests.support.patience import PATIENCE_SECONDS
from tui.guest.app import GuestApp
from tui.guest.driver import ENTER_SCREEN_MODE
from tui.guest.guest_service import CODE_QUESTION


@pytest.fixture(autouse=True)
def lengthen_time_for_farewells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the program of a guest enough time for its goodbye, even on a slow machine."""
    monkeypatch.setattr(tui.guest.listener, "MAX_FAREWELL_SECONDS", PATIENCE_SECONDS)


async def close_listener(table: Any, *guests: Any) -> None:
    """Close only the listener; guests close their connection when their channel closes, as OpenSSH does.

    Check that all sessions have ended by themselves: no task was cancelled.
    """
    tasks = list(table.server.sessions)

    async def hang_up(guest: Any) -> None:
        """Close the connection of a guest when its channel has closed."""
        await guest.channel.wait_closed()
        guest.connection.close()

    await asyncio.wait_for(asyncio.gather(table.server.close(), *map(hang_up, guests)), PATIENCE_SECONDS)
    assert not table.server.sessions
    assert not table.server.connections
    assert not any(task.cancelling() for task in tasks)


async def check_farewell_and_terminal(guest: Any) -> None:
    """Wait for the goodbye to a guest; check that the terminal is restored and nothing is drawn after it."""
    await guest.wait_for(lambda: HOST_CLOSED_TABLE_SENTENCE in guest.text, "why it ended")
    await guest.wait_for_exit()
    assert not guest.screen.alternate
    assert guest.data.rstrip().endswith(HOST_CLOSED_TABLE_SENTENCE.encode()), "nothing more is drawn after that"


async def test_closing_the_listener_ends_a_session_in_the_line_mode(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh(term="dumb")
    await table.wait_until(lambda: "ann" in table.seat_names())
    await close_listener(table, guest)
    await check_farewell_and_terminal(guest)


async def test_closing_the_listener_ends_the_question_for_the_code(ssh_table):
    table = await ssh_table.open(code="tulip")
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text(CODE_QUESTION)
    await close_listener(table, guest)
    await check_farewell_and_terminal(guest)


async def test_closing_the_listener_waits_for_a_program_that_ends_slowly(ssh_table, monkeypatch):
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("you")
    usual = GuestApp._shutdown

    may_end = asyncio.Event()
    is_ending = asyncio.Event()

    async def wait_and_shut_down(self: GuestApp) -> None:
        is_ending.set()
        await may_end.wait()
        await usual(self)

    monkeypatch.setattr(GuestApp, "_shutdown", wait_and_shut_down)
    closing = asyncio.ensure_future(close_listener(table, guest))
    await asyncio.wait_for(is_ending.wait(), PATIENCE_SECONDS)
    assert not closing.done()
    assert table.server.connections
    may_end.set()
    await closing
    await check_farewell_and_terminal(guest)


async def test_closing_the_listener_cancels_a_program_that_does_not_end(ssh_table, monkeypatch):
    monkeypatch.setattr(tui.guest.listener, "MAX_FAREWELL_SECONDS", 0.2)
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("you")
    [task] = table.server.sessions
    with monkeypatch.context() as patch:
        patch.setattr(GuestApp, "exit", lambda *_, **__: None)
        await asyncio.wait_for(table.server.close(), PATIENCE_SECONDS)
    assert task.cancelling()
    assert not table.server.connections
    await table.wait_until(task.done)


@pytest.mark.parametrize("program_has_begun", [False, True])
async def test_guest_whose_program_is_starting_sees_the_farewell(ssh_table, monkeypatch, program_has_begun):
    """A request to end that comes before the program starts must not be lost."""
    table = await ssh_table.open()
    if program_has_begun:
        monkeypatch.setattr(GuestApp, "post_display_hook", lambda self: None)  # as if nothing was painted yet
    else:
        await table.server.guests._start_slots.acquire()  # as if somebody else's program was starting
    guest = await table.join_with_asyncssh()
    await table.wait_until(lambda: table.server.guests._starting == 1)
    ending = asyncio.ensure_future(close_listener(table, guest))
    await table.wait_until(lambda: table.server._is_stopped)
    if not program_has_begun:
        table.server.guests._start_slots.release()
    await ending
    await check_farewell_and_terminal(guest)
    assert program_has_begun or ENTER_SCREEN_MODE.encode() not in guest.data


async def test_closing_the_listener_waits_until_the_farewell_was_read(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh(size=(200, 60))
    await guest.wait_for_text("you")
    [session] = table.server.sessions.values()
    guest.channel.pause_reading()
    while not session.app.terminal.has_unread:
        session.app.screen.refresh()
        await asyncio.sleep(0.001)
    ending = asyncio.ensure_future(close_listener(table, guest))
    await table.wait_until(lambda: not table.server.sessions)
    assert not ending.done()
    assert table.server.connections, "the connection is kept until the farewell has been read"
    assert HOST_CLOSED_TABLE_SENTENCE not in guest.text
    guest.channel.resume_reading()
    await ending
    await check_farewell_and_terminal(guest)
