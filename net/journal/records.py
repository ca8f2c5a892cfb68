"""Stores the record of a match: as text, and after a month packed, which takes a fifth of the space."""

from __future__ import annotations

import zlib

from net.errors import JournalDamaged
from net.journal.database import JournalDatabase
from net.limits import MAX_RECORD_TEXT_BYTES, MAX_RECORDS_PACKED_AT_ONCE, RECORD_PACKED_AFTER_SECONDS


def stored_text(stored: str | bytes | None) -> str:
    """Return the text of a stored record, packed or not; "" if `stored` is None.

    Raises `JournalDamaged` if the bytes are damaged.
    """
    if not isinstance(stored, bytes):
        return stored or ""
    try:
        return zlib.decompressobj().decompress(stored, MAX_RECORD_TEXT_BYTES).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise JournalDamaged("The record of a match is damaged.") from error


def pack_old_records(file: JournalDatabase, now: float) -> None:
    """Pack up to `MAX_RECORDS_PACKED_AT_ONCE` records of matches that ended a month before `now` or earlier.

    `now` is a time of day in seconds.
    """
    query = "SELECT id, record FROM matches WHERE ended < ? AND typeof(record) = 'text' AND record != '' LIMIT ?"
    for match, text in file.rows(query, (now - RECORD_PACKED_AFTER_SECONDS, MAX_RECORDS_PACKED_AT_ONCE)):
        with file.transaction():
            file.execute("UPDATE matches SET record = ? WHERE id = ?", (zlib.compress(text.encode()), match))
            file.write_checksum("matches", match)
