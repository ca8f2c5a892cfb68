"""Checksums of rows of the journal: if a row of a table or of a match has a wrong checksum, the file is damaged.

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
"""The name of the last column of a row, its checksum; NULL in a row that a version before 0.3 has written."""

_COVERED_ROWS_BY_TABLE: Final = {
    "tables": (("id, slot, opened, closed, own", "tables", "id"),),
    "matches": (
        ("id, place, number, game, seats, options, began, ended, record", "matches", "id"),
        ("match, seat, name, bot, score, rank", "results", "match"),
        ("match, seat, by_bot, decisions", "bot_decisions", "match"),
    ),
}
"""Maps an SQL table to the rows that the checksum of its rows covers: (columns, SQL table, the column with the number
of the row)."""


def write_checksum(connection: sqlite3.Connection, table: str, row: int) -> None:
    """Write the checksum of a row of the SQL table `table`, ``tables`` or ``matches``.

    To be called in each transaction that changes the row. `row` is the id of the row.
    """
    found = [
        part
        for columns, source, key in _COVERED_ROWS_BY_TABLE[table]
        for part in connection.execute(f"SELECT {columns} FROM {source} WHERE {key} = ? ORDER BY 1, 2", (row,))
    ]
    connection.execute(f"UPDATE {table} SET checksum = ? WHERE id = ?", (_checksum_of_rows(found), row))


def add_checksums(connection: sqlite3.Connection) -> None:
    """Add the checksum columns to a file that has none, and the checksum of every row that it holds."""
    for table in _COVERED_ROWS_BY_TABLE:
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {CHECKSUM_COLUMN} INTEGER")
        for (row,) in connection.execute(f"SELECT id FROM {table}").fetchall():
            write_checksum(connection, table, row)


def has_checksums(connection: sqlite3.Connection) -> bool:
    """Return whether the file has the checksum columns; files of versions before 0.3 have none."""
    return any(name == CHECKSUM_COLUMN for _, name, *_ in connection.execute("PRAGMA table_info(matches)"))


def are_all_rows_sound(connection: sqlite3.Connection) -> bool:
    """Return whether every row with a checksum is unchanged since it was written; true for a file without checksums."""
    return not has_checksums(connection) or not any(
        True for table in _COVERED_ROWS_BY_TABLE for _ in damaged_rows(connection, table)
    )


def damaged_rows(connection: sqlite3.Connection, table: str) -> Iterator[int]:
    """Yield the ids of the rows of the SQL table `table`, ``tables`` or ``matches``, whose checksum is wrong."""
    found: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for columns, source, _ in _COVERED_ROWS_BY_TABLE[table]:
        for part in connection.execute(f"SELECT {columns} FROM {source} ORDER BY 1, 2"):
            found[part[0]].append(part)
    for row, checksum in connection.execute(f"SELECT id, {CHECKSUM_COLUMN} FROM {table}"):
        if checksum is not None and checksum != _checksum_of_rows(found[row]):
            yield row


def _checksum_of_rows(rows: list[tuple[Any, ...]]) -> int:
    """Return the CRC-32 of these rows."""
    return crc32(msgspec.msgpack.encode(rows))
