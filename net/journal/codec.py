"""What is written down, as bytes and back: the entries of one tick, with a checksum of their own.

An entry is a dataclass of `entries`; it is kept under its name with its fields by theirs. So a later version
may add fields that have a default, and a journal can be looked into with any MessagePack tool.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args
from zlib import crc32

import msgspec

from net.errors import JournalDamaged
from net.journal.entries import Entry

CHECKSUM_BYTES: Final = 4

_KINDS: Final[Mapping[str, type[Any]]] = {kind.__name__: kind for kind in get_args(Entry)}
_ENCODER: Final = msgspec.msgpack.Encoder()


def pack(entries: Sequence[Entry]) -> bytes:
    """Return the entries of one tick as bytes."""
    body = _ENCODER.encode([(type(entry).__name__, entry) for entry in entries])
    return crc32(body).to_bytes(CHECKSUM_BYTES, "big") + body


def unpack(data: object) -> list[Entry]:
    """Return the entries that these bytes hold; raises `JournalDamaged` if they are not as they were written."""
    if not isinstance(data, bytes):
        raise JournalDamaged("An entry of the journal is damaged.")
    body = data[CHECKSUM_BYTES:]
    if len(data) <= CHECKSUM_BYTES or crc32(body).to_bytes(CHECKSUM_BYTES, "big") != data[:CHECKSUM_BYTES]:
        raise JournalDamaged("An entry of the journal is damaged.")
    try:
        return [_read(name, fields) for name, fields in msgspec.msgpack.decode(body)]
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as error:
        raise JournalDamaged("An entry of the journal is of a kind that this program does not know.") from error


def _read(name: str, fields: object) -> Entry:
    entry: Entry = msgspec.convert(fields, _KINDS[name])
    return entry
