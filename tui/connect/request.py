"""What somebody wants to do: play here, host or join a table. The command line and the screens both make plans."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from net.limits import PORT

Kind: TypeAlias = Literal["play", "host", "join"]


class TableRequest(Struct, frozen=True):
    """A table to be opened or joined.

    `play` opens one in this process, `host` one that others on the network can join, `join` goes to the one at
    `address`. `seats` and `bots` count everybody and the programs among them.

    Whoever hosts chooses of `code` the secret part, and takes the next free port if `any_port`. Whoever joins gives
    the `code` as it was given to them, and in `accept` the fingerprint of a key that they trust from now on, or
    ``"any"``. `insecure` leaves TLS out. At the port `ssh` people come in over SSH as well; 0 is the usual one or the
    next free.

    `going_on` is the number of the table in the journal at which an unfinished match goes on (`play`); a `host` goes
    on with the one it finds at its port, unless the table is to be opened `anew`, or the game was `named` and that
    one is of another. A `durable` one survives a power cut.
    """

    kind: Kind
    game: str = "mad-queens"
    seats: int = 4
    bots: int = 3
    options: dict[str, str] = {}  # each plan has its own
    seed: str | None = None
    address: str = ""
    port: int = PORT
    any_port: bool = False
    bind: str = ""
    code: str = ""
    watch: bool = False
    going_on: int | None = None
    anew: bool = False
    named: bool = False
    durable: bool = False
    insecure: bool = False
    accept: str = ""
    ssh: int | None = None


def read_address(text: str) -> tuple[str, int]:
    """Return host and port of ``HOST``, ``HOST:PORT`` or ``[IPV6]:PORT``; raises `ValueError` with a sentence."""
    host, colon, port = text.strip(), "", ""
    if host.startswith("["):
        host, _, rest = host[1:].partition("]")
        colon, port = rest[:1], rest[1:]
    elif host.count(":") == 1:
        host, colon, port = host.partition(":")
    if not host or any(letter.isspace() for letter in host):
        raise ValueError(f"{text[:40]!r} is no address: write a host such as 192.168.1.20, or HOST:PORT.")
    if not colon:
        return host, PORT
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ValueError(f"{port[:20]!r} is no port: it is a number from 1 to 65535.")
    return host, int(port)


def full_address(address: str, port: int) -> str:
    """Return host and port as one text that `read_address` reads, without the port if that is the usual one."""
    return short_address(f"[{address}]:{port}" if ":" in address else f"{address}:{port}")


def short_address(address: str) -> str:
    """Return an address as a person has to type it: without the port if that is the usual one."""
    return address.removesuffix(f":{PORT}")
