"""Writes the journal outside the event loop: one thread commits, a second one syncs the log to the disk.

A writer can serve many tables, as those of a club: their commits are written one after the other.

A commit is handed to the writing thread. It is answered on the event loop when the operating system has it, which
survives the death of the process; with `durable` when the disk has it. Without `durable` the second thread syncs the
log within `MAX_SYNC_DELAY_SECONDS` of the first unsynced commit, beside the writing, so no commit waits for it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TypeAlias, TypeVar

from net.errors import JournalFailed, JournalUnusable, NetError
from net.journal.database import DISK_FAULT_CLAUSE, JournalDatabase, checkpoint_on_own_connection
from net.journal.entries import Entry, MatchBeganEntry
from net.journal.lock import JournalLock
from net.journal.match_list import compact_entries_of_table, complete_finished_matches, fold_table, write_tick
from net.journal.records import pack_old_records
from net.limits import COMMITS_PER_CHECKPOINT, JOURNAL_FOLD_BYTES, MAX_SYNC_DELAY_SECONDS

JobResultT = TypeVar("JobResultT")
OnCommitDone: TypeAlias = Callable[[NetError | None], None]
"""A function that is called on the event loop after a commit, with None or the error that prevented it."""


class JournalWriter:
    """The thread that writes the journal at `path`; the first `run_job` opens the file.

    Make it on the event loop. `clock` returns the time of day in seconds; with `durable` a commit waits for the disk.
    """

    def __init__(self, path: Path, clock: Callable[[], float], durable: bool = False) -> None:
        self.path = path
        self.clock = clock
        self._durable = durable
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._file: JournalDatabase | None = None
        self._bytes_until_fold: dict[int, int] = {}
        self._log_syncer = LogSyncer(path)
        self._thread = threading.Thread(target=self._run_jobs, name="journal", daemon=True)
        self._thread.start()

    async def run_job(self, job: Callable[[JournalDatabase], JobResultT], *, only_reads: bool = False) -> JobResultT:
        """Run `job` with the open file in the writing thread, after the jobs before it, and return its result.

        After one that `only_reads` nothing is moved from the log into the file. The first call opens the file, which
        raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written. Raises what
        `job` raises.
        """
        answer: asyncio.Future[JobResultT] = self._loop.create_future()

        def run_job() -> None:
            """Open the file if no job has, run `job`, and set the answer's result or error on the event loop."""
            try:
                if self._file is None:
                    self._file = JournalDatabase(self.path, durable=self._durable)
                    pack_old_records(self._file, self.clock())
                    self._file.checkpoint()  # the log may hold commits of a process that died
                found = job(self._file)
                if not only_reads:
                    self._file.checkpoint()  # what no tick says must not lie in the log alone
            except Exception as error:
                self._call_on_loop(_set_future_error, answer, error)
            else:
                self._call_on_loop(_set_future_result, answer, found)

        self._jobs.put(run_job)
        return await answer

    def commit(
        self, table: int, lock: JournalLock | None, tick: int, entries: Sequence[Entry], on_done: OnCommitDone
    ) -> None:
        """Write one tick of a table (all that it writes at one time); `on_done` is called on the event loop later, with
        None or the error.

        `table` is the number of the table in the journal, `tick` the number of the tick. The mark in the table's `lock`
        then says that the tick has been written. Call it only after a `run_job`.
        """
        self._jobs.put(lambda: self._commit(table, lock, tick, entries, on_done))

    async def close(self) -> None:
        """Finish the jobs that were handed in, end the thread and close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread

    def _run_jobs(self) -> None:
        """Run the jobs in order until `close`, then end the sync thread and close the file."""
        while (job := self._jobs.get()) is not None:
            job()
        self._log_syncer.end()
        if self._file is not None:
            with suppress(NetError):
                self._file.checkpoint()  # closing does it only if no other process has the file
            self._file.close()

    def _commit(
        self, table: int, lock: JournalLock | None, tick: int, entries: Sequence[Entry], on_done: OnCommitDone
    ) -> None:
        """Write one tick and report it to `on_done`; afterwards complete matches and compact entries.

        `table` is the number of the table in the journal, `tick` the number of the tick, `lock` the lock of the table.
        If a sync has failed before, nothing is written, and `on_done` gets the error of the sync.
        """
        assert self._file is not None
        list_changed, error = False, self._log_syncer.error
        before = self._file.tick_bytes
        if error is None:
            try:
                list_changed = write_tick(self._file, table, tick, entries, self.clock())
                self._file.check_not_replaced()
                self._write_mark(table, lock, tick)
            except NetError as reason:
                error = reason
            except Exception as fault:  # a fault of this program must not leave the host waiting
                error = JournalFailed(self.path, fault)
        if error is not None:
            error = self._missing_file_error(self._file) or error
        self._call_on_loop(on_done, error)
        if error is None and not self._durable:
            self._log_syncer.record_commit(table, tick)
        left = self._bytes_until_fold.get(table, JOURNAL_FOLD_BYTES) - (self._file.tick_bytes - before)
        self._bytes_until_fold[table] = left
        if error is None and (list_changed or left <= 0):
            self._shorten_journal(table, list_changed, any(isinstance(entry, MatchBeganEntry) for entry in entries))

    def _missing_file_error(self, file: JournalDatabase) -> NetError | None:
        """Return the error to report if the file or its log is gone, as all other errors follow from that; else
        None."""
        try:
            file.check_not_replaced()
        except NetError as error:
            return error
        return None

    def _write_mark(self, table: int, lock: JournalLock | None, tick: int) -> None:
        """Write into the lock file that this tick of the table has been committed, so that a later loss is noticed."""
        if lock is not None:
            with suppress(OSError):
                lock.write_mark(tick, tick if self._durable else self._log_syncer.synced_tick(table))

    def _shorten_journal(self, table: int, list_changed: bool, began: bool) -> None:
        """Write what is still missing of finished matches, and shorten the entries of the table if a match began or
        there are many of them.

        `list_changed` is whether a match began or ended, and `began` whether one began. After shortening, and after the
        end of a match, SQLite's write-ahead log is moved into the file of the journal.
        """
        assert self._file is not None
        try:
            if list_changed:
                complete_finished_matches(self._file)
            if began:
                compact_entries_of_table(self._file, table)
            if self._bytes_until_fold[table] <= 0:
                before = self._file.tick_bytes
                fold_table(self._file, table)
                self._bytes_until_fold[table] = max(JOURNAL_FOLD_BYTES, self._file.tick_bytes - before)
            if not began:
                self._file.checkpoint()
        except NetError as error:
            self._log_syncer.error = error  # reported by the next commit
        except Exception as fault:  # the entries are written, so a later version can complete the match
            context = {"message": "The result of a match could not be written down", "exception": fault}
            self._call_on_loop(self._loop.call_exception_handler, context)

    def _call_on_loop(self, function: Callable[..., object], *values: object) -> None:
        """Call a function on the event loop, unless the loop has been closed."""
        with suppress(RuntimeError):  # the event loop has been closed
            self._loop.call_soon_threadsafe(function, *values)


def _set_future_result(answer: asyncio.Future[JobResultT], found: JobResultT) -> None:
    """Set the result of a future that nobody has cancelled."""
    if not answer.done():
        answer.set_result(found)


def _set_future_error(answer: asyncio.Future[JobResultT], error: Exception) -> None:
    """Set the error of a future that nobody has cancelled."""
    if not answer.done():
        answer.set_exception(error)


class LogSyncer:
    """Syncs the journal's log to the disk while it is dirty.

    `error` is None until a sync has failed, and then the error.
    """

    def __init__(self, path: Path) -> None:
        self.error: NetError | None = None
        self._path = path
        self._last_ticks: dict[int, int] = {}
        self._synced_ticks: dict[int, int] = {}
        self._dirty = threading.Event()
        self._ended = threading.Event()
        self._commits = 0
        self._thread: threading.Thread | None = None

    def synced_tick(self, table: int) -> int:
        """Return the number of the last tick of a table that is on the disk, 0 if this process has synced none.

        `table` is the number of the table in the journal.
        """
        return self._synced_ticks.get(table, 0)

    def record_commit(self, table: int, tick: int) -> None:
        """Record that SQLite's log has a commit that is not on the disk yet: that of `tick` of the table with the
        number `table`. The writing thread must call it after each commit."""
        self._commits += 1
        self._last_ticks[table] = tick
        self._dirty.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._sync_until_ended, name="journal sync", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """End the thread and wait for it; commits that are not synced yet are synced by closing the journal."""
        self._ended.set()
        self._dirty.set()
        if self._thread is not None:
            self._thread.join()

    def _sync_until_ended(self) -> None:
        """Sync the log while it is dirty, at most once in `MAX_SYNC_DELAY_SECONDS`, until `end`; an error is kept in
        `error`."""
        log = -1
        try:
            sync_folder(self._path.parent)
            log = os.open(f"{self._path}-wal", os.O_RDWR)
            while self._dirty.wait() and not self._ended.wait(MAX_SYNC_DELAY_SECONDS):
                self._dirty.clear()
                if self._ended.is_set():  # `end` may have set `_dirty` just before it was cleared
                    break
                ticks = self._last_ticks.copy()
                self._sync(log)
                self._synced_ticks = ticks
        except (OSError, NetError):
            self.error = JournalUnusable(self._path, DISK_FAULT_CLAUSE)
        finally:
            if log >= 0:
                os.close(log)

    def _sync(self, log: int) -> None:
        """Sync the open log file to the disk; after `COMMITS_PER_CHECKPOINT` commits do a checkpoint instead."""
        if self._commits < COMMITS_PER_CHECKPOINT:
            sync_file(log)
            return
        self._commits = 0
        checkpoint_on_own_connection(self._path)


def sync_file(file: int) -> None:
    """Sync an open file, given by its descriptor, to the disk: past the disk's own cache where the system can."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(file, fcntl.F_FULLFSYNC)
    else:
        os.fsync(file)


def sync_folder(folder: Path) -> None:
    """Sync a folder's list of files to the disk, on systems where folders can be synced."""
    if os.name == "posix":
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
