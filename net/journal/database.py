"""The journal's file: an SQLite database in which every tick is one transaction.

What a commit survives (https://www.sqlite.org/pragma.html#pragma_synchronous, https://www.sqlite.org/wal.html):
the file is in WAL mode, so a commit appends to the log beside it. As soon as it returns, the bytes are the
system's: the death of the process loses nothing, whatever `synchronous` says. A power cut is another matter.
With FULL, which is `durable`, the log is synced before the commit returns. With NORMAL it is synced only
before a checkpoint, so a power cut may roll the last commits back, never the file's consistency; how many
is for us to bound, by syncing the log while it is dirty (see `net.journal.writer`). OFF would not sync before
a checkpoint either, and a power cut then may damage the file: it is never used.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from net.errors import JournalDamaged, JournalMissing, JournalUnusable
from net.journal.codec import pack, unpack
from net.journal.entries import Entry
from net.limits import JOURNAL_BUSY_SECONDS, JOURNAL_LOG_PAGES

NAME: Final = "journal.db"
"""What the journal is called in the folder of the program's data."""

OURS: Final = 0x4D616451
"""The application id in the file's header, ``MadQ``: what tells it from other people's databases."""

FORMAT: Final = 1
"""The version of the tables below, in the file's header."""

TICK_BITS: Final = 40
"""A tick's row is its table's number, shifted by so many bits, plus its own: a table's ticks lie side by side."""

PAGE_BYTES: Final = 1_024
"""A commit writes at least one page to the log; an action takes some hundred bytes."""

_SCHEMA: Final = (
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, slot TEXT NOT NULL, opened REAL NOT NULL, closed REAL,"
    " own TEXT NOT NULL DEFAULT '')",
    "CREATE TABLE ticks (id INTEGER PRIMARY KEY, entries BLOB NOT NULL)",
    "CREATE TABLE matches (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, number INTEGER NOT NULL,"
    " game TEXT NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL, began REAL NOT NULL,"
    " ended REAL, record TEXT, UNIQUE (place, number))",
    "CREATE TABLE results (match INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, bot TEXT NOT NULL,"
    " score INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID",
    f"PRAGMA application_id = {OURS}",
    f"PRAGMA user_version = {FORMAT}",
)


class JournalDatabase:
    """An open journal, for one thread. Raises `JournalDamaged` for a file that it must not touch, or `JournalUnusable`.

    A file that does not exist is made, for its owner only, unless it is opened `only_reading`.
    """

    def __init__(self, path: Path, *, durable: bool = False, only_reading: bool = False) -> None:
        self.path = path
        self._base: sqlite3.Connection
        self._place: list[os.stat_result] = []
        with _told(path):
            if not only_reading:
                _make(path)
            _examine(path)
            self._base = _connect(path, "rw")
        try:
            with _told(path):
                self._prepare(durable, only_reading)
        except BaseException:
            self._base.close()
            raise

    def _prepare(self, durable: bool, only_reading: bool) -> None:
        if only_reading:
            self._base.execute("PRAGMA query_only = on")
        else:
            self._base.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # of a new file
            self._base.execute("PRAGMA journal_mode = wal")
            self._base.execute(f"PRAGMA synchronous = {'full' if durable else 'normal'}")
            self._base.execute("PRAGMA fullfsync = on")  # where fsync alone does not reach the disk (macOS)
            self._base.execute(f"PRAGMA wal_autocheckpoint = {JOURNAL_LOG_PAGES}")
            self._lay_out()
            _close_to_others(self.path)

    def _lay_out(self) -> None:
        """Make the tables of a new file, in one transaction, unless another process is quicker."""
        if _header(self._base)[0] == OURS:
            return
        with self.transaction():
            if _header(self._base)[0] != OURS:
                for statement in _SCHEMA:
                    self._base.execute(statement)

    def close(self) -> None:
        """Let go of the file."""
        with suppress(sqlite3.Error):
            self._base.close()

    def __enter__(self) -> JournalDatabase:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Do all of what is within, or nothing; it is on the system's side when this returns without an error."""
        with _told(self.path):
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._base.execute("ROLLBACK")
                raise

    def execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Do one statement of SQL."""
        with _told(self.path):
            return self._base.execute(statement, values)

    def add_tick(self, table: int, tick: int, entries: Sequence[Entry]) -> None:
        """Write down what happened at a table in one tick: one statement, and by itself one transaction."""
        self.execute("INSERT INTO ticks VALUES (?, ?)", (table << TICK_BITS | tick, pack(entries)))

    def forget(self, table: int) -> None:
        """Take out all ticks of a table."""
        span = (table << TICK_BITS, (table + 1) << TICK_BITS)
        self.execute("DELETE FROM ticks WHERE id >= ? AND id < ?", span)

    def fold(self, table: int, last: int, entries: Sequence[Entry]) -> None:
        """Put these entries in place of all ticks of a table up to its `last` one."""
        span = (table << TICK_BITS, table << TICK_BITS | last)
        self.execute("DELETE FROM ticks WHERE id BETWEEN ? AND ?", span)
        self.add_tick(table, last, entries)

    def checkpoint(self) -> None:
        """Move what is in the log into the file, as far as nobody reads it; SQLite syncs the one before the other."""
        self.execute("PRAGMA wal_checkpoint(passive)")

    def check_place(self) -> None:
        """Raise `JournalUnusable` unless file and log are where they were when this was first called, after a commit.

        A file that somebody has removed can still be written to, but nobody will find what is in it.
        """
        try:
            place = [os.stat(self.path), os.stat(f"{self.path}-wal")]
        except OSError:
            place = []
        if not self._place:
            self._place = place
        if not place or not all(map(os.path.samestat, place, self._place)):
            raise JournalUnusable(self.path, "the file has been taken away")

    # Reading

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return what a query finds."""
        with _told(self.path):
            return self._base.execute(query, values).fetchall()

    def ticks(self, table: int) -> list[tuple[int, list[Entry]]]:
        """Return what was written down of a table: (number of the tick, its entries), in order, without a gap."""
        first, end = table << TICK_BITS, (table + 1) << TICK_BITS
        found = self.rows("SELECT id, entries FROM ticks WHERE id >= ? AND id < ? ORDER BY id", (first, end))
        if found and found[-1][0] - found[0][0] != len(found) - 1:
            raise JournalDamaged(_damaged(self.path))
        try:
            return [(id - first, unpack(data)) for id, data in found]
        except JournalDamaged as error:
            raise JournalDamaged(_damaged(self.path)) from error


def checkpoint_beside(path: Path) -> None:
    """Do as `JournalDatabase.checkpoint`, in another thread than the one that writes."""
    with _told(path):
        base = _connect(path, "rw")
        try:
            base.execute("PRAGMA synchronous = normal")
            base.execute("PRAGMA checkpoint_fullfsync = on")
            base.execute("PRAGMA wal_checkpoint(passive)")
        finally:
            base.close()


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    where = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=JOURNAL_BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _make(path: Path) -> None:
    """Make an empty file, for its owner alone, if there is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        in_the_way = isinstance(error, FileExistsError | NotADirectoryError)
        why = "a file is where its folder should be" if in_the_way else f"{error.strerror or 'no reason given'}".lower()
        raise JournalUnusable(path, why) from error


def _close_to_others(path: Path) -> None:
    """See to it that nobody else can read a file: it holds secrets."""
    with suppress(OSError):
        if stat.S_IMODE(os.stat(path).st_mode) & 0o077:
            os.chmod(path, 0o600)


def _examine(path: Path) -> None:
    """Raise `JournalDamaged` unless the file is an undamaged journal, or empty; it is only read."""
    if not os.path.isfile(path):
        raise JournalMissing(path, "it is no file" if os.path.exists(path) else "there is none")
    base = _connect(path, "ro")
    try:
        base.execute("BEGIN")  # everything is to be seen at one moment: another process may be making the file
        application, version, tables = _header(base)
        if application != OURS and (application or tables):
            raise JournalDamaged(f"{path} is no journal of Mad Queens and is left as it is; move it away.")
        if version > FORMAT:
            raise JournalDamaged(f"{path} was written by a newer version of Mad Queens; use that one.")
        if application == OURS and base.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise JournalDamaged(_damaged(path))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB:
            raise JournalDamaged(f"{path} is no journal of Mad Queens and is left as it is; move it away.") from error
        raise
    finally:
        base.close()


def _header(base: sqlite3.Connection) -> tuple[int, int, int]:
    """Return the application id, the version and the number of tables of a database."""
    (application,) = base.execute("PRAGMA application_id").fetchone()
    (version,) = base.execute("PRAGMA user_version").fetchone()
    (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return application, version, tables


def _damaged(path: Path) -> str:
    return f"{path} is damaged and is left as it is; move it away, and a new journal begins."


_REASONS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it is not to be written to",
    sqlite3.SQLITE_BUSY: "another program does not let go of it",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk does not do what it should",
}


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say what SQLite complains about in one sentence."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise JournalDamaged(_damaged(path)) from error
    except OSError as error:
        raise JournalUnusable(path, (error.strerror or "it cannot be reached").lower()) from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise JournalDamaged(_damaged(path)) from error
        raise JournalUnusable(path, _REASONS.get(code, "it cannot be used")) from error
