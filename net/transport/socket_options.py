"""The options of each accepted socket: small messages go out at once, and little waits in the operating system."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any, Protocol

from net.limits import MAX_SYSTEM_QUEUE_BYTES


class SocketOwner(Protocol):
    """An object that can return its socket: a transport of asyncio, or a connection of a library."""

    def get_extra_info(self, name: str) -> Any:
        """Return the socket for the name "socket", or None if it is closed already."""


def set_socket_options(owner: SocketOwner) -> None:
    """Send small updates at once (TCP_NODELAY), and bound the send queue of the operating system.

    Without the bound a slow client has megabytes of old screens or updates before it, and the host cannot see that.
    """
    connection: socket.socket | None = owner.get_extra_info("socket")
    if connection is not None:
        with suppress(OSError):  # some systems refuse options of a connection that the client has reset
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MAX_SYSTEM_QUEUE_BYTES)
