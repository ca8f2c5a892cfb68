"""One connection of a browser: counted and bounded in time, and until its guest is in, in what it may ask for."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, cast

from aiohttp.web import Server
from aiohttp.web_protocol import RequestHandler

from tui.guest.limits import UNREAD_BYTES
from tui.guest.listener import GuestListener
from tui.web.limits import HEADER_BYTES, IDLE_SECONDS, MAX_HEADERS, PAGE_SECONDS, READ_AT_ONCE_BYTES

_log: Final = logging.getLogger("queens.web")
_log.addHandler(logging.NullHandler())
_log.propagate = False  # bad requests, such as those of port scanners, are not worth a line on the host's screen


class WebConnection(RequestHandler):
    """A connection, which aborts after `PAGE_SECONDS` unless its guest is in by then (`has_guest`)."""

    def __init__(self, manager: Server, listener: GuestListener) -> None:
        super().__init__(
            manager,
            loop=asyncio.get_running_loop(),
            logger=_log,
            access_log=cast("logging.Logger", None),
            keepalive_timeout=IDLE_SECONDS,
            lingering_time=0,
            max_line_size=HEADER_BYTES,
            max_field_size=HEADER_BYTES,
            max_headers=MAX_HEADERS,
            auto_decompress=False,
        )
        self._listener = listener
        self._timer: asyncio.TimerHandle | None = None
        self.address = "?"
        self.has_guest = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and bound what it may take of time and memory."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else "?"
        cast("asyncio.Transport", transport).set_write_buffer_limits(high=UNREAD_BYTES)
        transport.max_size = READ_AT_ONCE_BYTES  # type: ignore[attr-defined]
        self._timer = asyncio.get_running_loop().call_later(PAGE_SECONDS, self.abort)
        self._listener.count_connection(self, self.address)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._stop_timer()
        self._listener.forget_connection(self)
        super().connection_lost(exc)

    def abort(self) -> None:
        """Abort this connection at once."""
        if self.transport is not None:
            self.transport.abort()

    def let_guest_in(self) -> str:
        """Count the guest of this connection, which may last from now on.

        Returns the sentence why there is no room for a guest; empty if there is.
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
