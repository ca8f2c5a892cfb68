"""Addresses as text, and sentences for a person on why a table cannot be opened or reached."""

from __future__ import annotations

import errno
from shlex import quote
from socket import gaierror
from typing import Final

from net.errors import NotListening
from net.limits import DEFAULT_PORT

MAX_PORT: Final = 65_535
"""The highest number of a TCP port."""

SSH_GREETING_BYTES: Final = b"SSH-"
"""The first bytes that an SSH server sends, before it receives any (RFC 4253, 4.2)."""

_UNREACHABLE_ERROR_CODES: Final = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN)
"""The system's error codes which say that no network leads to an address."""


def check_port(port: int, min_port: int = 1) -> None:
    """Raise `NotListening` unless `port` is a valid port number from `min_port` on."""
    if not min_port <= port <= MAX_PORT:
        raise NotListening(f"There is no port {port}: a port is a number from {min_port} to {MAX_PORT}.")


def address_with_port(address: str, port: int) -> str:
    """Return ``ADDRESS:PORT``, with brackets around an IPv6 address (RFC 3986)."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def host_of_address(address: str) -> str:
    """Return the host of an address that `address_with_port` has written, without the port."""
    return address.rpartition(":")[0].removeprefix("[").removesuffix("]")


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of an address that `address_with_port` has written; raises `ValueError` for any other."""
    return host_of_address(address), int(address.rpartition(":")[2])


def opening_failure_sentence(error: OSError | UnicodeError, bound_address: str, port: int) -> str:
    """Return one sentence which says why no table can be opened at an address and port of this machine.

    `bound_address` is the address, "" for all.
    """
    # from Python 3.13 on asyncio passes over such an address, and then reports, without a number, that none is left
    if isinstance(error, gaierror | UnicodeError) or error.errno in (None, errno.EADDRNOTAVAIL):
        return f"This machine has no address {bound_address}; choose another with --bind."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken on this machine, perhaps by another table; choose another with --port."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} is reserved on this machine; choose one above 1023 with --port."
    return f"This machine does not let a table be opened on port {port}; choose another with --port."


def connection_failure_sentence(error: OSError | UnicodeError, address: str, port: int) -> str:
    """Return one sentence which says why the table at an address and port cannot be reached."""
    if isinstance(error, gaierror | UnicodeError):
        reason = f"no machine called {address} is known here"
    elif isinstance(error, TimeoutError):
        reason = "no answer came in time"
    elif error.errno in _UNREACHABLE_ERROR_CODES:
        reason = "that machine cannot be reached from here"
    else:
        reason = "nobody answers there"
    return f"There is no table at {address_with_port(address, port)}: {reason}."


def rejoin_command(address: str, port: int, insecure: bool) -> str:
    """Return the command line that brings a person back to the table at an address and port.

    With `insecure` the connection has no TLS.
    """
    where = address if port == DEFAULT_PORT else address_with_port(address, port)
    return f"queens join {quote(where)}{' --insecure' if insecure else ''}"


def no_table_sentence(address: str, port: int) -> str:
    """Return the sentence for an address at which another program than a table answers."""
    return f"What answers at {address_with_port(address, port)} is not a table of Mad Queens."


def ssh_port_sentence(address: str, port: int) -> str:
    """Return the sentence for a port of an SSH server, with the command that connects to it."""
    return (
        f"Port {port} of {address} is for ssh, not for queens join; if it is a table's, this takes you in, with your "
        f"own name: ssh -p {port} NAME@{address}"
    )
