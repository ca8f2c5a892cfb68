"""The names by which browsers may ask for the page, so that no page of a stranger passes for it.

A stranger can let a name of their own lead to this machine (DNS rebinding). Then the stranger's page and the page of
the table are one site for a browser, and the stranger's script could open the socket. An address in digits, and names
that are not given out on the internet, cannot be used for that.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

HOME_DOMAINS: Final = (".local", ".lan", ".home.arpa", ".internal", ".fritz.box")
"""The endings of names that routers and mDNS give to the machines of a home."""


def own_host_names(other_names: Iterable[str] = (), machine: str = "") -> frozenset[str]:
    """Return the names of this machine, whose host name is `machine`, and the names in `other_names`."""
    name = _plain_name(machine or socket.gethostname())
    short = name.partition(".")[0]
    return frozenset(
        {"localhost", name, short, *(short + domain for domain in HOME_DOMAINS), *map(_plain_name, other_names)}
    )


def is_own_host(header: str, names: frozenset[str]) -> bool:
    """Return whether a ``Host`` header names this machine: by an IP address, or by one of `names`."""
    try:
        host = urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return False
    try:
        ip_address(host)
    except ValueError:
        return bool(host) and _plain_name(host) in names
    return True


def _plain_name(name: str) -> str:
    """Return a name in the form in which names are compared: in small letters, without a dot at its end."""
    return name.strip().lower().rstrip(".")
