"""`ClusterJournal`: the journals of a club's tables in its store, as `net.journal.ClubJournal` has them in an SQLite
file."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Final, Protocol

from net.cluster.cancellation import cancel_tasks
from net.cluster.matches import keep_match
from net.cluster.store import STORE_UNREACHABLE_SENTENCE, EntryRefused, Store, StoreUnreachable
from net.cluster.table_log import TableLog
from net.errors import JournalFailed, JournalUnusable, NetError, TableTaken
from net.journal.codec import pack_tick, unpack_tick
from net.journal.entries import (
    Entry,
    MatchBeganEntry,
    MatchEndedEntry,
    SavedTable,
    add_up_to_saved_table,
    fold_saved_table,
)
from net.limits import JOURNAL_FOLD_BYTES, STORE_ANSWER_SECONDS, STORE_RETRY_PAUSE_SECONDS

LAST_TABLE_NUMBER_KEY: Final = "club.last_number"
"""The key, in the store, of the number of the newest table."""


WRITER_SEPARATOR: Final = "."
"""The text between the name of a host and the number of its claim, in the name of a writer."""


def key_of_table_log(table_number: int) -> str:
    """Return the key of the log of a table."""
    return f"log.{table_number}"


class TableOwner(Protocol):
    """The host of tables as their journals use it: it knows which tables it runs (`ClusterDirectory`)."""

    def lease_generation(self) -> int:
        """Return a number that stays the same as long as no other host may think that this host is gone.

        It is 0 while another host may think so.
        """

    async def has_writer_stopped(self, table_number: int, writer: str) -> bool:
        """Return whether the host of `writer`, who wrote the last entry in a table's log, has stopped running the
        table."""

    async def is_closed(self, table_number: int) -> bool:
        """Return whether an organiser has closed a table for good, as soon as the store answers."""

    def record_claim(self, table_number: int, epoch: int, writer: str) -> None:
        """Record that `writer` of this host has opened a table or taken it over, by a claim with the number `epoch`."""

    async def wait_for_record(self, table_number: int) -> None:
        """Return once other hosts can find a new table in the store."""

    def record_loss(self, table_number: int) -> None:
        """Record that another host has taken a table over."""


class ClusterTableJournal:
    """The journal of one table in the store, as its host writes it.

    `table_number` is the table's number in the club; `saved` is its state when this host took it over, None for a new
    table. `owner`, the object for the host that runs the tables, is called when another host takes the table over.
    """

    def __init__(
        self, store: Store, log: TableLog, table_number: int, saved: SavedTable | None, owner: TableOwner
    ) -> None:
        self.number = table_number
        self.saved = saved
        self._owner = owner
        self._store = store
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._turn = asyncio.Lock()
        self._bytes_until_fold = JOURNAL_FOLD_BYTES
        self._work: set[asyncio.Task[None]] = set()
        self._proved = 0
        self._has_record = saved is not None
        self._waiting: Callable[[NetError | None], None] | None = None

    def commit(self, entries: Sequence[Entry], on_done: Callable[[NetError | None], None]) -> None:
        """Write the entries of one tick, together; `on_done` is called with None when they are safe, or with the error.

        The first entries of a new table are safe when the table has a record, too: publish it first. Without entries
        the journal only finds out whether this host still has the table. While the store cannot be reached, the commit
        waits.
        """
        self._waiting = on_done
        self._start_task(self._commit(entries))

    def may_send(self) -> bool:
        """Return whether it is certain that no other host has the table: this host has renewed its lease in time ever
        since it last wrote an entry that counts."""
        return self._proved != 0 and self._proved == self._owner.lease_generation()

    async def close(self, is_over: bool) -> None:
        """End the work on the log; if the table `is_over`, the log is removed, after its last match is kept."""
        self.give_up()
        if is_over and self._work:
            await asyncio.wait(self._work, timeout=STORE_ANSWER_SECONDS)
        await cancel_tasks(list(self._work))
        if is_over:
            with suppress(StoreUnreachable):
                await self._store.remove(key_of_table_log(self.number))

    def give_up(self) -> None:
        """End a commit that waits with an error: nobody knows whether its entries have been written."""
        self._end_commit(JournalUnusable("of the club", STORE_UNREACHABLE_SENTENCE.lower().rstrip(".")))

    # Private methods

    def _start_task(self, work: asyncio._CoroutineLike[None]) -> None:
        """Run `work` as a task that ends with the journal."""
        task = self._loop.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    def _end_commit(self, error: NetError | None) -> None:
        """Call the function that waits for the end of a commit, if there is one: with the error, or None if it
        succeeded."""
        then, self._waiting = self._waiting, None
        if then is not None:
            then(error)

    async def _commit(self, entries: Sequence[Entry]) -> None:
        """Write one tick, end the commit, and shorten the log if it has grown long."""
        async with self._turn:
            data = pack_tick(entries) if entries else b""
            try:
                await self._write(data)
                if not self._has_record:  # no host would take the table over
                    await self._owner.wait_for_record(self.number)
                    self._has_record = True
                await self._ensure_ownership()
            except NetError as error:
                if isinstance(error, TableTaken):
                    self._owner.record_loss(self.number)
                self._end_commit(error)
                return
            except Exception as fault:  # a fault of this program must not leave the host waiting
                self._end_commit(JournalFailed("of the club", fault))
                raise
            self._end_commit(None)
            self._bytes_until_fold -= len(data)
            ends = any(isinstance(entry, MatchEndedEntry) for entry in entries)
            begins = any(isinstance(entry, MatchBeganEntry) for entry in entries)
            if ends or begins or self._bytes_until_fold <= 0:
                with suppress(NetError):  # the entries are written; the next match, or the next owner, makes up for it
                    await self._shorten()

    async def _write(self, data: bytes) -> None:
        """Write an entry with a packed tick; raises `TableTaken` if another host has taken the table over."""
        lease_generation = self._owner.lease_generation()
        await self._log.append(data)
        self._proved = lease_generation

    async def _ensure_ownership(self) -> None:
        """Return once no other host can have the table; raises `TableTaken` if one has it.

        If the lease has lapsed since the last entry was written, another host may be about to take the table over. An
        entry that counts, written since the lease holds again, defeats the claim of that host.
        """
        while not self.may_send():
            if self._owner.lease_generation():
                await self._write(b"")
            else:
                await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)

    async def _shorten(self) -> None:
        """Replace the log by one entry; keep the match under its own key before, if the match is over."""
        saved = read_saved_table(await self._log.read())
        if saved is None:
            return
        await keep_match(self._store, self.number, saved, time.time())
        data = pack_tick(fold_saved_table(saved))
        await self._log.append(data, is_whole_state=True)
        self._bytes_until_fold = max(JOURNAL_FOLD_BYTES, len(data))
        await self._log.shorten()


class ClusterJournal:
    """The journals of a club's tables in its store, for the host called `host`, a name that no other process has.

    `owner`, the object for this host, is called when the host opens a table, takes one over or loses one.
    """

    def __init__(self, store: Store, host: str, owner: TableOwner) -> None:
        self._store = store
        self._owner = owner
        self._host = host
        self._claims = 0

    async def new_table(self) -> ClusterTableJournal:
        """Return the journal of a new table, with a number that no table has had.

        Raises `JournalUnusable` if the store cannot be reached.
        """
        try:
            while True:
                table_number = await new_table_number(self._store)
                log = self._new_table_log(table_number)
                with suppress(TableTaken):  # another host has got the same number at the same time
                    await log.create()
                    self._owner.record_claim(table_number, log.sequence, log.writer)
                    return ClusterTableJournal(self._store, log, table_number, None, self._owner)
        except StoreUnreachable as error:
            raise JournalUnusable("of the club", STORE_UNREACHABLE_SENTENCE.lower().rstrip(".")) from error

    async def open_table(self, table_number: int) -> ClusterTableJournal | None:
        """Take a table over from the host that had it, and return its journal; None if the table is closed.

        A table that an organiser has closed is removed, as its former host may not have learnt of that. A match that is
        over is kept in the store first, as the former host may have ended before it did so. Raises `JournalDamaged`, or
        `TableTaken` if another host has the table.
        """
        log = self._new_table_log(table_number)
        ticks = await log.claim(lambda writer: self._owner.has_writer_stopped(table_number, writer))
        self._owner.record_claim(table_number, log.sequence, log.writer)
        saved = read_saved_table(ticks)
        if saved is not None:  # also of a table that is closed by now
            await keep_match(self._store, table_number, saved, time.time())
        if saved is None or await self._owner.is_closed(table_number):
            await self.discard_table(table_number)
            return None
        return ClusterTableJournal(self._store, log, table_number, saved, self._owner)

    async def discard_table(self, table_number: int) -> None:
        """Remove the log of a table; what others still write there does not count.

        If the store cannot be reached, the log stays.
        """
        with suppress(StoreUnreachable):
            await self._store.remove(key_of_table_log(table_number))

    def _new_table_log(self, table_number: int) -> TableLog:
        """Return the log of a table, with a name of a writer that no log has had."""
        self._claims += 1
        return TableLog(self._store, key_of_table_log(table_number), f"{self._host}{WRITER_SEPARATOR}{self._claims}")


async def new_table_number(store: Store) -> int:
    """Return a number that no table has had; two hosts that ask at the same time can get the same one.

    Raises `StoreUnreachable` if the store does not answer.
    """
    while True:
        last = await store.last(LAST_TABLE_NUMBER_KEY)
        table_number = 1 if last is None else int(last.data) + 1
        try:
            await store.append(LAST_TABLE_NUMBER_KEY, b"%d" % table_number, 0 if last is None else last.sequence)
        except EntryRefused:
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
        else:
            return table_number


def read_saved_table(ticks: Sequence[bytes]) -> SavedTable | None:
    """Return the state of a table after all entries in these packed ticks; None without any.

    Raises `JournalDamaged` if the bytes are damaged.
    """
    return add_up_to_saved_table(chain.from_iterable(map(unpack_tick, ticks)))
