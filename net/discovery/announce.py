"""Announces a table on the local network by multicast DNS; `net.discovery.browse` finds it.

A failure never delays or stops the host: `Announcer.trouble` then says why nobody can find the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from net.discovery.announcement import OwnAnnouncement
from net.discovery.mdns import SERVICE_TYPE, import_zeroconf, multicast_failure_reason, open_multicast_dns
from net.limits import (
    ANNOUNCEMENT_INTERVAL_SECONDS,
    MAX_ADDRESSES_ANNOUNCED,
    MAX_ANNOUNCEMENT_WITHDRAWAL_SECONDS,
    MAX_NAME_CELLS,
    MAX_SERVICE_OWNER_NAME_BYTES,
    OWN_ADDRESSES_INTERVAL_SECONDS,
)
from net.protocol.sanitize import clean_text
from net.transport.interfaces import reachable_addresses

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf


class Announcer:
    """Announces one table until `close`. Make one with `announce_table`.

    `trouble` is one sentence on why nobody can find the table, or empty.
    """

    def __init__(self, announcement: Callable[[], OwnAnnouncement], bound_address: str) -> None:
        self.trouble = ""
        self._advert = announcement
        self._bound_address = bound_address
        self._listener: Callable[[str], None] | None = None
        self._zeroconf: AsyncZeroconf | None = None
        self._info: AsyncServiceInfo | None = None
        self._task = asyncio.get_running_loop().create_task(self._run_announcement())

    def report_trouble_to(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with `trouble` as soon as announcing fails; at once if it has failed already."""
        self._listener = listener
        if self.trouble:
            listener(self.trouble)

    async def close(self) -> None:
        """Withdraw the announcement."""
        self._task.cancel()
        await asyncio.wait({self._task})
        network, info = self._zeroconf, self._info
        self._zeroconf = self._info = None
        if network is None:
            return
        with suppress(Exception):
            if info is not None:
                goodbye = asyncio.ensure_future(await network.async_unregister_service(info))
                await asyncio.wait({goodbye}, timeout=MAX_ANNOUNCEMENT_WITHDRAWAL_SECONDS)
                goodbye.cancel()
        with suppress(Exception):
            await network.async_close()

    async def _run_announcement(self) -> None:
        """Announce the table until cancelled; after an error say in `trouble` why nobody can find it."""
        try:
            await import_zeroconf()
            await self._keep_announced()
        except Exception as error:  # after any error the table stays open
            why = multicast_failure_reason(error)
            self.trouble = f"Others will not see this table listed: {why}. They can still type its address."
            if self._listener is not None:
                self._listener(self.trouble)

    async def _keep_announced(self) -> None:
        """Announce the table, and announce it again whenever its announcement or this machine's addresses change."""
        loop = asyncio.get_running_loop()
        addresses = reachable_addresses(self._bound_address)
        announced = self._advert().properties
        # no system sends multicast from ::1, so such a table is announced on this machine by IPv4
        carriers = ["127.0.0.1"] if addresses == ["::1"] else addresses
        self._zeroconf = open_multicast_dns(carriers if self._bound_address else None)
        info = self._info = _service_info(self._advert(), addresses)
        await _await_completion(self._zeroconf.async_register_service(info, allow_name_change=True))
        addresses_read = loop.time()
        while True:
            await asyncio.sleep(ANNOUNCEMENT_INTERVAL_SECONDS)
            if loop.time() - addresses_read >= OWN_ADDRESSES_INTERVAL_SECONDS:
                addresses_read = loop.time()
                if (current := reachable_addresses(self._bound_address)) != addresses:
                    addresses = current
                    await self._zeroconf.async_update_interfaces()
                    announced = {}
            announcement = self._advert()
            if announcement.properties != announced:
                announced = announcement.properties
                name = info.name
                self._info = info = _service_info(announcement, addresses)
                info.name = name
                await _await_completion(self._zeroconf.async_update_service(info))


def announce_table(announcement: Callable[[], OwnAnnouncement], bound_address: str = "") -> Announcer:
    """Announce a table from now on; `announcement` returns its current state and is called about once a second.

    `bound_address` is the address that the host is bound to; empty means all addresses of this machine.
    """
    return Announcer(announcement, bound_address)


def _service_info(announcement: OwnAnnouncement, addresses: list[str]) -> AsyncServiceInfo:
    """Return the mDNS service, in the form of zeroconf, that announces the table at these addresses."""
    from zeroconf.asyncio import AsyncServiceInfo

    host = (
        clean_text(announcement.owner_name, MAX_NAME_CELLS)
        .encode()[:MAX_SERVICE_OWNER_NAME_BYTES]
        .decode(errors="ignore")
    )
    name = host.replace(".", " ") or "Table"
    return AsyncServiceInfo(
        SERVICE_TYPE,
        f"{name} {announcement.host_digits}.{SERVICE_TYPE}",
        port=announcement.port,
        properties=announcement.properties,
        server=f"queens-{announcement.host_digits}.local.",
        parsed_addresses=addresses[:MAX_ADDRESSES_ANNOUNCED],
    )


async def _await_completion(pending: object) -> None:
    """Await a coroutine of zeroconf and the awaitables that it returns in turn."""
    while asyncio.iscoroutine(pending) or asyncio.isfuture(pending):
        pending = await pending
