"""The base of the listeners of all carriers: counts connections, runs guests' sessions, and ends both."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from contextlib import suppress
from contextvars import Context
from errno import EADDRINUSE
from typing import ClassVar, Final, Protocol

from net.errors import NotListening, PortTaken
from net.limits import MAX_PEOPLE, MAX_UNAUTHENTICATED_CONNECTIONS, MIN_CONNECTIONS
from net.transport.address_errors import check_port, opening_failure_sentence
from net.transport.admission import Admission
from net.transport.listening_socket import ConnectionAcceptor, close_listener, max_open_connections
from tui.guest.host import GuestHost
from tui.guest.limits import (
    MAX_FAREWELL_SECONDS,
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

    `port` is the port that it listens at. `sessions` are the guests who came in by this listener, `connections` its
    connections. A subclass defines `option`, the option of the command line for its port, and `_open_acceptor`.
    """

    option: ClassVar[str]
    can_move_guests: ClassVar[bool] = False
    """Whether guests of this carrier come to another host by themselves when they are told its address."""

    def __init__(self, guests: GuestHost) -> None:
        self.guests = guests
        self.port = 0
        self._acceptor: ConnectionAcceptor | None = None
        self.sessions: dict[asyncio.Task[None], GuestSession] = {}
        self.connections: set[GuestConnection] = set()
        self.no_connections = asyncio.Event()
        over_tcp = MAX_PEOPLE + MAX_UNAUTHENTICATED_CONNECTIONS
        # admission leaves half of all connections to people, so that pending ones get no more than the other half
        allowed = max_open_connections(over_tcp + 2 * max(MAX_GUESTS, MAX_PENDING_CONNECTIONS)) - over_tcp
        self.admission: Admission[GuestConnection] = Admission(
            MAX_PENDING_CONNECTIONS, MAX_PENDING_CONNECTIONS_PER_ADDRESS, max(allowed, MIN_CONNECTIONS)
        )
        self._loop = asyncio.get_running_loop()
        self._is_stopped = False
        guests.service.watch_leaving(self._handle_stop_of_host)

    async def listen(self, bind: str, port: int) -> None:
        """Listen at the address `bind` ("" for all) and a port (0: any free one); raises `NotListening` if the address
        or the port cannot be used."""
        check_port(port, 0)
        self.guests.add_listener()
        try:
            # In a new context, so that guests' tasks do not find the host's own program in it.
            opening = self._loop.create_task(self._open_acceptor(bind, port), context=Context())
            self._acceptor, self.port = await opening
        except (OSError, UnicodeError) as error:
            self.guests.remove_listener()
            kind = PortTaken if isinstance(error, OSError) and error.errno == EADDRINUSE else NotListening
            raise kind(opening_failure_sentence(error, bind, port).replace("--port", f"{self.option} PORT")) from error

    async def _open_acceptor(self, bind: str, port: int) -> tuple[ConnectionAcceptor, int]:
        """Open the listening socket, and return what accepts connections and at which port; raises `OSError` if the
        address or the port cannot be used."""
        raise NotImplementedError

    # Connections

    def count_connection(self, connection: GuestConnection, address: str) -> None:
        """Count a new connection; if there are too many, abort one of them, which may be this one."""
        self.connections.add(connection)
        self.no_connections.clear()
        leaving = connection if self._is_stopped else self.admission.add(connection, address, self._loop.time())
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

    def run_session(self, session: GuestSession, on_end: Callable[[int], None]) -> None:
        """Run a guest's session in a task of its own; `on_end` is called with its exit status.

        The session gets a new context, so that Textual finds neither another guest's program in it nor the host's. A
        guest on a connection from before `stop` who comes in after it is led to another host, or told goodbye.
        """
        task = self._loop.create_task(self._run_and_report(session, on_end), context=Context())
        self.sessions[task] = session
        self.guests.guest_count += 1
        task.add_done_callback(self._forget_session)
        if self._is_stopped:
            session.send_to_other_host()

    async def _run_and_report(self, session: GuestSession, on_end: Callable[[int], None]) -> None:
        """Run a guest's session, and report its exit status: 1 if it failed."""
        status = 1
        try:
            status = await session.run()
        finally:
            on_end(status)

    def _forget_session(self, task: asyncio.Task[None]) -> None:
        """Drop a session that has ended."""
        if self.sessions.pop(task, None) is not None:
            self.guests.guest_count -= 1

    @property
    def guest_count(self) -> int:
        """How many guests are here who came in by this listener."""
        return len(self.sessions)

    async def wait_for_guests_to_leave(self) -> None:
        """Return when no guest is here any more who came in by this listener."""
        while self.sessions:
            await asyncio.wait(tuple(self.sessions))

    # The end

    def _handle_stop_of_host(self, minutes_left: int) -> None:
        """End all sessions because this host is stopped, and tell each guest how they come in at another host of the
        club.

        With `minutes_left`, guests who cannot be moved stay as long as that, and are told so.
        """
        for session in list(self.sessions.values()):
            if minutes_left and not self.can_move_guests:
                session.announce_end(minutes_left)
            else:
                session.send_to_other_host()

    def stop(self) -> None:
        """Accept no further connections."""
        self._is_stopped = True
        self.guests.stop()
        if self._acceptor is not None:
            close_listener(self._acceptor)

    async def close(self) -> None:
        """End all sessions, restore the terminals and close all connections; takes at most a few
        `MAX_FAREWELL_SECONDS`."""
        self.stop()
        for session in list(self.sessions.values()):
            session.end(self.guests.service.sentences.close_farewell)
        if self.sessions:
            await asyncio.wait(tuple(self.sessions), timeout=MAX_FAREWELL_SECONDS)
        for task in list(self.sessions):
            task.cancel()
        await self._close_connections()
        await self.guests.finish_place_writes()
        self.guests.remove_listener()
        if self._acceptor is not None:
            await self._acceptor.wait_closed()

    async def _close_connections(self) -> None:
        """Wait until the clients have read their farewells and closed; then abort the connections that are left."""
        self._signal_if_empty()
        for _ in range(2):
            with suppress(TimeoutError):
                await asyncio.wait_for(self.no_connections.wait(), MAX_FAREWELL_SECONDS)
            for connection in list(self.connections):
                connection.abort()
