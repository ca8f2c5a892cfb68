"""Reads from a damaged journal the records that can still be read, one by one; nothing in the file is changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from core import Record, RulesError, replay
from net.errors import JournalDamaged
from net.journal.database import open_unchecked, translate_sqlite_errors
from net.journal.records import stored_text

MAX_GAP_IN_MATCH_NUMBERS: Final = 1_000
"""The search ends after this number of consecutive match numbers without a match: the length of a damaged list is
unknown."""


def readable_records(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (number of the match, record) for every record that can be read and whose actions lead to its digest.

    Raises `JournalMissing` if there is no journal, `JournalUnusable` if it cannot be read.
    """
    with translate_sqlite_errors(path):
        connection = open_unchecked(path)
    try:
        number, misses = 0, 0
        while misses < MAX_GAP_IN_MATCH_NUMBERS:
            number, misses = number + 1, misses + 1
            try:
                found = connection.execute("SELECT record FROM matches WHERE id = ?", (number,)).fetchone()
            except sqlite3.Error:
                continue
            if found is not None:
                misses = 0
                if (text := _undamaged_record(found[0])) is not None:
                    yield number, text
    finally:
        connection.close()


def _undamaged_record(stored: str | bytes | None) -> str | None:
    """Return the text of a stored record if its actions lead to its digest, so that it is undamaged; else None."""
    try:
        text = stored_text(stored)
        record = Record.parse(text)
        replay(record)
        return text
    except (RulesError, JournalDamaged):
        return None
