"""Why a table cannot be opened or reached, in the words of a person instead of the system's."""

from __future__ import annotations

import errno
from shlex import quote
from socket import gaierror
from typing import Final

from net.errors import NotListening
from net.limits import PORT

LAST_PORT: Final = 65_535

SSH_BEGINS: Final = b"SSH-"
"""How whatever lets people in over SSH begins to speak, before anything is said to it."""

_UNREACHABLE: Final = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN)


def check_port(port: int, first: int = 1) -> None:
    """Raise `NotListening` unless there is a port of this number."""
    if not first <= port <= LAST_PORT:
        raise NotListening(f"There is no port {port}: a port is a number from {first} to {LAST_PORT}.")


def in_brackets(address: str, port: int) -> str:
    """Return an address and a port as one text."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def why_not_open(error: OSError | UnicodeError, bind: str, port: int) -> str:
    """Return in one sentence why no table can be opened at an address and port of this machine."""
    # from Python 3.13 on asyncio passes over such an address, and then says without a number that none is left
    if isinstance(error, gaierror | UnicodeError) or error.errno in (None, errno.EADDRNOTAVAIL):
        return f"This machine has no address {bind}; choose another with --bind."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken on this machine, perhaps by another table; choose another with --port."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} is not for everybody on this machine; choose one above 1023 with --port."
    return f"This machine does not let a table be opened at port {port}; choose another with --port."


def why_not_reached(error: OSError | UnicodeError, address: str, port: int) -> str:
    """Return in one sentence why there is no way to a table."""
    if isinstance(error, gaierror | UnicodeError):
        reason = f"no machine called {address} is known here"
    elif isinstance(error, TimeoutError):
        reason = "nothing has answered for too long"
    elif error.errno in _UNREACHABLE:
        reason = "there is no way to that machine from here"
    else:
        reason = "nobody answers there"
    return f"There is no table at {in_brackets(address, port)}: {reason}."


def way_back(address: str, port: int, insecure: bool) -> str:
    """Return what somebody types to come back to a table where they have been."""
    where = address if port == PORT else in_brackets(address, port)
    return f"queens join {quote(where)}{' --insecure' if insecure else ''}"


def no_table(address: str, port: int) -> str:
    """Return that something else than a table answers there."""
    return f"What answers at {in_brackets(address, port)} is no table of Mad Queens."


def ssh_instead(address: str, port: int) -> str:
    """Return that a port is for SSH, and how one gets in there."""
    return (
        f"Port {port} of {address} is for ssh, not for queens join; if it is a table's, this takes you in, with your "
        f"own name: ssh -p {port} NAME@{address}"
    )
