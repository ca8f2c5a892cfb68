"""The SSH server of a table: it listens, and keeps its connections, sessions and what returning guests need."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from errno import EADDRINUSE
from pathlib import Path
from typing import Final

import asyncssh

from net.errors import HOST_CLOSED_TABLE, NotListening, PortTaken
from net.host.table_runner import TableRunner
from net.limits import MAX_PEOPLE, MIN_CONNECTIONS, UNAUTHENTICATED_CONNECTIONS
from net.transport.address_errors import check_port, why_not_open
from net.transport.admission import Admission
from net.transport.code_attempts import CodeAttempts
from net.transport.listening_socket import connections_allowed
from tui.guest.guest_limit import GuestLimit
from tui.guest.guest_tokens import TokenPriority
from tui.guest.limits import END_PAUSE_SECONDS, MAX_GUESTS, MAX_GUESTS_KNOWN, MAX_PROGRAMS_ENDING, MAX_PROGRAMS_STARTING
from tui.guest.runtime import GcPolicy, charge_loop_time, forbid_eager_tasks
from tui.ssh.connection import SshConnection
from tui.ssh.guest_session import GuestSession, P, ResumeInfo, T
from tui.ssh.host_key import host_key
from tui.ssh.limits import (
    FAREWELL_SECONDS,
    KEEPALIVE_SECONDS,
    MAX_PENDING_CONNECTIONS,
    MAX_PENDING_CONNECTIONS_PER_ADDRESS,
    MAX_UNANSWERED_KEEPALIVES,
)

KEY_EXCHANGES: Final = (
    "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,ecdh-sha2-nistp384,ecdh-sha2-nistp521"
)
"""The key exchanges that are allowed, because each costs the host little; others could keep it busy for seconds."""

WRITE_AFTER_THE_END: Final = "socket.send() raised exception."
"""What asyncio logs for each write to a client that has hung up; one client could fill the host's terminal with it."""

log = logging.getLogger("queens.ssh")
logging.getLogger("asyncio").addFilter(lambda record: record.msg != WRITE_AFTER_THE_END)


class SshServer:
    """The SSH listener of a table, made by `tui.ssh.open_ssh`.

    `known` holds what guests need to return, by `GuestIdentity.identity`; `code_attempts` limits wrong table codes;
    `code` is the table code with which others join over TCP.
    """

    def __init__(
        self, runner: TableRunner, folder: Path, code_attempts: CodeAttempts | None = None, code: str = ""
    ) -> None:
        self.runner = runner
        self.code = code
        self.code_attempts = code_attempts or CodeAttempts(runner.is_code, runner.is_member)
        self.guest_limit = GuestLimit()
        self.gc_policy = GcPolicy()
        self._start_slots = asyncio.Semaphore(MAX_PROGRAMS_STARTING)
        self._starting = 0
        self._end_slots = asyncio.Semaphore(MAX_PROGRAMS_ENDING)
        over_tcp = MAX_PEOPLE + UNAUTHENTICATED_CONNECTIONS
        # admission leaves half of all connections to people, so that pending ones get no more than the other half
        allowed = connections_allowed(over_tcp + 2 * max(MAX_GUESTS, MAX_PENDING_CONNECTIONS)) - over_tcp
        self.admission: Admission[SshConnection] = Admission(
            MAX_PENDING_CONNECTIONS, MAX_PENDING_CONNECTIONS_PER_ADDRESS, max(allowed, MIN_CONNECTIONS)
        )
        self.known: dict[str, ResumeInfo] = {}
        self.sessions: dict[asyncio.Task[None], GuestSession] = {}
        self._last_number = 0
        self.connections: set[SshConnection] = set()
        self.no_connections = asyncio.Event()
        self.port = 0
        self.fingerprint = ""
        self.folder = folder
        self._disk = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
        self._listener: asyncssh.SSHAcceptor | None = None
        self._stopped = False

    async def listen(self, bind: str, port: int) -> None:
        """Listen at this address and port (0: any free one); raises `NotListening`."""
        check_port(port, 0)
        forbid_eager_tasks(self._loop)
        charge_loop_time(self._loop)
        # Failed logins, such as those of port scanners, are not worth a line on the host's screen.
        asyncssh.set_log_level(logging.CRITICAL)
        try:
            # In a new context, so that guests' tasks do not find the host's own program in it.
            self._listener = await self._loop.create_task(self._open_listener(bind, port), context=Context())
        except (OSError, UnicodeError) as error:
            kind = PortTaken if isinstance(error, OSError) and error.errno == EADDRINUSE else NotListening
            raise kind(why_not_open(error, bind, port).replace("--port", "--ssh PORT")) from error
        self.port = self._listener.get_port()

    async def _open_listener(self, bind: str, port: int) -> asyncssh.SSHAcceptor:
        """Open the listener of asyncssh with the host key; raises `OSError`."""
        key = host_key(self.folder)
        self.fingerprint = key.get_fingerprint()
        return await asyncssh.listen(
            bind,
            port,
            server_factory=lambda: SshConnection(self),
            server_host_keys=[key],
            kex_algs=KEY_EXCHANGES,
            compression_algs="none",
            encoding=None,
            line_editor=False,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
            gss_host=None,
            password_auth=False,
            login_timeout=0,  # SshConnection has its own
            keepalive_interval=KEEPALIVE_SECONDS,
            keepalive_count_max=MAX_UNANSWERED_KEEPALIVES,
        )

    def stop(self) -> None:
        """Accept no further connections."""
        self._stopped = True
        if self._listener is not None:
            self._listener.close()

    async def close(self) -> None:
        """End all sessions, restore the terminals and close all connections; takes at most a few `FAREWELL_SECONDS`."""
        self.stop()
        for session in list(self.sessions.values()):
            session.end(HOST_CLOSED_TABLE)
        if self.sessions:
            await asyncio.wait(tuple(self.sessions), timeout=FAREWELL_SECONDS)
        for task in list(self.sessions):
            task.cancel()
        await self._close_connections()
        self.gc_policy.unfreeze()
        if self._listener is not None:
            await self._listener.wait_closed()

    async def _close_connections(self) -> None:
        """Wait until the clients have read their farewells and closed; then abort the connections that are left."""
        self._signal_if_empty()
        for _ in range(2):
            with suppress(TimeoutError):
                await asyncio.wait_for(self.no_connections.wait(), FAREWELL_SECONDS)
            for connection in list(self.connections):
                connection.abort()

    def count_connection(self, connection: SshConnection, address: str) -> None:
        """Count a new connection; if there are too many, abort one of them, which may be this one."""
        self.connections.add(connection)
        self.no_connections.clear()
        leaving = connection if self._stopped else self.admission.add(connection, address, self._loop.time())
        if leaving is not None:
            leaving.abort()

    def forget_connection(self, connection: SshConnection) -> None:
        """Stop counting a connection that has ended."""
        self.admission.remove(connection)
        self.connections.discard(connection)
        self._signal_if_empty()

    def _signal_if_empty(self) -> None:
        """Set `no_connections` if there are none."""
        if not self.connections:
            self.no_connections.set()

    @asynccontextmanager
    async def wait_to_start_program(self) -> AsyncIterator[None]:
        """Wait until a program may start; it counts as starting until the context ends, at its first screen."""
        self._starting += 1
        try:
            async with self._start_slots:
                yield
        finally:
            self._starting -= 1

    @asynccontextmanager
    async def wait_to_end_program(self) -> AsyncIterator[None]:
        """Wait until a program may end: guests who leave together hold nobody up. When the host ends, do not wait."""
        if self._stopped:
            yield
            return
        async with self._end_slots:
            yield
            if not self._stopped:
                await asyncio.sleep(END_PAUSE_SECONDS)

    def is_busy(self) -> bool:
        """Return whether a guest's program is starting."""
        return self._starting > 0

    def next_number(self) -> int:
        """Return a number that no guest has had; guests have turns in this order."""
        self._last_number += 1
        return self._last_number

    def session_count(self) -> int:
        """Return how many sessions there are."""
        return len(self.sessions)

    def remember_guest(self, identity: str, resume_info: ResumeInfo) -> None:
        """Keep in memory what a guest needs to return; above `MAX_GUESTS_KNOWN`, forget the oldest one without a seat.

        Anybody can make new keys, so guests who have a seat are never forgotten for others.
        """
        self.known.pop(identity, None)
        self.known[identity] = resume_info
        if len(self.known) > MAX_GUESTS_KNOWN:
            has_seat = self.runner.has_seat
            forgotten = next((other for other, kept in self.known.items() if not has_seat(kept.token)), None)
            if forgotten is not None:
                del self.known[forgotten]

    def token_priority(self, token: str) -> TokenPriority:
        """Return the priority of a token on disk at this table; called from the disk thread, so it only reads."""
        if self.runner.has_seat(token):
            return TokenPriority.SEAT
        return TokenPriority.NO_SEAT if self.runner.is_member(token) else TokenPriority.OTHER_TABLE

    async def run_in_disk_thread(self, function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Call a function that uses the disk in a thread; the calls run one after the other."""
        async with self._disk:
            return await asyncio.to_thread(function, *arguments, **options)

    def report_crash(self, error: BaseException) -> None:
        """Log the error that ended a guest's program, for developers; neither guests nor players see it."""
        log.debug("a guest's program has failed", exc_info=error)
