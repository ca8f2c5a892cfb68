"""The base of the listeners of all carriers: counts connections, runs guests' sessions, and ends both."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from contextlib import suppress
from contextvars import Context
from typing import Final, Protocol

from net.limits import MAX_PEOPLE, MIN_CONNECTIONS, UNAUTHENTICATED_CONNECTIONS
from net.transport.admission import Admission
from net.transport.listening_socket import connections_allowed
from tui.guest.host import GuestHost
from tui.guest.limits import (
    FAREWELL_SECONDS,
    MAX_GUESTS,
    MAX_PENDING_CONNECTIONS,
    MAX_PENDING_CONNECTIONS_PER_ADDRESS,
)
from tui.guest.session import GuestSession

WRITE_AFTER_END_MESSAGE: Final = "socket.send() raised exception."
"""The message that asyncio logs for each write to a client that has hung up; it is suppressed, as one client could fill
the host's terminal with it."""

logging.getLogger("asyncio").addFilter(lambda record: record.msg != WRITE_AFTER_END_MESSAGE)


class GuestConnection(Hashable, Protocol):
    """A connection of a carrier, which may have no guest yet."""

    def abort(self) -> None:
        """End the connection at once."""


class GuestListener:
    """The base of a listener for guests: `guests` is what all listeners of the host share.

    `sessions` are the guests who came in by this listener, `connections` its connections.
    """

    def __init__(self, guests: GuestHost) -> None:
        self.guests = guests
        self.sessions: dict[asyncio.Task[None], GuestSession] = {}
        self.connections: set[GuestConnection] = set()
        self.no_connections = asyncio.Event()
        over_tcp = MAX_PEOPLE + UNAUTHENTICATED_CONNECTIONS
        # admission leaves half of all connections to people, so that pending ones get no more than the other half
        allowed = connections_allowed(over_tcp + 2 * max(MAX_GUESTS, MAX_PENDING_CONNECTIONS)) - over_tcp
        self.admission: Admission[GuestConnection] = Admission(
            MAX_PENDING_CONNECTIONS, MAX_PENDING_CONNECTIONS_PER_ADDRESS, max(allowed, MIN_CONNECTIONS)
        )
        self._loop = asyncio.get_running_loop()
        self._stopped = False

    # Connections

    def count_connection(self, connection: GuestConnection, address: str) -> None:
        """Count a new connection; if there are too many, abort one of them, which may be this one."""
        self.connections.add(connection)
        self.no_connections.clear()
        leaving = connection if self._stopped else self.admission.add(connection, address, self._loop.time())
        if leaving is not None:
            leaving.abort()

    def forget_connection(self, connection: GuestConnection) -> None:
        """Stop counting a connection that has ended."""
        self.admission.remove(connection)
        self.connections.discard(connection)
        self._signal_if_empty()

    def _signal_if_empty(self) -> None:
        """Set the event `no_connections` if there are no connections."""
        if not self.connections:
            self.no_connections.set()

    # Sessions

    def run_session(self, session: GuestSession, ended: Callable[[int], None]) -> None:
        """Run a guest's session in a task of its own; `ended` is called with its exit status.

        The session gets a new context, so that Textual finds neither another guest's program in it nor the host's.
        """
        task = self._loop.create_task(self._run(session, ended), context=Context())
        self.sessions[task] = session
        self.guests.guest_count += 1
        task.add_done_callback(self._forget_session)

    async def _run(self, session: GuestSession, ended: Callable[[int], None]) -> None:
        """Run a guest's session, and report its exit status: 1 if it failed."""
        status = 1
        try:
            status = await session.run()
        finally:
            ended(status)

    def _forget_session(self, task: asyncio.Task[None]) -> None:
        """Drop a session that has ended."""
        if self.sessions.pop(task, None) is not None:
            self.guests.guest_count -= 1

    # The end

    def stop(self) -> None:
        """Accept no further connections."""
        self._stopped = True
        self.guests.stop()

    async def close(self) -> None:
        """End all sessions, restore the terminals and close all connections; takes at most a few `FAREWELL_SECONDS`."""
        self.stop()
        for session in list(self.sessions.values()):
            session.end(self.guests.service.sentences.closed)
        if self.sessions:
            await asyncio.wait(tuple(self.sessions), timeout=FAREWELL_SECONDS)
        for task in list(self.sessions):
            task.cancel()
        await self._close_connections()
        self.guests.remove_listener()

    async def _close_connections(self) -> None:
        """Wait until the clients have read their farewells and closed; then abort the connections that are left."""
        self._signal_if_empty()
        for _ in range(2):
            with suppress(TimeoutError):
                await asyncio.wait_for(self.no_connections.wait(), FAREWELL_SECONDS)
            for connection in list(self.connections):
                connection.abort()
