"""The table session of a guest: people who come and go are shown together after a while, everything else at once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from net.client.events import ChatReceived, NoticeReceived, TableChanged
from net.protocol.table_state import TableInfo
from tests.support.patience import PATIENCE_SECONDS
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.guest.table_session import GuestTableSession


@dataclass
class FakeClient:
    """A stand-in for a client, with only a name, a seat and a role."""

    name: str = "ann"
    seat: int | None = 1
    is_owner: bool = False


@dataclass
class FakeProgram:
    """A stand-in for a program, which collects the events that are passed to it."""

    events: list[Any] = field(default_factory=list)

    def call_later(self, handle: Any, event: Any) -> None:
        """Keep an event instead of calling `handle` with it."""
        self.events.append(event)


def table_event(matches: int) -> TableChanged:
    """Return the event of a changed table at which `matches` matches have been played."""
    return TableChanged(TableInfo("t", "mad-queens", {}, (), (), "lobby", matches, ""))


def new_session(
    seconds_to_turn: float = 0.0, is_program_starting: Any = lambda: False
) -> tuple[FakeProgram, FakeClient, GuestTableSession]:
    """Return a guest's table session with its program and client.

    `seconds_to_turn` is the number of seconds until the guest's turn to be drawn; `is_program_starting` returns whether
    another program is starting.
    """
    program, client = FakeProgram(), FakeClient()
    handle = TableHandle(cast("Any", client), TableRequest("join"))
    turns = SimpleNamespace(seconds_to_turn=lambda: seconds_to_turn, is_program_starting=is_program_starting)
    session = GuestTableSession(cast("Any", program), handle, turns)
    session.receive_event(table_event(0))  # the first event tells who the guest is, and is passed on at once
    return program, client, session


async def wait_until(is_reached: Any) -> None:
    """Wait until `is_reached()` is true; fail after `PATIENCE_SECONDS`."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not is_reached():  # noqa: ASYNC110 - a turn of the event loop's clock has no event of its own
            await asyncio.sleep(0.001)


async def test_messages_that_arrive_before_a_guests_screen_is_painted_are_shown_together():
    program, _, session = new_session()
    assert program.events == [table_event(0)]
    for event in (
        table_event(1),
        NoticeReceived("bea comes"),
        table_event(2),
        NoticeReceived("cleo comes"),
        table_event(3),
    ):
        session.receive_event(event)
    assert program.events == [table_event(0)]
    await wait_until(lambda: len(program.events) > 1)
    assert program.events == [table_event(0), NoticeReceived("bea comes"), NoticeReceived("cleo comes"), table_event(3)]


async def test_chat_is_shown_at_once_and_after_earlier_events():
    program, _, session = new_session(seconds_to_turn=60.0)
    session.receive_event(NoticeReceived("bea comes"))
    session.receive_event(ChatReceived("bea", "hello"))
    assert program.events[1:] == [NoticeReceived("bea comes"), ChatReceived("bea", "hello")]
    assert session._delayed_events._turn_timer is None


async def test_events_about_the_guest_are_shown_at_once():
    program, client, session = new_session(seconds_to_turn=60.0)
    client.seat = None
    session.receive_event(table_event(1))
    client.is_owner = True
    session.receive_event(table_event(2))
    assert program.events[1:] == [table_event(1), table_event(2)]


async def test_turn_of_a_guest_to_be_drawn_waits_while_another_program_starts():
    asked = []
    starting = [True]

    def is_busy() -> bool:
        asked.append(True)
        return starting[0]

    program, _, session = new_session(is_program_starting=is_busy)
    session.receive_event(table_event(1))
    await wait_until(lambda: len(asked) >= 2)
    assert program.events == [table_event(0)]
    starting[0] = False
    await wait_until(lambda: program.events == [table_event(0), table_event(1)])


async def test_turn_of_a_guest_to_be_drawn_comes_even_if_other_programs_keep_starting(monkeypatch):
    monkeypatch.setattr("tui.guest.delayed_events.MAX_TURN_DELAY_SECONDS", 0.05)
    program, _, session = new_session(is_program_starting=lambda: True)
    session.receive_event(table_event(1))
    await wait_until(lambda: program.events == [table_event(0), table_event(1)])
