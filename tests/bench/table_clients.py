"""`ClientCrowd`: many clients in one process, as light as Python allows, so that the figures are those of the host.

They are read with `epoll`, and only the bytes of client 0 are interpreted. Each client has its own address in
127.0.0.0/8, because a host limits the connections of one address.
"""

from __future__ import annotations

import select
import socket
import ssl
from collections.abc import Callable, Sequence
from time import perf_counter

READ_BYTES = 1 << 18
"""Largest number of bytes that are read from a socket at once."""

SIGN_OF_LIFE_SECONDS = 8.0
"""Time in seconds between two messages that each client sends as a sign of life, so that the host sends no ping."""

MAX_WAIT_SECONDS = 60.0
"""The longest time that the bench waits for anything before it gives up."""


def address_of(client_number: int) -> str:
    """Return the local address of the client with this number."""
    return f"127.{1 + client_number // 62_500}.{client_number // 250 % 250}.{1 + client_number % 250}"


def unchecked_tls_context() -> ssl.SSLContext:
    """Return a TLS context for a client that accepts every certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def read_available(link: socket.socket) -> bytes | None:
    """Return the bytes that can be read now: empty if the connection has ended, None if none have arrived yet."""
    try:
        data = link.recv(READ_BYTES)
        while isinstance(link, ssl.SSLSocket) and link.pending():
            data += link.recv(READ_BYTES)
    except (BlockingIOError, ssl.SSLWantReadError):
        return None
    except ConnectionError:
        return b""
    return data


class ClientCrowd:
    """Clients of the host at one port of this machine: bare sockets, all read by one `epoll`.

    `first` is the number of the first client; a client's number decides its local address. `sign_of_life` is what each
    client sends every `SIGN_OF_LIFE_SECONDS`; empty for nothing. `bytes_received` counts the bytes that each client has
    read. Whenever bytes are read, `on_bytes` is called with the number of the client and the bytes, and
    `on_bytes_of_first_client` with the bytes of client 0.
    """

    def __init__(self, port: int, first: int = 0, tls: bool = False, sign_of_life: bytes = b"") -> None:
        self.port = port
        self._sign_of_life = sign_of_life
        self._gave_sign = perf_counter()
        self.links: list[socket.socket] = []
        self.bytes_received: list[int] = []
        self.on_bytes_of_first_client: Callable[[bytes], None] = lambda data: None
        self.on_bytes: Callable[[int, bytes], None] = lambda who, data: None
        self._first_client_number = first
        self._tls = unchecked_tls_context() if tls else None
        self._silent: set[int] = set()
        self._waiting = select.epoll()
        self._whose: dict[int, int] = {}

    def connect(self, first_messages: Sequence[bytes], receive_bytes: int = 0) -> None:
        """Add a client for each element of `first_messages`, which holds the bytes that this client sends at once.

        `receive_bytes` is the size of its receive buffer in the system; 0 leaves the default.
        """
        for word in first_messages:
            who = len(self.links)
            self.links.append(self._open_link(who, word, receive_bytes))
            self.bytes_received.append(0)

    def connect_again(self, client_number: int, first_message: bytes) -> None:
        """Open a new connection for a client whose last one has ended."""
        self._close_link(self.links[client_number])
        self.links[client_number] = self._open_link(client_number, first_message)

    def _open_link(self, client_number: int, first_message: bytes, receive_bytes: int = 0) -> socket.socket:
        """Return a new connection for a client, on which its first message has been sent."""
        link = socket.socket()
        if receive_bytes:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.bind((address_of(self._first_client_number + client_number), 0))
        link.connect(("127.0.0.1", self.port))
        if self._tls is not None:
            link = self._tls.wrap_socket(link)
        link.sendall(first_message)
        link.setblocking(False)
        self._whose[link.fileno()] = client_number
        self._waiting.register(link.fileno(), select.EPOLLIN)
        return link

    def _close_link(self, link: socket.socket) -> None:
        """Close a connection, and no longer read from it."""
        self._waiting.unregister(link.fileno())
        del self._whose[link.fileno()]
        link.close()

    def send_from(self, client_number: int, data: bytes) -> None:
        """Send bytes from the client with the number `client_number`."""
        self.links[client_number].sendall(data)

    def read(self, seconds: float) -> bool:
        """Read from all clients that have received something, waiting at most `seconds` for it; return whether any had.

        Also send the signs of life that are due; if the host has ended a connection, call `handle_cut_off`.
        """
        self._send_signs_of_life()
        events = self._waiting.poll(seconds)
        received, whose, links, silent = self.bytes_received, self._whose, self.links, self._silent
        for number, _ in events:
            who = whose[number]
            data = read_available(links[who])
            if data is None:
                continue
            if not data:
                self.handle_cut_off(who)
                continue
            received[who] += len(data)
            silent.discard(who)
            if who == 0:
                self.on_bytes_of_first_client(data)
            self.on_bytes(who, data)
        return bool(events)

    def handle_cut_off(self, client_number: int) -> None:
        """End the bench, because the host has ended the connection of a client."""
        raise SystemExit(f"The host has cut off client {client_number}.")

    def _send_signs_of_life(self) -> None:
        """Send the sign of life of every client if it is due, so that the host does not ping."""
        if self._sign_of_life and perf_counter() > self._gave_sign + SIGN_OF_LIFE_SECONDS:
            self._gave_sign = perf_counter()
            for link in self.links:
                link.sendall(self._sign_of_life)

    def read_until(self, condition: Callable[[], bool]) -> None:
        """Read until the condition holds; end the bench if that takes longer than `MAX_WAIT_SECONDS` seconds."""
        late = perf_counter() + MAX_WAIT_SECONDS
        while not condition():
            self.read(1.0)
            if perf_counter() > late:
                raise SystemExit("What was waited for did not come.")

    def read_until_silent(self, silence: float = 0.2) -> None:
        """Read until nothing has come for `silence` seconds, but not longer than `MAX_WAIT_SECONDS` seconds."""
        late = perf_counter() + MAX_WAIT_SECONDS
        while self.read(silence) and perf_counter() < late:
            pass

    def new_result_check(self, actor: int) -> Callable[[], bool]:
        """Return a function that returns whether every client has read the result of the action that `actor` takes
        next. It counts the bytes read since this call: all clients except `actor` must have read the same number of
        bytes, at least one, and `actor` at least as many, as it also gets an answer.
        """
        before = self.bytes_received.copy()
        silent = self._silent = set(range(len(before)))
        others = [who for who in range(len(before)) if who != actor] or [actor]

        def all_have_read_result() -> bool:
            """Whether every client has read the result."""
            if silent:
                return False
            received = self.bytes_received
            size = received[others[0]] - before[others[0]]
            return (
                size > 0
                and all(received[who] - before[who] == size for who in others)
                and (received[actor] - before[actor] >= size)
            )

        return all_have_read_result

    def hang_up(self, client_count: int) -> None:
        """Close the connections of the last `client_count` clients at once, without any last message."""
        for _ in range(client_count):
            self._close_link(self.links.pop())
            self.bytes_received.pop()

    def close(self) -> None:
        """Close all connections."""
        for link in self.links:
            link.close()
        self._waiting.close()
