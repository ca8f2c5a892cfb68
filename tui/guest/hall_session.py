"""The hall session of a guest, which shows changes of the list in the guest's turn, and everything else at once."""

from __future__ import annotations

from net.client.hall import HallEvent, TableListChanged
from tui.app.hall_session import HallProgram, HallSession
from tui.connect.club import HallHandle
from tui.guest.delayed_events import DelayedEvents
from tui.guest.program_spec import RepaintTurns


class GuestHallSession(HallSession):
    """A hall session that delays changes of the list of tables until this guest's turn (`tui.guest.delayed_events`)."""

    def __init__(self, app: HallProgram, handle: HallHandle, turns: RepaintTurns) -> None:
        super().__init__(app, handle)
        self._delayed_events = DelayedEvents[HallEvent](super()._queue_event, turns)

    def _queue_event(self, event: HallEvent) -> None:
        """Queue an event: at once, or a change of the list at this guest's turn."""
        if isinstance(event, TableListChanged):
            self._delayed_events.add(event, replaces=TableListChanged)
        else:
            super()._queue_event(event)
