"""The hall session of a guest, which shows changes of the list in the guest's turn, and everything else at once."""

from __future__ import annotations

from collections.abc import Callable

from net.client.hall import HallEvent, TablesListed
from tui.app.hall_session import HallProgram, HallSession
from tui.connect.club import HallHandle
from tui.guest.delayed_events import DelayedEvents


class GuestHallSession(HallSession):
    """A hall session that delays changes of the list of tables (`tui.guest.delayed_events`).

    `turn` returns the seconds until the guest's turn, and `busy` whether another guest's program is starting.
    """

    def __init__(
        self, app: HallProgram, handle: HallHandle, turn: Callable[[], float], busy: Callable[[], bool]
    ) -> None:
        super().__init__(app, handle)
        self._delayed = DelayedEvents[HallEvent](super()._queue_event, turn, busy)

    def _queue_event(self, event: HallEvent) -> None:
        """Queue an event: at once, or a change of the list at this guest's turn."""
        if isinstance(event, TablesListed):
            self._delayed.add(event, replaces=TablesListed)
        else:
            super()._queue_event(event)
