"""Browsing: the tables that are announced on the local network by multicast DNS.

Anybody can announce anything, so an announcement is cleaned, bounded in size and number, and not trusted; the host's
key is checked when joining."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address, ip_interface
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from net.discovery.announcement import FoundTable, read_announcement
from net.discovery.mdns import SERVICE_TYPE, import_zeroconf, multicast_failure_reason, open_multicast_dns
from net.limits import (
    FOUND_LIST_UPDATE_SECONDS,
    MAX_SERVICE_TEXT_BYTES,
    MAX_SERVICES_ASKED_AT_ONCE,
    MAX_TABLES_FOUND,
    MAX_UNANSWERED_PROBES,
    PROBE_ANSWER_SECONDS,
    SERVICE_ANSWER_MILLISECONDS,
    TABLE_PROBE_INTERVAL_SECONDS,
)
from net.transport.address_errors import address_with_port
from net.transport.admission import network_of_address
from net.transport.interfaces import own_addresses

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf


class TableBrowser:
    """Keeps a list of the announced tables from `open` to `close`.

    `changed` is called within `FOUND_LIST_UPDATE_SECONDS` of a change of the list. `known_hosts` maps an address
    (``HOST:PORT``) to the fingerprint of the host to which this program has connected there. `trouble` is one sentence
    on why no tables can be found, or "".
    """

    def __init__(self, changed: Callable[[], None], known_hosts: Mapping[str, str] = MappingProxyType({})) -> None:
        self.trouble = ""
        self._changed = changed
        self._known_hosts = known_hosts
        self._report: asyncio.TimerHandle | None = None
        self._found_tables: dict[str, FoundTable] = {}
        self._unanswered_probes: dict[str, int] = {}
        self._detail_requests: dict[str, asyncio.Task[None]] = {}
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._probe_task: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The tables found so far, without those that have left `MAX_UNANSWERED_PROBES` probes in a row unanswered.

        They are sorted: tables of known hosts first; among equals those that this program can join; among equals those
        with a free seat between matches; among equals by the owner's name. A club that several hosts announce is one
        entry: the announcement of a known host, or else of one that has answered, or else the first one.
        """
        there = [
            found
            for name, found in self._found_tables.items()
            if self._unanswered_probes.get(name, 0) < MAX_UNANSWERED_PROBES
        ]
        there.sort(key=lambda found: (not self._is_known(found), found.ping_milliseconds is None))
        clubs = {(found.id, found.host_fingerprint): found for found in reversed(there) if found.is_club}
        listed = [found for found in there if not found.is_club or clubs[found.id, found.host_fingerprint] is found]
        return tuple(sorted(listed, key=lambda found: (not self._is_known(found), *_sort_key_of_table(found))))

    async def open(self) -> None:
        """Begin to browse; a failure is reported in `trouble`."""
        try:
            await import_zeroconf()
            if self._closed:
                return
            self._zeroconf = open_multicast_dns()
            self._start_browsing(self._zeroconf)
        except Exception as error:  # for any error, addresses can still be typed
            why = multicast_failure_reason(error)
            self.trouble = f"Tables nearby cannot be found: {why}. Type the address that the host's lobby shows."
            self._changed()
            return
        self._probe_task = asyncio.get_running_loop().create_task(self._probe_all_tables())

    async def close(self) -> None:
        """Stop browsing."""
        self._closed = True
        if self._report is not None:
            self._report.cancel()
        tasks = {*self._detail_requests.values(), *((self._probe_task,) if self._probe_task is not None else ())}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        with suppress(Exception):
            if self._browser is not None:
                await self._browser.async_cancel()
        with suppress(Exception):
            if self._zeroconf is not None:
                await self._zeroconf.async_close()

    def _start_browsing(self, network: AsyncZeroconf) -> None:
        """Begin to listen for services that appear, change or disappear."""
        from zeroconf import ServiceStateChange
        from zeroconf.asyncio import AsyncServiceBrowser

        def service_changed(name: str, state_change: ServiceStateChange, **_: Any) -> None:
            """Request the details of a service that has appeared or changed; forget a service that has gone."""
            if state_change is ServiceStateChange.Removed:
                self._forget_table(name)
            else:
                self._request_details(name)

        self._browser = AsyncServiceBrowser(network.zeroconf, SERVICE_TYPE, handlers=[service_changed])

    def _limit_found_tables(self) -> None:
        """Remove a table from the list if there are more than `MAX_TABLES_FOUND`: made-up tables must not fill it."""
        if len(self._found_tables) > MAX_TABLES_FOUND:
            self._forget_table(self._table_to_forget())

    def _table_to_forget(self) -> str:
        """Return the name of the service whose table to remove if there are too many.

        It is the table that has left most probes unanswered. If all have answered theirs, it is the oldest that has not
        answered any yet. If there is none, it is the oldest of the address or IPv6 network that has most tables; if no
        network has two, it is the oldest of the later half of the list, so that those found first stay. In the last two
        cases a table of a known host is removed only if all others to choose from are of known hosts, too.
        """
        names = list(self._found_tables)
        if self._unanswered_probes:
            return max(self._unanswered_probes, key=self._unanswered_probes.__getitem__)
        waiting = next((name for name in names[:-1] if self._found_tables[name].ping_milliseconds is None), None)
        if waiting is not None:
            return waiting
        of_network: dict[str, list[str]] = {}
        for name, found in self._found_tables.items():
            of_network.setdefault(network_of_address(found.address or found.addresses[0]), []).append(name)
        most = max(of_network.values(), key=len)
        half = len(names) // 2
        candidates = most if len(most) > 1 else [*names[half:], *names[:half]]
        unknown = (name for name in candidates if not self._is_known(self._found_tables[name]))
        return next(unknown, candidates[0])

    def _is_known(self, found: FoundTable) -> bool:
        """Return whether this program has connected to a host with the announced key at one of the announced addresses.

        An announcement can name any key, but only that host answers at that address.
        """
        addresses = (found.address, *found.addresses) if found.host_fingerprint else ()
        return any(
            self._known_hosts.get(address_with_port(one, found.port)) == found.host_fingerprint for one in addresses
        )

    def _forget_table(self, name: str) -> None:
        """Remove a service from the list, and stop asking for its details."""
        asking = self._detail_requests.pop(name, None)
        if asking is not None:
            asking.cancel()
        self._unanswered_probes.pop(name, None)
        if self._found_tables.pop(name, None) is not None:
            self._report_change()

    def _request_details(self, name: str) -> None:
        """Start to ask a service for its text record and addresses, in place of an earlier request.

        If too many are asked at the same time, the oldest request ends.
        """
        before = self._detail_requests.pop(name, None)
        if before is None and len(self._detail_requests) >= MAX_SERVICES_ASKED_AT_ONCE:
            before = self._detail_requests.pop(next(iter(self._detail_requests)))
        if before is not None:
            before.cancel()
        task = self._detail_requests[name] = asyncio.get_running_loop().create_task(self._resolve_service(name))
        task.add_done_callback(lambda done: self._end_details_request(name, done))

    def _end_details_request(self, name: str, done: asyncio.Task[None]) -> None:
        """Drop a request for details that has ended; its error, if any, is ignored."""
        if self._detail_requests.get(name) is done:
            del self._detail_requests[name]
        if not done.cancelled():
            done.exception()

    async def _resolve_service(self, name: str) -> None:
        """Request the text record and addresses of a service, store its table, and probe it if it is new or has moved.

        A service that does not answer, or announces no valid table, is ignored.
        """
        from zeroconf.asyncio import AsyncServiceInfo

        assert self._zeroconf is not None
        info = AsyncServiceInfo(SERVICE_TYPE, name)
        if not await info.async_request(self._zeroconf.zeroconf, SERVICE_ANSWER_MILLISECONDS):
            return
        if len(info.text or b"") > MAX_SERVICE_TEXT_BYTES:
            return
        found = read_announcement(info.port, info.properties, addresses_in_own_networks(info.parsed_scoped_addresses()))
        if found is None:
            return
        before = self._found_tables.get(name)
        if before is not None and before.addresses == found.addresses and before.port == found.port:
            found = replace(found, address=before.address, ping_milliseconds=before.ping_milliseconds)
        self._unanswered_probes.pop(name, None)
        self._store_found_table(name, found)
        if found.ping_milliseconds is None:
            await self._probe_table(name)

    def _store_found_table(self, name: str, found: FoundTable) -> None:
        """Add a table to the list or replace it there, and report the change; of too many, one is forgotten."""
        if self._found_tables.get(name) != found:
            self._found_tables[name] = found
            self._report_change()
            self._limit_found_tables()

    def _report_change(self) -> None:
        """Call `changed` after `FOUND_LIST_UPDATE_SECONDS`, once for all changes until then."""
        if self._report is None and not self._closed:
            self._report = asyncio.get_running_loop().call_later(FOUND_LIST_UPDATE_SECONDS, self._call_listener)

    def _call_listener(self) -> None:
        """Call the listener `changed`."""
        self._report = None
        self._changed()

    async def _probe_all_tables(self) -> None:
        """Probe all tables of the list every `TABLE_PROBE_INTERVAL_SECONDS`, until cancelled."""
        while True:
            await asyncio.sleep(TABLE_PROBE_INTERVAL_SECONDS)
            await asyncio.gather(*map(self._probe_table, list(self._found_tables)))

    async def _probe_table(self, name: str) -> None:
        """Store how long a table takes to answer, at the first of its addresses that answers, or count the failure."""
        found = self._found_tables.get(name)
        if found is None:
            return
        first = (found.address,) if found.address else ()
        for address in dict.fromkeys((*first, *found.addresses)):
            took = await measure_connection_milliseconds(address, found.port)
            now = self._found_tables.get(name)
            if now is None:
                return
            if took is not None:
                self._unanswered_probes.pop(name, None)
                self._store_found_table(name, replace(now, address=address, ping_milliseconds=took))
                return
        self._unanswered_probes[name] = self._unanswered_probes.get(name, 0) + 1
        if self._unanswered_probes[name] == MAX_UNANSWERED_PROBES:
            self._report_change()


async def measure_connection_milliseconds(address: str, port: int) -> int | None:
    """Return how many milliseconds a TCP connection to an address takes; None if there is none in time."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    try:
        async with asyncio.timeout(PROBE_ANSWER_SECONDS):
            transport, _ = await loop.create_connection(asyncio.Protocol, address, port)
    except (OSError, UnicodeError):
        return None
    took = loop.time() - begun
    transport.abort()
    return max(1, round(took * 1000))


def addresses_in_own_networks(addresses: Iterable[str]) -> list[str]:
    """Return those of these addresses that lie in networks of this machine, IPv4 first.

    Other addresses are left out, so that no announcement makes this program connect elsewhere.
    """
    networks = [ip_interface(f"{ip}/{bits}").network for ip, bits in own_addresses()]
    kept = []
    for address in addresses:
        with suppress(ValueError):
            bare = ip_address(address.partition("%")[0])
            here = any(bare.version == network.version and bare in network for network in networks)
            if "%" in address if bare.is_link_local and bare.version == 6 else here:
                kept.append(address)
    return sorted(kept, key=lambda address: (":" in address, "%" in address))


TableBrowserFactory: TypeAlias = Callable[[Callable[[], None]], TableBrowser]
"""A function that makes a `TableBrowser` from its `changed` callback."""


def _sort_key_of_table(found: FoundTable) -> tuple[object, ...]:
    """Return the sort key of a found table: tables that this program can join first; among equals those with a free
    seat between matches; among equals by the owner's name."""
    return (
        bool(found.why_not_joinable),
        found.free_seats == 0 or found.phase == "playing",
        found.owner_name.casefold(),
        found.id,
    )
