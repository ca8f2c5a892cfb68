"""`TableRecords`: the records of a club's tables in its store, which say what each table is and which host runs it.

Of each table there is a *record*: the host that runs it and the *epoch*, the number of that host's claim in the table's
log. Of two records the one with the higher epoch is right, whenever it was written; so a host that was frozen cannot
bring back an old one. A record without a host is that of a suspended table, or of one that its host has released.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from net.cluster.store import EntryRefused, Store, StoreEntry, StoreUnreachable
from net.limits import STORE_RETRY_PAUSE_SECONDS
from net.protocol.messages import TableRow

TABLE_KEY_PREFIX: Final = "table"
"""The first word of the store keys of tables: ``table.12`` says who runs table 12."""


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


class TableRecords:
    """The records of all tables, as the host called `host` knows them.

    Call `start` first, run `write_changes` in a task from then on, and call `write_rest` at the end.

    by_table   the record of each table
    own        the last record of each table that this host runs
    """

    def __init__(
        self,
        store: Store,
        host: str,
        is_gone: Callable[[str], bool],
        report_record: Callable[[int, TableRecord], None],
        report_received: Callable[[], None],
        report_loss: Callable[[int], None],
    ) -> None:
        """Make the records before any is known.

        `is_gone` returns whether a host is gone. `report_record` is called with the number and the record of a table
        whenever one is kept, and `report_received` after one that the store has sent. `report_loss` is called with the
        number of each table that another host has taken from this one.
        """
        self.by_table: dict[int, TableRecord] = {}
        self.own: dict[int, TableRecord] = {}
        self._store = store
        self._host = host
        self._is_gone = is_gone
        self._report_record = report_record
        self._report_received = report_received
        self._report_loss = report_loss
        self._sequences: dict[int, int] = {}
        self._claims: dict[int, tuple[int, str]] = {}
        self._given_back: dict[int, int] = {}
        self._first_records: dict[int, asyncio.Event] = {}
        self._to_write: dict[int, None] = {}
        self._has_changes = asyncio.Event()
        self._subscribers: list[tuple[Callable[[TableRow, str], None], Callable[[int], None]]] = []

    async def start(self) -> None:
        """Read the records, and receive those that come; raises `StoreUnreachable` if the store does not answer."""
        await self._store.watch(TABLE_KEY_PREFIX, self._receive)

    def watch(self, report_row: Callable[[TableRow, str], None], report_closed: Callable[[int], None]) -> None:
        """Call `report_row` now with the row and the opener of every table, later with each that is new or has changed.

        `report_closed` is called with the number of each table that is closed.
        """
        self._subscribers.append((report_row, report_closed))
        for record in list(self.by_table.values()):
            report_row(record.row, record.opener)

    # What this host records

    def record_claim(self, table_number: int, epoch: int, writer: str) -> None:
        """Record that this host has opened a table or has taken it over, by a claim with the number `epoch`."""
        self._claims[table_number] = (epoch, writer)

    def publish(self, row: TableRow, opener: str = "") -> None:
        """Write the record of a table that this host runs, or has just suspended.

        `opener` is who has opened it, "" for the one in the last record.
        """
        table_number = row.number
        known = self.by_table.get(table_number)
        opener = "" if row.suspended else opener or ("" if known is None else known.opener)
        record = TableRecord("" if row.suspended else self._host, *self._claim_of(table_number), row, opener)
        if row.suspended and self.own.pop(table_number, None) is None:  # it was another host's
            return
        if known != record:
            self._keep(table_number, record)
            self._schedule_write(table_number)
        if not row.suspended:
            self.own[table_number] = record

    def withdraw(self, table_number: int) -> None:
        """Record that a table is closed for good.

        Does nothing if another host that is present runs the table, unless this host has claimed the table's log since.
        """
        self.own.pop(table_number, None)
        record = self.by_table.get(table_number)
        if record is not None and (
            record.host in ("", self._host)
            or self._claim_of(table_number)[0] > record.epoch
            or self._is_gone(record.host)
        ):
            self._schedule_write(table_number)
            self._remove(table_number)

    def release(self, table_number: int, host: str) -> None:
        """Record that this host no longer runs a table: `host` is to take it over, or any if that is ""."""
        record = self.own.pop(table_number, None)
        if record is not None:
            self.by_table[table_number] = replace(record, host=host)
            self._schedule_write(table_number)

    def give_back(self, table_number: int) -> None:
        """Record that this host cannot run a table which it was to take over: it is suspended, and left to others.

        This host tries it again only when another one has had the table.
        """
        record = self.by_table.get(table_number)
        if record is not None:
            epoch, writer = max(self._claim_of(table_number), (record.epoch, record.writer))
            self._given_back[table_number] = epoch
            self._keep(table_number, TableRecord("", epoch, writer, replace(record.row, suspended=True, people=0)))
            self._schedule_write(table_number)

    def cannot_run(self, table_number: int) -> bool:
        """Return whether this host has given a table back, and no other host has had it since."""
        record = self.by_table.get(table_number)
        return record is not None and record.epoch <= self._given_back.get(table_number, -1)

    def _claim_of(self, table_number: int) -> tuple[int, str]:
        """Return the number and the writer of this host's last claim in a table's log; (0, "") if there is none."""
        return self._claims.get(table_number, (0, ""))

    # What the store shows

    def _receive(self, stored: StoreEntry) -> None:
        """Accept a record of a table that the store has sent, unless a newer one is known."""
        table_number = int(stored.key.partition(".")[2])
        if stored.sequence <= self._sequences.get(table_number, 0):
            return
        self._record_sequence(table_number, stored.sequence)
        record = stored.decode(TableRecord)
        if record is None:
            if table_number in self.own:
                self._schedule_write(table_number)
            else:
                self._remove(table_number)
            return
        own = self.own.get(table_number)
        if own is not None and record.epoch <= own.epoch:
            if record != own:  # an old record has replaced the right one
                self._schedule_write(table_number)
            return
        if own is not None and record.host != self._host:
            self.own.pop(table_number)
            self._report_loss(table_number)
        known = self.by_table.get(table_number)
        is_own_claim = self._claims.get(table_number) == (record.epoch, record.writer)
        if (
            is_own_claim
            and known is not None
            and known.epoch == record.epoch
            and known.host != record.host == self._host
        ):
            self._schedule_write(table_number)  # what this host has written before it has released the table
        elif known is None or record.epoch >= known.epoch:
            self._keep(table_number, record)
            self._report_received()

    def _keep(self, table_number: int, record: TableRecord) -> None:
        """Keep the record of a table, and report its row and opener to the subscribers if they have changed."""
        known = self.by_table.get(table_number)
        self.by_table[table_number] = record
        self._report_record(table_number, record)
        if known is None or (known.row, known.opener) != (record.row, record.opener):
            for report_row, _ in self._subscribers:
                report_row(record.row, record.opener)

    def _remove(self, table_number: int) -> None:
        """Forget the record of a table that is closed, and report that to the subscribers."""
        self.by_table.pop(table_number, None)
        for _, report_closed in self._subscribers:
            report_closed(table_number)

    async def wait_for_record(self, table_number: int) -> None:
        """Return once the record of a new table is in the store: other hosts know of the table by it alone."""
        if table_number not in self._sequences:
            await self._first_records.setdefault(table_number, asyncio.Event()).wait()

    def _record_sequence(self, table_number: int, sequence: int) -> None:
        """Record that the store has an entry about a table, with this number."""
        self._sequences[table_number] = sequence
        written = self._first_records.pop(table_number, None)
        if written is not None:
            written.set()

    # What is written

    async def write_changes(self) -> None:
        """Write the records that have changed, as long as this is not cancelled.

        Of a record that changes again before its turn, only the newest is written.
        """
        while True:
            await self._has_changes.wait()
            self._has_changes.clear()
            while self._to_write:
                try:
                    await self._write_next()
                except StoreUnreachable:
                    await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)

    async def write_rest(self) -> None:
        """Write what has not been written yet; raises `StoreUnreachable` if the store does not answer."""
        while self._to_write:
            await self._write_next()

    def _schedule_write(self, table_number: int) -> None:
        """Have the record of a table written, or removed if there is none."""
        self._to_write[table_number] = None
        self._has_changes.set()

    async def _write_next(self) -> None:
        """Write one record that has changed, or remove it; raises `StoreUnreachable` if the store does not answer."""
        table_number = next(iter(self._to_write))
        self._to_write.pop(table_number)
        record = self.by_table.get(table_number)
        key = f"{TABLE_KEY_PREFIX}.{table_number}"
        expected = self._sequences.get(table_number, 0)
        try:
            if record is None:
                await self._store.remove(key)
            else:
                written = await self._store.append(key, msgspec.msgpack.encode(record), expected)
                self._record_sequence(table_number, max(self._sequences.get(table_number, 0), written))
        except EntryRefused:  # the watch is behind
            self._schedule_write(table_number)
            last = await self._store.last(key)
            if last is not None:
                self._receive(last)
        except BaseException:
            self._schedule_write(table_number)
            raise
