"""`TableLog`: the log of one table in the store, as its owner writes it.

Every entry says which entry it *follows*. Of several entries that follow the same one, the first counts, and no other.
So the entries that count form a chain, on which all readers agree, and a host owns the table as long as its entries
become part of the chain. A writer checks after every write whether its entry has. The sequence number that the store is
told to expect keeps useless entries out, but nothing depends on it: with three copies JetStream (2.9) accepts two
entries that arrive at the same time and expect the same number.

Every entry has a *mark*, too: the name of its writer, and the number of the entry among those of this writer. So an
entry that is sent again, because no answer has come, is recognised if it has been written already.

A tick that is too long for one entry is written in *pieces*, which follow each other. They count when the last one is
in the chain: if another host's claim comes before it, the tick was not written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct

from net.cluster.retry import ask_until_answer
from net.cluster.store import EntryRefused, Store, StoreEntry, StoreUnreachable
from net.errors import JournalDamaged, TableTaken
from net.limits import MAX_CLAIM_CHECK_PAUSE_SECONDS, STORE_ENTRY_BYTES, STORE_RETRY_PAUSE_SECONDS

DAMAGED_ENTRY_SENTENCE: Final = "An entry of the journal in the club's store is damaged."
"""The reason of a `JournalDamaged` when an entry of a log cannot be read."""


class LogEntry(Struct, frozen=True, array_like=True):
    """An entry of the log of a table; `follows` is the number of the entry before it in the log, 0 for the first.

    `mark` identifies the entry by its writer and a number; `data` is a packed tick, all that the table wrote at one
    time; it is empty for a claim, by which a host takes the table. `is_whole_state`: the data is the complete state of
    the table, so the entries before it are not needed. `is_continued`: the tick goes on in the next entry.
    """

    follows: int
    mark: str
    data: bytes = b""
    is_whole_state: bool = False
    is_continued: bool = False

    @property
    def writer(self) -> str:
        """The name of the writer of the entry."""
        return self.mark.partition(" ")[0]


class TableLog:
    """The log of the table with this `key`, written by `writer`, a name that no other process and no other log has.

    Call `claim` or `create` first. Only one method may run at a time. `sequence` is the number of the last entry that
    counts.
    """

    def __init__(self, store: Store, key: str, writer: str) -> None:
        self.sequence = 0
        self.writer = writer
        self._expected = 0
        self._store = store
        self._key = key
        self._written = 0
        self._probe_mark = f"{writer} 0"
        self._probe_sequence = 0
        self._last_whole = 0

    async def create(self) -> None:
        """Begin the log of a new table; raises `TableTaken` if another host has begun it."""
        await self.append(b"")

    async def claim(self, has_writer_stopped: Callable[[str], Awaitable[bool]]) -> tuple[bytes, ...]:
        """Take the table over: read its log to the end, write a claim, and return its packed ticks.

        `has_writer_stopped` is called with the writer of the last entry that was read; it returns whether that writer
        has given the table up or is gone. Raises `JournalDamaged`, or `TableTaken` if that writer has not stopped.

        The claim follows the last entry that was read, so no tick before it is missing, and what others write after
        that entry does not count. If another entry comes before the claim, the server that was asked was behind, or the
        owner is present again: then the log is read again, and `has_writer_stopped` is asked about the writer of the
        new last entry.

        A claim without an answer may have been written, or may still be written, until another entry is seen in its
        place. Until then this host does not give up, because no other host runs a table that this one has claimed.
        """
        unanswered = -1  # the number of the entry that a claim without an answer follows
        pause = STORE_RETRY_PAUSE_SECONDS
        while True:
            entries = await ask_until_answer(lambda: self._store.read(self._key))
            chain = entries_that_count(entries)
            if chain is not None:
                self.sequence = chain[-1][0].sequence if chain else 0
                self._expected = entries[-1].sequence if entries else 0
                last_writer = chain[-1][1].writer if chain else ""
                has_claimed = last_writer == self.writer  # no answer has come, but the claim is written
                if has_claimed:
                    return ticks_in_chain([entry for _, entry in chain])
                if not chain or await has_writer_stopped(last_writer):
                    followed = self.sequence
                    counts = await self._try_to_append(*self._new_entry(b""))
                    if counts:
                        return ticks_in_chain([entry for _, entry in chain])
                    unanswered = followed if counts is None else -1
                elif unanswered < 0 or self.sequence > unanswered:
                    raise TableTaken
                else:  # this can take as long as nobody does anything at the table
                    pause = min(2 * pause, MAX_CLAIM_CHECK_PAUSE_SECONDS)
            await asyncio.sleep(pause)

    async def append(self, data: bytes, *, is_whole_state: bool = False) -> None:
        """Write a tick, and return when it is safe and counts as part of the log, however long the store cannot be
        reached.

        `data` is the packed tick; `is_whole_state` says that it is the complete state of the table. Raises `TableTaken`
        if another host has taken the table over.
        """
        last = max(0, len(data) - 1) // STORE_ENTRY_BYTES
        for place in range(last + 1):
            piece = data[place * STORE_ENTRY_BYTES : (place + 1) * STORE_ENTRY_BYTES]
            await self._append_piece(piece, is_whole_state=is_whole_state and not place, is_continued=place < last)
            if is_whole_state and not place:
                self._last_whole = self.sequence

    async def _append_piece(self, piece: bytes, *, is_whole_state: bool, is_continued: bool) -> None:
        """Write one entry and return when it is safe: `piece` is one tick or, if it `is_continued` by more pieces, the
        beginning or middle of one."""
        mark, entry = self._new_entry(piece, is_whole_state, is_continued)
        while True:
            counts = await self._try_to_append(mark, entry)
            if counts:
                return
            if counts is not None:
                raise TableTaken
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)

    def _new_entry(self, data: bytes, is_whole_state: bool = False, is_continued: bool = False) -> tuple[str, bytes]:
        """Return the mark by which a new entry is recognised, and the encoded entry, which follows the last known
        one."""
        self._written += 1
        mark = f"{self.writer} {self._written}"
        return mark, msgspec.msgpack.encode(LogEntry(self.sequence, mark, data, is_whole_state, is_continued))

    async def _try_to_append(self, mark: str, entry: bytes) -> bool | None:
        """Send an entry to the store, and return whether it counts as part of the log; None if that is not known
        yet."""
        is_refused = False
        try:
            await self._store.append(self._key, entry, self._expected)
        except EntryRefused:
            is_refused = True
        except StoreUnreachable:
            pass
        successor = await ask_until_answer(self._find_next_entry)
        if successor is None:
            return False if is_refused and await self._is_removed() else None
        stored, written = successor
        if written.mark != mark:
            return False
        self.sequence = self._expected = stored.sequence
        return True

    async def _is_removed(self) -> bool:
        """Return whether the log has been removed, as another host has closed the table; False if that is not known.

        That the store shows no entries proves nothing: its server may be behind. So a *probe* is written, an entry that
        counts only as the first one of a log. If the probe is the first entry afterwards, the log was removed; in a log
        that is there it does not count.
        """
        if self.sequence == 0:
            return False
        try:
            if await self._store.last(self._key) is None:
                probe = msgspec.msgpack.encode(LogEntry(0, self._probe_mark))
                await self._store.append(self._key, probe, 0)
            elif not self._probe_sequence:
                return False
            first = await self._store.first_after(self._key, 0)
        except (EntryRefused, StoreUnreachable):
            return False
        if first is None:
            return False
        if _decode_log_entry(first).mark == self._probe_mark:
            with suppress(StoreUnreachable):
                await self._store.remove(self._key, first.sequence + 1)
            return True
        self._expected = max(self._expected, self._probe_sequence)
        return False

    async def _find_next_entry(self) -> tuple[StoreEntry, LogEntry] | None:
        """Return the next entry that counts after the last known one, None if there is none yet.

        It is the first entry that was written after the last known one and does not follow an entry from before that
        one. Raises `StoreUnreachable` if the store does not answer.
        """
        after = self.sequence
        while True:
            stored = await self._store.first_after(self._key, after)
            if stored is None:
                return None
            entry = _decode_log_entry(stored)
            if entry.follows >= self.sequence:
                return stored, entry
            after = stored.sequence  # it does not count
            if entry.mark == self._probe_mark:  # nothing is written after it unless the log is there
                self._probe_sequence = after
            else:
                self._expected = after

    async def read(self) -> tuple[bytes, ...]:
        """Return the packed ticks of all entries that count, at least up to the last one that this writer knows of."""
        while True:
            chain = entries_that_count(await ask_until_answer(lambda: self._store.read(self._key)))
            if chain and chain[-1][0].sequence >= self.sequence:
                return ticks_in_chain([entry for _, entry in chain])
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)

    async def shorten(self) -> None:
        """Remove all entries before the last one that has the complete state; this writer must have written it last.

        Raises `StoreUnreachable` if the store does not answer.
        """
        await self._store.remove(self._key, self._last_whole)


def entries_that_count(entries: Sequence[StoreEntry]) -> list[tuple[StoreEntry, LogEntry]] | None:
    """Return the entries of a log that count, in order, each as the store has it and decoded.

    None if entries are missing, for example while the log is being shortened. Raises `JournalDamaged` for bytes that
    are no entry.
    """
    chain: list[tuple[StoreEntry, LogEntry]] = []
    for stored in entries:
        entry = _decode_log_entry(stored)
        last = chain[-1][0].sequence if chain else 0
        if entry.follows == last or (entry.is_whole_state and not chain):
            chain.append((stored, entry))
        elif entry.follows > last:
            return None
    return chain


def ticks_in_chain(entries: Sequence[LogEntry]) -> tuple[bytes, ...]:
    """Return the packed ticks of a log from the last entry that has the complete state (`is_whole_state`) to the end.

    A tick whose last piece was not written is left out.
    """
    ticks: list[bytes] = []
    pieces: list[LogEntry] = []
    for entry in entries:
        if pieces and pieces[0].writer != entry.writer:
            pieces = []
        pieces.append(entry)
        if entry.is_continued:
            continue
        if pieces[0].is_whole_state:
            ticks = []
        data = b"".join([piece.data for piece in pieces])
        if data:
            ticks.append(data)
        pieces = []
    return tuple(ticks)


def _decode_log_entry(stored: StoreEntry) -> LogEntry:
    """Return the entry of a log; raises `JournalDamaged` for bytes that are no entry."""
    try:
        return msgspec.msgpack.decode(stored.data, type=LogEntry)
    except msgspec.MsgspecError as error:
        raise JournalDamaged(DAMAGED_ENTRY_SENTENCE) from error
