"""The journal's file: an SQLite database in which every tick is one transaction.

What a commit survives (https://www.sqlite.org/pragma.html#pragma_synchronous, https://www.sqlite.org/wal.html):
the file is in WAL mode, so a commit appends to the log beside it. When the commit returns, the operating system has
the bytes: the death of the process loses nothing, whatever the value of `synchronous`. A power cut is another matter.
With FULL, which is `durable`, the log is synced before the commit returns. With NORMAL it is synced only before a
checkpoint, so a power cut may roll the last commits back, but never damages the file; `net.journal.writer` bounds how
many, by syncing the log while it is dirty. OFF would not sync before a checkpoint either, and a power cut could then
damage the file: it is never used.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from net.errors import JournalDamaged, JournalMissing, JournalUnusable
from net.journal.checksums import add_checksums, are_all_rows_sound, has_checksums, write_checksum
from net.journal.codec import has_right_checksum, pack_tick, unpack_tick
from net.journal.entries import Entry
from net.journal.lock import JournalLock, TableMark, read_mark
from net.journal.log_file import has_unread_commits, log_length, log_path
from net.limits import COMMIT_WAIT_SECONDS, JOURNAL_LOG_PAGES, SHARED_LOG_RETRY_INTERVAL_SECONDS
from net.private_files import make_private_folder, restrict_to_owner

APPLICATION_ID: Final = 0x4D616451
"""The application id in the file's header, ``MadQ``, which distinguishes a journal from other databases."""

SCHEMA_VERSION: Final = 1
"""The version of the schema below, in the file's header."""

TICK_NUMBER_BITS: Final = 40
"""Number of bits of a tick's number in the id of its row: the id is the table's number, shifted by these bits, plus the
tick's number."""

NEW_FILE_PAGE_BYTES: Final = 1_024
"""Page size of a new file: a commit writes at least one page to the log, and an action takes some hundred bytes."""

BOT_DECISIONS_SQL: Final = (
    "CREATE {0} TABLE IF NOT EXISTS bot_decisions (match INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " by_bot INTEGER NOT NULL, decisions INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID"
)
"""The SQL statement that creates the table of how often a bot decided for a person in a match; files of version 0.2
lack it."""

_SCHEMA_SQL: Final = (
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, slot TEXT NOT NULL, opened REAL NOT NULL, closed REAL,"
    " own TEXT NOT NULL DEFAULT '')",
    "CREATE TABLE ticks (id INTEGER PRIMARY KEY, entries BLOB NOT NULL)",
    "CREATE TABLE matches (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, number INTEGER NOT NULL,"
    " game TEXT NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL, began REAL NOT NULL,"
    " ended REAL, record TEXT, UNIQUE (place, number))",
    "CREATE TABLE results (match INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, bot TEXT NOT NULL,"
    " score INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)
"""The SQL statements that create the tables of a new journal."""


class JournalDatabase:
    """An open journal, for one thread; a context manager that closes it.

    A file that does not exist is made, readable by its owner only, unless it is opened `only_reading`. Raises
    `JournalDamaged` for a file that is damaged, of another program or of a newer version, which is left as it is, and
    `JournalUnusable` for one that cannot be opened or made. `tick_bytes` is how many bytes of ticks have been added.
    """

    def __init__(self, path: Path, *, durable: bool = False, only_reading: bool = False) -> None:
        self.path = path
        self._connection: sqlite3.Connection
        self._identity: list[os.stat_result] = []
        self.tick_bytes = 0
        with translate_sqlite_errors(path):
            if not is_empty(path):
                _check_file(path)
            elif only_reading:
                raise JournalMissing(path, "it is not a file" if os.path.exists(path) else "there is none")
            else:
                _make_file(path)
            self._connection = _connect(path, "rw")
        try:
            with translate_sqlite_errors(path):
                self._prepare(durable, only_reading)
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self, durable: bool, only_reading: bool) -> None:
        """Set the SQLite pragmas of the file, and make its SQL tables unless it is opened for reading only."""
        if only_reading:
            if not self.rows("SELECT 1 FROM sqlite_master WHERE name = 'bot_decisions'"):
                self._connection.execute(BOT_DECISIONS_SQL.format("TEMPORARY"))
            self._connection.execute("PRAGMA query_only = on")
        else:
            self._connection.execute(f"PRAGMA page_size = {NEW_FILE_PAGE_BYTES}")  # of a new file
            self._connection.execute("PRAGMA journal_mode = wal")
            self._connection.execute(f"PRAGMA synchronous = {'full' if durable else 'normal'}")
            self._connection.execute("PRAGMA fullfsync = on")  # where fsync alone does not reach the disk (macOS)
            self._connection.execute(f"PRAGMA wal_autocheckpoint = {JOURNAL_LOG_PAGES}")
            self._make_schema()
            for file in (self.path, log_path(self.path), Path(f"{self.path}-shm")):  # they hold secrets
                restrict_to_owner(file)

    def _make_schema(self) -> None:
        """Make the SQL tables and columns that the file lacks, in one transaction, unless another process has."""
        if has_checksums(self._connection):
            return
        with self.transaction():
            if _read_header(self._connection)[0] != APPLICATION_ID:
                for statement in _SCHEMA_SQL:
                    self._connection.execute(statement)
            self._connection.execute(BOT_DECISIONS_SQL.format(""))
            if not has_checksums(self._connection):
                add_checksums(self._connection)

    def close(self) -> None:
        """Close the file; an error of SQLite is ignored."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def __enter__(self) -> JournalDatabase:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Context manager: execute all statements of its block or none; after it the operating system has them.

        Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written, and what the
        block raises.
        """
        with translate_sqlite_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Execute one SQL statement.

        Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
        """
        with translate_sqlite_errors(self.path):
            return self._connection.execute(statement, values)

    def add_tick(self, table: int, tick: int, entries: Sequence[Entry]) -> None:
        """Write the entries of one tick of a table (all that it writes at one time), in a transaction of its own unless
        one is open.

        `table` is the number of the table in the journal, `tick` the number of the tick.
        """
        content = pack_tick(entries)
        self.execute("INSERT INTO ticks VALUES (?, ?)", (table << TICK_NUMBER_BITS | tick, content))
        self.tick_bytes += len(content)

    def delete_ticks(self, table: int) -> None:
        """Delete all entries of the table with the number `table`, stored as ticks: what was written at one time."""
        span = (table << TICK_NUMBER_BITS, (table + 1) << TICK_NUMBER_BITS)
        self.execute("DELETE FROM ticks WHERE id >= ? AND id < ?", span)

    def replace_ticks(self, table: int, last_tick: int, entries: Sequence[Entry]) -> None:
        """Replace the ticks of a table up to and including number `last_tick` by one tick with these entries."""
        span = (table << TICK_NUMBER_BITS, table << TICK_NUMBER_BITS | last_tick)
        self.execute("DELETE FROM ticks WHERE id BETWEEN ? AND ?", span)
        self.add_tick(table, last_tick, entries)

    def write_checksum(self, table: str, row: int) -> None:
        """Write the checksum of a row of the SQL table `table`, ``tables`` or ``matches``.

        Call it in each transaction that changes the row. `row` is the id of the row.
        """
        with translate_sqlite_errors(self.path):
            write_checksum(self._connection, table, row)

    def checkpoint(self) -> None:
        """Move the log's content into the file, as far as no reader needs the log; SQLite syncs log, then file."""
        self.execute("PRAGMA wal_checkpoint(passive)")

    def check_not_replaced(self) -> None:
        """Raise `JournalMissing` if the file or its log is another one than when this was first called, or is gone.

        To be called after a commit: a file that was removed can still be written to, but nobody will find it.
        """
        try:
            identity = [os.stat(self.path), os.stat(f"{self.path}-wal")]
        except OSError:
            identity = []
        if not self._identity:
            self._identity = identity
        if not identity or not all(map(os.path.samestat, identity, self._identity)):
            raise JournalMissing(self.path, "the file has gone")

    # Reading

    def add_function(self, name: str, function: Callable[[Any], str]) -> None:
        """Add a function of one argument, which queries call by `name`."""
        self._connection.create_function(name, 1, function, deterministic=True)

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query.

        Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
        """
        with translate_sqlite_errors(self.path):
            return self._connection.execute(query, values).fetchall()

    def ticks(self, table: int) -> list[tuple[int, list[Entry]]]:
        """Return the ticks of the table with the number `table`, in order, as (number of the tick, its entries).

        Raises `JournalDamaged` if one of them is missing or damaged.
        """
        first, end = table << TICK_NUMBER_BITS, (table + 1) << TICK_NUMBER_BITS
        found = self.rows("SELECT id, entries FROM ticks WHERE id >= ? AND id < ? ORDER BY id", (first, end))
        if found and found[-1][0] - found[0][0] != len(found) - 1:
            raise JournalDamaged(_damaged_sentence(self.path))
        try:
            return [(id - first, unpack_tick(data)) for id, data in found]
        except JournalDamaged as error:
            raise JournalDamaged(_damaged_sentence(self.path)) from error


def checkpoint_on_own_connection(path: Path) -> None:
    """Move the log's content into the journal file at `path`, on a connection of its own.

    For a thread that does not write the journal; `JournalDatabase.checkpoint` is the same for the thread that does.
    """
    with translate_sqlite_errors(path):
        base = _connect(path, "rw")
        try:
            base.execute("PRAGMA synchronous = normal")
            base.execute("PRAGMA checkpoint_fullfsync = on")
            base.execute("PRAGMA wal_checkpoint(passive)")
        finally:
            base.close()


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open an SQLite connection to the file at `path`; `mode`: ``ro`` (read only), ``rw`` or ``rwc``."""
    where = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=COMMIT_WAIT_SECONDS, isolation_level=None, check_same_thread=False)


def _make_file(path: Path) -> None:
    """Make an empty file, readable by its owner only, if there is none.

    Raises `JournalUnusable` if the file cannot be read or written.
    """
    try:
        make_private_folder(path.parent)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        in_the_way = isinstance(error, FileExistsError | NotADirectoryError)
        why = "a file is where its folder should be" if in_the_way else f"{error.strerror or 'no reason given'}".lower()
        raise JournalUnusable(path, why) from error


def is_empty(path: Path) -> bool:
    """Return whether there is no journal at `path`, or an empty file; raises `JournalDamaged` if its log alone is
    there."""
    if os.path.exists(path) and not (os.path.isfile(path) and os.path.getsize(path) == 0):
        return False
    if log_length(path):
        raise JournalDamaged(
            f"{path} has gone, but {log_path(path).name} is still there and is left as it is; put the one back, or "
            "move the other away."
        )
    return True


def lock_file_path(journal_path: Path, table_number: int | str) -> Path:
    """Return the path of the lock file of a table of the journal at `journal_path`.

    `table_number` is the number of the table, or ``*`` for a pattern that the lock files of all tables match.
    """
    return journal_path.with_name(f"{journal_path.stem}-table-{table_number}.lock")


def club_lock_file_path(path: Path, port: int) -> Path:
    """Return the path of the lock file of the club at a port, whose tables are in the journal at `path`."""
    return path.with_name(f"{path.stem}-club-{port}.lock")


def open_unchecked(path: Path) -> sqlite3.Connection:
    """Return a connection that reads the file at `path`, damaged or not, and changes neither the file nor its log.

    Raises `JournalMissing` if there is no file.
    """
    if not os.path.isfile(path):
        raise JournalMissing(path, "it is not a file" if os.path.exists(path) else "there is none")
    return _connect(path, "ro")


def _check_file(path: Path) -> None:
    """Raise `JournalDamaged` if the file and its log are no undamaged journal; they are opened for reading only."""
    marks = {
        int(found.stem.rpartition("-")[2]): read_mark(found)
        for found in path.parent.glob(lock_file_path(path, "*").name)
    }
    base = open_unchecked(path)
    try:
        base.execute("BEGIN")  # one snapshot for all queries: another process may be making the file
        application, version, tables = _read_header(base)
        if application != APPLICATION_ID and (application or tables):
            raise JournalDamaged(_not_a_journal_sentence(path))
        if version > SCHEMA_VERSION:
            raise JournalDamaged(f"{path} was written by a newer version of Mad Queens; use that one.")
        if application == APPLICATION_ID and not _is_undamaged(base, path, marks):
            raise JournalDamaged(_damaged_sentence(path))
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise JournalDamaged(_not_a_journal_sentence(path)) from error
        if code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT):
            raise JournalDamaged(_damaged_sentence(path)) from error
        raise
    finally:
        base.close()


def _is_undamaged(connection: sqlite3.Connection, path: Path, marks: Mapping[int, TableMark | None]) -> bool:
    """Return whether file and log are undamaged.

    `marks` are the marks in the lock files of the tables that are open, by table, read before the file.
    """
    if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",) or not are_all_rows_sound(connection):
        return False
    last: dict[int, int] = {}
    for id, entries in connection.execute("SELECT id, entries FROM ticks ORDER BY id"):
        table, tick = id >> TICK_NUMBER_BITS, id & (1 << TICK_NUMBER_BITS) - 1
        if last.get(table, tick - 1) != tick - 1 or not has_right_checksum(entries):
            return False
        last[table] = tick
    for (table,) in connection.execute("SELECT id FROM tables WHERE closed IS NULL"):
        mark = marks.get(table)
        if mark is not None and last.get(table, 0) < mark.least_tick:
            return False
    had_power_cut = any(mark is None or not mark.is_of_this_boot for mark in marks.values())
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    return had_power_cut or not _has_unreadable_log(path, page)


def _has_unreadable_log(path: Path, page: int) -> bool:
    """Return whether the log holds commits that SQLite would not read, though no process is writing now.

    `page` is the page size in bytes.
    """
    for _ in range(3):
        if not has_unread_commits(path, page):
            return False
        time.sleep(SHARED_LOG_RETRY_INTERVAL_SECONDS)
    for found in path.parent.glob(lock_file_path(path, "*").name):
        lock = JournalLock.acquire(found)
        if lock is None:
            return False  # it has checked the log
        lock.release(is_finished=False)
    return True


def _read_header(base: sqlite3.Connection) -> tuple[int, int, int]:
    """Return the application id, the version and the number of SQL tables and indices of a database."""
    (application,) = base.execute("PRAGMA application_id").fetchone()
    (version,) = base.execute("PRAGMA user_version").fetchone()
    (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return application, version, tables


def _not_a_journal_sentence(path: Path) -> str:
    """Return the sentence about a file that is no journal of this program."""
    return f"{path} is not a journal of Mad Queens and is left as it is; move it away."


def _damaged_sentence(path: Path) -> str:
    """Return the sentence for a person whose journal is damaged."""
    return (
        f"{path} is damaged and is left as it is; queens doctor --export FOLDER copies what can be read, and when it "
        f"is moved away with {log_path(path).name}, a new journal begins."
    )


DISK_FAULT_CLAUSE: Final = "the disk does not do what it should"
"""A clause which says why the journal cannot be used: reading or writing fails."""

_REASON_CLAUSE_BY_SQLITE_CODE: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file or its folder is read-only",
    sqlite3.SQLITE_BUSY: "another program keeps the file locked",
    sqlite3.SQLITE_CANTOPEN: "the file, or one beside it, cannot be opened",
    sqlite3.SQLITE_IOERR: DISK_FAULT_CLAUSE,
}
"""Maps SQLite's code of an error to a clause which says why the journal cannot be used."""


@contextmanager
def translate_sqlite_errors(path: Path) -> Iterator[None]:
    """Context manager: raise `JournalDamaged` for an error of SQLite about a damaged file, `JournalUnusable` for any
    other error of SQLite or the file system."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise JournalDamaged(_damaged_sentence(path)) from error
    except OSError as error:
        raise JournalUnusable(path, (error.strerror or "it cannot be reached").lower()) from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise JournalDamaged(_damaged_sentence(path)) from error
        raise JournalUnusable(path, _REASON_CLAUSE_BY_SQLITE_CODE.get(code, "it cannot be used")) from error
