"""The listening socket of a host, and how many connections the system lets this process accept."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from net.limits import MAX_PEOPLE, MAX_UNAUTHENTICATED_CONNECTIONS, MIN_CONNECTIONS, SPARE_FILE_DESCRIPTORS


class ConnectionAcceptor(Protocol):
    """What accepts connections at listening sockets: an `asyncio.Server`, or a listener of a library around one."""

    @property
    def sockets(self) -> Sequence[socket.socket]:
        """The listening sockets; none after `close`."""

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Return the event loop that accepts the connections."""

    def close(self) -> None:
        """Close the listening sockets."""

    async def wait_closed(self) -> None:
        """Return when the listening sockets are closed."""


def listen_everywhere(port: int) -> socket.socket:
    """Return a socket bound to every address of this machine, IPv6 included if there is any; raises `OSError`."""
    if socket.has_dualstack_ipv6():
        with suppress(OSError):
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", port))


def max_open_connections(wanted_connections: int = MAX_PEOPLE + MAX_UNAUTHENTICATED_CONNECTIONS) -> int:
    """Return how many connections this process may have open: `wanted_connections`, or fewer if the system allows no
    more.

    Each connection takes a file descriptor. The soft limit is raised towards the hard one as far as needed.
    """
    try:
        import resource
    except ImportError:  # a system without such limits
        return wanted_connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = (
        wanted_connections + SPARE_FILE_DESCRIPTORS
        if hard == resource.RLIM_INFINITY
        else min(wanted_connections + SPARE_FILE_DESCRIPTORS, hard)
    )
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):
            most = soft
    return max(MIN_CONNECTIONS, most - SPARE_FILE_DESCRIPTORS)


def close_listener(listener: ConnectionAcceptor) -> None:
    """Accept no more connections, and close the listener, whose port is free then, in the next turn of the event loop.

    asyncio accepts a connection in one turn and makes its transport in the next. If the listener is closed between the
    two, it makes none, and the socket stays open until it is collected (CPython issue 109564). So the listener stays
    open for the transport; its protocol must close a connection that it gets after the end of the listener.
    """
    loop = listener.get_loop()
    with suppress(NotImplementedError):  # the loop of Windows watches no sockets
        for bound in listener.sockets:
            loop.remove_reader(bound.fileno())
    loop.call_soon(listener.close)


def set_accept_backlog(listener: asyncio.Server, connections: int) -> None:
    """Make the system hold up to `connections` connections that a listener has not accepted yet, or as many as it can.

    asyncio accepts up to its own ``backlog`` in one turn of the event loop, so a larger one would hold up others.
    """
    for bound in listener.sockets:
        with bound.dup() as same:
            same.listen(connections)
