"""One TCP connection of a client: an asyncio protocol around a `ClientEndpoint`, without decisions of its own."""

from __future__ import annotations

import asyncio
from typing import Protocol

from net.errors import NetError, PeerFault
from net.protocol.endpoint import ClientEndpoint
from net.protocol.messages import ClientMessage, ServerMessage
from net.transport.tcp_connection import TcpConnection
from net.transport.tls import ByteStream


class ConnectionHandler(Protocol):
    """The receiver of the events of a `ClientConnection`."""

    def connection_opened(self, connection: ClientConnection) -> None:
        """Use a TCP connection, which has just been opened, from now on."""

    def message_received(self, message: ServerMessage) -> None:
        """Carry out what a message of the host says; raises `NetError` for a message that no honest host sends."""

    def connection_ended(self, connection: ClientConnection, fault: NetError | None) -> None:
        """Drop a connection that has ended, because of a `fault` of the host or (None) without one.

        It is called once for every connection that was passed to `connection_opened`.
        """


class ClientConnection(TcpConnection[ClientEndpoint]):
    """One TCP connection of a client.

    `first_bytes`: the first bytes that came from the host, as they came, before any decryption: they show which kind of
    program answers; `has_received_message`: whether a whole message was received; `closed`: an event that is set when
    the connection has ended.
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
        """Begin the handshake on a new TCP connection; called by asyncio."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._handler.connection_opened(self)
        self._stream.start()
        self._flush()
        self._check_deadlines()

    def data_received(self, data: bytes) -> None:
        """Hand the messages in these bytes to the handler; close after a fault of the host. Called by asyncio."""
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
        """Report the end of the connection to the handler; called by asyncio."""
        super().connection_lost(error)
        self.closed.set()
        self._report_lost(None)

    # Called by the client

    def send(self, message: ClientMessage) -> None:
        """Send one message; ignored while the connection is closing."""
        self._endpoint.send(message)
        self._flush()

    def close(self) -> None:
        """End this connection when everything has been sent, and after `MAX_LINGER_SECONDS` in any case."""
        transport = self._send_last_bytes()
        if transport is not None:
            transport.close()

    def finish(self) -> None:
        """Close the sending half, and let the host close the connection; after `MAX_LINGER_SECONDS` it is aborted.

        Closing both halves here, with unread data, could reset the connection before the host has read everything.
        """
        self._half_close()

    def _report_lost(self, fault: NetError | None) -> None:
        """Tell the handler, once, that this connection has ended, because of `fault` or (None) without one."""
        if not self._reported:
            self._reported = True
            self._handler.connection_ended(self, fault)

    def _end_after_deadline(self) -> None:
        """Close the connection to a host that has been silent for too long."""
        self.close()
