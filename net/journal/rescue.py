"""What can be read of a damaged journal: the records of its matches, one by one; nothing in the file is changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from core import Record, RulesError, replay
from net.errors import JournalDamaged
from net.journal.database import open_unchecked, translated_errors
from net.journal.records import stored_text

GAP_AT_THE_END: Final = 1_000
"""The count of numbers in a row without a match after which the search ends: a damaged list cannot say its length."""


def readable_records(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (number of the match, record) for every record that can be read and whose actions lead to its digest.

    Raises `JournalMissing` or `JournalUnusable`.
    """
    with translated_errors(path):
        connection = open_unchecked(path)
    try:
        number, misses = 0, 0
        while misses < GAP_AT_THE_END:
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
