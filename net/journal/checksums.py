"""Checksums over rows of the journal: a row of a table or of a match is what was written, or the file is damaged.

The checksum of a match covers its row, its record and its results. SQLite checks the form of its pages only, so it does
not see that a letter of a record or a digit of a result has changed.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final
from zlib import crc32

import msgspec

CHECKSUM_COLUMN: Final = "checksum"
"""The column with the checksum, last in its row; NULL in a row that a version before 0.3 has written."""

_COVERED_ROWS: Final = {
    "tables": (("id, slot, opened, closed, own", "tables", "id"),),
    "matches": (
        ("id, place, number, game, seats, options, began, ended, record", "matches", "id"),
        ("match, seat, name, bot, score, rank", "results", "match"),
        ("match, seat, by_bot, decisions", "bot_decisions", "match"),
    ),
}
"""By SQL table of a row, what its checksum covers: (columns, SQL table, the column with the number of the row)."""


def write_checksum(connection: sqlite3.Connection, table: str, row: int) -> None:
    """Write the checksum of a row of the SQL table `table`, ``tables`` or ``matches``.

    Call it in each transaction that changes the row. `row` is the id of the row.
    """
    found = [
        part
        for columns, source, key in _COVERED_ROWS[table]
        for part in connection.execute(f"SELECT {columns} FROM {source} WHERE {key} = ? ORDER BY 1, 2", (row,))
    ]
    connection.execute(f"UPDATE {table} SET checksum = ? WHERE id = ?", (_checksum(found), row))


def add_checksums(connection: sqlite3.Connection) -> None:
    """Add the checksum columns to a file that has none, and the checksum of every row that it holds."""
    for table in _COVERED_ROWS:
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {CHECKSUM_COLUMN} INTEGER")
        for (row,) in connection.execute(f"SELECT id FROM {table}").fetchall():
            write_checksum(connection, table, row)


def has_checksums(connection: sqlite3.Connection) -> bool:
    """Whether the file has the checksum columns; files of versions before 0.3 have none."""
    return any(name == CHECKSUM_COLUMN for _, name, *_ in connection.execute("PRAGMA table_info(matches)"))


def rows_are_sound(connection: sqlite3.Connection) -> bool:
    """Whether every row with a checksum is what was written; true for a file without checksums."""
    return not has_checksums(connection) or not any(
        True for table in _COVERED_ROWS for _ in wrong_rows(connection, table)
    )


def wrong_rows(connection: sqlite3.Connection, table: str) -> Iterator[int]:
    """Yield the ids of the rows of the SQL table `table`, ``tables`` or ``matches``, whose checksum is wrong."""
    found: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for columns, source, _ in _COVERED_ROWS[table]:
        for part in connection.execute(f"SELECT {columns} FROM {source} ORDER BY 1, 2"):
            found[part[0]].append(part)
    for row, checksum in connection.execute(f"SELECT id, {CHECKSUM_COLUMN} FROM {table}"):
        if checksum is not None and checksum != _checksum(found[row]):
            yield row


def _checksum(rows: list[tuple[Any, ...]]) -> int:
    """Return the CRC-32 of these rows."""
    return crc32(msgspec.msgpack.encode(rows))
