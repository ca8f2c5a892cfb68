"""`HostLink`: the connection of a client to a host on the network, which is made again when it breaks.

It is the part that a client of a table (`net.client.remote`) and a client of a hall (`net.client.hall`) have in common.
If the connection breaks, the client tries for `MAX_RECONNECT_SECONDS` to be let in again; only then is the host lost. A
club may have several hosts: one that does not run a table says which one does, and when one is gone the client asks the
others.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from net.client.connection import ClientConnection
from net.client.join_spec import HostSpec
from net.errors import (
    HostGone,
    Malformed,
    NetError,
    ReachedOtherHost,
    Rejected,
    SessionEnded,
    TlsMismatch,
    TooBig,
)
from net.limits import (
    MAX_CLUB_RECONNECT_PAUSE_SECONDS,
    MAX_HOSTS_FOLLOWED,
    MAX_JOIN_SECONDS,
    MAX_RECONNECT_SECONDS,
    OTHER_HOST_ANSWER_SECONDS,
    RECONNECT_PAUSES_SECONDS,
)
from net.protocol.endpoint import ClientEndpoint
from net.protocol.messages import Bye, ClientMessage, Hello, ServerMessage
from net.security.host_certificate import client_context, fingerprint_of
from net.transport.address_errors import (
    SSH_GREETING_BYTES,
    address_with_port,
    connection_failure_sentence,
    no_table_sentence,
    split_address,
    ssh_port_sentence,
)
from net.transport.outgoing_connection import connect_to_host
from net.transport.tls import ByteStream, PlainStream, TlsStream

HOST_UNREACHABLE_SENTENCE: Final = "The host can no longer be reached."
"""The reason of `HostLost` when the client has given up trying to reach the host."""
CONNECTION_ENDED_SENTENCE: Final = "The connection to the host has ended."
"""The reason of the error when the host ends a connection before it has let the person in, and does not say why."""


class TableIsMoving(HostGone):
    """Raised when a host answers that another host has the table, but that host is not known yet, or is gone."""


class HostLink:
    """The connection of one person's program to a `host`, across reconnects.

    A subclass defines `hello_for_host`, `message_received` and the methods that report to the person; it calls
    `_finish_admission` when the host has let the person in, and `_report_failure` with the error if the host does not.
    """

    def __init__(self, host: HostSpec) -> None:
        self._address = (host.address, host.port)
        self._found_at = address_with_port(host.address, host.port)
        self._find_hosts = host.find_hosts
        self._chance = host.chance
        self._trust = host.trust
        self._context = None if host.trust is None else client_context()
        self._loop = asyncio.get_running_loop()
        self._connection: ClientConnection | None = None
        self._reconnecting: asyncio.Task[None] | None = None
        self._silent: set[tuple[str, int]] = set()  # addresses without an answer in the present round of attempts
        self._closed = False
        self._is_lost = False
        self._admission: asyncio.Future[None] | None = None

    @property
    def present_address(self) -> tuple[str, int]:
        """The address and port of the host to which the link leads now; in a club with several hosts it may change."""
        return self._address

    # What a subclass defines

    def hello_for_host(self, host: str) -> Hello:
        """Return the hello on a new connection; `host` is the fingerprint of the host's key, or its address."""
        raise NotImplementedError

    def message_received(self, message: ServerMessage) -> None:
        """Carry out what a message of the host says; raises `NetError` for a message that no honest host sends."""
        raise NotImplementedError

    def report_host_lost(self, reason: str) -> None:
        """Report that the host is lost for good, with the reason; a subclass that overrides it must call this one."""
        self._is_lost = True

    def _report_attempt(self, seconds_left: float) -> None:
        """Report an attempt to reach the host again; the client gives up if it has not succeeded in `seconds_left`
        seconds."""

    def _report_reconnected(self) -> None:
        """Report that the host has admitted the person again."""

    def _host_lost_sentence(self) -> str:
        """Return the sentence that tells the person that the host could not be reached again."""
        return HOST_UNREACHABLE_SENTENCE

    def _goodbye_message(self) -> Bye:
        """Return the last message to the host."""
        return Bye()

    # Called by the subclass

    async def _enter(self, max_seconds: float) -> None:
        """Connect, send the hello and wait until a host has let this person in, for at most `max_seconds` at each host.

        It goes on at the host that runs the table, if that is another one. Raises `NetError` if no host can be reached
        or the host refuses them.
        """
        for pause in (0.0, 0.0, *RECONNECT_PAUSES_SECONDS[: MAX_HOSTS_FOLLOWED - 2]):
            await asyncio.sleep(pause)  # while a table changes hosts, they may send people back and forth
            try:
                return await self._enter_here(max_seconds)
            except ReachedOtherHost as elsewhere:
                try:
                    self._address = split_address(elsewhere.address)
                except ValueError:
                    raise TableIsMoving(str(elsewhere)) from elsewhere
                if self._address in self._silent:  # the host that leads there does not know yet that it is gone
                    raise TableIsMoving(HOST_UNREACHABLE_SENTENCE) from elsewhere
        raise HostGone(HOST_UNREACHABLE_SENTENCE)

    async def _enter_here(self, max_seconds: float) -> None:
        """Connect to the present address, and wait until the host there has let this person in.

        Raises `NetError` if it cannot be reached or refuses them.
        """
        address, port = self._address
        self._admission = admission = self._loop.create_future()
        is_let_in = False
        try:
            async with asyncio.timeout(max_seconds):
                await connect_to_host(self._loop, self._new_connection, address, port)
                await admission
            is_let_in = True
        except (OSError, UnicodeError) as error:
            self._silent.add(self._address)
            raise HostGone(connection_failure_sentence(error, address, port)) from error
        finally:
            if not is_let_in:  # also when the caller gives up just when the host has let this person in
                self._abandon_connection()
            admission.cancel()
            self._admission = None

    async def close(self) -> None:
        """Say goodbye to the host, and wait until the connection has ended; nothing more is reported."""
        self._closed = True
        if self._reconnecting is not None:
            self._reconnecting.cancel()
        connection = self._connection
        if connection is not None:
            connection.send(self._goodbye_message())
            connection.finish()
            await connection.closed.wait()

    async def drop_connection(self) -> None:
        """Disconnect like a broken connection; nothing more is reported."""
        self._closed = True
        if self._reconnecting is not None:
            self._reconnecting.cancel()
        self._abandon_connection()

    def _send(self, message: ClientMessage) -> None:
        """Send a message to the host; it is dropped while there is no connection."""
        if self._connection is not None:
            self._connection.send(message)

    @property
    def _waits_for_admission(self) -> bool:
        """Whether the host has not answered the hello yet."""
        return self._admission is not None and not self._admission.done()

    def _finish_admission(self) -> None:
        """Record that the host has let this person in, so that `_enter` returns."""
        if self._admission is not None and not self._admission.done():
            self._admission.set_result(None)

    def _report_failure(self, error: NetError) -> None:
        """End the attempt to enter with an error; after a reconnection report the host lost, without a new try."""
        if self._admission is not None and not self._admission.done():
            self._admission.set_exception(error)
        else:
            self.report_host_lost(str(error))

    # Called by the connection (`net.client.connection.ConnectionHandler`)

    def connection_opened(self, connection: ClientConnection) -> None:
        """Replace the connection by a new one."""
        self._connection = connection

    def connection_ended(self, connection: ClientConnection, fault: NetError | None) -> None:
        """Start to reconnect after a connection without a fault; after a fault of the host, give up.

        While the first connection is being made, the error is raised there instead. The end of an abandoned connection
        is ignored.
        """
        if self._connection is not connection:  # it was abandoned, and another one may be in use
            return
        self._connection = None
        if fault is not None:
            self._report_failure(self._explained_fault(fault, connection))
        elif self._admission is not None:
            if not self._admission.done():
                self._admission.set_exception(HostGone(CONNECTION_ENDED_SENTENCE))
        elif not self._closed and not self._is_lost and self._reconnecting is None:
            self._reconnecting = self._loop.create_task(self._try_to_reconnect())

    # Private methods

    def _new_connection(self) -> ClientConnection:
        """Return the protocol for a new TCP connection; its hello is sent as soon as the host is trusted."""
        end = ClientEndpoint(None, self._loop.time())
        return ClientConnection(end, self._new_stream(end), self)

    def _new_stream(self, end: ClientEndpoint) -> ByteStream:
        """Return the stream of a new connection: TLS, which sends the hello once the host is trusted, or plain.

        On a plain stream the hello is sent at once.
        """
        where = address_with_port(*self._address)
        if self._context is None:
            end.send(self.hello_for_host(self._found_at))
            return PlainStream()

        def check_certificate(certificate: bytes) -> None:
            """Check the host's certificate before anything is sent to it; raises `NetError` if it is not trusted."""
            assert self._trust is not None
            fingerprint = fingerprint_of(certificate)
            self._trust.check_key(where, fingerprint)
            end.send(self.hello_for_host(fingerprint))

        return TlsStream(self._context, check_certificate)

    def _explained_fault(self, fault: NetError, connection: ClientConnection) -> NetError:
        """Return the fault, or a clearer one if another program than a table answers at the address."""
        if connection.first_bytes.startswith(SSH_GREETING_BYTES):
            return TlsMismatch(ssh_port_sentence(*self._address))
        if not connection.has_received_message and isinstance(fault, Malformed | TooBig):
            return Malformed(no_table_sentence(*self._address))
        return fault

    async def _try_to_reconnect(self) -> None:
        """Try to reach the host again for `MAX_RECONNECT_SECONDS`; report a connection, or that the host is lost."""
        deadline = self._loop.time() + MAX_RECONNECT_SECONDS
        tries = 0
        while not self._is_lost and self._connection is None:
            seconds_left = deadline - self._loop.time()
            if seconds_left <= 0:
                break
            self._report_attempt(seconds_left)
            pause = RECONNECT_PAUSES_SECONDS[min(tries, len(RECONNECT_PAUSES_SECONDS) - 1)]
            if len(self._addresses_to_try) > 1:
                pause = min(pause, MAX_CLUB_RECONNECT_PAUSE_SECONDS)
            await asyncio.sleep(
                pause * self._chance.uniform(0.5, 1)
            )  # all people of a host that is gone have begun at once
            tries += 1
            await self._try_hosts()
        self._reconnecting = None
        if self._connection is not None and not self._is_lost:
            self._report_reconnected()
        if self._connection is None:
            self.report_host_lost(self._host_lost_sentence())

    async def _try_hosts(self) -> None:
        """Try the last host, and then the other hosts of the club in random order, until one lets this person in.

        If a host answers that the table is moving, no further host is asked, because all of them know the same. So even
        the very many people of a host that has died do not keep the others busy. An error that will not change is
        reported as the loss of the host.
        """
        addresses = self._addresses_to_try
        self._silent.clear()
        for address in (addresses[0], *self._chance.sample(addresses[1:], len(addresses) - 1)):
            if address in self._silent:
                continue
            self._address = address
            try:
                return await self._enter(MAX_JOIN_SECONDS if len(addresses) == 1 else OTHER_HOST_ANSWER_SECONDS)
            except TableIsMoving:
                break
            except (HostGone, SessionEnded):
                continue
            except NetError as error:
                if len(addresses) == 1 or isinstance(error, Rejected):
                    return self.report_host_lost(str(error))
        self._address = addresses[0]

    @property
    def _addresses_to_try(self) -> list[tuple[str, int]]:
        """The addresses at which this person may be let in again: the last one, and those of all hosts of the club."""
        addresses = [self._address]
        for host in self._find_hosts():
            with suppress(ValueError):
                addresses.append(split_address(host))
        return list(dict.fromkeys(addresses))

    def _abandon_connection(self) -> None:
        """Close a connection on which the host has not let this person in, without waiting for its end."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
