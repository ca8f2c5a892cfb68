"""One TCP connection that a host has accepted: an asyncio shell around the host's end of it. It decides nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from typing import TYPE_CHECKING

from net.errors import NetError, PeerFault, Rejected
from net.limits import QUEUE_BYTES, READ_PAUSE_SECONDS, SYSTEM_QUEUE_BYTES
from net.protocol.connection import HostEndpoint
from net.protocol.frames import EncodedFrames
from net.protocol.messages import ClientMessage, Hello, ServerMessage
from net.table.tick import ConnectionId, Disconnected, Received, WritingPaused, WritingResumed
from net.transport.code_attempts import Admit, Delay, Refuse
from net.transport.tcp_connection import TcpConnection

if TYPE_CHECKING:
    from net.host.server import TableServer


class ServerConnection(TcpConnection[HostEndpoint]):
    """The host's end of one TCP connection."""

    def __init__(self, host: TableServer) -> None:
        super().__init__(HostEndpoint(asyncio.get_running_loop().time()), host.new_stream())
        self._host = host
        self._link: ConnectionId | None = None
        self._is_stranger = True

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if not self._host.admit(self, address_of(transport)):
            transport.abort()
            return
        _tune(transport)
        transport.set_write_buffer_limits(high=QUEUE_BYTES)
        self._link = self._host.house.connect(self)
        self._check_deadlines()

    def data_received(self, data: bytes) -> None:
        now = self._loop.time()
        if self._link is None:
            self._read_later(self._host.gate.count_received(self, len(data), 0, now))
            return
        try:
            heard = self._endpoint.receive(self._stream.unwrap(data), now)
        except PeerFault as fault:
            self._endpoint.refuse(fault)
            self._give_up()
            return
        for one in heard:
            if isinstance(one, PeerFault):
                self._give_up()
                return
            if self._is_stranger and isinstance(one, Hello):
                self._check_code(one, now)
            else:
                self._pass_on(one)
        self._flush()
        pause = self._host.gate.count_received(self, len(data), len(heard), now)
        self._read_later(max(pause, READ_PAUSE_SECONDS) if self._host.house.is_full else pause)

    def eof_received(self) -> None:
        """Let go of who has hung up, though what was said to them may never be read."""
        self._part()
        self._close()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._host.forget(self)
        self._part()

    def pause_writing(self) -> None:
        if self._link is not None:
            self._host.house.post(WritingPaused(self._link))

    def resume_writing(self) -> None:
        if self._link is not None:
            self._host.house.post(WritingResumed(self._link))

    # What the house calls

    def deliver(self, messages: Sequence[ServerMessage], frames: EncodedFrames) -> None:
        """Write the messages of one tick, at once."""
        if self._is_stranger:
            self._is_stranger = False
            self._host.gate.authenticate(self)
        for message in messages:
            self._endpoint.send_frame(frames.of(message))
        self._flush()

    def end(self, error: NetError) -> None:
        """Close when everything has gone out, or a little later in any case; a stranger has been told nothing."""
        self._link = None
        if self._is_stranger:
            self.cut()
            return
        self._close()

    def cut(self) -> None:
        """Let go of this connection at once."""
        if self._transport is not None:
            self._transport.abort()

    # Within

    def _check_code(self, hello: Hello, now: float) -> None:
        """Forward a hello to the table, at once or later, or refuse it, as the policy for codes decides."""
        assert self._transport is not None
        match self._host.code_attempts.check(address_of(self._transport), hello.code, hello.token, now):
            case Admit():
                self._pass_on(hello)
            case Delay(seconds):
                self._loop.call_later(seconds, self._pass_on, hello)
            case Refuse(sentence):
                self._endpoint.refuse(Rejected(sentence))
                self._give_up()

    def _pass_on(self, message: ClientMessage) -> None:
        if self._link is not None:
            self._host.house.post(Received(self._link, message))

    def _read_later(self, pause: float) -> None:
        if pause and self._transport is not None:
            self._transport.pause_reading()
            self._loop.call_later(pause, self._read_on)

    def _read_on(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def _time_out(self) -> None:
        self._give_up()

    def _give_up(self) -> None:
        """Send the last message to an end at fault, and tell the table that it is gone."""
        self._flush()
        self._part()
        self._close()

    def _part(self) -> None:
        if self._link is not None:
            link, self._link = self._link, None
            self._host.house.disconnect(link)
            self._host.house.post(Disconnected(link))

    def _close(self) -> None:
        self._host.show_out(self)
        self._half_close()


def address_of(transport: asyncio.BaseTransport) -> str:
    """Return where a connection comes from; nothing if it has gone already."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def _tune(transport: asyncio.Transport) -> None:
    """Send at once, for updates are small and each is wanted now; and bound the system's own queue."""
    link: socket.socket | None = transport.get_extra_info("socket")
    if link is not None:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_QUEUE_BYTES)
