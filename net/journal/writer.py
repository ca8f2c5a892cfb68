"""The journal off the event loop: one thread writes, and a second one brings to the disk what has been written.

A commit is handed to the writing thread and answered on the event loop when the system has it, which survives
the death of the process; with `durable` when the disk has it. Otherwise the second thread syncs the log
within `SYNC_SECONDS` of the first commit that it has not seen, beside the writing, so no commit waits for it.
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

from net.errors import JournalUnusable, NetError
from net.journal.database import JournalDatabase, checkpoint_beside
from net.journal.entries import Began, Entry
from net.journal.match_list import fold, note, tidy_up
from net.limits import COMMITS_A_CHECKPOINT, SYNC_SECONDS

Answer = TypeVar("Answer")
Told: TypeAlias = Callable[[NetError | None], None]


class JournalWriter:
    """The thread that writes one journal.

    `clock` gives the time of day, in seconds.
    """

    def __init__(self, path: Path, clock: Callable[[], float], durable: bool = False) -> None:
        self.path = path
        self.clock = clock
        self._durable = durable
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._file: JournalDatabase | None = None
        self._syncing = Syncing(path)
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    async def ask(self, what: Callable[[JournalDatabase], Answer]) -> Answer:
        """Let the thread do something with the file, in its turn, and return what comes of it.

        The first time the file is opened, which raises `JournalDamaged` or `JournalUnusable`.
        """
        answer: asyncio.Future[Answer] = self._loop.create_future()

        def job() -> None:
            try:
                if self._file is None:
                    self._file = JournalDatabase(self.path, durable=self._durable)
                    self._file.checkpoint()  # what a dead process has left in the log
                found = what(self._file)
            except Exception as error:
                self._tell(_fail, answer, error)
            else:
                self._tell(_succeed, answer, found)

        self._jobs.put(job)
        return await answer

    def commit(self, table: int, tick: int, entries: Sequence[Entry], then: Told) -> None:
        """Write down one tick of a table; `then` is called on the event loop, with None or why it failed."""
        self._jobs.put(lambda: self._commit(table, tick, entries, then))

    async def close(self) -> None:
        """Finish what has been begun, and let go of the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
        self._syncing.end()
        if self._file is not None:
            with suppress(NetError):
                self._file.checkpoint()  # closing does it only if no other process has the file
            self._file.close()

    def _commit(self, table: int, tick: int, entries: Sequence[Entry], then: Told) -> None:
        """Write down one tick and say so; what can wait is done after that."""
        assert self._file is not None
        turns, error = False, self._syncing.error
        if error is None:
            try:
                turns = note(self._file, table, tick, entries, self.clock())
                self._file.check_place()
            except NetError as reason:
                error = reason
            except Exception as fault:  # whoever waits for an answer gets one, whatever is wrong with us
                error = JournalUnusable(self.path, f"the program has made a mistake, {fault!r}")
        self._tell(then, error)
        if error is None and not self._durable:
            self._syncing.wanted()
        if error is None and turns:
            self._tidy_up(table, any(isinstance(entry, Began) for entry in entries))

    def _tidy_up(self, table: int, began: bool) -> None:
        assert self._file is not None
        try:
            tidy_up(self._file)
            if began:
                fold(self._file, table)
        except NetError as error:
            self._syncing.error = error  # the next commit says so
        except Exception as fault:  # what is written stays written, and can be completed by a better program
            context = {"message": "The result of a match could not be written down", "exception": fault}
            self._tell(self._loop.call_exception_handler, context)

    def _tell(self, what: Callable[..., object], *values: object) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile: there is nobody left to tell
            self._loop.call_soon_threadsafe(what, *values)


def _succeed(answer: asyncio.Future[Answer], found: Answer) -> None:
    if not answer.done():
        answer.set_result(found)


def _fail(answer: asyncio.Future[Answer], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)


class Syncing:
    """Brings the log to the disk while it is dirty. `error` is why that has failed, once it has."""

    def __init__(self, path: Path) -> None:
        self.error: NetError | None = None
        self._path = path
        self._dirty = threading.Event()
        self._over = threading.Event()
        self._commits = 0
        self._thread: threading.Thread | None = None

    def wanted(self) -> None:
        """Note that something has been committed; called by the thread that writes."""
        self._commits += 1
        self._dirty.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="journal sync", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """End the thread; closing the file syncs what is left."""
        self._over.set()
        self._dirty.set()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        log = -1
        try:
            sync_folder(self._path.parent)
            log = os.open(f"{self._path}-wal", os.O_RDWR)
            while self._dirty.wait() and not self._over.wait(SYNC_SECONDS):
                self._dirty.clear()
                self._sync(log)
        except (OSError, NetError):
            self.error = JournalUnusable(self._path, "the disk does not do what it should")
        finally:
            if log >= 0:
                os.close(log)

    def _sync(self, log: int) -> None:
        if self._commits < COMMITS_A_CHECKPOINT:
            sync(log)
            return
        self._commits = 0
        checkpoint_beside(self._path)


def sync(file: int) -> None:
    """Bring a file to the disk, not only to its cache."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(file, fcntl.F_FULLFSYNC)
    else:
        os.fsync(file)


def sync_folder(folder: Path) -> None:
    """Bring to the disk which files a folder holds, where folders can be synced."""
    if os.name == "posix":
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
