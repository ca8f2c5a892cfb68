"""The tables of the journal: opening one for writing, and closing it for good.

A host goes on only with a table of its own slot (`net.journal.slots`). A table that a process is playing is locked
(`net.journal.lock`), so another process neither takes it over nor offers it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from msgspec import Struct

from net.errors import JournalUnusable, NetError
from net.journal.database import JournalDatabase, lock_file_path
from net.journal.entries import Entry, SavedTable, add_up_to_saved_table
from net.journal.lock import JournalLock, is_locked
from net.journal.log_file import log_length
from net.journal.match_list import complete_finished_matches
from net.journal.writer import JournalWriter, OnCommitDone
from net.limits import MAX_UNFINISHED_TABLES_KEPT


class OpenedTable(Struct, frozen=True):
    """A table opened for writing: its number, its lock, the number of its last tick, and what was saved of it.

    `saved` is None for a new table. `host_token` is the token of the person at the host's own machine, or empty. A
    table of a club has a number in its club, too (`number_in_club`), 0 elsewhere.
    """

    number: int
    lock: JournalLock | None
    last_tick: int = 0
    host_token: str = ""
    saved: SavedTable | None = None
    number_in_club: int = 0


class TableJournal:
    """The journal of one table, open for writing in this process; the host commits every tick to it.

    `number` is the table's number in its club, or else in the file. `host_token` is the token of the person at the
    host's own machine, empty if there is none; `saved` is the table's state when this process took it over, or None for
    a new table. Closing it closes the `writer`, unless that is `shared` with other tables.
    """

    def __init__(self, writer: JournalWriter, opened_table: OpenedTable, shared: bool = False) -> None:
        self.number = opened_table.number_in_club or opened_table.number
        self._number_in_file = opened_table.number
        self.host_token = opened_table.host_token
        self.saved = opened_table.saved
        self._tick = opened_table.last_tick
        self._writer = writer
        self._shared = shared
        self._lock = opened_table.lock

    def commit(self, entries: Sequence[Entry], on_done: OnCommitDone) -> None:
        """Write the entries of one tick; `on_done` is called later, on the event loop, with None or the error."""
        self._tick += 1
        self._writer.commit(self._number_in_file, self._lock, self._tick, entries, on_done)

    async def keep_host_token(self, token: str) -> None:
        """Store the token of the person at the host's own machine, so that a restart gives them their seat again.

        Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
        """
        if token != self.host_token:
            self.host_token = token
            await self._writer.run_job(partial(_store_host_token, table_number=self._number_in_file, token=token))

    def may_send(self) -> bool:
        """Return True: the table is locked, so no other process can have taken it."""
        return True

    async def close(self, is_over: bool) -> None:
        """Release the table and close the file.

        If the table `is_over`, it is marked as closed; any other can be opened again. Raises nothing: a table that
        could not be abandoned counts as unfinished.
        """
        try:
            if is_over:
                await self._writer.run_job(
                    partial(abandon_table, table_number=self._number_in_file, now=self._writer.clock())
                )
        except NetError:
            pass
        finally:
            if not self._shared:
                await self._writer.close()
            if self._lock is not None:
                self._lock.release(is_finished=is_over or not log_length(self._writer.path))


async def open_table_journal(
    path: Path,
    clock: Callable[[], float],
    slot: str,
    *,
    durable: bool = False,
    is_wanted: Callable[[SavedTable], bool] = lambda saved: False,
    table_number: int | None = None,
) -> TableJournal:
    """Open the journal at `path`, and in it the latest table of a `slot` for which `is_wanted` returns True.

    If there is none, a new table is opened. `clock` returns the time of day in seconds. With `durable` every commit
    waits for the disk. Given a `table_number`, only that table is considered. Tables of the slot that cannot go on are
    abandoned, and so are the oldest if there are more than `MAX_UNFINISHED_TABLES_KEPT`. Raises `JournalDamaged` if the
    file is damaged, `JournalUnusable` if it cannot be read or written.
    """
    writer = JournalWriter(path, clock, durable)
    try:
        opened = await writer.run_job(
            partial(_open_table, slot=slot, is_wanted=is_wanted, table_number=table_number, now=clock())
        )
    except BaseException:
        await writer.close()
        raise
    return TableJournal(writer, opened)


def discard_table(file: JournalDatabase, table_number: int, now: float) -> None:
    """Close a table for good (`abandon_table`), unless another process plays it."""
    lock = lock_table(file, table_number)
    if lock is not None:
        try:
            abandon_table(file, table_number, now)
        finally:
            lock.release()


def has_unfinished_match(saved: SavedTable) -> bool:
    """Return whether the latest match of a saved table has begun and not ended."""
    return saved.match is not None and saved.match.end is None


def abandon_table(file: JournalDatabase, table_number: int, now: float) -> None:
    """Close a table for good: its finished matches stay in the history, an unfinished one is deleted."""
    complete_finished_matches(file)
    with file.transaction():
        close_table(file, table_number, now)


def close_table(file: JournalDatabase, table_number: int, now: float) -> None:
    """Close a table for good within an open transaction: an unfinished match of it is deleted.

    The results of its finished matches must have been written before, as `abandon_table` does.
    """
    file.execute("UPDATE tables SET closed = ? WHERE id = ?", (now, table_number))
    file.write_checksum("tables", table_number)
    file.execute("DELETE FROM matches WHERE place = ? AND ended IS NULL", (table_number,))
    file.delete_ticks(table_number)


def _open_table(
    file: JournalDatabase, slot: str, is_wanted: Callable[[SavedTable], bool], table_number: int | None, now: float
) -> OpenedTable:
    """Return the latest table of a slot for which `is_wanted` returns True, locked, or a new one if there is none.

    With a number `table_number`, that table alone is considered. Tables that cannot go on are abandoned.
    """
    complete_finished_matches(file)
    passed_over = 0
    for number, _ in read_open_tables(file, slot):
        if table_number not in (None, number):
            continue
        lock = lock_table(file, number)
        if lock is None:
            continue
        # the process that held the lock until a moment ago may have closed the table
        host_token = next((token for known, token in read_open_tables(file, slot) if known == number), None)
        ticks = file.ticks(number)
        saved = saved_table_from_ticks(ticks)
        if host_token is not None and saved is not None and is_wanted(saved):
            with file.transaction():
                file.execute("UPDATE tables SET opened = ? WHERE id = ?", (_opening_time(file, now), number))
                file.write_checksum("tables", number)
            return OpenedTable(number, lock, ticks[-1][0], host_token, saved)
        passed_over += 1
        useless = saved is None or not has_unfinished_match(saved) or passed_over > MAX_UNFINISHED_TABLES_KEPT
        abandoned = host_token is not None and table_number is None and useless
        if abandoned:
            abandon_table(file, number, now)
        lock.release(is_finished=abandoned or host_token is None)
    return add_table(file, slot, now)


def add_table(file: JournalDatabase, slot: str, now: float) -> OpenedTable:
    """Open a new table in the journal and return it, locked; `now` is the time of day in seconds.

    Raises `JournalUnusable` if the file cannot be read or written. `slot` is the text by which the journal finds the
    table again: that of solo matches, or of what is hosted at one port.
    """
    with file.transaction():
        number = insert_table(file, slot, now)
    return OpenedTable(number, lock_table(file, number))


def insert_table(file: JournalDatabase, slot: str, now: float) -> int:
    """Add the row of a new table, in an open transaction, and return its number; the arguments are those of
    `add_table`."""
    file.execute("INSERT INTO tables (slot, opened) VALUES (?, ?)", (slot, _opening_time(file, now)))
    [(number,)] = file.rows("SELECT last_insert_rowid()")
    file.write_checksum("tables", number)
    return int(number)


def _opening_time(file: JournalDatabase, now: float) -> float:
    """Return `now`, in seconds, but later than the latest opening of a table even if the clock has been set back."""
    [(latest,)] = file.rows("SELECT max(opened) FROM tables")
    return now if latest is None else max(now, latest + 0.001)


def _store_host_token(file: JournalDatabase, table_number: int, token: str) -> None:
    """Store the token of the person at the host's own machine in the row of a table."""
    with file.transaction():
        file.execute("UPDATE tables SET own = ? WHERE id = ?", (token, table_number))
        file.write_checksum("tables", table_number)


def read_open_tables(file: JournalDatabase, *slots: str) -> list[tuple[int, str]]:
    """Return (number in the file, host token) of the tables that are not closed, the latest first.

    `slots` are the texts by which the journal finds the tables: of solo play, of one port, or of a club.
    """
    places = ", ".join("?" * len(slots))
    query = f"SELECT id, own FROM tables WHERE slot IN ({places}) AND closed IS NULL ORDER BY opened DESC, id DESC"
    return [(int(number), str(host_token)) for number, host_token in file.rows(query, slots)]


def open_table_numbers(file: JournalDatabase, *slots: str) -> list[int]:
    """Return the numbers in the file of the tables of these slots that are not closed, the latest first."""
    return [number for number, _ in read_open_tables(file, *slots)]


def saved_table(file: JournalDatabase, table_number: int) -> tuple[SavedTable, str] | None:
    """Return the state of a table that is not closed, and its host token; None without entries, or if it is closed."""
    found = file.rows("SELECT own FROM tables WHERE id = ? AND closed IS NULL", (table_number,))
    saved = saved_table_from_ticks(file.ticks(table_number))
    return None if saved is None or not found else (saved, str(found[0][0]))


def lock_table(file: JournalDatabase, table_number: int) -> JournalLock | None:
    """Return the lock of a table, or None if another process holds it; raises `JournalUnusable` if none can be made."""
    try:
        return JournalLock.acquire(lock_file_path(file.path, table_number))
    except OSError as error:
        raise JournalUnusable(file.path, "nothing can be written beside it") from error


def is_table_locked(file: JournalDatabase, table_number: int) -> bool:
    """Return whether a process is playing at a table; raises `JournalUnusable` if that cannot be found out."""
    try:
        return is_locked(lock_file_path(file.path, table_number))
    except OSError as error:
        raise JournalUnusable(file.path, "what lies beside it cannot be read") from error


def saved_table_from_ticks(ticks: Sequence[tuple[int, Sequence[Entry]]]) -> SavedTable | None:
    """Return the state of a table after these ticks, each the entries that were written together: (number, entries).

    None for no ticks.
    """
    return add_up_to_saved_table(chain.from_iterable(entries for _, entries in ticks))
