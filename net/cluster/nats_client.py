"""`connect_to_nats`: a client of NATS (nats-py) that no server can hold up, even one that takes no more bytes.

The client of nats-py ends a connection only when the server has taken all that was sent to it, and forgets a connection
on which the server does not say what it is. So a server that is frozen, or whose cable is pulled, would keep it from
the other servers, and each attempt to reach that server would leave a connection open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from nats.aio.client import Client
from nats.aio.transport import TcpTransport

from net.limits import STORE_ANSWER_SECONDS, STORE_CONNECTION_SECONDS


class PromptTransport(TcpTransport):
    """The connection of a client to one server at a time, which ends at once, with what the server has not taken yet.

    Once `end` was called, nothing waits for the server any more.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._is_ending = False

    def __bool__(self) -> bool:
        """Return True, so that the client uses this object for its connections."""
        return True

    async def connect(self, *address: Any, **options: Any) -> None:
        """Connect to another server, after the end of the connection to the last one."""
        self.close()
        await super().connect(*address, **options)

    async def drain(self) -> None:
        """Wait until the server has taken so much that more can be sent to it."""
        if not self._is_ending:
            await super().drain()  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """End the connection without waiting for the server."""
        if self._io_writer is not None:
            self._io_writer.transport.abort()

    def end(self) -> None:
        """End the connection for good."""
        self._is_ending = True
        self.close()


class NatsClient(Client):
    """A client of NATS; make it with `connect_to_nats`, and `close` it."""

    def __init__(self) -> None:
        super().__init__()
        self._transport: PromptTransport = PromptTransport()

    async def close(self) -> None:
        """End the connection at once, without waiting for the server."""
        self._transport.end()
        with suppress(OSError):
            await super().close()


async def connect_to_nats(servers: Sequence[str], max_seconds: float, **options: Any) -> NatsClient:
    """Return a client that is connected to one of the servers with these addresses; `options` are those of nats-py.

    Raises `TimeoutError` after `max_seconds`, or another `OSError` or `nats.errors.Error`.
    """

    async def ignore(error: Exception) -> None:
        """Do nothing: a caller that waits for an answer notices that none comes."""

    client = NatsClient()
    try:
        async with asyncio.timeout(max_seconds):
            await client.connect(
                list(servers),
                error_cb=ignore,
                connect_timeout=STORE_CONNECTION_SECONDS,
                flush_timeout=STORE_ANSWER_SECONDS,
                **options,
            )
    except BaseException:
        await client.close()
        raise
    return client
