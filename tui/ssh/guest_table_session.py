"""A guest's stay at the table, as their program follows it: who comes and goes is shown in turns.

Somebody who comes changes the lobby of everybody who is there, and to paint a lobby takes some milliseconds of the
one loop that all share. So each guest's program is told of it in its own turn, of all that happened until then
together, and not while somebody's first screen is still being made; what belongs to the match, and everything about
oneself, is told at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from net.client.events import Event, Noticed, TableChanged
from tui.app.table_session import TableSession
from tui.ssh.limits import NEWCOMERS_FIRST_SECONDS, TURN_SECONDS

if TYPE_CHECKING:
    from tui.app.app import QueensApp
    from tui.connect.request import TableRequest
    from tui.connect.table_handle import TableHandle


class GuestTableSession(TableSession):
    """What happens between a guest's sitting down and leaving.

    `turn` says in how many seconds it is this guest's turn, and `busy` whether somebody's program is just starting.
    """

    def __init__(
        self,
        app: QueensApp,
        handle: TableHandle,
        request: TableRequest,
        turn: Callable[[], float],
        busy: Callable[[], bool],
    ) -> None:
        super().__init__(app, handle, request)
        self._turn = turn
        self._busy = busy
        self._loop = asyncio.get_running_loop()
        self._since = 0.0
        self._waiting: list[Event] = []
        self._due: asyncio.TimerHandle | None = None
        self._self: object = None

    def _post(self, event: Event) -> None:
        client = self.client
        oneself = (client.name, client.seat, client.owner)
        if not isinstance(event, TableChanged | Noticed) or oneself != self._self:
            self._self = oneself
            self._flush()
            super()._post(event)
            return
        if isinstance(event, TableChanged):
            self._waiting = [other for other in self._waiting if not isinstance(other, TableChanged)]
        self._waiting.append(event)
        if self._due is None:
            self._since = self._loop.time()
            self._due = self._loop.call_later(self._turn(), self._take_turn)

    def _take_turn(self) -> None:
        """Tell all that has waited, but let newcomers go first, for a while."""
        if self._busy() and self._loop.time() < self._since + NEWCOMERS_FIRST_SECONDS:
            self._due = self._loop.call_later(TURN_SECONDS + self._turn(), self._take_turn)
        else:
            self._flush()

    def _flush(self) -> None:
        """Tell all that has waited, in its order."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            super()._post(event)

    async def leave(self) -> None:
        self._waiting.clear()
        self._flush()
        await super().leave()
