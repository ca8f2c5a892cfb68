"""Addresses of tables as users type and read them: ``HOST``, ``HOST:PORT`` or ``[IPV6]:PORT``."""

from __future__ import annotations

from typing import Final

from net.limits import DEFAULT_PORT

NO_WEB_ADDRESS_SENTENCE: Final = "A table has no web address: type only the host, such as 192.168.1.20, or HOST:PORT."
"""The sentence for somebody who types a web address."""


def not_a_port_sentence(text: str) -> str:
    """Return the sentence about something that was typed in place of a port."""
    return f"{text} is not a port: it is a number from 1 to 65535."


def parse_address(text: str) -> tuple[str, int]:
    """Return host and port of ``HOST``, ``HOST:PORT`` or ``[IPV6]:PORT``; raises `ValueError`, with a sentence for the
    person, if the text has another form."""
    host, colon, port = text.strip(), "", ""
    if "://" in host:
        raise ValueError(NO_WEB_ADDRESS_SENTENCE)
    if host.startswith("["):
        host, _, rest = host[1:].partition("]")
        colon, port = rest[:1], rest[1:]
    elif host.count(":") == 1:
        host, colon, port = host.partition(":")
    if not host or any(letter.isspace() for letter in host):
        raise ValueError(f"{text[:40]!r} is not an address: type a host such as 192.168.1.20, or HOST:PORT.")
    if not colon:
        return host, DEFAULT_PORT
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ValueError(not_a_port_sentence(repr(port[:20])))
    return host, int(port)


def full_address(host: str, port: int) -> str:
    """Return ``HOST:PORT``, or ``[IPV6]:PORT``, that `parse_address` parses; the default port is left out."""
    return short_address(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")


def short_address(address: str) -> str:
    """Return an address without its port if that is the default one."""
    return address.removesuffix(f":{DEFAULT_PORT}")
