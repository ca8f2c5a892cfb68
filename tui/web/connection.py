"""One connection of a browser, with a bound on its time and on its requests until it has a guest."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final, cast

from aiohttp.web import Server, StreamResponse
from aiohttp.web_protocol import RequestHandler
from aiohttp.web_request import BaseRequest

from net.transport.socket_options import set_socket_options
from tui.guest.limits import MIN_UNREAD_BYTES_TO_PAUSE
from tui.guest.listener import GuestListener
from tui.web.answers import sentence_answer
from tui.web.limits import (
    MAX_HANDSHAKE_SECONDS,
    MAX_HEADER_BYTES,
    MAX_HEADERS,
    MAX_IDLE_SECONDS,
    MAX_READ_AT_ONCE_BYTES,
    MAX_SECONDS_WITHOUT_GUEST,
)

if TYPE_CHECKING:
    from ssl import SSLContext

BAD_REQUEST_SENTENCE: Final = "The host cannot answer this request."
"""The answer to a request that has an error in it, or causes one."""

_log: Final = logging.getLogger("queens.web")
"""The log of the web server, which is switched off because browsers could fill the host's terminal by it."""
_log.disabled = True  # bad requests, such as those of port scanners, are not worth a line on the host's screen


class WebConnection(RequestHandler):
    """A connection that is aborted after `MAX_SECONDS_WITHOUT_GUEST`, unless it has a guest by then (`has_guest`)."""

    def __init__(self, manager: Server, listener: GuestListener) -> None:
        super().__init__(
            manager,
            loop=asyncio.get_running_loop(),
            logger=_log,
            access_log=cast("logging.Logger", None),
            keepalive_timeout=MAX_IDLE_SECONDS,
            lingering_time=0,
            max_line_size=MAX_HEADER_BYTES,
            max_field_size=MAX_HEADER_BYTES,
            max_headers=MAX_HEADERS,
            auto_decompress=False,
        )
        self._listener = listener
        self._timer: asyncio.TimerHandle | None = None
        self._lowest_transport: asyncio.Transport | None = None
        self._early_bytes = b""
        self.address = "?"
        self.has_guest = False

    def count_connection(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection from its first moment, and limit the time and memory that it may take."""
        self._lowest_transport = cast("asyncio.Transport", transport)
        set_socket_options(transport)
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else "?"
        transport.max_size = MAX_READ_AT_ONCE_BYTES  # type: ignore[attr-defined]
        self._timer = asyncio.get_running_loop().call_later(MAX_SECONDS_WITHOUT_GUEST, self.abort)
        self._listener.count_connection(self, self.address)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to answer requests.

        With TLS this happens after the handshake, with which the first bytes may have come.
        """
        if self._lowest_transport is None:
            self.count_connection(transport)
        super().connection_made(transport)
        cast("asyncio.Transport", transport).set_write_buffer_limits(high=MIN_UNREAD_BYTES_TO_PAUSE)
        early, self._early_bytes = self._early_bytes, b""
        if early:
            super().data_received(early)

    def data_received(self, data: bytes) -> None:
        if self.transport is None:
            self._early_bytes += data
        else:
            super().data_received(data)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._stop_timer()
        self._listener.forget_connection(self)
        super().connection_lost(exc)

    def handle_error(
        self,
        request: BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> StreamResponse:
        """Return our answer to a request that caused an error.

        That of aiohttp has no Content-Security-Policy, and repeats the request.
        """
        super().handle_error(request, status, exc, message)
        return sentence_answer(status, BAD_REQUEST_SENTENCE)

    def abort(self) -> None:
        """Abort this connection at once."""
        if self._lowest_transport is not None:
            self._lowest_transport.abort()

    def let_guest_in(self) -> str:
        """Let the guest of this connection in, if the host has room for another guest; then it may stay open for ever.

        Returns the sentence that says why there is no room; "" if there is.
        """
        refusal = self._listener.admission.refusal(self)
        if not refusal:
            self.has_guest = True
            self._stop_timer()
            self._listener.admission.authenticate(self)
        return refusal

    def _stop_timer(self) -> None:
        """Cancel the timer that aborts the connection."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class TlsConnection(asyncio.Protocol):
    """A connection before its TLS handshake; it is counted from its first moment, like every other one."""

    def __init__(self, connection: WebConnection, context: SSLContext) -> None:
        self._connection = connection
        self._context = context
        self._handshake: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and begin the handshake."""
        self._connection.count_connection(transport)
        self._handshake = asyncio.get_running_loop().create_task(self._shake_hands(transport))

    def connection_lost(self, exc: BaseException | None) -> None:
        self._connection.connection_lost(exc)

    async def _shake_hands(self, transport: asyncio.BaseTransport) -> None:
        """Make the TLS handshake and pass the connection on to HTTP.

        End it if the handshake fails or takes too long.
        """
        if transport.is_closing():  # others have taken its place by now, and a handshake would wait for ever
            return
        try:
            encrypted = await asyncio.get_running_loop().start_tls(
                cast("asyncio.Transport", transport),
                self._connection,
                self._context,
                server_side=True,
                ssl_handshake_timeout=MAX_HANDSHAKE_SECONDS,
            )
        except OSError:  # ssl.SSLError is one, and so is what asyncio raises after the timeout
            encrypted = None
        if encrypted is None or encrypted.is_closing():
            self._connection.abort()
            self._connection.connection_lost(None)
        else:
            self._connection.connection_made(encrypted)
