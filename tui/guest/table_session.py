"""The table session of a guest, which delays repaints for arrivals and departures to the guest's turn.

Events of the match, and events about the guest, are passed on at once (`tui.guest.delayed_events`).
"""

from __future__ import annotations

from collections.abc import Callable

from net.client.events import Event, NoticeReceived, TableChanged
from tui.app.table_session import TableProgram, TableSession
from tui.connect.table_handle import TableHandle
from tui.guest.delayed_events import DelayedEvents
from tui.guest.program_spec import RepaintTurns


class GuestTableSession(TableSession):
    """A table session that delays events about other people until this guest's turn.

    `continues_visit`: whether the guest was at the table before, and has only switched between screen and line mode.
    `before_events` is called before each event that is not about other people.
    """

    def __init__(
        self,
        app: TableProgram,
        handle: TableHandle,
        turns: RepaintTurns,
        *,
        continues_visit: bool = False,
        before_events: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(app, handle)
        self.reader.continues_visit = continues_visit
        self._before_events = before_events
        self._delayed_events = DelayedEvents[Event](super()._queue_event, turns)
        self._earlier_self: object = None

    def _queue_event(self, event: Event) -> None:
        """Queue an event at once, or, if it is only about other people, at the guest's turn, together with others."""
        client = self.client
        current_self = (client.name, client.seat, client.is_owner)
        if not isinstance(event, TableChanged | NoticeReceived) or current_self != self._earlier_self:
            self._earlier_self = current_self
            self._before_events()
            self._delayed_events.deliver_all()
            super()._queue_event(event)
        else:
            self._delayed_events.add(event, replaces=TableChanged if isinstance(event, TableChanged) else None)

    async def leave(self) -> None:
        self._delayed_events.drop_all()
        await super().leave()
