"""Where a host listens, and under which address others know it."""

from __future__ import annotations

import socket
from contextlib import suppress


def everywhere(port: int) -> socket.socket:
    """Return a socket bound at every address of this machine, of IPv6 too if it has that; raises `OSError`."""
    if socket.has_dualstack_ipv6():
        with suppress(OSError):
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", port))


def own_address() -> str:
    """Return the address under which this machine is most likely known on its network."""
    # Documentation addresses: nothing is sent, only a route is looked up.
    for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 9))
            address: str = probe.getsockname()[0]
            return address
    from net.discovery.announce import bound_addresses

    # A network that leads nowhere else, as at a table with one switch: an address that another machine can type.
    return next((one for one in bound_addresses("") if not one.startswith("fe80:")), "127.0.0.1")
