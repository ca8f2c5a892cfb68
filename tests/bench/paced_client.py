"""`PacedClient`: a stand-in for a client, at whose table every seat takes as long as a bot does at a real table."""

from __future__ import annotations

import asyncio

from net.table.bots import Bots
from net.table.delayed_actions import DelayedActions
from tests.gallery.staged_client import StagedClient
from tui.settings import BOT_DELAY_SECONDS_BY_PACE


class PacedClient(StagedClient):
    """A stand-in for the client of the person in seat 0, in a match in which bots decide for every seat, this one too,
    at the pace of bots at a table.
    """

    def start_match(self) -> None:
        """Begin a match whose bots act at their pace."""
        self._bots: Bots | None = None
        super().start_match()

    def _let_bots_play(self) -> None:
        """Plan when each bot takes its next action."""
        if self._bots is None:
            assert self.match is not None
            self._delayed = DelayedActions(self.match.options)
            self._steps = [0] * self.match.seats
            self._bots = Bots(1, self.match, self._steps, self._delayed, BOT_DELAY_SECONDS_BY_PACE["normal"])
            bot = next(iter(self.game.bots))
            for seat in range(self.match.seats):
                self._bots.add(seat, bot, "")
        self._schedule_next_action()

    def _schedule_next_action(self) -> None:
        """Set a timer for the next planned action."""
        assert self.match is not None
        assert self._bots is not None
        if self.match.over:
            return
        loop = asyncio.get_running_loop()
        self._delayed.update(self.match, loop.time())
        self._bots.schedule_decisions(loop.time())
        loop.call_at(min(self._bots.wake_times()), self._carry_out_due_actions)

    def _carry_out_due_actions(self) -> None:
        """Carry out the planned actions whose time has come."""
        assert self.match is not None
        assert self._bots is not None
        now = asyncio.get_running_loop().time()
        due = self._bots.pop_out_of_turn_action(now)
        for seat, action in [due] if due else self._bots.due_actions(now)[:1]:
            self._steps[seat] += 1
            self._perform(seat, action)
        self._schedule_next_action()
