"""The listener: who comes in over SSH, by which key, and who does not."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from errno import EADDRINUSE
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

import asyncssh
from asyncssh.constants import OPEN_ADMINISTRATIVELY_PROHIBITED

from net.errors import NotListening, PortTaken
from net.host.table_runner import TableRunner
from net.limits import NAME_CELLS
from net.protocol.rate_limit import TokenBucket
from net.protocol.sanitize import clean
from net.transport.address_errors import check_port, why_not_open
from net.transport.admission import Admission
from net.transport.code_attempts import CodeAttempts
from tui.ssh.colour_detection import Sent
from tui.guest.guest_limit import GuestLimit
from tui.ssh.guest_session import CLOSED, GuestIdentity, GuestSession, ResumeInfo
from tui.ssh.host_key import host_key
from tui.ssh.limits import (
    FAREWELL_SECONDS,
    GUESTS_KNOWN,
    KEEPALIVE_SECONDS,
    KEEPALIVES,
    LOGIN_SECONDS,
    READ_BYTES,
    READ_BYTES_IN_A_BURST,
    READ_BYTES_PER_SECOND,
    STARTING,
    STRANGERS,
    STRANGERS_PER_ADDRESS,
    UNREAD_BYTES,
    WINDOW_BYTES,
)
from tui.guest.process_tuning import GcPolicy
from tui.ssh.session import SshSession
from tui.guest.process_tuning import keep_steady

NO_FORWARDING: Final = "This is a card table and forwards nothing."

KEY_EXCHANGES: Final = (
    "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,ecdh-sha2-nistp384,ecdh-sha2-nistp521"
)
"""Ways of agreeing on a key that cost the host little; with some others a stranger could keep it busy for seconds."""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("queens.ssh")


class SshServer:
    """Everybody who is here over SSH. Make one with `tui.ssh.open_ssh`.

    `known` holds what brings a guest back to their seat, by the identity that their key gives them;
    `code_attempts` is the host's policy for table codes. `code` is the table's, as those need it who join otherwise.
    """

    def __init__(
        self, house: TableRunner, folder: Path, code_attempts: CodeAttempts | None = None, code: str = ""
    ) -> None:
        self.house = house
        self.code = code
        self.code_attempts = code_attempts or CodeAttempts(house.is_code, house.is_member)
        self.room = GuestLimit()
        self.garbage = GcPolicy()
        self._slots = asyncio.Semaphore(STARTING)
        self._coming = 0
        self.gate: Admission[SshConnection] = Admission(STRANGERS, STRANGERS_PER_ADDRESS)
        self.known: dict[str, ResumeInfo] = {}
        self.stays: dict[asyncio.Task[None], GuestSession] = {}
        self._guests = 0
        self.doors: set[SshConnection] = set()
        self.empty = asyncio.Event()
        self.port = 0
        self.fingerprint = ""
        self.folder = folder
        self._disk = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
        self._listener: asyncssh.SSHAcceptor | None = None
        self._stopped = False

    async def listen(self, bind: str, port: int) -> None:
        """Let people in; raises `NotListening`."""
        check_port(port, 0)
        keep_steady(self._loop)
        # What goes wrong with somebody who knocks, such as a scanner, is no news for a screen.
        asyncssh.set_log_level(logging.CRITICAL)
        try:
            # A context of its own: nothing that happens to guests belongs to the program that opens the table.
            self._listener = await self._loop.create_task(self._listen(bind, port), context=Context())
        except (OSError, UnicodeError) as error:
            kind = PortTaken if isinstance(error, OSError) and error.errno == EADDRINUSE else NotListening
            raise kind(why_not_open(error, bind, port).replace("--port", "--ssh PORT")) from error
        self.port = self._listener.get_port()

    async def _listen(self, bind: str, port: int) -> asyncssh.SSHAcceptor:
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
            login_timeout=LOGIN_SECONDS,
            keepalive_interval=KEEPALIVE_SECONDS,
            keepalive_count_max=KEEPALIVES,
        )

    def stop(self) -> None:
        """Let nobody else in."""
        self._stopped = True
        if self._listener is not None:
            self._listener.close()

    async def close(self) -> None:
        """Send everybody home, with their terminals as they were; nobody is waited for longer than they may take."""
        self.stop()
        for stay in list(self.stays.values()):
            stay.end(CLOSED)
        if self.stays:
            await asyncio.wait(tuple(self.stays), timeout=FAREWELL_SECONDS)
        for task in list(self.stays):
            task.cancel()
        await self._see_off()
        self.garbage.end()
        if self._listener is not None:
            await self._listener.wait_closed()

    async def _see_off(self) -> None:
        """Wait until the last words have been read, and then hang up."""
        self._tell_if_empty()
        for _ in range(2):
            with suppress(TimeoutError):
                await asyncio.wait_for(self.empty.wait(), FAREWELL_SECONDS)
            for door in list(self.doors):
                door.cut()

    def admit(self, door: SshConnection, address: str) -> None:
        """Take in a new connection; if there are too many, one of them is cut off, which may be this one."""
        self.doors.add(door)
        self.empty.clear()
        leaving = door if self._stopped else self.gate.arrive(door, address, self._loop.time())
        if leaving is not None:
            leaving.cut()

    def forget(self, door: SshConnection) -> None:
        """Note that a connection has ended."""
        self.gate.leave(door)
        self.doors.discard(door)
        self._tell_if_empty()

    def _tell_if_empty(self) -> None:
        if not self.doors:
            self.empty.set()

    @asynccontextmanager
    async def starting(self) -> AsyncIterator[None]:
        """Wait until a program may start; it counts as starting until its first screen is there."""
        self._coming += 1
        try:
            async with self._slots:
                yield
        finally:
            self._coming -= 1

    def is_busy(self) -> bool:
        """Whether somebody's program is starting."""
        return self._coming > 0

    def count_guest(self) -> int:
        """Return the number of a new guest."""
        self._guests += 1
        return self._guests

    def remember(self, identity: str, known: ResumeInfo) -> None:
        """Know what brings a guest back, instead of who came longest ago if these are too many."""
        self.known.pop(identity, None)
        self.known[identity] = known
        if len(self.known) > GUESTS_KNOWN:
            del self.known[next(iter(self.known))]

    async def on_disk(self, do: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Do something with the disk, where it makes nobody wait, one thing after the other."""
        async with self._disk:
            return await asyncio.to_thread(do, *arguments, **options)

    def report(self, error: BaseException) -> None:
        """Write down a fault, for whoever develops this; no guest and no player sees it."""
        log.debug("a guest's program has failed", exc_info=error)


class SshConnection(asyncssh.SSHServer):
    """One connection: anybody may come in, and whoever shows a key is known by it."""

    def __init__(self, server: SshServer) -> None:
        self._server = server
        self._connection: asyncssh.SSHServerConnection
        self._address = "?"
        self.read = 0
        self._seen = ""
        self._identity = ""
        self._sessions = 0
        self._impatience: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._address = str(peer[0]) if peer else "?"
        self._server.admit(self, self._address)
        self._read_slowly(conn)

    def _read_slowly(self, conn: asyncssh.SSHServerConnection) -> None:
        """Read only so much at once and a second.

        There are packets that belong to no channel, so that nothing else would ever stop them.
        """
        transport, receive = conn._transport, conn.data_received
        if not isinstance(transport, asyncio.Transport):
            return
        loop = asyncio.get_running_loop()
        allowance = TokenBucket(READ_BYTES_PER_SECOND, READ_BYTES_IN_A_BURST, loop.time())

        def read_on() -> None:
            if not transport.is_closing():
                transport.resume_reading()

        def data_received(data: bytes, datatype: asyncssh.DataType = None) -> None:
            receive(data, datatype)
            self.read += len(data)
            pause = allowance.overdraw(len(data), loop.time())
            if pause and not transport.is_closing():
                transport.pause_reading()
                loop.call_later(pause, read_on)

        transport.max_size = READ_BYTES  # type: ignore[attr-defined]
        conn.data_received = data_received  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        if self._impatience is not None:
            self._impatience.cancel()
        self._server.forget(self)

    def cut(self) -> None:
        """Let go of this connection at once."""
        self._connection.abort()

    # Who it is: a key that was only shown, and not used to sign, is nobody's

    def begin_auth(self, username: str) -> bool:
        self._seen = ""
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._seen = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        self._seen = ""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        self._seen = ""
        return True

    def auth_completed(self) -> None:
        self._identity = self._seen
        self._impatience = asyncio.get_running_loop().call_later(LOGIN_SECONDS, self._connection.abort)

    # What they want

    def session_requested(self) -> tuple[asyncssh.SSHServerChannel[bytes], SshSession] | bool:
        self._sessions += 1
        if self._sessions > 1:
            return False
        channel = self._connection.create_server_channel(encoding=None, window=WINDOW_BYTES)
        channel.set_write_buffer_limits(high=UNREAD_BYTES)
        channel._env = Sent()
        name = clean(self._connection.get_extra_info("username") or "", NAME_CELLS) or "Guest"
        identity = f"{self._identity} {name.casefold()}" if self._identity else ""
        return channel, SshSession(self._server, GuestIdentity(name, self._address, identity), self.sat_down)

    def sat_down(self) -> None:
        """Take note that there is a terminal, or a wish that can be refused, so that nothing more is waited for."""
        self._server.gate.let_in(self)
        if self._impatience is not None:
            self._impatience.cancel()

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING)

    def unix_connection_requested(self, dest_path: str) -> bool:
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING)
