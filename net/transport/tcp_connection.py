"""An asyncio shell around one end of a TCP connection: what the host's end and a person's end do in the same way."""

from __future__ import annotations

import asyncio
from typing import Any, Generic, TypeVar

from net.limits import LINGER_SECONDS
from net.protocol.connection import Endpoint
from net.transport.tls import ByteStream

End = TypeVar("End", bound=Endpoint[Any])


class TcpConnection(asyncio.Protocol, Generic[End]):
    """Sends what its end has to say, follows its clock, and says goodbye so that the last words arrive."""

    def __init__(self, end: End, seal: ByteStream) -> None:
        self._loop = asyncio.get_running_loop()
        self._end = end
        self._seal = seal
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_lost(self, error: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _give_up(self) -> None:
        """Take in that the other end has been silent for too long."""
        raise NotImplementedError

    def _flush(self) -> None:
        if self._transport is not None and (data := self._seal.close(self._end.take())):
            self._transport.write(data)

    def _look_at_clock(self) -> None:
        if self._end.check(self._loop.time()) is not None:
            self._give_up()
            return
        self._flush()
        self._timer = self._loop.call_at(self._end.deadline, self._look_at_clock)

    def _say_last(self) -> asyncio.Transport | None:
        """Send the last bytes and return what is to be closed, if it is not being closed already.

        It is cut off in any case before long.
        """
        self._end.closing = True
        transport = self._transport
        if transport is None or transport.is_closing():
            return None
        if self._timer is not None:
            self._timer.cancel()
        if last := self._seal.end():
            transport.write(last)
        self._timer = self._loop.call_later(LINGER_SECONDS, transport.abort)
        return transport

    def _let_close(self) -> None:
        """Say that nothing follows and let the other end close: closing with unread bytes would cut our last words."""
        transport = self._say_last()
        if transport is not None:
            try:
                transport.write_eof()
            except OSError:
                transport.abort()
