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
    HAND_OVER_SECONDS,
    LEASE_SECONDS,
    RENEWAL_SECONDS,
    STORE_LOSS_NOTICE_SECONDS,
    STORE_PAUSE_SECONDS,
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
        self.orders = ClusterOrders(store, host, self._close_table, self.leases.make_due)
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
        await self._store.watch(HOST_KEY_PREFIX, self._record_host)
        await retry_until_answer(self._renew_lease)
        self._tasks = [
            self._loop.create_task(work()) for work in (self._keep_lease_renewed, self._write_changed_records)
        ]
        await self.orders.decide_about_stop(self._is_stop_carried_out)

    async def _is_stop_carried_out(self, stop: int) -> bool:
        """Return whether another host carries out the stop of the club with this number in the store.

        A host that is present says so in a renewal that it has not written yet. One that has only just been opened does
        not know either, so the answer comes in the end of the time for which a lease is judged.
        """
        renewals = {host: entry.renewal for host, entry in self.leases.present_hosts.items() if host != self.host}
        end = self._clock() + LEASE_SECONDS + RENEWAL_SECONDS
        while True:
            others = {host: entry for host, entry in self.leases.present_hosts.items() if host != self.host}
            if any(
                entry.carried_out_stop == stop and entry.renewal > renewals.get(host, 0)
                for host, entry in others.items()
            ):
                return True
            if not others or (self.generation() and self._clock() >= end):
                return False
            await asyncio.sleep(STORE_PAUSE_SECONDS)

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
                await self._write_next()
        self.leases.give_up()

    async def can_write(self) -> bool:
        """Return whether the store takes an entry of this host at this moment: it renews its lease."""
        try:
            await self._renew_lease()
        except StoreUnreachable:
            return False
        return True

    def lose_all(self) -> None:
        """Run no table any more: this host is cut off from the store, and others have taken its tables over.

        Those that nobody has taken over by then it takes over itself when the store is back.
        """
        for number in list(self._own):
            self.record_loss(number)
            self._tables.lose(number)

    def generation(self) -> int:
        """Return a number that stays the same as long as no other host may think that this host is gone; 0 while one
        may."""
        return self.leases.generation(self._clock())

    # net.club.directory.TableDirectory

    def publish(self, row: TableRow, opener: str = "") -> None:
        """Write the record of a table that this host runs, or has just suspended.

        `opener` is who has opened it, "" for the one in the last record.
        """
        number = row.number
        known = self._records.get(number)
        opener = "" if row.suspended else opener or ("" if known is None else known.opener)
        record = TableRecord("" if row.suspended else self.host, *self._claims.get(number, (0, "")), row, opener)
        if row.suspended and self._own.pop(number, None) is None:  # it was another host's
            return
        if known != record:
            self._store_record(number, record)
            self._schedule_write(number)
        if not row.suspended:
            self._own[number] = record

    def withdraw(self, number: int) -> None:
        """Record that a table is closed for good, if this host has it or has taken its log over, none has it, or its
        host is gone."""
        self._own.pop(number, None)
        record = self._records.get(number)
        if record is not None and (
            record.host in ("", self.host)
            or self._claims.get(number, (0, ""))[0] > record.epoch
            or self.leases.is_gone(record.host)
        ):
            self._records.pop(number)
            self._visited.discard(number)
            self._schedule_write(number)
            self._call_closed(number)

    def release(self, number: int, host: str = "") -> None:
        """Record that this host no longer runs a table, so that another host takes it over: `host`, or any if that is
        ""."""
        self._promised.pop(number, None)
        record = self._own.pop(number, None)
        if record is not None:
            self._records[number] = replace(record, host=host)
            self._schedule_write(number)

    def give_back(self, number: int) -> None:
        """Record that this host cannot run a table which it was to take over: it is suspended, and left to others.

        This host tries it again only when another one has had the table.
        """
        record = self._records.get(number)
        if record is not None:
            epoch, writer = max(self._claims.get(number, (0, "")), (record.epoch, record.writer))
            self._given_back[number] = epoch
            self._store_record(number, TableRecord("", epoch, writer, replace(record.row, suspended=True, people=0)))
            self._schedule_write(number)

    def cannot_run(self, number: int) -> bool:
        """Return whether this host has given a table back, and no other host has had it since."""
        record = self._records.get(number)
        return record is not None and record.epoch <= self._given_back.get(number, -1)

    def watch(self, changed: Callable[[TableRow, str], None], closed: Callable[[int], None]) -> None:
        """Call `changed` now with the row and the opener of every table, later with each that is new or has changed.

        `closed` is called with the number of each table that is closed.
        """
        self._subscribers.append((changed, closed))
        for record in list(self._records.values()):
            changed(record.row, record.opener)

    def watch_hosts(self, changed: Callable[[tuple[str, ...]], None], play_waits: Callable[[bool], None]) -> None:
        """Call `changed` now with the addresses of all hosts, and later whenever they, or those with the hosts that are
        being stopped, have changed.

        `play_waits` is called with True when the store is away, and with False when it is back.
        """
        self._host_subscribers.append((changed, play_waits))
        changed(self.addresses)

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

        That is so if the record says that this `writer` has released the table, to this host or to one that is gone, or
        if its host is gone. Any other writer has claimed the table since, and its record has not arrived yet.
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
            self._record_host(lease)
        return self.leases.is_gone(host)

    async def is_closed(self, number: int) -> bool:
        """Return whether an organiser has closed a table for good, as soon as the store answers."""
        return await self.orders.is_closed(number)

    def record_claim(self, number: int, epoch: int, writer: str) -> None:
        """Record that this host has opened a table or has taken it over, by a claim with the number `epoch`."""
        self._claims[number] = (epoch, writer)

    async def wait_for_record(self, number: int) -> None:
        """Return once the record of a new table is in the store: other hosts know of the table by it alone."""
        if number not in self._sequences:
            await self._first_records.setdefault(number, asyncio.Event()).wait()

    def record_loss(self, number: int) -> None:
        """Record that another host has taken a table over; its record, with a higher epoch, will arrive later."""
        self._own.pop(number, None)
        self._promised.pop(number, None)
        self._wait_for_renewal(number)

    def host_of(self, number: int) -> str | None:
        """Return the address of another host that runs a table, "" if none does at this moment, None if there is none.

        It is None, too, for a table of this host and for one that is suspended. For one that this host cannot run it
        is the address of any other host. A host that is leaving lets nobody in, and is about to release its tables.
        """
        record = self._records.get(number)
        if self.cannot_run(number):
            return next((address for address in self.addresses if address != self._address), "")
        if record is None or record.row.suspended or number in self._own:
            return None
        entry = None if record.host == self.host else self.leases.entry(record.host)
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
        self.leases.make_due()

    @property
    def other_hosts(self) -> tuple[OtherHost, ...]:
        """The other hosts that are present and are not being stopped."""
        present = sorted(self.leases.present_hosts.items())
        return tuple(OtherHost(entry.address, entry.ports) for host, entry in present if host != self.host)

    def find_less_busy_host(self, number: int) -> str:
        """Return the present host with the fewest busy tables, if this one has at least two more, or else "".

        A table is busy while somebody is there, and before the first person has come. The new table with this `number`
        is to be released to that host; it counts as one of that host from now on.
        """
        present = self.leases.present_hosts
        busy_tables = Counter(record.host for record in self._records.values() if self._is_busy(record))
        busy_tables.update(self._promised.values())
        others = [host for host in order_of_successors(number, present) if host != self.host]
        counts = {host: max(busy_tables[host], present[host].busy_tables) for host in others}
        host = find_least_busy_host(counts)
        if not host or counts[host] + 2 > self._count_busy_tables() - len(self._promised):
            return ""
        self._promised[number] = host
        return host

    def _is_busy(self, record: TableRecord) -> bool:
        """Return whether somebody is at a table, or the first person is expected there."""
        row = record.row
        return row.is_in_use or not (row.suspended or row.number in self._visited)

    def _count_busy_tables(self) -> int:
        """Return how many tables that this host runs are busy."""
        return sum(map(self._is_busy, self._own.values()))

    def may_take_over(self, number: int) -> bool:
        """Return whether this host may take over a table that it does not run yet."""
        record = self._records.get(number)
        return (
            record is not None and not self._leaving and not record.row.suspended and self._is_successor(number, record)
        )

    def _is_successor(self, number: int, record: TableRecord) -> bool:
        """Return whether this host is the one to go on with a table whose host is gone."""
        if self._renewals_seen < self._wait_until.get(number, 0):
            return False
        if record.host == self.host:  # it was lost to another one, which may be gone before it has written its record
            return True
        if record.host:
            return self.leases.is_gone(record.host) and self._rank_among_successors(number) == 0
        place = self._rank_among_successors(number)
        released = self._released_at.setdefault(number, self._clock())
        if place is not None and self._clock() < released + place * HAND_OVER_SECONDS:
            self._schedule_take_over_check()  # those before this host may have died a moment ago
            return False
        return place is not None

    def _rank_among_successors(self, number: int) -> int | None:
        """Return how many hosts are to take a table over before this one; None if this one is not to do so."""
        hosts = order_of_successors(number, self.leases.present_hosts)
        return hosts.index(self.host) if self.host in hosts else None

    def _schedule_take_over_check(self) -> None:
        """Check a moment later whether there are tables to take over, once for all calls in the meantime."""
        if not self._looks_again:
            self._looks_again = True
            self._loop.call_later(HAND_OVER_SECONDS, self._check_take_overs)

    def _check_take_overs(self) -> None:
        """Check whether there are tables to take over."""
        self._looks_again = False
        self._take_over_tables()

    def _take_over_tables(self) -> None:
        """Begin to take over the tables that this host is to run and does not run yet."""
        if not self.generation():
            return
        for number in list(self._records):
            if number not in self._own and number not in self._taking and self.may_take_over(number):
                self._taking.add(number)
                self._tables.take_over(number)

    def end_take_over(self, number: int) -> None:
        """Record that taking a table over has ended, in success or not."""
        self._taking.discard(number)
        self._wait_for_renewal(number)

    def _wait_for_renewal(self, number: int) -> None:
        """Try to take a table over only when a renewal has been seen that is sent after this.

        If another host has written in the table's log, that host may be present again. What it has written in the store
        before that renewal has been seen by then.
        """
        self._wait_until[number] = self._renewals_sent + 1

    # What the store shows

    def _record_host(self, stored: StoreEntry) -> None:
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
            for changed, _ in self._host_subscribers:
                changed(self.addresses)
        if self.leases.people_elsewhere != self._shown_people:
            self._shown_people = self.leases.people_elsewhere
            for counted in self._people_subscribers:
                counted(self._shown_people)
        self._take_over_tables()

    def _receive_record(self, stored: StoreEntry) -> None:
        """Accept a record of a table that the store has sent, unless a newer one is known."""
        number = int(stored.key.partition(".")[2])
        if stored.sequence <= self._sequences.get(number, 0):
            return
        self._record_sequence(number, stored.sequence)
        record = _decode_entry(stored, TableRecord)
        if record is None:
            if number in self._own:
                self._schedule_write(number)
            else:
                self._records.pop(number, None)
                self._visited.discard(number)
                self._call_closed(number)
            return
        own = self._own.get(number)
        if own is not None and record.epoch <= own.epoch:
            if record != own:  # an old record has replaced the right one
                self._schedule_write(number)
            return
        if own is not None and record.host != self.host:
            self._own.pop(number)
            self._tables.lose(number)
        known = self._records.get(number)
        is_own_claim = self._claims.get(number) == (record.epoch, record.writer)
        if (
            is_own_claim
            and known is not None
            and known.epoch == record.epoch
            and known.host != record.host == self.host
        ):
            self._schedule_write(number)  # what this host has written before it has released the table
        elif known is None or record.epoch >= known.epoch:
            self._store_record(number, record)
            self._take_over_tables()

    def _record_sequence(self, number: int, sequence: int) -> None:
        """Record that the store has an entry about a table, with this number."""
        self._sequences[number] = sequence
        written = self._first_records.pop(number, None)
        if written is not None:
            written.set()

    def _store_record(self, number: int, record: TableRecord) -> None:
        """Keep the record of a table, and pass its row and opener to those who watch if they have changed."""
        known = self._records.get(number)
        self._records[number] = record
        if record.row.people or not self._renewals_sent:  # those from before this host has come count as visited
            self._visited.add(number)
        if record.host:
            self._released_at.pop(number, None)
        if known is None or (known.row, known.opener) != (record.row, record.opener):
            for changed, _ in self._subscribers:
                changed(record.row, record.opener)
        if self.orders.is_known_closed(number):
            self._close_table(number)

    def _close_table(self, number: int) -> None:
        """Have a table closed that is closed for good, if this host runs it or none does, once this call is over."""
        self._loop.call_soon(lambda: self._tables.close_table(number))

    def _call_closed(self, number: int) -> None:
        """Tell those who watch that a table is closed."""
        for _, closed in self._subscribers:
            closed(number)

    # What is written

    async def _keep_lease_renewed(self) -> None:
        """Renew the lease whenever it is due; while the store cannot be reached, try again and again."""
        while True:
            await asyncio.sleep(STORE_PAUSE_SECONDS)
            if self.leases.is_due(self._clock()):
                with suppress(StoreUnreachable):
                    await self._renew_lease()
            waits = self._clock() - self._renewed_at > RENEWAL_SECONDS + STORE_LOSS_NOTICE_SECONDS
            if waits != self._waits_for_store:
                self._waits_for_store = waits
                for _, play_waits in self._host_subscribers:
                    play_waits(waits)

    async def _renew_lease(self) -> None:
        """Renew the lease; raises `StoreUnreachable` if the store does not answer."""
        sent = self._clock()
        self.leases.record_attempt(sent)
        self._renewals_sent += 1
        people = 0 if self._moves_people else self._count_people()
        tables, stop = self._count_busy_tables(), self.orders.carried_out_stop
        entry = HostEntry(self._address, self._renewals_sent, tables, self._leaving, self._ports, people, stop)
        await self._store.append(f"{HOST_KEY_PREFIX}.{self.host}", msgspec.msgpack.encode(entry))
        self.leases.record_renewal(sent, self._clock())
        self._renewed_at = sent

    def _schedule_write(self, number: int) -> None:
        """Have the record of a table written, or removed if there is none."""
        self._to_write[number] = None
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
                    await self._write_next()
                except StoreUnreachable:
                    await asyncio.sleep(STORE_PAUSE_SECONDS)

    async def _write_next(self) -> None:
        """Write one record that has changed, or remove it; raises `StoreUnreachable` if the store does not answer."""
        number = next(iter(self._to_write))
        self._to_write.pop(number)
        record = self._records.get(number)
        key = f"{TABLE_KEY_PREFIX}.{number}"
        expected = self._sequences.get(number, 0)
        try:
            if record is None:
                await self._store.remove(key)
            else:
                written = await self._store.append(key, msgspec.msgpack.encode(record), expected)
                self._record_sequence(number, max(self._sequences.get(number, 0), written))
        except EntryRefused:  # the watch is behind
            self._schedule_write(number)
            last = await self._store.last(key)
            if last is not None:
                self._receive_record(last)
        except BaseException:
            self._schedule_write(number)
            raise


def _decode_entry(stored: StoreEntry, kind: type[RecordT]) -> RecordT | None:
    """Return the value in an entry of the store, None if it was removed or is no value of this `kind`."""
    try:
        return msgspec.msgpack.decode(stored.data, type=kind) if stored.data else None
    except msgspec.MsgspecError:
        return None
