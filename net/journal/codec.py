"""Encodes the entries of one tick as bytes with a checksum, and decodes them.

A tick is stored as a MessagePack list of (kind, fields) pairs behind a CRC-32. The kinds are those of
`ENTRY_CLASS_BY_STORED_KIND`, the fields are stored by name. So a later version may add fields that have a default, and
a journal can be read with any MessagePack tool. Neither a stored kind nor the name of a field may change: files that
were written by version 0.1 contain them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from zlib import crc32

import msgspec

from net.errors import JournalDamaged
from net.journal.entries import (
    ActionEntry,
    Entry,
    MatchAbortedEntry,
    MatchBeganEntry,
    MatchEndedEntry,
    PersonEntry,
    PersonRemovedEntry,
    TableEntry,
)

CHECKSUM_BYTES: Final = 4
"""The number of bytes of the CRC-32 before the entries of a tick (all that a table writes at one time)."""

ENTRY_CLASS_BY_STORED_KIND: Final[Mapping[str, type[Any]]] = {
    "TableKept": TableEntry,
    "PersonKept": PersonEntry,
    "PersonForgotten": PersonRemovedEntry,
    "Began": MatchBeganEntry,
    "Acted": ActionEntry,
    "Closed": MatchEndedEntry,
    "Aborted": MatchAbortedEntry,
}
"""Maps the name by which a kind of entry is stored in the file to the class of these entries."""

_STORED_KIND_BY_ENTRY_CLASS: Final[Mapping[type[Any], str]] = {
    entry_class: kind for kind, entry_class in ENTRY_CLASS_BY_STORED_KIND.items()
}
"""Maps each class of entries to the name by which these are stored in the file."""
_ENTRY_ENCODER: Final = msgspec.msgpack.Encoder()
"""The encoder of the entries of a tick (all that a table writes at one time) as MessagePack."""


def pack_tick(entries: Sequence[Entry]) -> bytes:
    """Return the entries of one tick, all that a table writes at one time, as bytes with a checksum."""
    body = _ENTRY_ENCODER.encode([(_STORED_KIND_BY_ENTRY_CLASS[type(entry)], entry) for entry in entries])
    return crc32(body).to_bytes(CHECKSUM_BYTES, "big") + body


def unpack_tick(data: object) -> list[Entry]:
    """Return the entries that `pack_tick` packed; raises `JournalDamaged` if the checksum or the form is wrong."""
    if not isinstance(data, bytes) or not has_right_checksum(data):
        raise JournalDamaged("An entry of the journal is damaged.")
    body = data[CHECKSUM_BYTES:]
    try:
        return [_read_entry(kind, fields) for kind, fields in msgspec.msgpack.decode(body)]
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as error:
        raise JournalDamaged("An entry of the journal is of a kind that this program does not know.") from error


def has_right_checksum(data: object) -> bool:
    """Return whether these are bytes with the checksum that `pack_tick` has put before them."""
    return (
        isinstance(data, bytes)
        and len(data) > CHECKSUM_BYTES
        and crc32(data[CHECKSUM_BYTES:]).to_bytes(CHECKSUM_BYTES, "big") == data[:CHECKSUM_BYTES]
    )


def _read_entry(stored_kind: str, fields: object) -> Entry:
    """Return the entry of a stored kind with these fields.

    Raises `KeyError` for an unknown kind, `msgspec.ValidationError` for unsuitable fields.
    """
    entry: Entry = msgspec.convert(fields, ENTRY_CLASS_BY_STORED_KIND[stored_kind])
    return entry
