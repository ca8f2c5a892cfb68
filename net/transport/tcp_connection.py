"""The asyncio side of a TCP connection that the host's and the client's connection have in common."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Generic, TypeVar

from net.limits import MAX_LINGER_SECONDS
from net.protocol.endpoint import Endpoint
from net.transport.tls import ByteStream

EndpointT = TypeVar("EndpointT", bound=Endpoint[Any])


class TcpConnection(asyncio.Protocol, Generic[EndpointT]):
    """A TCP connection: sends the bytes of its endpoint, checks its deadlines, and closes after the last message.

    `endpoint` turns bytes into messages and back, `stream` adds TLS or nothing. Subclasses define `_end_after_deadline`
    and what asyncio calls when data arrives.
    """

    def __init__(self, endpoint: EndpointT, stream: ByteStream) -> None:
        self._loop = asyncio.get_running_loop()
        self._endpoint = endpoint
        self._stream = stream
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_lost(self, error: Exception | None) -> None:
        """Stop all deadlines of an ended connection; called by asyncio.

        The transport refers to itself by its callback, so only a garbage collection would free it: it loses that here.
        """
        if self._timer is not None:
            self._timer.cancel()
        with suppress(AttributeError):  # a transport of another kind, or of another version of asyncio
            del self._transport._read_ready_cb  # type: ignore[union-attr]

    def _end_after_deadline(self) -> None:
        """End the connection, because the other end has missed a deadline.

        Called by `_check_deadlines`; subclasses define it.
        """
        raise NotImplementedError

    def _flush(self) -> None:
        """Write everything that the endpoint has to send."""
        if self._transport is not None and (data := self._stream.wrap(self._endpoint.take_outgoing())):
            self._transport.write(data)

    def _check_deadlines(self) -> None:
        """Check the endpoint's deadlines now and whenever the next one is due."""
        if self._endpoint.check_deadline(self._loop.time()) is not None:
            self._end_after_deadline()
            return
        self._flush()
        self._timer = self._loop.call_at(self._endpoint.next_check_time, self._check_deadlines)

    def _send_last_bytes(self) -> asyncio.Transport | None:
        """Send the stream's last bytes and let the endpoint send no more.

        Returns the transport to close, None if there is none or it is closing already. The connection is aborted in
        any case after `MAX_LINGER_SECONDS`.
        """
        self._endpoint.is_closing = True
        transport = self._transport
        if transport is None or transport.is_closing():
            return None
        if self._timer is not None:
            self._timer.cancel()
        if last := self._stream.finish():
            transport.write(last)
        self._timer = self._loop.call_later(MAX_LINGER_SECONDS, transport.abort)
        return transport

    def _half_close(self) -> None:
        """Close the sending half, and let the other end close: closing both could lose the last message."""
        transport = self._send_last_bytes()
        if transport is not None:
            try:
                transport.write_eof()
            except OSError:
                transport.abort()
