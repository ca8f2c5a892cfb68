"""`ServerConnection`: one TCP connection that a host has accepted, an asyncio protocol around a `HostEndpoint`.

It makes no decisions: `Admission` decides on connections, a `Router` where they go, `CodeAttempts` on table codes, and
the table or the hall of a club on all requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from net.errors import NetError, PeerFault, Rejected, TooFast
from net.host.table_runner import TickRunner
from net.limits import MAX_QUEUE_BYTES, MAX_UNAUTHENTICATED_BYTES
from net.protocol.endpoint import HostEndpoint
from net.protocol.frames import FrameCache
from net.protocol.messages import ClientMessage, Hello, ServerMessage, TableElsewhere
from net.table.tick import ConnectionId, ConnectionLost, MessageReceived, WritingPaused, WritingResumed
from net.transport.admission import Admission, origin_of_address
from net.transport.code_attempts import CodeAdmitted, CodeAttempts, CodeDelayed, CodeRefused
from net.transport.handshake_queue import HandshakeQueue
from net.transport.socket_options import set_socket_options
from net.transport.tcp_connection import TcpConnection
from net.transport.tls import ByteStream


@dataclass(frozen=True, slots=True)
class Route:
    """The route of the sender of a hello to what `runner` runs: a table or the hall of a club.

    `hello` is passed on in place of theirs. `code_attempts` is the policy for codes there; `has_seat` says that they
    are let in however full the host is. `key` is the fingerprint of their SSH key, or says who they are in a club; ""
    for neither. `address` is the IP address of a guest whose screen another host of the club draws, "" for others.
    """

    runner: TickRunner[Any]
    code_attempts: CodeAttempts
    hello: Hello
    has_seat: bool
    key: str = ""
    address: str = ""


Direction: TypeAlias = Route | TableElsewhere | str
"""The decision where the sender of a hello goes: here (`Route`), to another host of the club, or nowhere, for a reason
in one sentence."""

Router: TypeAlias = Callable[[Hello], "Direction | asyncio.Future[Direction]"]
"""A function that returns where the sender of a hello goes; it returns a future if that takes time."""


class ServerConnection(TcpConnection[HostEndpoint]):
    """The host's side of one TCP connection; the future `closed` is done when it has ended.

    `route` says where its person goes. It is unauthenticated until the table, or the hall, has sent its first message
    on it. With `handshakes`, its first bytes wait for their turn in that queue. `knows` says whether the sender of a
    hello has been let in before, as a token proves.
    """

    def __init__(
        self,
        route: Router,
        admission: Admission[ServerConnection],
        stream: ByteStream,
        handshakes: HandshakeQueue | None = None,
        knows: Callable[[Hello], bool] = lambda hello: False,
    ) -> None:
        super().__init__(HostEndpoint(asyncio.get_running_loop().time()), stream)
        self.closed: asyncio.Future[None] = self._loop.create_future()
        self._find_route = route
        self._knows = knows
        self._admission = admission
        self._route: Route | None = None
        self._connection_id: ConnectionId | None = None
        self._is_open = False
        self._is_aborted = False
        self._origin = ""
        self._is_authenticated = False
        self._unauthenticated_bytes = 0
        self._handshakes = handshakes
        self._leave_handshake_queue: Callable[[], None] | None = None

    # Called by asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register a new TCP connection with admission control; called by asyncio.

        Another connection may be closed to make room, or this one if too many come from its address.
        """
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._is_aborted:
            transport.abort()
            return
        self._origin = origin_of_address(remote_address_of(transport))
        evicted = self._admission.add(self, remote_address_of(transport), self._loop.time())
        if evicted is not None:
            evicted.abort()
        if evicted is self:
            return
        set_socket_options(transport)
        transport.set_write_buffer_limits(high=MAX_QUEUE_BYTES)
        self._is_open = True
        self._check_deadlines()

    def data_received(self, data: bytes) -> None:
        """Pass the messages in these bytes to the table, within all rate limits; called by asyncio."""
        if self._is_open:
            if self._handshakes is None:
                self._handle_data(data)
            else:
                self._wait_for_handshake(self._handshakes, data)
        if not (self._is_open and self._is_authenticated):
            self._bound_unauthenticated_bytes(len(data))

    def _wait_for_handshake(self, handshakes: HandshakeQueue, data: bytes) -> None:
        """Keep the first bytes of the TLS handshake until it is their turn; nothing more is read until then."""

        def begin() -> None:
            """Take the bytes, unless the connection is closing; an error closes it and goes to the event loop."""
            self._leave_handshake_queue = None
            if self._is_open and self._transport is not None and not self._transport.is_closing():
                try:
                    self._endpoint.stop_reading_until(self._loop.time())
                    self._transport.resume_reading()
                    self._handle_data(data)
                except Exception:
                    self.abort()
                    raise

        self._handshakes = None
        if self._transport is not None:
            self._transport.pause_reading()
        number = handshakes.add(self._admission.count_handshake(self), begin)
        self._leave_handshake_queue = partial(handshakes.remove, number)

    def _check_deadlines(self) -> None:
        """Check the deadlines; while the connection waits for its handshake none passes, since nothing is read."""
        if self._leave_handshake_queue is not None:
            self._endpoint.stop_reading_until(self._loop.time())
        super()._check_deadlines()

    def _handle_data(self, data: bytes) -> None:
        """Pass the messages in these bytes to what they are for, or close the connection after a fault.

        Nothing is read for a while if the admission says so or the runner is full.
        """
        now = self._loop.time()
        try:
            received = self._endpoint.receive(self._stream.unwrap(data), now)
        except PeerFault as fault:
            self._endpoint.close_with_error(fault)
            self._report_fault_and_close()
            return
        for message in received:
            if isinstance(message, PeerFault):
                self._report_fault_and_close()
                return
            if isinstance(message, Hello) and not self._is_authenticated:
                self._check_table_code(message, now)
            else:
                self._forward_to_table(message)
        self._flush()
        pause = self._admission.count_received(self, len(data), len(received), now)
        if self._route is not None:
            pause = max(pause, self._route.runner.count_received(len(received), now))
        self._pause_reading(pause)

    def eof_received(self) -> None:
        """Leave the table and close the connection after the client has closed it.

        A client's operating system closes its half only after the client has read all that had arrived, even if the
        program was killed. So the client was not silent before this moment: only what is on its way now may be unread.
        """
        self._leave_table(silence=0)
        self._close_sending_half()

    def connection_lost(self, error: Exception | None) -> None:
        """Remove an ended TCP connection from admission control and from the table; called by asyncio."""
        super().connection_lost(error)
        if self._leave_handshake_queue is not None:
            self._leave_handshake_queue()
        self._admission.remove(self)
        self._leave_table(self._seconds_of_silence())
        self.closed.set_result(None)

    def pause_writing(self) -> None:
        """Tell the table that the send buffer is full; called by asyncio."""
        if self._route is not None and self._connection_id is not None:
            self._route.runner.post_input(WritingPaused(self._connection_id))

    def resume_writing(self) -> None:
        """Tell the table that the send buffer has room again; called by asyncio."""
        if self._route is not None and self._connection_id is not None:
            self._route.runner.post_input(WritingResumed(self._connection_id))

    # Called by the table's runner and by the server (`net.protocol.frames.Outbox`)

    def deliver_messages(self, messages: Sequence[ServerMessage], frames: FrameCache) -> None:
        """Send these messages in one write; the first messages that a host sends authenticate the connection."""
        if not self._is_authenticated:
            self._is_authenticated = True
            self._admission.authenticate(self)
        for message in messages:
            self._endpoint.send_frame(frames.frame_of(message))
        self._flush()

    def end_connection(self, error: NetError) -> None:
        """Close when everything has been sent, or at once if nothing was ever sent on this connection."""
        self._connection_id, self._is_open = None, False
        if self._is_authenticated:
            self._close_sending_half()
        else:
            self.abort()

    @property
    def is_connected(self) -> bool:
        """Whether asyncio has made a TCP connection for this protocol, now or earlier."""
        return self._transport is not None

    def disconnect(self) -> None:
        """Tell the table or the hall that this connection has ended, and close it when everything has been sent."""
        self._report_fault_and_close()

    def abort(self) -> None:
        """Close this connection at once, or as soon as asyncio has made it, without sending what is queued."""
        self._is_aborted = True
        if self._transport is not None:
            self._transport.abort()

    # Private methods

    def _check_table_code(self, hello: Hello, now: float) -> None:
        """Find out where a hello goes, and check its code there."""
        if self._knows(hello):
            self._admission.mark_returning(self, now)
        route = self._find_route(hello)
        if isinstance(route, asyncio.Future):
            route.add_done_callback(lambda found: self._check_route(found, hello))
        else:
            self._check_table_code_at(route, hello, now)

    def _check_route(self, found: asyncio.Future[Direction], hello: Hello) -> None:
        """Check the code of a hello at the table or hall that was `found`, unless the connection has ended.

        If finding it has failed, end the connection and raise the error.
        """
        try:
            route = found.result()
        except BaseException:
            self.abort()
            raise
        if self._is_open and not self._is_authenticated:
            self._check_table_code_at(route, hello, self._loop.time())
            self._flush()

    def _check_table_code_at(self, route: Direction, hello: Hello, now: float) -> None:
        """Check the code in a hello: as `CodeAttempts` decides, pass it on to its table or hall, at once or later, or
        reject it.

        It is rejected, too, if the host has no room for another person; a person with a seat is always let in.
        """
        assert self._transport is not None
        if isinstance(route, str):
            self._reject(route)
            return
        if isinstance(route, TableElsewhere):
            self._endpoint.send(route)
            self._report_fault_and_close()
            return
        full = self._admission.refusal(self)
        if full and not route.has_seat:
            self._reject(full)
            return
        address = route.address or remote_address_of(self._transport)
        match route.code_attempts.check_hello(address, hello.code, hello.tokens, now):
            case CodeAdmitted():
                self._enter(route)
            case CodeDelayed(seconds):
                self._loop.call_later(seconds, self._enter, route)
            case CodeRefused(sentence):
                self._reject(sentence)

    def _enter(self, route: Route) -> None:
        """Connect to the table or hall of a route, and forward the hello to it; a later hello on this connection goes
        to the same one."""
        if not self._is_open:
            return
        if self._route is None:
            self._route = route
            self._origin = origin_of_address(route.address) if route.address else self._origin
            self._connection_id = route.runner.connect(self)
        self._forward_to_table(route.hello)

    def _reject(self, sentence: str) -> None:
        """Answer a hello with the sentence why its sender is not let in, and close the connection."""
        self._endpoint.close_with_error(Rejected(sentence))
        self._report_fault_and_close()

    def _forward_to_table(self, message: ClientMessage) -> None:
        """Pass a message to the table, unless this connection has left it."""
        route = self._route
        if route is not None and self._connection_id is not None:
            route.runner.post_input(MessageReceived(self._connection_id, message, self._origin, route.key))

    def _bound_unauthenticated_bytes(self, size: int) -> None:
        """Count bytes received before the table has let the person in; after too many, close and read no more."""
        self._unauthenticated_bytes += size
        if self._unauthenticated_bytes > MAX_UNAUTHENTICATED_BYTES and self._transport is not None:
            self._endpoint.close_with_error(
                TooFast(f"More than {MAX_UNAUTHENTICATED_BYTES} bytes came before a welcome.")
            )
            self._report_fault_and_close()
            self._transport.pause_reading()  # what is unread is dropped when the time to close is over

    def _pause_reading(self, seconds: float) -> None:
        """Read nothing from this connection for `seconds`, which do not count as silence; 0 changes nothing."""
        if seconds and self._transport is not None:
            self._transport.pause_reading()
            self._endpoint.stop_reading_until(self._loop.time() + seconds)
            self._loop.call_later(seconds, self._resume_reading)

    def _resume_reading(self) -> None:
        """Read from this connection again, unless it is closing."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def _end_after_deadline(self) -> None:
        """End the connection of a client that has missed a deadline."""
        self._report_fault_and_close()

    def _report_fault_and_close(self) -> None:
        """Send the final messages to a client that broke the protocol, and report its disconnection to the table."""
        self._flush()
        self._leave_table(self._seconds_of_silence())
        self._close_sending_half()

    def _seconds_of_silence(self) -> float:
        """Return for how many seconds nothing has been received; what this host has sent meanwhile may not have
        arrived."""
        return self._endpoint.silence(self._loop.time())

    def _leave_table(self, silence: float) -> None:
        """Report to the table, once, that this connection has ended; nothing more is sent on it.

        `silence` is the number of seconds since something was received.
        """
        self._is_open = False
        if self._route is not None and self._connection_id is not None:
            connection_id, self._connection_id = self._connection_id, None
            self._route.runner.disconnect(connection_id)
            self._route.runner.post_input(ConnectionLost(connection_id, silence))

    def _close_sending_half(self) -> None:
        """Close the sending half of the connection; until the client closes its half, it counts as unauthenticated."""
        evicted = self._admission.demote(self)
        if evicted is not None:
            evicted.abort()
        self._half_close()


def remote_address_of(transport: asyncio.BaseTransport) -> str:
    """Return the remote IP address of a connection; empty if it has been closed already."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""
