"""`ClusterHosts`: the hosts of a club, as the store tells one of them, and what that one tells the others of itself.

Each host has an entry in the store, a `HostEntry`. To renew its lease it writes the entry again, and so the entry is
the way in which it tells the others anything. Which of them are gone is decided by their leases (`net.cluster.leases`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from net.club.directory import GuestPorts, OtherHost
from net.cluster.leases import HostEntry, Leases
from net.cluster.retry import retry_until_answer
from net.cluster.store import Store, StoreEntry, StoreUnreachable
from net.limits import (
    LEASE_RENEWAL_INTERVAL_SECONDS,
    LEASE_SECONDS,
    STORE_LOSS_NOTICE_SECONDS,
    STORE_RETRY_PAUSE_SECONDS,
)

HOST_KEY_PREFIX: Final = "host"
"""The first word of the store keys of the entries of hosts."""


class ClusterHosts:
    """The hosts of a club, as the host called `host` knows them; people come in to this host by `address`.

    Call `start` first, and run `keep_lease_renewed` in a task from then on. `clock` returns a time in seconds that goes
    on while the machine sleeps.

    leases          the leases of all hosts
    is_leaving      whether this host takes no more tables
    renewals_sent   how many renewals of its lease this host has sent
    renewals_seen   the number of the last of them that the store has shown to this host
    """

    def __init__(
        self,
        store: Store,
        host: str,
        address: str,
        clock: Callable[[], float],
        count_busy_tables: Callable[[], int],
        report_entry: Callable[[], None],
    ) -> None:
        """Make the hosts of a club before any entry is known.

        `count_busy_tables` returns how many busy tables this host runs. `report_entry` is called after each entry of a
        host: other hosts may be gone by then.
        """
        self.leases = Leases(host, address)
        self.is_leaving = False
        self.renewals_sent = self.renewals_seen = 0
        self._store = store
        self._host = host
        self._address = address
        self._clock = clock
        self._count_busy_tables = count_busy_tables
        self._report_entry = report_entry
        self._ports = GuestPorts()
        self._count_people: Callable[[], int] = int
        self._moves_people = False
        self._carried_out_stop = 0
        self._renewed_at = clock()
        self._waits_for_store = False
        self._shown_addresses: tuple[tuple[str, ...], frozenset[str]] = (), frozenset()
        self._shown_people = 0
        self._subscribers: list[tuple[Callable[[tuple[str, ...]], None], Callable[[bool], None]]] = []
        self._people_subscribers: list[Callable[[int], None]] = []

    async def start(self) -> None:
        """Read the entries of all hosts, receive those that come, and take a lease.

        Raises `StoreUnreachable` if the store does not answer.
        """
        await self._store.watch(HOST_KEY_PREFIX, self._record_entry)
        await retry_until_answer(self.renew_lease)

    async def keep_lease_renewed(self) -> None:
        """Renew the lease whenever it is due; while the store cannot be reached, try again and again."""
        while True:
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
            if self.leases.is_renewal_due(self._clock()):
                with suppress(StoreUnreachable):
                    await self.renew_lease()
            waits = self._clock() - self._renewed_at > LEASE_RENEWAL_INTERVAL_SECONDS + STORE_LOSS_NOTICE_SECONDS
            if waits != self._waits_for_store:
                self._waits_for_store = waits
                for _, report_play_waits in self._subscribers:
                    report_play_waits(waits)

    # What this host tells of itself

    async def renew_lease(self) -> None:
        """Renew the lease; raises `StoreUnreachable` if the store does not answer."""
        sent = self._clock()
        self.leases.record_renewal_attempt(sent)
        self.renewals_sent += 1
        people = 0 if self._moves_people else self._count_people()
        tables, stop = self._count_busy_tables(), self._carried_out_stop
        entry = HostEntry(self._address, self.renewals_sent, tables, self.is_leaving, self._ports, people, stop)
        await self._store.append(f"{HOST_KEY_PREFIX}.{self._host}", msgspec.msgpack.encode(entry))
        self.leases.record_renewal(sent, self._clock())
        self._renewed_at = sent

    async def can_write(self) -> bool:
        """Return whether the store takes an entry of this host at this moment: it renews its lease."""
        try:
            await self.renew_lease()
        except StoreUnreachable:
            return False
        return True

    async def leave(self) -> bool:
        """Tell the other hosts that this one takes no more tables; return whether the store could be reached for that.

        Of the people in its hall only those still count who are there when it renews its lease again.
        """
        self.is_leaving = self._moves_people = True
        try:
            return await self.can_write()
        finally:
            self._moves_people = False

    def open_to_guests(self, ports: GuestPorts) -> None:
        """Tell the other hosts, by a renewal at once, at which ports guests come in to this one."""
        self._ports = ports
        self.leases.request_renewal()

    def tell_carried_out_stop(self, stop: int) -> None:
        """Tell the other hosts, by a renewal at once, which stop of the club this one carries out."""
        self._carried_out_stop = stop
        self.leases.request_renewal()

    def share_people_count(self, count: Callable[[], int], report_count: Callable[[int], None]) -> None:
        """Tell the other hosts with each renewal of the lease how many people are in this hall, as `count` says.

        Call `report_count` now with the number of people in the halls of all others, and later whenever it has changed.
        """
        self._count_people = count
        self._people_subscribers.append(report_count)
        report_count(self._shown_people)

    # What the others tell

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of all hosts that are present and are not being stopped, this one's first."""
        return (*([] if self.is_leaving else [self._address]), *(host.address for host in self.others))

    @property
    def others(self) -> tuple[OtherHost, ...]:
        """The other hosts that are present and are not being stopped."""
        present = sorted(self.leases.present_hosts.items())
        return tuple(OtherHost(entry.address, entry.ports) for host, entry in present if host != self._host)

    def watch(self, report_hosts: Callable[[tuple[str, ...]], None], report_play_waits: Callable[[bool], None]) -> None:
        """Call `report_hosts` now with the addresses of all hosts, and later whenever they, or those with the
        hosts that are being stopped, have changed.

        `report_play_waits` is called with True when the store is away, and with False when it is back.
        """
        self._subscribers.append((report_hosts, report_play_waits))
        report_hosts(self.addresses)

    async def is_gone_now(self, host: str) -> bool:
        """Return whether a host is gone, after its last entry in the store; False if the store does not answer.

        The watch may be late: a host that has come back renews its lease before it writes anything else.
        """
        try:
            last = await self._store.last(f"{HOST_KEY_PREFIX}.{host}")
        except StoreUnreachable:
            return False
        if last is not None:
            self._record_entry(last)
        return self.leases.is_gone(host)

    async def is_stop_carried_out(self, stop: int) -> bool:
        """Return whether another host carries out the stop of the club that has this number in the store.

        The other hosts say so when they renew their leases, so this waits for a renewal of each: at most as long as a
        host takes to count as gone.
        """
        renewals = {host: entry.renewal for host, entry in self._other_entries().items()}
        end = self._clock() + LEASE_SECONDS + LEASE_RENEWAL_INTERVAL_SECONDS
        while True:
            others = self._other_entries()
            if any(
                entry.carried_out_stop == stop and entry.renewal > renewals.get(host, 0)
                for host, entry in others.items()
            ):
                return True
            now = self._clock()
            if not others or (self.leases.lease_generation(now) and now >= end):
                return False
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)

    def _other_entries(self) -> dict[str, HostEntry]:
        """Return the entries of the other hosts that are present and are not being stopped, by their names."""
        return {host: entry for host, entry in self.leases.present_hosts.items() if host != self._host}

    def _record_entry(self, stored: StoreEntry) -> None:
        """Record what a host says of itself in an entry of the store, and report what has changed."""
        entry = stored.decode(HostEntry)
        host = stored.key.partition(".")[2]
        self.leases.record_entry(host, entry, stored.sequence, self._clock())
        if host == self._host and entry is not None:
            self.renewals_seen = max(self.renewals_seen, entry.renewal)
        addresses = self.addresses, self.leases.addresses_with_leaving
        if addresses != self._shown_addresses:
            self._shown_addresses = addresses
            for report_hosts, _ in self._subscribers:
                report_hosts(self.addresses)
        if self.leases.people_elsewhere != self._shown_people:
            self._shown_people = self.leases.people_elsewhere
            for report_count in self._people_subscribers:
                report_count(self._shown_people)
        self._report_entry()
