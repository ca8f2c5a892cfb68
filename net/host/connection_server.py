"""`ConnectionServer`: accepts the connections of one listening socket; the base of `TableServer` and `ClubServer`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from errno import EADDRINUSE
from typing import Final

from net.errors import NetError, NotListening, PortTaken
from net.host.connection import Direction, ServerConnection
from net.limits import MAX_UNACCEPTED_CONNECTIONS
from net.protocol.messages import Hello
from net.security.host_certificate import Certificate
from net.security.table_code import write_code
from net.transport.address_errors import check_port, opening_failure_sentence
from net.transport.admission import Admission
from net.transport.handshake_queue import HandshakeQueue
from net.transport.listening_socket import close_listener, listen_everywhere, set_accept_backlog
from net.transport.tls import PlainStream, TlsStream

ALL_ADDRESSES: Final = ("0.0.0.0", "::")
"""The addresses, for IPv4 and IPv6, by which a socket listens at every address of this machine."""


class ConnectionServer:
    """Accepts connections at `listener`, which is bound to a port and does not listen yet.

    Its connections come from `new_connection`; a subclass defines `route` and `knows`. `certificate`: the host's key;
    None: no TLS. `admission` decides on connections. `bound_address`: the address that it listens at, empty for all.
    """

    def __init__(
        self, listener: asyncio.Server, certificate: Certificate | None, admission: Admission[ServerConnection]
    ) -> None:
        self.certificate = certificate
        self.admission = admission
        address, _ = bound_address_and_port(listener)
        self.bound_address = "" if address in ALL_ADDRESSES else address
        self._handshakes = HandshakeQueue(asyncio.get_running_loop())
        self._listener = listener
        self._is_stopped = False
        self._connections: set[ServerConnection] = set()

    def route(self, hello: Hello) -> Direction | asyncio.Future[Direction]:
        """Return where the sender of a hello goes; subclasses define it."""
        raise NotImplementedError

    def knows(self, hello: Hello) -> bool:
        """Return whether the sender of a hello has been let in before, as a token proves; subclasses define it."""
        raise NotImplementedError

    def whole_code(self, secret: str) -> str:
        """Return the complete code to invite others: `secret`, its secret part, behind a part of the fingerprint of the
        host's key."""
        if not secret or self.certificate is None:
            return secret
        return write_code(self.certificate.fingerprint, secret)

    async def accept_connections(self) -> None:
        """Start to accept connections at the bound port.

        Raises `NotListening` if that is impossible, for example because another program has the port.
        """
        address, port = bound_address_and_port(self._listener)
        try:
            await self._listener.start_serving()
        except OSError as error:  # another program has bound the port at the same time, and listens already
            raise _not_listening_error(error, address, port) from error
        set_accept_backlog(self._listener, MAX_UNACCEPTED_CONNECTIONS)

    def stop_listening(self) -> None:
        """Accept no more connections."""
        self._is_stopped = True
        close_listener(self._listener)

    def drop_connections(self) -> None:
        """Accept no more connections, and end all like broken ones: those at their other ends will try to come back."""
        self.stop_listening()
        for connection in list(self._connections):
            connection.abort()

    async def close_connections(self, error: NetError) -> None:
        """End all connections because of `error`, and wait until the port is free again."""
        for connection in list(self._connections):
            connection.end_connection(error)
        # asyncio may have made the protocol of a connection and not yet the connection, which is then closed at once
        while connected := [connection.closed for connection in self._connections if connection.is_connected]:
            await asyncio.wait(connected)
        await self._listener.wait_closed()

    def register_connection(self, connection: ServerConnection) -> ServerConnection:
        """Register a connection, to be closed with the server, and return it."""
        self._connections.add(connection)
        connection.closed.add_done_callback(lambda _: self._connections.discard(connection))
        return connection

    def new_connection(self) -> ServerConnection:
        """Return the server's side of a new connection to the listener; it is closed at once if listening has ended."""
        stream = PlainStream() if self.certificate is None else TlsStream(self.certificate.context)
        handshakes = None if self.certificate is None else self._handshakes
        connection = ServerConnection(self.route, self.admission, stream, handshakes, self.knows)
        if self._is_stopped:
            connection.abort()
        return self.register_connection(connection)


async def bind_port(new_connection: Callable[[], asyncio.Protocol], address: str, port: int) -> asyncio.Server:
    """Return a listener that is bound to a port (0: any) at `address` (empty: all addresses), and does not listen yet.

    `new_connection` is called for each connection that it accepts once it listens. Raises `NotListening` if that is
    impossible, for example because another program has the port.
    """
    loop = asyncio.get_running_loop()
    check_port(port, 0)
    try:
        if address:
            return await loop.create_server(new_connection, address, port, start_serving=False)
        return await loop.create_server(new_connection, sock=listen_everywhere(port), start_serving=False)
    except (OSError, UnicodeError) as error:
        raise _not_listening_error(error, address, port) from error


def bound_address_and_port(listener: asyncio.Server) -> tuple[str, int]:
    """Return the address and the port that a listener is bound to."""
    address, port, *_ = listener.sockets[0].getsockname()
    return address, port


def _not_listening_error(error: OSError | UnicodeError, address: str, port: int) -> NotListening:
    """Return the error to raise because listening at an address and port failed: it says why."""
    taken = isinstance(error, OSError) and error.errno == EADDRINUSE
    return (PortTaken if taken else NotListening)(opening_failure_sentence(error, address, port))
