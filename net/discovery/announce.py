"""Telling others on this network of a table: multicast DNS, by zeroconf (which is read only when it is used).

A table is announced beside its host and never holds it up: whatever fails here leaves one sentence in `trouble`.
Finding tables is `net.discovery.browse`.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from net.limits import ANNOUNCE_SECONDS, NAME_CELLS, OWN_ADDRESSES_SECONDS, PROTOCOL, WITHDRAW_SECONDS
from net.protocol.sanitize import clean

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    from net.host.server import TableServer

SERVICE: Final = "_queens._tcp.local."

Properties = dict[str, str]


class Announcer:
    """Tells the network of one table for as long as it is open. Make one with `announce`; `close` takes it back.

    `trouble` says in one sentence why nobody can find the table, if so; `listen` is told of it at once or later.
    """

    def __init__(self, host: TableServer, name: str) -> None:
        self.trouble = ""
        self._host = host
        self._name = clean(name, NAME_CELLS)
        self._listener: Callable[[str], None] | None = None
        self._zeroconf: AsyncZeroconf | None = None
        self._info: AsyncServiceInfo | None = None
        self._task = asyncio.get_running_loop().create_task(self._run())

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with the trouble, once, if there is any or as soon as there is."""
        self._listener = listener
        if self.trouble:
            listener(self.trouble)

    async def close(self) -> None:
        """Tell the network that the table is gone."""
        self._task.cancel()
        await asyncio.wait({self._task})
        network, info = self._zeroconf, self._info
        self._zeroconf = self._info = None
        if network is None:
            return
        with suppress(Exception):
            if info is not None:
                goodbye = asyncio.ensure_future(await network.async_unregister_service(info))
                await asyncio.wait({goodbye}, timeout=WITHDRAW_SECONDS)
                goodbye.cancel()
        with suppress(Exception):
            await network.async_close()

    async def _run(self) -> None:
        try:
            await read_zeroconf()
            await self._keep_told()
        except Exception as error:  # whatever it is, the table stays open
            self.trouble = (
                f"Others cannot find this table by themselves: {why_blocked(error)}; they can still type its address."
            )
            if self._listener is not None:
                self._listener(self.trouble)

    async def _keep_told(self) -> None:
        """Announce the table, and then whatever changes of it."""
        where = bound_addresses(self._host.bound)
        told = properties_of(self._host, self._name)
        self._zeroconf = open_network(where if self._host.bound else None)
        info = _service(self._host, self._name, where, told)
        self._info = info
        await _all_told(self._zeroconf.async_register_service(info, allow_name_change=True))
        looked = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(ANNOUNCE_SECONDS)
            if asyncio.get_running_loop().time() - looked >= OWN_ADDRESSES_SECONDS:
                looked = asyncio.get_running_loop().time()
                if (now := bound_addresses(self._host.bound)) != where:
                    where = now
                    await self._zeroconf.async_update_interfaces()
                    told = {}
            if (news := properties_of(self._host, self._name)) != told:
                told = news
                name = info.name
                self._info = info = _service(self._host, self._name, where, told)
                info.name = name
                await _all_told(self._zeroconf.async_update_service(info))


def announce(host: TableServer, name: str) -> Announcer:
    """Tell the network of a host's table, as that of the person called `name`, from now on."""
    return Announcer(host, name)


def properties_of(host: TableServer, name: str) -> Properties:
    """Return what is told of a table: the text record of its service."""
    table = host.table
    chairs = table.seating.chairs
    return {
        "v": str(PROTOCOL),
        "game": table.game.slug,
        "host": name,
        "free": str(sum(chair.free for chair in chairs)),
        "seats": str(len(chairs)),
        "phase": table.phase,
        "code": str(int(bool(host.secret_word))),
        "tls": str(int(host.certificate is not None)),
        "id": table.secrets.table,
        "key": host.certificate.fingerprint if host.certificate is not None else "",
    }


async def read_zeroconf() -> None:
    """Read the library for all this, beside the event loop, for it takes a moment; raises `ImportError`."""
    await asyncio.get_running_loop().run_in_executor(None, import_module, "zeroconf.asyncio")
    log = logging.getLogger("zeroconf")
    if not log.handlers:
        log.addHandler(logging.NullHandler())
    log.propagate = False  # a warning on a screen is worse than none


def open_network(addresses: list[str] | None = None) -> AsyncZeroconf:
    """Return our end of multicast DNS at these addresses or all; raises `OSError` or `RuntimeError`."""
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    if addresses is not None:
        return AsyncZeroconf(interfaces=addresses)
    try:
        return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.All)
    except (OSError, RuntimeError):
        return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.V4Only)


def why_blocked(error: BaseException) -> str:
    """Return in a few words why there is no multicast DNS here."""
    if isinstance(error, ImportError):
        return "the library zeroconf is not installed"
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return "another program keeps port 5353 of this machine to itself"
    if isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EPERM):
        return "this machine does not allow multicast"
    if isinstance(error, OSError | RuntimeError):
        return "this machine has no network that carries multicast"
    return "the network does not take the announcement"


def bound_addresses(bound: str) -> list[str]:
    """Return the addresses at which a host that is bound to one address, or to all, can be reached."""
    if bound:
        return [bound.partition("%")[0]]
    addresses = [address for address, _ in own_addresses()]
    others = [address for address in addresses if not ip_address(address).is_loopback]
    return others or addresses or ["127.0.0.1"]


def own_addresses() -> list[tuple[str, int]]:
    """Return the addresses of this machine, those of IPv4 first, and how many bits of each are its network's."""
    from ifaddr import get_adapters

    found = [
        (ip.ip if isinstance(ip.ip, str) else ip.ip[0], ip.network_prefix)
        for adapter in get_adapters()
        for ip in adapter.ips
    ]
    return sorted(dict.fromkeys(found), key=lambda one: (":" in one[0], ip_address(one[0]).is_link_local))


def _service(host: TableServer, name: str, addresses: list[str], properties: Properties) -> AsyncServiceInfo:
    from zeroconf.asyncio import AsyncServiceInfo

    mark = properties["id"][:6]
    called = clean(name, NAME_CELLS).encode()[:40].decode(errors="ignore").replace(".", " ") or "Table"
    return AsyncServiceInfo(
        SERVICE,
        f"{called} {mark}.{SERVICE}",
        port=int(host.table.address.rpartition(":")[2]),
        properties=properties,
        server=f"queens-{mark}.local.",
        parsed_addresses=addresses[:8],
    )


async def _all_told(telling: object) -> None:
    """Wait until something is told: zeroconf's coroutines return what is to be waited for in turn."""
    while asyncio.iscoroutine(telling) or asyncio.isfuture(telling):
        telling = await telling
