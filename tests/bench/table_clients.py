"""A crowd of clients in one process, as light as Python allows, so that what is measured is the host.

They read with `epoll` and look at nothing; only the first of them understands what it is told. Each comes from an
address of its own in 127.0.0.0/8, as a host counts what comes from one address.
"""

from __future__ import annotations

import select
import socket
import ssl
from collections.abc import Callable, Sequence
from time import perf_counter

READ_BYTES = 1 << 18
SIGN_SECONDS = 8.0
LONGEST_WAIT = 60.0
"""Seconds after which something is wrong and the bench gives up."""


def address_of(number: int) -> str:
    """Return the address from which a client comes."""
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"


def any_certificate() -> ssl.SSLContext:
    """Return what a client of TLS needs that trusts anybody."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def read_all(link: socket.socket) -> bytes | None:
    """Return what there is to read; nothing at the end, None if there is nothing now."""
    try:
        data = link.recv(READ_BYTES)
        while isinstance(link, ssl.SSLSocket) and link.pending():
            data += link.recv(READ_BYTES)
    except (BlockingIOError, ssl.SSLWantReadError):
        return None
    return data


class Crowd:
    """Clients of the host at one port of this machine: bare sockets, all read by one `epoll`.

    `first` is the number of the first client, which decides their addresses (`address_of`); `sign_of_life` is what each
    sends every `SIGN_SECONDS`, if anything.
    """

    def __init__(self, port: int, first: int = 0, tls: bool = False, sign_of_life: bytes = b"") -> None:
        self.port = port
        self._sign_of_life = sign_of_life
        self._gave_sign = perf_counter()
        self.links: list[socket.socket] = []
        self.received: list[int] = []
        self.heard: Callable[[bytes], None] = lambda data: None
        self.arrived: Callable[[int, bytes], None] = lambda who, data: None
        self._first = first
        self._tls = any_certificate() if tls else None
        self._silent: set[int] = set()
        self._waiting = select.epoll()
        self._whose: dict[int, int] = {}

    def connect(self, words: Sequence[bytes], receive_bytes: int = 0) -> None:
        """Add a client for each of these first words; their systems keep so much of what they do not read."""
        for word in words:
            link = socket.socket()
            if receive_bytes:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link.bind((address_of(self._first + len(self.links)), 0))
            link.connect(("127.0.0.1", self.port))
            if self._tls is not None:
                link = self._tls.wrap_socket(link)
            link.sendall(word)
            link.setblocking(False)
            self._whose[link.fileno()] = len(self.links)
            self._waiting.register(link.fileno(), select.EPOLLIN)
            self.links.append(link)
            self.received.append(0)

    def say(self, who: int, data: bytes) -> None:
        """Send something from one client."""
        self.links[who].sendall(data)

    def read(self, seconds: float) -> bool:
        """Read whatever is there, waiting so long for it; say whether there was something."""
        self._give_sign_of_life()
        events = self._waiting.poll(seconds)
        received, whose, links, silent = self.received, self._whose, self.links, self._silent
        for number, _ in events:
            who = whose[number]
            data = read_all(links[who])
            if data is None:
                continue
            if not data:
                raise SystemExit(f"The host has cut off client {who}.")
            received[who] += len(data)
            silent.discard(who)
            if who == 0:
                self.heard(data)
            self.arrived(who, data)
        return bool(events)

    def _give_sign_of_life(self) -> None:
        """Let every client say that it is there, now and then, so that the host need not ask."""
        if self._sign_of_life and perf_counter() > self._gave_sign + SIGN_SECONDS:
            self._gave_sign = perf_counter()
            for link in self.links:
                link.sendall(self._sign_of_life)

    def read_until(self, condition: Callable[[], bool]) -> None:
        """Read until something is so."""
        late = perf_counter() + LONGEST_WAIT
        while not condition():
            self.read(1.0)
            if perf_counter() > late:
                raise SystemExit("What was waited for did not come.")

    def settle(self, silence: float = 0.2) -> None:
        """Read until nothing more comes."""
        late = perf_counter() + LONGEST_WAIT
        while self.read(silence) and perf_counter() < late:
            pass

    def all_told(self, actor: int) -> Callable[[], bool]:
        """Return what says whether since now all have been told the same, the actor perhaps an answer besides."""
        before = self.received.copy()
        silent = self._silent = set(range(len(before)))
        others = [who for who in range(len(before)) if who != actor] or [actor]

        def told() -> bool:
            if silent:
                return False
            received = self.received
            size = received[others[0]] - before[others[0]]
            return (
                size > 0
                and all(received[who] - before[who] == size for who in others)
                and (received[actor] - before[actor] >= size)
            )

        return told

    def close(self) -> None:
        """Let go of all connections."""
        for link in self.links:
            link.close()
        self._waiting.close()
