"""The end of the listener: everybody is asked to go and is waited for, though the table itself says nothing to them.

When a host ends, the table says goodbye first, and most programs end by that. Not so for those who are only coming.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import tui.ssh.server
from tests.tui.ssh.conftest import PATIENCE_SECONDS
from tui.guest.app import GuestApp
from tui.guest.driver import ENTER, LEAVE
from tui.ssh.guest_session import ASK_FOR_CODE, HOST_CLOSED_TABLE


@pytest.fixture(autouse=True)
def nobody_is_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody take long enough on any machine."""
    monkeypatch.setattr(tui.ssh.server, "FAREWELL_SECONDS", 20)


async def closed(table: Any, *guests: Any) -> None:
    """Let the listener end, and nothing else; guests hang up when their terminal is closed, as ssh does.

    Everybody has gone by then because they were asked to, and nobody because their session was broken off.
    """
    tasks = list(table.server.sessions)

    async def hang_up(guest: Any) -> None:
        await guest.channel.wait_closed()
        guest.connection.close()

    await asyncio.wait_for(asyncio.gather(table.server.close(), *map(hang_up, guests)), PATIENCE_SECONDS)
    assert not table.server.sessions
    assert not table.server.connections
    assert not any(task.cancelling() for task in tasks)


async def left_as_it_was(guest: Any) -> None:
    """Wait until somebody has been told why it ends, with their terminal as it was before."""
    await guest.until(lambda: HOST_CLOSED_TABLE in guest.text, "why it ended")
    await guest.ended()
    assert not guest.screen.alternate
    assert guest.data.rstrip().endswith(HOST_CLOSED_TABLE.encode()), "nothing more is drawn after that"


async def test_programs_are_asked_to_end_and_take_back_what_they_changed(opened):
    table = await opened.open()
    guests = [await table.light_guest(name) for name in ("ann", "bea")]
    for guest in guests:
        await guest.sees("you")
        assert guest.screen.alternate
    await closed(table, *guests)
    for guest in guests:
        await left_as_it_was(guest)
        assert LEAVE.encode() in guest.data


async def test_whoever_plays_in_lines_is_asked_to_go(opened):
    table = await opened.open()
    guest = await table.light_guest(term="dumb")
    await table.settled(lambda: "ann" in table.names())
    await closed(table, guest)
    await left_as_it_was(guest)


async def test_whoever_is_being_asked_for_the_code_is_told_that_it_is_too_late(opened):
    table = await opened.open(code="tulip")
    guest = await table.light_guest()
    await guest.sees(ASK_FOR_CODE)
    await closed(table, guest)
    await left_as_it_was(guest)


async def test_a_program_that_takes_its_time_to_end_is_waited_for(opened, monkeypatch):
    table = await opened.open()
    guest = await table.light_guest()
    await guest.sees("you")
    usual = GuestApp._shutdown

    async def slowly(self: GuestApp) -> None:
        await asyncio.sleep(0.3)
        await usual(self)

    monkeypatch.setattr(GuestApp, "_shutdown", slowly)
    await closed(table, guest)
    await left_as_it_was(guest)


async def test_a_program_that_does_not_end_is_broken_off(opened, monkeypatch):
    monkeypatch.setattr(tui.ssh.server, "FAREWELL_SECONDS", 0.2)
    table = await opened.open()
    guest = await table.light_guest()
    await guest.sees("you")
    [task] = table.server.sessions
    with monkeypatch.context() as patch:
        patch.setattr(GuestApp, "exit", lambda *_, **__: None)
        await asyncio.wait_for(table.server.close(), PATIENCE_SECONDS)
    assert task.cancelling()
    assert not table.server.connections
    await table.settled(task.done)


@pytest.mark.parametrize("begun", [False, True])
async def test_whoever_is_just_coming_sees_the_end_as_well(opened, monkeypatch, begun):
    """A program that is asked to end before it has begun would never hear of it."""
    table = await opened.open()
    if begun:
        monkeypatch.setattr(GuestApp, "post_display_hook", lambda self: None)  # as if nothing was painted yet
    else:
        await table.server._start_slots.acquire()  # as if somebody else's program was starting
    guest = await table.light_guest()
    await table.settled(lambda: table.server._starting == 1)
    ending = asyncio.ensure_future(closed(table, guest))
    await table.settled(lambda: table.server._stopped)
    if not begun:
        table.server._start_slots.release()
    await ending
    await left_as_it_was(guest)
    assert begun or ENTER.encode() not in guest.data


async def test_the_last_words_are_waited_for_until_they_have_been_read(opened):
    table = await opened.open()
    guest = await table.light_guest(size=(200, 60))
    await guest.sees("you")
    [session] = table.server.sessions.values()
    guest.channel.pause_reading()
    while not session.app.terminal.unread:
        session.app.screen.refresh()
        await asyncio.sleep(0.001)
    ending = asyncio.ensure_future(closed(table, guest))
    await table.settled(lambda: not table.server.sessions)
    await asyncio.sleep(0.05)
    assert HOST_CLOSED_TABLE not in guest.text
    guest.channel.resume_reading()
    await ending
    await left_as_it_was(guest)
