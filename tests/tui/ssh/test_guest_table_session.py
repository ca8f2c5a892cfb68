"""Who comes and goes is shown to guests in turns, everything else at once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

from net.client.events import Noticed, Said, TableChanged
from net.protocol.table_state import TableInfo
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.guest.table_session import GuestTableSession


@dataclass
class End:
    """A client of which only who it is counts."""

    name: str = "ann"
    seat: int | None = 1
    owner: bool = False


@dataclass
class Program:
    """A program that notes what it is told."""

    told: list[Any] = field(default_factory=list)

    def call_later(self, handle: Any, event: Any) -> None:
        self.told.append(event)


def table(matches: int) -> TableChanged:
    return TableChanged(TableInfo("t", "mad-queens", {}, (), (), "lobby", matches, ""))


def visit_of(turn: float = 0.0, busy: Any = lambda: False) -> tuple[Program, End, GuestTableSession]:
    program, client = Program(), End()
    handle = TableHandle(cast("Any", client))
    session = GuestTableSession(cast("Any", program), handle, TableRequest("join"), lambda: turn, busy)
    session._pass_on(table(0))  # who one is comes first, and at once
    return program, client, session


async def test_all_who_came_until_the_turn_are_shown_together():
    program, _, session = visit_of()
    assert program.told == [table(0)]
    events = [table(1), Noticed("bea comes"), table(2), Noticed("cleo comes"), table(3)]
    for event in events:
        session._pass_on(event)
    assert program.told == [table(0)]
    await asyncio.sleep(0.01)
    assert program.told == [table(0), Noticed("bea comes"), Noticed("cleo comes"), table(3)]


async def test_what_is_said_is_shown_at_once_and_after_what_was_before():
    program, _, session = visit_of(turn=60.0)
    session._pass_on(Noticed("bea comes"))
    session._pass_on(Said("bea", "hello"))
    assert program.told[1:] == [Noticed("bea comes"), Said("bea", "hello")]
    assert session._due is None


async def test_what_concerns_oneself_is_shown_at_once():
    program, client, session = visit_of(turn=60.0)
    client.seat = None
    session._pass_on(table(1))
    client.owner = True
    session._pass_on(table(2))
    assert program.told[1:] == [table(1), table(2)]


async def test_newcomers_go_first():
    coming = [True]
    program, _, session = visit_of(busy=lambda: coming[0])
    session._pass_on(table(1))
    await asyncio.sleep(0.1)
    assert program.told == [table(0)]
    coming[0] = False
    await asyncio.sleep(0.1)
    assert program.told == [table(0), table(1)]


async def test_newcomers_without_end_do_not_keep_it_from_being_shown(monkeypatch):
    monkeypatch.setattr("tui.guest.table_session.NEWCOMERS_FIRST_SECONDS", 0.05)
    program, _, session = visit_of(busy=lambda: True)
    session._pass_on(table(1))
    await asyncio.sleep(0.2)
    assert program.told == [table(0), table(1)]
