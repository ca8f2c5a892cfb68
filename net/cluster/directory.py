"""`ClusterDirectory`: the directory of a club's tables in its store, and which host is to run which of them.

It joins what one host knows: the records of the tables (`net.cluster.table_records`), the other hosts and their leases
(`net.cluster.hosts`), the tables that it is to take over (`net.cluster.take_overs`), and the orders of organisers
(`net.cluster.orders`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from net.club.directory import TableHost
from net.cluster.cancellation import cancel_tasks
from net.cluster.hosts import ClusterHosts
from net.cluster.journal import WRITER_SEPARATOR
from net.cluster.leases import find_least_busy_host, order_of_successors
from net.cluster.orders import ClusterOrders
from net.cluster.store import Store, StoreUnreachable
from net.cluster.table_records import TableRecord, TableRecords
from net.cluster.take_overs import TakeOvers


class ClusterDirectory:
    """The directory of a club as the host called `host` keeps it; people come in to this host by `address`.

    Call `start` first, `hosts.leave` before its tables are handed over, and `close` at the end. `clock` returns a time
    in seconds that goes on while the machine sleeps.
    """

    def __init__(self, store: Store, host: str, address: str, clock: Callable[[], float]) -> None:
        self.host = host
        self.hosts = hosts = ClusterHosts(
            store, host, address, clock, self._count_busy_tables, lambda: self.take_overs.begin_due()
        )
        self.records = records = TableRecords(
            store,
            host,
            hosts.leases.is_gone,
            self._record_kept_record,
            lambda: self.take_overs.begin_due(),
            lambda table_number: self._tables.lose_table(table_number),
        )
        self.take_overs = TakeOvers(
            host, hosts, records, clock, lambda table_number: self._tables.take_over(table_number)
        )
        self.orders = ClusterOrders(store, host, self._close_table, hosts.tell_carried_out_stop)
        self._address = address
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._promised: dict[int, str] = {}
        self._visited: set[int] = set()  # the tables at which somebody has been
        records.watch(lambda row, opener: None, self._visited.discard)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, tables: TableHost) -> None:
        """Take a lease, read the directory, and keep both up to date from now on; decide whether the club stops.

        From then on `tables` is called with the tables that this host is to run. Raises `StoreUnreachable` if the store
        does not answer.
        """
        self._tables = tables
        await self.orders.start()
        await self.records.start()
        await self.hosts.start()
        self._tasks = [
            self._loop.create_task(work()) for work in (self.hosts.keep_lease_renewed, self.records.write_changes)
        ]
        await self.orders.decide_about_stop(self.hosts.is_stop_carried_out)

    async def close(self) -> None:
        """Write what has not been written yet, if the store can be reached, and give up the lease."""
        await cancel_tasks(self._tasks)
        with suppress(StoreUnreachable):
            await self.records.write_rest()
        self.hosts.leases.give_up()

    def lose_all_tables(self) -> None:
        """Run no table any more: this host is cut off from the store, and other hosts have taken its tables over.

        When the store is back, this host takes over those of them that no other host has.
        """
        for table_number in list(self.records.own):
            self.record_loss(table_number)
            self._tables.lose_table(table_number)

    def release(self, table_number: int, host: str = "") -> None:
        """Record that this host no longer runs a table, so that another host takes it over: `host`, or any if that is
        ""."""
        self._promised.pop(table_number, None)
        self.records.release(table_number, host)

    def host_of(self, table_number: int) -> str | None:
        """Return the address of another host that runs a table, "" if no host does at this moment.

        None if there is no such table, if this host runs it, or if it is suspended. If this host cannot run it, the
        address of any other host is returned. A host that is leaving lets nobody in, and counts as
        one that does not run its tables any more.
        """
        record = self.records.by_table.get(table_number)
        if self.records.cannot_run(table_number):
            return next((address for address in self.hosts.addresses if address != self._address), "")
        if record is None or record.row.suspended or table_number in self.records.own:
            return None
        entry = None if record.host == self.host else self.hosts.leases.entry_of_host(record.host)
        return "" if entry is None or entry.is_leaving else entry.address

    # net.cluster.journal.TableOwner

    def lease_generation(self) -> int:
        """Return a number that stays the same as long as no other host may think that this host is gone; 0 while one
        may."""
        return self.hosts.leases.lease_generation(self._clock())

    async def has_writer_stopped(self, table_number: int, writer: str) -> bool:
        """Return whether the host that wrote the last entry in a table's log has stopped running the table.

        It has stopped if it is gone, or if the table's record, written by this `writer`, says that the table is
        released to this host, to any host, or to one that is gone. If the record names another writer, this `writer`
        has claimed the table since, and its record is still on its way.
        """
        record = self.records.by_table.get(table_number)
        if (
            record is not None
            and record.writer == writer
            and (record.host in ("", self.host) or self.hosts.leases.is_gone(record.host))
        ):
            return True
        return await self.hosts.is_gone_now(writer.rpartition(WRITER_SEPARATOR)[0])

    async def is_closed(self, table_number: int) -> bool:
        """Return whether an organiser has closed a table for good, as soon as the store answers."""
        return await self.orders.is_closed(table_number)

    def record_claim(self, table_number: int, epoch: int, writer: str) -> None:
        """Record that this host has opened a table or has taken it over, by a claim with the number `epoch`."""
        self.records.record_claim(table_number, epoch, writer)

    async def wait_for_record(self, table_number: int) -> None:
        """Return once the record of a new table is in the store: other hosts know of the table by it alone."""
        await self.records.wait_for_record(table_number)

    def record_loss(self, table_number: int) -> None:
        """Record that another host has taken a table over; its record, with a higher epoch, will arrive later."""
        self.records.own.pop(table_number, None)
        self._promised.pop(table_number, None)
        self.take_overs.wait_for_renewal(table_number)

    # How busy the hosts are

    def find_less_busy_host(self, table_number: int) -> str:
        """Return the present host with the fewest busy tables, if this one has at least two more, or else "".

        A table is busy while somebody is there, and before the first person has come. The new table with this
        `table_number` is to be released to that host; it counts as one of that host from now on.
        """
        present = self.hosts.leases.present_hosts
        busy_tables = Counter(record.host for record in self.records.by_table.values() if self._is_busy(record))
        busy_tables.update(self._promised.values())
        others = [host for host in order_of_successors(table_number, present) if host != self.host]
        counts = {host: max(busy_tables[host], present[host].busy_tables) for host in others}
        host = find_least_busy_host(counts)
        if not host or counts[host] + 2 > self._count_busy_tables() - len(self._promised):
            return ""
        self._promised[table_number] = host
        return host

    def _is_busy(self, record: TableRecord) -> bool:
        """Return whether somebody is at a table, or the first person is expected there."""
        row = record.row
        return row.is_in_use or not (row.suspended or row.number in self._visited)

    def _count_busy_tables(self) -> int:
        """Return how many tables that this host runs are busy."""
        return sum(map(self._is_busy, self.records.own.values()))

    # What is reported to the directory

    def _record_kept_record(self, table_number: int, record: TableRecord) -> None:
        """Record from the record of a table whether somebody has been there; end the table if it is closed for good."""
        if record.row.people or not self.hosts.renewals_sent:  # those from before this host has come count as visited
            self._visited.add(table_number)
        if record.host:
            self.take_overs.record_run(table_number)
        if self.orders.is_known_to_be_closed(table_number):
            self._close_table(table_number)

    def _close_table(self, table_number: int) -> None:
        """Have a table that is closed for good ended soon, after this call, if this host runs it or it is suspended."""
        self._loop.call_soon(lambda: self._tables.close_table(table_number))
