"""`ClusterDirectory`: the directory of a club's tables in its store, and which host is to run which of them.

Of each table there is a *record*: the host that runs it and the *epoch*, the number of that host's claim in the table's
log. Of two records the one with the higher epoch is right, whenever it was written; so a host that was frozen cannot
bring back an old one. A record without a host is that of a suspended table, or of one that its host has released.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from net.club.directory import GuestPorts, OtherHost, TableHost
from net.cluster.cancellation import cancel_tasks
from net.cluster.journal import WRITER_SEPARATOR
from net.cluster.leases import HostEntry, Leases, find_least_busy_host, order_of_successors
from net.cluster.orders import ClusterOrders
from net.cluster.retry import retry_until_answer
from net.cluster.store import EntryRefused, Store, StoreEntry, StoreUnreachable
from net.limits import (
    LEASE_RENEWAL_INTERVAL_SECONDS,
    LEASE_SECONDS,
    MAX_TABLE_HAND_OVER_SECONDS,
    STORE_LOSS_NOTICE_SECONDS,
    STORE_RETRY_PAUSE_SECONDS,
)
from net.protocol.messages import TableRow

RecordT = TypeVar("RecordT", bound=Struct)

TABLE_KEY_PREFIX: Final = "table"
"""The first word of the store keys of tables: ``table.12`` says who runs table 12."""
HOST_KEY_PREFIX: Final = "host"
"""The first word of the store keys of the leases of hosts."""


class TableRecord(Struct, frozen=True, array_like=True):
    """The record of a table in the store: the `host` that runs it, "" for none, and its row.

    `epoch` is the number of the last claim in the table's log, and `writer` is who has written that claim. `opener` is
    the public identifier of the person who has opened the table, "" if it counts against nobody.
    """

    host: str
    epoch: int
    writer: str
    row: TableRow
    opener: str = ""


class ClusterDirectory:
    """The directory of a club as the host called `host` keeps it; people come in to this host by `address`.

    Call `start` first, and `leave` or `close` at the end. `clock` returns a time in seconds that goes on while the
    machine sleeps.
    """

    def __init__(self, store: Store, host: str, address: str, clock: Callable[[], float]) -> None:
        self.host = host
        self.leases = Leases(host, address)
        self.orders = ClusterOrders(store, host, self._close_table, self.leases.request_renewal)
        self._store = store
        self._address = address
        self._ports = GuestPorts()
        self._count_people: Callable[[], int] = int
        self._people_subscribers: list[Callable[[int], None]] = []
        self._shown_people = 0
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._records: dict[int, TableRecord] = {}
        self._sequences: dict[int, int] = {}
        self._own: dict[int, TableRecord] = {}
        self._claims: dict[int, tuple[int, str]] = {}
        self._given_back: dict[int, int] = {}
        self._promised: dict[int, str] = {}
        self._visited: set[int] = set()  # the tables at which somebody has been
        self._wait_until: dict[int, int] = {}
        self._renewals_sent = self._renewals_seen = 0
        self._renewed_at = clock()
        self._waits_for_store = False
        self._shown_addresses: tuple[tuple[str, ...], frozenset[str]] = (), frozenset()
        self._taking: set[int] = set()
        self._released_at: dict[int, float] = {}
        self._looks_again = False
        self._first_records: dict[int, asyncio.Event] = {}
        self._to_write: dict[int, None] = {}
        self._news = asyncio.Event()
        self._subscribers: list[tuple[Callable[[TableRow, str], None], Callable[[int], None]]] = []
        self._host_subscribers: list[tuple[Callable[[tuple[str, ...]], None], Callable[[bool], None]]] = []
        self._leaving = False
        self._moves_people = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, tables: TableHost) -> None:
        """Take a lease, read the directory, and keep both up to date from now on; decide whether the club stops.

        From then on `tables` is called with the tables that this host is to run. Raises `StoreUnreachable` if the store
        does not answer.
        """
        self._tables = tables
        await self.orders.start()
        await self._store.watch(TABLE_KEY_PREFIX, self._receive_record)
        await self._store.watch(HOST_KEY_PREFIX, self._record_host_entry)
        await retry_until_answer(self._renew_lease)
        self._tasks = [
            self._loop.create_task(work()) for work in (self._keep_lease_renewed, self._write_changed_records)
        ]
        await self.orders.decide_about_stop(self._is_stop_carried_out)

    async def _is_stop_carried_out(self, stop: int) -> bool:
        """Return whether another host carries out the stop of the club that has this number in the store.

        The other hosts say so when they renew their leases, so this waits for a renewal of each: at most as long as a
        host takes to count as gone.
        """
        renewals = {host: entry.renewal for host, entry in self.leases.present_hosts.items() if host != self.host}
        end = self._clock() + LEASE_SECONDS + LEASE_RENEWAL_INTERVAL_SECONDS
        while True:
            others = {host: entry for host, entry in self.leases.present_hosts.items() if host != self.host}
            if any(
                entry.carried_out_stop == stop and entry.renewal > renewals.get(host, 0)
                for host, entry in others.items()
            ):
                return True
            if not others or (self.lease_generation() and self._clock() >= end):
                return False
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)

    async def leave(self) -> bool:
        """Tell the other hosts that this one takes no more tables; return whether the store could be reached for that.

        The tables that this host runs must be released one by one. Of the people in its hall only those still count
        who are there when it renews its lease again.
        """
        self._leaving = self._moves_people = True
        try:
            return await self.can_write()
        finally:
            self._moves_people = False

    async def close(self) -> None:
        """Write what has not been written yet, if the store can be reached, and give up the lease."""
        await cancel_tasks(self._tasks)
        with suppress(StoreUnreachable):
            while self._to_write:
                await self._write_next_record()
        self.leases.give_up()

    async def can_write(self) -> bool:
        """Return whether the store takes an entry of this host at this moment: it renews its lease."""
        try:
            await self._renew_lease()
        except StoreUnreachable:
            return False
        return True

    def lose_all_tables(self) -> None:
        """Run no table any more: this host is cut off from the store, and other hosts have taken its tables over.

        When the store is back, this host takes over those of them that no other host has.
        """
        for table_number in list(self._own):
            self.record_loss(table_number)
            self._tables.lose_table(table_number)

    def lease_generation(self) -> int:
        """Return a number that stays the same as long as no other host may think that this host is gone; 0 while one
        may."""
        return self.leases.lease_generation(self._clock())

    # net.club.directory.TableDirectory

    def publish(self, row: TableRow, opener: str = "") -> None:
        """Write the record of a table that this host runs, or has just suspended.

        `opener` is who has opened it, "" for the one in the last record.
        """
        table_number = row.number
        known = self._records.get(table_number)
        opener = "" if row.suspended else opener or ("" if known is None else known.opener)
        record = TableRecord("" if row.suspended else self.host, *self._claims.get(table_number, (0, "")), row, opener)
        if row.suspended and self._own.pop(table_number, None) is None:  # it was another host's
            return
        if known != record:
            self._store_record(table_number, record)
            self._schedule_write(table_number)
        if not row.suspended:
            self._own[table_number] = record

    def withdraw(self, table_number: int) -> None:
        """Record that a table is closed for good.

        Does nothing if another host that is present runs the table, unless this host has claimed the table's log since.
        """
        self._own.pop(table_number, None)
        record = self._records.get(table_number)
        if record is not None and (
            record.host in ("", self.host)
            or self._claims.get(table_number, (0, ""))[0] > record.epoch
            or self.leases.is_gone(record.host)
        ):
            self._records.pop(table_number)
            self._visited.discard(table_number)
            self._schedule_write(table_number)
            self._report_closed_table(table_number)

    def release(self, table_number: int, host: str = "") -> None:
        """Record that this host no longer runs a table, so that another host takes it over: `host`, or any if that is
        ""."""
        self._promised.pop(table_number, None)
        record = self._own.pop(table_number, None)
        if record is not None:
            self._records[table_number] = replace(record, host=host)
            self._schedule_write(table_number)

    def give_back(self, table_number: int) -> None:
        """Record that this host cannot run a table which it was to take over: it is suspended, and left to others.

        This host tries it again only when another one has had the table.
        """
        record = self._records.get(table_number)
        if record is not None:
            epoch, writer = max(self._claims.get(table_number, (0, "")), (record.epoch, record.writer))
            self._given_back[table_number] = epoch
            self._store_record(
                table_number, TableRecord("", epoch, writer, replace(record.row, suspended=True, people=0))
            )
            self._schedule_write(table_number)

    def cannot_run(self, table_number: int) -> bool:
        """Return whether this host has given a table back, and no other host has had it since."""
        record = self._records.get(table_number)
        return record is not None and record.epoch <= self._given_back.get(table_number, -1)

    def watch(self, report_row: Callable[[TableRow, str], None], report_closed: Callable[[int], None]) -> None:
        """Call `report_row` now with the row and the opener of every table, later with each that is new or has changed.

        `report_closed` is called with the number of each table that is closed.
        """
        self._subscribers.append((report_row, report_closed))
        for record in list(self._records.values()):
            report_row(record.row, record.opener)

    def watch_hosts(
        self, report_hosts: Callable[[tuple[str, ...]], None], report_play_waits: Callable[[bool], None]
    ) -> None:
        """Call `report_hosts` now with the addresses of all hosts, and later whenever they, or those with the
        hosts that are being stopped, have changed.

        `report_play_waits` is called with True when the store is away, and with False when it is back.
        """
        self._host_subscribers.append((report_hosts, report_play_waits))
        report_hosts(self.addresses)

    def share_people_count(self, count: Callable[[], int], report_count: Callable[[int], None]) -> None:
        """Tell the other hosts with each renewal of the lease how many people are in this hall, as `count` says.

        Call `report_count` now with the number of people in the halls of all others, and later whenever it has changed.
        """
        self._count_people = count
        self._people_subscribers.append(report_count)
        report_count(self._shown_people)

    # Who has what

    async def has_writer_stopped(self, table_number: int, writer: str) -> bool:
        """Return whether the host that wrote the last entry in a table's log has stopped running the table.

        It has stopped if it is gone, or if the table's record, written by this `writer`, says that the table is
        released to this host, to any host, or to one that is gone. If the record names another writer, this `writer`
        has claimed the table since, and its record is still on its way.
        """
        record = self._records.get(table_number)
        if (
            record is not None
            and record.writer == writer
            and (record.host in ("", self.host) or self.leases.is_gone(record.host))
        ):
            return True
        host = writer.rpartition(WRITER_SEPARATOR)[0]
        try:  # the watch may be late: a host that has come back has renewed its lease before it wrote in the log again
            lease = await self._store.last(f"{HOST_KEY_PREFIX}.{host}")
        except StoreUnreachable:
            return False
        if lease is not None:
            self._record_host_entry(lease)
        return self.leases.is_gone(host)

    async def is_closed(self, table_number: int) -> bool:
        """Return whether an organiser has closed a table for good, as soon as the store answers."""
        return await self.orders.is_closed(table_number)

    def record_claim(self, table_number: int, epoch: int, writer: str) -> None:
        """Record that this host has opened a table or has taken it over, by a claim with the number `epoch`."""
        self._claims[table_number] = (epoch, writer)

    async def wait_for_record(self, table_number: int) -> None:
        """Return once the record of a new table is in the store: other hosts know of the table by it alone."""
        if table_number not in self._sequences:
            await self._first_records.setdefault(table_number, asyncio.Event()).wait()

    def record_loss(self, table_number: int) -> None:
        """Record that another host has taken a table over; its record, with a higher epoch, will arrive later."""
        self._own.pop(table_number, None)
        self._promised.pop(table_number, None)
        self._wait_for_renewal(table_number)

    def host_of(self, table_number: int) -> str | None:
        """Return the address of another host that runs a table, "" if no host does at this moment.

        None if there is no such table, if this host runs it, or if it is suspended. If this host cannot run it, the
        address of any other host is returned. A host that is leaving lets nobody in, and counts as
        one that does not run its tables any more.
        """
        record = self._records.get(table_number)
        if self.cannot_run(table_number):
            return next((address for address in self.addresses if address != self._address), "")
        if record is None or record.row.suspended or table_number in self._own:
            return None
        entry = None if record.host == self.host else self.leases.entry_of_host(record.host)
        return "" if entry is None or entry.is_leaving else entry.address

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of all hosts that are present and are not being stopped, this one's first."""
        others = [entry.address for host, entry in sorted(self.leases.present_hosts.items()) if host != self.host]
        return (*([] if self._leaving else [self._address]), *others)

    @property
    def addresses_with_leaving(self) -> frozenset[str]:
        """The addresses of all hosts that are not gone, also of those that are being stopped."""
        return self.leases.addresses_with_leaving

    def open_to_guests(self, ports: GuestPorts) -> None:
        """Tell the other hosts, by a renewal at once, at which ports guests come in to this one."""
        self._ports = ports
        self.leases.request_renewal()

    @property
    def other_hosts(self) -> tuple[OtherHost, ...]:
        """The other hosts that are present and are not being stopped."""
        present = sorted(self.leases.present_hosts.items())
        return tuple(OtherHost(entry.address, entry.ports) for host, entry in present if host != self.host)

    def find_less_busy_host(self, table_number: int) -> str:
        """Return the present host with the fewest busy tables, if this one has at least two more, or else "".

        A table is busy while somebody is there, and before the first person has come. The new table with this
        `table_number` is to be released to that host; it counts as one of that host from now on.
        """
        present = self.leases.present_hosts
        busy_tables = Counter(record.host for record in self._records.values() if self._is_busy(record))
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
        return sum(map(self._is_busy, self._own.values()))

    def may_take_over(self, table_number: int) -> bool:
        """Return whether this host may take over a table that it does not run yet."""
        record = self._records.get(table_number)
        return (
            record is not None
            and not self._leaving
            and not record.row.suspended
            and self._is_successor(table_number, record)
        )

    def _is_successor(self, table_number: int, record: TableRecord) -> bool:
        """Return whether this host is the one to go on with a table whose host is gone."""
        if self._renewals_seen < self._wait_until.get(table_number, 0):
            return False
        if record.host == self.host:  # it was lost to another one, which may be gone before it has written its record
            return True
        if record.host:
            return self.leases.is_gone(record.host) and self._rank_among_successors(table_number) == 0
        place = self._rank_among_successors(table_number)
        released = self._released_at.setdefault(table_number, self._clock())
        if place is not None and self._clock() < released + place * MAX_TABLE_HAND_OVER_SECONDS:
            self._schedule_take_over_check()  # those before this host may have died a moment ago
            return False
        return place is not None

    def _rank_among_successors(self, table_number: int) -> int | None:
        """Return how many hosts are to take a table over before this one; None if this one is not to do so."""
        hosts = order_of_successors(table_number, self.leases.present_hosts)
        return hosts.index(self.host) if self.host in hosts else None

    def _schedule_take_over_check(self) -> None:
        """Check a moment later whether there are tables to take over, once for all calls in the meantime."""
        if not self._looks_again:
            self._looks_again = True
            self._loop.call_later(MAX_TABLE_HAND_OVER_SECONDS, self._check_take_overs)

    def _check_take_overs(self) -> None:
        """Check whether there are tables to take over."""
        self._looks_again = False
        self._take_over_tables()

    def _take_over_tables(self) -> None:
        """Begin to take over the tables that this host is to run and does not run yet."""
        if not self.lease_generation():
            return
        for table_number in list(self._records):
            if table_number not in self._own and table_number not in self._taking and self.may_take_over(table_number):
                self._taking.add(table_number)
                self._tables.take_over(table_number)

    def end_take_over(self, table_number: int) -> None:
        """Record that taking a table over has ended, in success or not."""
        self._taking.discard(table_number)
        self._wait_for_renewal(table_number)

    def _wait_for_renewal(self, table_number: int) -> None:
        """Put off taking a table over until this host has seen a renewal of its own lease that is not sent yet.

        Call it if another host has written in the table's log, and so may be present again: by then this host has seen
        what that host wrote in the store before.
        """
        self._wait_until[table_number] = self._renewals_sent + 1

    # What the store shows

    def _record_host_entry(self, stored: StoreEntry) -> None:
        """Record what a host says of itself in an entry of the store.

        Hosts may be gone by now, so their tables are taken over.
        """
        entry = _decode_entry(stored, HostEntry)
        host = stored.key.partition(".")[2]
        self.leases.record_entry(host, entry, stored.sequence, self._clock())
        if host == self.host and entry is not None:
            self._renewals_seen = max(self._renewals_seen, entry.renewal)
        addresses = self.addresses, self.addresses_with_leaving
        if addresses != self._shown_addresses:
            self._shown_addresses = addresses
            for report_hosts, _ in self._host_subscribers:
                report_hosts(self.addresses)
        if self.leases.people_elsewhere != self._shown_people:
            self._shown_people = self.leases.people_elsewhere
            for counted in self._people_subscribers:
                counted(self._shown_people)
        self._take_over_tables()

    def _receive_record(self, stored: StoreEntry) -> None:
        """Accept a record of a table that the store has sent, unless a newer one is known."""
        table_number = int(stored.key.partition(".")[2])
        if stored.sequence <= self._sequences.get(table_number, 0):
            return
        self._record_table_sequence(table_number, stored.sequence)
        record = _decode_entry(stored, TableRecord)
        if record is None:
            if table_number in self._own:
                self._schedule_write(table_number)
            else:
                self._records.pop(table_number, None)
                self._visited.discard(table_number)
                self._report_closed_table(table_number)
            return
        own = self._own.get(table_number)
        if own is not None and record.epoch <= own.epoch:
            if record != own:  # an old record has replaced the right one
                self._schedule_write(table_number)
            return
        if own is not None and record.host != self.host:
            self._own.pop(table_number)
            self._tables.lose_table(table_number)
        known = self._records.get(table_number)
        is_own_claim = self._claims.get(table_number) == (record.epoch, record.writer)
        if (
            is_own_claim
            and known is not None
            and known.epoch == record.epoch
            and known.host != record.host == self.host
        ):
            self._schedule_write(table_number)  # what this host has written before it has released the table
        elif known is None or record.epoch >= known.epoch:
            self._store_record(table_number, record)
            self._take_over_tables()

    def _record_table_sequence(self, table_number: int, sequence: int) -> None:
        """Record that the store has an entry about a table, with this number."""
        self._sequences[table_number] = sequence
        written = self._first_records.pop(table_number, None)
        if written is not None:
            written.set()

    def _store_record(self, table_number: int, record: TableRecord) -> None:
        """Keep the record of a table, and report its row and opener to the subscribers if they have changed."""
        known = self._records.get(table_number)
        self._records[table_number] = record
        if record.row.people or not self._renewals_sent:  # those from before this host has come count as visited
            self._visited.add(table_number)
        if record.host:
            self._released_at.pop(table_number, None)
        if known is None or (known.row, known.opener) != (record.row, record.opener):
            for report_row, _ in self._subscribers:
                report_row(record.row, record.opener)
        if self.orders.is_known_to_be_closed(table_number):
            self._close_table(table_number)

    def _close_table(self, table_number: int) -> None:
        """Have a table that is closed for good ended soon, after this call, if this host runs it or it is suspended."""
        self._loop.call_soon(lambda: self._tables.close_table(table_number))

    def _report_closed_table(self, table_number: int) -> None:
        """Report to the subscribers that a table is closed."""
        for _, report_closed in self._subscribers:
            report_closed(table_number)

    # What is written

    async def _keep_lease_renewed(self) -> None:
        """Renew the lease whenever it is due; while the store cannot be reached, try again and again."""
        while True:
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
            if self.leases.is_renewal_due(self._clock()):
                with suppress(StoreUnreachable):
                    await self._renew_lease()
            waits = self._clock() - self._renewed_at > LEASE_RENEWAL_INTERVAL_SECONDS + STORE_LOSS_NOTICE_SECONDS
            if waits != self._waits_for_store:
                self._waits_for_store = waits
                for _, play_waits in self._host_subscribers:
                    play_waits(waits)

    async def _renew_lease(self) -> None:
        """Renew the lease; raises `StoreUnreachable` if the store does not answer."""
        sent = self._clock()
        self.leases.record_renewal_attempt(sent)
        self._renewals_sent += 1
        people = 0 if self._moves_people else self._count_people()
        tables, stop = self._count_busy_tables(), self.orders.carried_out_stop
        entry = HostEntry(self._address, self._renewals_sent, tables, self._leaving, self._ports, people, stop)
        await self._store.append(f"{HOST_KEY_PREFIX}.{self.host}", msgspec.msgpack.encode(entry))
        self.leases.record_renewal(sent, self._clock())
        self._renewed_at = sent

    def _schedule_write(self, table_number: int) -> None:
        """Have the record of a table written, or removed if there is none."""
        self._to_write[table_number] = None
        self._news.set()

    async def _write_changed_records(self) -> None:
        """Write the records that have changed.

        Of a record that changes again before its turn, only the newest is written.
        """
        while True:
            await self._news.wait()
            self._news.clear()
            while self._to_write:
                try:
                    await self._write_next_record()
                except StoreUnreachable:
                    await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)

    async def _write_next_record(self) -> None:
        """Write one record that has changed, or remove it; raises `StoreUnreachable` if the store does not answer."""
        table_number = next(iter(self._to_write))
        self._to_write.pop(table_number)
        record = self._records.get(table_number)
        key = f"{TABLE_KEY_PREFIX}.{table_number}"
        expected = self._sequences.get(table_number, 0)
        try:
            if record is None:
                await self._store.remove(key)
            else:
                written = await self._store.append(key, msgspec.msgpack.encode(record), expected)
                self._record_table_sequence(table_number, max(self._sequences.get(table_number, 0), written))
        except EntryRefused:  # the watch is behind
            self._schedule_write(table_number)
            last = await self._store.last(key)
            if last is not None:
                self._receive_record(last)
        except BaseException:
            self._schedule_write(table_number)
            raise


def _decode_entry(stored: StoreEntry, kind: type[RecordT]) -> RecordT | None:
    """Return the value in an entry of the store, None if it was removed or is no value of this `kind`."""
    try:
        return msgspec.msgpack.decode(stored.data, type=kind) if stored.data else None
    except msgspec.MsgspecError:
        return None
