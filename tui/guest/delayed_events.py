"""Events about other people, which are collected and passed to a guest's program in its own turn.

An arrival changes what everybody sees, and painting that takes some milliseconds of the event loop that all guests
share. So such events wait for the turn of each guest's program, and while another program is starting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from tui.guest.limits import MAX_TURN_DELAY_SECONDS, SECONDS_BETWEEN_REPAINT_TURNS
from tui.guest.program_spec import RepaintTurns

EventT = TypeVar("EventT")


class DelayedEvents(Generic[EventT]):
    """Events that wait until the program of one guest may repaint (its turn); then `pass_on` is called with each of
    them, in order.
    """

    def __init__(self, pass_on: Callable[[EventT], None], turns: RepaintTurns) -> None:
        self._pass_on = pass_on
        self._turns = turns
        self._loop = asyncio.get_running_loop()
        self._waiting_since = 0.0
        self._waiting_events: list[EventT] = []
        self._turn_timer: asyncio.TimerHandle | None = None

    def add(self, event: EventT, *, replaces: type | None = None) -> None:
        """Keep an event for later, and drop the waiting events of the class `replaces`."""
        if replaces is not None:
            self._waiting_events = [other for other in self._waiting_events if not isinstance(other, replaces)]
        self._waiting_events.append(event)
        if self._turn_timer is None:
            self._waiting_since = self._loop.time()
            self._turn_timer = self._loop.call_later(self._turns.seconds_to_turn(), self._pass_events_in_turn)

    def _pass_events_in_turn(self) -> None:
        """Pass on the events that wait.

        While a program is starting, first wait for it, at most `MAX_TURN_DELAY_SECONDS`.
        """
        if self._turns.is_program_starting() and self._loop.time() < self._waiting_since + MAX_TURN_DELAY_SECONDS:
            self._turn_timer = self._loop.call_later(
                SECONDS_BETWEEN_REPAINT_TURNS + self._turns.seconds_to_turn(), self._pass_events_in_turn
            )
        else:
            self.deliver_all()

    def deliver_all(self) -> None:
        """Pass on all events that wait, at once."""
        waiting = self._waiting_events
        self.drop_all()
        for event in waiting:
            self._pass_on(event)

    def drop_all(self) -> None:
        """Forget all events that wait."""
        if self._turn_timer is not None:
            self._turn_timer.cancel()
            self._turn_timer = None
        self._waiting_events = []
