"""The IP addresses of this machine, and those at which a host on it can be reached."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address


def own_addresses() -> list[tuple[str, int]]:
    """Return (address, length of its network's prefix in bits) for every address of this machine, IPv4 first."""
    from ifaddr import get_adapters

    found = [
        (ip.ip if isinstance(ip.ip, str) else ip.ip[0], ip.network_prefix)
        for adapter in get_adapters()
        for ip in adapter.ips
    ]
    return sorted(dict.fromkeys(found), key=lambda one: (":" in one[0], ip_address(one[0]).is_link_local))


def reachable_addresses(bound_address: str) -> list[str]:
    """Return the addresses at which a host bound to `bound_address` can be reached; "" stands for every interface."""
    if bound_address:
        return [bound_address.partition("%")[0]]
    addresses = [address for address, _ in own_addresses()]
    others = [address for address in addresses if not ip_address(address).is_loopback]
    return others or addresses or ["127.0.0.1"]


def own_address() -> str:
    """Return the address under which other machines most likely reach this one."""
    # Documentation addresses (RFC 5737, RFC 3849): no packet is sent, the system only looks up a route.
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            address: str = probe.getsockname()[0]
            return address
    # A network without a route to anywhere else, such as one switch: return an address that another machine can type.
    return next((address for address in reachable_addresses("") if not address.startswith("fe80:")), "127.0.0.1")
