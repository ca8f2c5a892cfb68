"""The table session of a guest, which delays repaints for arrivals and departures to the guest's turn.

An arrival changes the lobby of everybody there, and painting a lobby takes some milliseconds of the event loop that all
guests share. So such events are collected and passed to each guest's program in its own turn, and not while another
program is starting. Events of the match, and events about the guest, are passed on at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from net.client.events import Event, NoticeReceived, TableChanged
from tui.app.table_session import TableProgram, TableSession
from tui.connect.table_handle import TableHandle
from tui.guest.limits import NEWCOMERS_FIRST_SECONDS, TURN_SECONDS


class GuestTableSession(TableSession):
    """A table session that delays events about other people until this guest's turn.

    `turn` returns the seconds until that turn, and `busy` whether another guest's program is starting. `goes_on`:
    whether the guest was at the table before, in another view of their seat.
    """

    def __init__(
        self,
        app: TableProgram,
        handle: TableHandle,
        turn: Callable[[], float],
        busy: Callable[[], bool],
        goes_on: bool = False,
    ) -> None:
        super().__init__(app, handle)
        self.reader.goes_on = goes_on
        self._turn = turn
        self._busy = busy
        self._loop = asyncio.get_running_loop()
        self._waiting_since = 0.0
        self._waiting: list[Event] = []
        self._due: asyncio.TimerHandle | None = None
        self._known_self: object = None

    def _queue_event(self, event: Event) -> None:
        """Queue an event at once, or, if it is only about other people, hold it back for a while.

        How long is what `turn` returns; the events of that time are then passed on together.
        """
        client = self.client
        current_self = (client.name, client.seat, client.is_owner)
        if not isinstance(event, TableChanged | NoticeReceived) or current_self != self._known_self:
            self._known_self = current_self
            self._pass_waiting_events()
            super()._queue_event(event)
            return
        if isinstance(event, TableChanged):
            self._waiting = [other for other in self._waiting if not isinstance(other, TableChanged)]
        self._waiting.append(event)
        if self._due is None:
            self._waiting_since = self._loop.time()
            self._due = self._loop.call_later(self._turn(), self._take_turn)

    def _take_turn(self) -> None:
        """Pass on the events that were held back.

        While a program is starting, first wait for it, at most `NEWCOMERS_FIRST_SECONDS`.
        """
        if self._busy() and self._loop.time() < self._waiting_since + NEWCOMERS_FIRST_SECONDS:
            self._due = self._loop.call_later(TURN_SECONDS + self._turn(), self._take_turn)
        else:
            self._pass_waiting_events()

    def _pass_waiting_events(self) -> None:
        """Pass on all events that were held back, in order."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            super()._queue_event(event)

    async def leave(self) -> None:
        self._waiting.clear()
        self._pass_waiting_events()
        await super().leave()
