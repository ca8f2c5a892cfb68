"""One TCP connection of a client: an asyncio protocol around a `ClientEndpoint`. It decides nothing."""

from __future__ import annotations

import asyncio
from typing import Protocol

from net.errors import NetError, PeerFault
from net.protocol.connection import ClientEndpoint
from net.protocol.messages import ClientMessage, ServerMessage
from net.transport.tcp_connection import TcpConnection
from net.transport.tls import ByteStream


class ConnectionHandler(Protocol):
    """What a `ClientConnection` reports to."""

    def connection_opened(self, connection: ClientConnection) -> None:
        """The TCP connection is open."""

    def message_received(self, message: ServerMessage) -> None:
        """The host has sent a message; raises `NetError` for one that no honest host sends."""

    def connection_ended(self, connection: ClientConnection, fault: NetError | None) -> None:
        """The connection is of no use any more: because of a `fault` of the host, or (None) because it has ended.

        It is called once for every connection that was reported by `connection_opened`.
        """


class ClientConnection(TcpConnection[ClientEndpoint]):
    """One TCP connection of a client.

    `first_bytes` is the first piece of data from the host, `has_received_message` whether a whole message has come, and
    `closed` is set when the connection has ended.
    """

    def __init__(self, end: ClientEndpoint, stream: ByteStream, handler: ConnectionHandler) -> None:
        super().__init__(end, stream)
        self.first_bytes = b""
        self.has_received_message = False
        self.closed = asyncio.Event()
        self._handler = handler
        self._reported = False

    # Called by asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._handler.connection_opened(self)
        self._stream.start()
        self._flush()
        self._check_deadlines()

    def data_received(self, data: bytes) -> None:
        self.first_bytes = self.first_bytes or data
        try:
            for message in self._endpoint.receive(self._stream.unwrap(data), self._loop.time()):
                if isinstance(message, PeerFault):
                    raise message
                self.has_received_message = True
                self._handler.message_received(message)
        except NetError as fault:
            self.close()
            self._report_lost(fault)
            return
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.closed.set()
        self._report_lost(None)

    # Called by the client

    def send(self, message: ClientMessage) -> None:
        """Send one message."""
        self._endpoint.send(message)
        self._flush()

    def close(self) -> None:
        """End this connection when everything has been sent, and after `LINGER_SECONDS` in any case."""
        transport = self._send_final()
        if transport is not None:
            transport.close()

    def finish(self) -> None:
        """Say that nothing follows, and let the host end the connection; after `LINGER_SECONDS` it is cut.

        To close it here, with unread data, could reset the connection before the host has read our last message.
        """
        self._half_close()

    def _report_lost(self, fault: NetError | None) -> None:
        if not self._reported:
            self._reported = True
            self._handler.connection_ended(self, fault)

    def _time_out(self) -> None:
        self.close()
