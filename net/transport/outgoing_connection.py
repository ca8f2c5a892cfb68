"""`connect_to_host`: connects to a host whose name may have several addresses, and leaves no socket open when it is
cancelled.

asyncio has an option for several addresses, too, but in Python 3.11 it loses a socket that is connected just when the
caller gives up: the socket stays open, so the host sees somebody who never says anything.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

from net.limits import WAIT_BEFORE_NEXT_ADDRESS_SECONDS

FoundAddress: TypeAlias = tuple[int, int, int, str, Any]
"""An address as `getaddrinfo` returns it: family, type and protocol of the socket, a name, and where it connects to."""


async def connect_to_host(
    loop: asyncio.AbstractEventLoop, new_protocol: Callable[[], asyncio.BaseProtocol], host: str, port: int
) -> None:
    """Connect a protocol of `new_protocol` to the first address of `host` that answers.

    Every `WAIT_BEFORE_NEXT_ADDRESS_SECONDS`, or as soon as one has failed, another address is tried as well, IPv4 and
    IPv6 in turn. Raises `OSError`, or `UnicodeError` for a name that cannot exist.
    """
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    by_family: dict[int, list[FoundAddress]] = {}
    for address in found:
        by_family.setdefault(address[0], []).append(address)
    addresses = [one for row in zip_longest(*by_family.values()) for one in row if one is not None]
    await loop.create_connection(new_protocol, sock=await _connect_to_first(loop, addresses))


async def _connect_to_first(loop: asyncio.AbstractEventLoop, addresses: Sequence[FoundAddress]) -> socket.socket:
    """Return a socket that is connected to the first of these addresses that answers; raises `OSError` if none does."""
    if len(addresses) == 1:
        return await _connect_socket(loop, addresses[0])
    attempts: list[asyncio.Task[socket.socket]] = []
    pending: set[asyncio.Task[socket.socket]] = set()
    winner = None
    try:
        while len(attempts) < len(addresses) or pending:
            if len(attempts) < len(addresses):
                attempts.append(loop.create_task(_connect_socket(loop, addresses[len(attempts)])))
                pending.add(attempts[-1])
            pause = WAIT_BEFORE_NEXT_ADDRESS_SECONDS if len(attempts) < len(addresses) else None
            done, pending = await asyncio.wait(pending, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
            winner = next((attempt for attempt in done if attempt.exception() is None), None)
            if winner is not None:
                return winner.result()
    finally:
        for attempt in attempts:
            if attempt is not winner:
                attempt.cancel()
                attempt.add_done_callback(_close_unused_socket)
    failures = [attempt.exception() for attempt in attempts]
    if len(set(map(str, failures))) == 1 and failures[0] is not None:
        raise failures[0]
    raise OSError("; ".join(map(str, failures)))


async def _connect_socket(loop: asyncio.AbstractEventLoop, address: FoundAddress) -> socket.socket:
    """Return a new socket that is connected to an address; raises `OSError`."""
    family, kind, protocol, _, where = address
    connection = socket.socket(family, kind, protocol)
    try:
        connection.setblocking(False)
        await loop.sock_connect(connection, where)
    except BaseException:
        connection.close()
        raise
    return connection


def _close_unused_socket(attempt: asyncio.Task[socket.socket]) -> None:
    """Close the socket of an attempt that has succeeded although it was not needed any more."""
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().close()
