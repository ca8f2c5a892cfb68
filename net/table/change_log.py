"""The log of a match: its last changes, packed, for people who were away.

A match has a thousand changes, and hardly anybody asks for them. As objects they would be half of what a table in play
holds; packed they take 6 bytes each.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import ceil, inf
from typing import Final, TypeAlias

from msgspec import msgpack

from core import Change
from core.engine.piles import Layout
from net.limits import CHANGES_PER_PACKED_BLOCK, MAX_RESUME_CHANGES
from net.protocol.change_codec import ChangeDecoder, encode_change
from net.protocol.messages import WireChange

_LoggedChange: TypeAlias = tuple[int, int, WireChange]
"""A change in the log: the milliseconds since the change before, the audience that it is for, and what has changed."""

_CHANGE_ENCODER: Final = msgpack.Encoder()
"""The encoder of the items of a log, which writes one after the other."""
_BLOCK_DECODER: Final = msgpack.Decoder(list[_LoggedChange])
"""The decoder of the items of a block, which are stored as an array."""
_MESSAGEPACK_ARRAY_PREFIX: Final = b"\xdd"
"""The first byte of an array in MessagePack; four bytes with the number of its items follow, then the items."""
_LONG_AGO: Final = -(1 << 62)
"""A time in milliseconds that is earlier than that of any change."""


class ChangeLog:
    """The last changes of a match as the rules made them: at least `MAX_RESUME_CHANGES`, if there are as many.

    The changes of a match are numbered from 0; `change_count` is the number of the next one.
    """

    __slots__ = ("_begins", "_blocks", "_decoder", "_dropped", "_last", "_last_changes", "_time")

    def __init__(self, layout: Layout) -> None:
        self._decoder = ChangeDecoder(layout)
        self._dropped = 0  # how many of the first changes are not kept any more
        self._blocks: list[bytes] = []  # each of `CHANGES_PER_PACKED_BLOCK` changes, compressed, the oldest first
        self._last = bytearray()  # the last block, which is not full yet
        self._last_changes = 0
        self._time = _LONG_AGO  # that of the latest change, in milliseconds
        self._begins = array("q", (_LONG_AGO,))  # for each block, also the last one, the time of the change before it

    @property
    def change_count(self) -> int:
        """The number of changes that the match has had."""
        return self._dropped + len(self._blocks) * CHANGES_PER_PACKED_BLOCK + self._last_changes

    def add(self, changes: Sequence[Change], times: Sequence[float]) -> None:
        """Add changes that were made at these table times, which never go back."""
        for change, time in zip(changes, map(_to_milliseconds, times), strict=True):
            _CHANGE_ENCODER.encode_into((time - self._time, change.audience, encode_change(change)), self._last, -1)
            self._time = time
            self._last_changes += 1
            if self._last_changes == CHANGES_PER_PACKED_BLOCK:
                self._begin_block_of_changes()

    def _begin_block_of_changes(self) -> None:
        """Compress the last block of changes and begin another; drop the oldest block if the others have enough
        changes."""
        self._blocks.append(zlib.compress(self._last))
        self._begins.append(self._time)
        self._last.clear()
        self._last_changes = 0
        if (len(self._blocks) - 1) * CHANGES_PER_PACKED_BLOCK >= MAX_RESUME_CHANGES:
            self._dropped += CHANGES_PER_PACKED_BLOCK
            del self._blocks[0], self._begins[0]

    def _changes_of_block(self, block_number: int) -> list[_LoggedChange]:
        """Return the changes of a block."""
        is_last = block_number == len(self._blocks)
        size = self._last_changes if is_last else CHANGES_PER_PACKED_BLOCK
        items = self._last if is_last else zlib.decompress(self._blocks[block_number])
        return _BLOCK_DECODER.decode(_MESSAGEPACK_ARRAY_PREFIX + size.to_bytes(4) + items)

    def newest_first(self) -> Iterator[Change]:
        """Yield the changes that are kept, the newest first."""
        for block in reversed(range(len(self._begins))):
            for _, audience, change in reversed(self._changes_of_block(block)):
                yield self._decoder.decode_change(change)._replace(audience=audience)

    def number_of_first_change_at(self, time: float) -> int:
        """Return the number of the first change that may have been made at the table time `time` or later.

        If there is none, as for infinity, it is `change_count`; it is never that of a change which is not kept any
        more.
        """
        if time == inf:
            return self.change_count
        moment = _to_milliseconds(time)
        block = max(0, bisect_left(self._begins, moment) - 1)
        times = list(accumulate((pause for pause, _, _ in self._changes_of_block(block)), initial=self._begins[block]))
        return self._dropped + block * CHANGES_PER_PACKED_BLOCK + bisect_left(times, moment, 1) - 1


def _to_milliseconds(time: float) -> int:
    """Return a time in seconds as whole milliseconds, rounded up: small numbers, which take few bytes."""
    return ceil(time * 1_000)
