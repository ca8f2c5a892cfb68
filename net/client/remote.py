"""`RemoteClient`: a client over TCP that reconnects by itself; `join` makes one.

If the connection breaks, the client tries for `RECONNECT_SECONDS` to reconnect to its seat; only then is the host
reported lost.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from net.client.background import run_in_background
from net.client.connection import ClientConnection
from net.client.deal_memory import DealMemory
from net.client.events import ConnectionRestored, HostRestarted, ReconnectAttempt
from net.client.session import ClientSession, ignore_report
from net.errors import HostGone, Malformed, NetError, SessionEnded, TlsMismatch, TooBig
from net.limits import (
    JOIN_SECONDS,
    MESSAGES_BEFORE_WELCOME,
    NEXT_ADDRESS_SECONDS,
    PORT,
    RECONNECT_PAUSES_SECONDS,
    RECONNECT_SECONDS,
)
from net.protocol.endpoint import ClientEndpoint
from net.protocol.messages import Bye, ClientMessage, ConnectionFailed, ServerMessage, Welcome
from net.security.host_certificate import client_context, fingerprint_of
from net.security.known_hosts import HostTrust
from net.transport.address_errors import (
    SSH_FIRST_BYTES,
    address_with_port,
    check_port,
    no_table_sentence,
    rejoin_command,
    ssh_port_sentence,
    why_not_reached,
)
from net.transport.tls import ByteStream, PlainStream, TlsStream

HOST_UNREACHABLE: Final = "The host cannot be reached any more."
SEAT_KEPT_SENTENCE: Final = "Your seat is kept: join again ({0})."
CONNECTION_ENDED: Final = "The connection to the host has ended."
NO_WELCOME: Final = "The host sends too much before its welcome."
RESTARTED_WITHOUT_MATCH: Final = "The host has opened another table; an unfinished match may be kept there for later."


class RemoteClient(ClientSession):
    """The client of a person at a table on another machine. Make one with `join`, which explains the arguments."""

    is_remote = True

    def __init__(
        self,
        address: str,
        port: int,
        name: str,
        code: str = "",
        *,
        watch: bool = False,
        token: str = "",
        other_tokens: Sequence[str] = (),
        trust: HostTrust | None = None,
        find_tokens: Callable[[str], Sequence[str]] = lambda fingerprint: (),
        draw_bytes: Callable[[int], bytes],
        deals: DealMemory | None = None,
        verifies: bool = True,
    ) -> None:
        super().__init__(
            name,
            code if trust is None else trust.secret,
            watch,
            token,
            draw_bytes=draw_bytes,
            verifies=verifies,
            on_welcome=self._finish_admission,
            on_failure=self._report_failure,
        )
        self.other_tokens = tuple(other_tokens)
        self._address = (address, port)
        self._trust = trust
        self._find_tokens = find_tokens
        self._deals = DealMemory() if deals is None else deals
        self._context = None if trust is None else client_context()
        self._loop = asyncio.get_running_loop()
        self._connection: ClientConnection | None = None
        self._reconnecting: asyncio.Task[None] | None = None
        self._closed = False
        self._admission: asyncio.Future[None] | None = None
        self._before_welcome: list[ServerMessage] = []
        self._host_restarted = False

    async def join_table(self) -> None:
        """Connect, send the hello and wait until the host has admitted this person; raises `NetError`."""
        address, port = self._address
        self._admission = admission = self._loop.create_future()
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                await self._loop.create_connection(
                    self._new_connection, address, port, happy_eyeballs_delay=NEXT_ADDRESS_SECONDS
                )
                await admission
        except (OSError, UnicodeError) as error:
            raise HostGone(why_not_reached(error, address, port)) from error
        finally:
            if not admission.done() or admission.cancelled() or admission.exception() is not None:
                self._abandon_connection()
            admission.cancel()
            self._admission = None

    def time(self) -> float:
        return self._loop.time()

    async def close(self) -> None:
        """Say goodbye to the host, and wait until the connection has ended; no more events are reported."""
        self._closed = True
        self._listener = ignore_report
        if self._reconnecting is not None:
            self._reconnecting.cancel()
        connection = self._connection
        if connection is not None:
            connection.send(Bye())
            connection.finish()
            await connection.closed.wait()

    def _run_in_background(self, work: Iterator[None]) -> None:
        run_in_background(self._loop, work, lambda: not self._closed and self._host_lost is None)

    def _send(self, message: ClientMessage) -> None:
        """Send a message to the host, unless there is no connection."""
        if self._connection is not None:
            self._connection.send(message)

    # Called by the connection (`net.client.connection.ConnectionHandler`)

    def connection_opened(self, connection: ClientConnection) -> None:
        """Use a new connection, which has been opened, from now on."""
        self._connection = connection
        self._before_welcome = []
        self._host_restarted = False

    def message_received(self, message: ServerMessage) -> None:
        """Process one message; messages before the welcome are buffered, because the welcome identifies the table.

        If it is another table than before, `HostRestarted` is reported first. Raises `Malformed` for a message that no
        honest host sends, and for too many before the welcome.
        """
        if self._admission is None or self._admission.done() or isinstance(message, ConnectionFailed):
            self.handle_message(message)
            return
        self._before_welcome.append(message)
        if len(self._before_welcome) > MESSAGES_BEFORE_WELCOME:
            raise Malformed(NO_WELCOME)
        if isinstance(message, Welcome):
            messages, self._before_welcome = self._before_welcome, []
            if self._table_id and message.table != self._table_id:
                self._host_restarted = True
                self._forget_table()
                self._emit_event(HostRestarted(RESTARTED_WITHOUT_MATCH))
            for earlier_message in messages:
                self.handle_message(earlier_message)

    def connection_ended(self, connection: ClientConnection, fault: NetError | None) -> None:
        """Start to reconnect if the connection ended without a fault; after a fault of the host, give up.

        During `join_table` both make `join_table` raise an error. The end of an abandoned connection is ignored.
        """
        if self._connection is not connection:  # it was abandoned, and another one may be in use
            return
        self._connection = None
        if fault is not None:
            self._report_failure(self._explained_fault(fault, connection))
        elif self._admission is not None:
            if not self._admission.done():
                self._admission.set_exception(HostGone(CONNECTION_ENDED))
        elif not self._closed and self._host_lost is None and self._reconnecting is None:
            self._reconnecting = self._loop.create_task(self._try_to_reconnect())

    # Within

    def _new_connection(self) -> ClientConnection:
        """Return the protocol for a new TCP connection; its hello is sent as soon as the host is trusted."""
        end = ClientEndpoint(None, self.time())
        return ClientConnection(end, self._new_stream(end), self)

    def _new_stream(self, end: ClientEndpoint) -> ByteStream:
        """Return the stream of a new connection: TLS, which sends the hello once the host is trusted, or plain.

        On a plain stream the hello is sent at once.
        """
        if self._context is None:
            self.verifier.deals = self._deals.of_host(address_with_port(*self._address))
            end.send(self.hello_message())
            return PlainStream()

        def check_certificate(certificate: bytes) -> None:
            """Check the host's certificate before anything is sent to it; raises `NetError` if it is not trusted."""
            assert self._trust is not None
            fingerprint = fingerprint_of(certificate)
            self._trust.check_key(address_with_port(*self._address), fingerprint)
            self.verifier.deals = self._deals.of_host(fingerprint)
            if not self.token:
                self.other_tokens = tuple(self._find_tokens(fingerprint))
            end.send(self.hello_message())

        return TlsStream(self._context, check_certificate)

    def _explained_fault(self, fault: NetError, connection: ClientConnection) -> NetError:
        """Return the fault, or a clearer one if another program than a table answers at the address."""
        if connection.first_bytes.startswith(SSH_FIRST_BYTES):
            return TlsMismatch(ssh_port_sentence(*self._address))
        if not connection.has_received_message and isinstance(fault, Malformed | TooBig):
            return Malformed(no_table_sentence(*self._address))
        return fault

    async def _try_to_reconnect(self) -> None:
        """Try to reach the host again for `RECONNECT_SECONDS`; report a connection, or that the host is lost."""
        deadline = self._loop.time() + RECONNECT_SECONDS
        tries = 0
        while self._host_lost is None and self._connection is None:
            seconds_left = deadline - self._loop.time()
            if seconds_left <= 0:
                break
            self._emit_event(ReconnectAttempt(seconds_left))
            await asyncio.sleep(RECONNECT_PAUSES_SECONDS[min(tries, len(RECONNECT_PAUSES_SECONDS) - 1)])
            tries += 1
            try:
                await self.join_table()
            except (HostGone, SessionEnded):
                continue
            except NetError as error:
                self.report_host_lost(str(error))
        self._reconnecting = None
        if self._connection is not None and self._host_lost is None and not self._host_restarted:
            self._emit_event(ConnectionRestored())
        if self._connection is None:
            self.report_host_lost(self._loss_reason())

    def _loss_reason(self) -> str:
        """Return the sentence for a lost host; for a player in a match it contains the command to return."""
        if self.seat is None or self.table is None or self.table.phase != "playing":
            return HOST_UNREACHABLE
        command = rejoin_command(*self._address, insecure=self._trust is None)
        return f"{HOST_UNREACHABLE} {SEAT_KEPT_SENTENCE.format(command)}"

    def _finish_admission(self) -> None:
        """Record that the host has admitted this person, so that `join_table` returns."""
        if self._admission is not None and not self._admission.done():
            self._admission.set_result(None)

    def _report_failure(self, error: NetError) -> None:
        """Make `join_table` raise an error; if this person is at the table already, report that the host is lost."""
        if self._admission is not None and not self._admission.done():
            self._admission.set_exception(error)
        else:
            self.report_host_lost(str(error))

    def _abandon_connection(self) -> None:
        """Close a connection on which the host has not admitted this person, without waiting for its end."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


async def join(
    address: str,
    port: int = PORT,
    name: str = "",
    code: str = "",
    *,
    watch: bool = False,
    token: str = "",
    other_tokens: Sequence[str] = (),
    trust: HostTrust | None = None,
    find_tokens: Callable[[str], Sequence[str]] = lambda fingerprint: (),
    deals: DealMemory | None = None,
) -> RemoteClient:
    """Join the table at an address and return the client of the person called `name`.

    The returned client has a `table`, and a `view` if a match is being played. `token` is the `token` of an earlier
    client at this table: it returns the person to their seat; an unknown one has no effect. `other_tokens` are the
    person's tokens for other tables of the same host. `trust` decides whether the host is trusted, contains the table
    code and makes the connection TLS; without it everything, also `code`, is sent unencrypted to any host. Without a
    `token`, `find_tokens` is called with the fingerprint of the host's key; it returns the person's tokens for tables
    of this host. `deals` is what the program remembers of the deals of all hosts; by default the client begins with an
    empty memory.

    Raises `net.errors.HostGone` if nothing answers, `CodeRejected` without the right code, `Rejected` if there is
    no room, `WrongVersion` for another version of the protocol, `TlsMismatch` if only one end uses TLS, `WrongHost` or
    `ChangedKey` if the host is not the expected one, `NotListening` for an impossible port.
    """
    check_port(port)
    client = RemoteClient(
        address,
        port,
        name,
        code,
        watch=watch,
        token=token,
        other_tokens=other_tokens,
        trust=trust,
        find_tokens=find_tokens,
        draw_bytes=secrets.token_bytes,
        deals=deals,
    )
    await client.join_table()
    return client
