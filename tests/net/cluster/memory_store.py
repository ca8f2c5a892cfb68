"""`MemoryStore`: a store in memory that behaves as JetStream does, with the faults that a test asks for."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from net.cluster.store import EntryRefused, StoreEntry, StoreUnreachable


class MemoryStore:
    """A store in memory. While it `is_away`, no request is answered and nothing is written.

    With `accepts_all` it does not compare the expected number, as JetStream does not for entries that arrive together.
    `lost_answer_count` is the number of writes that happen but are not answered; `late_write_count` is the number of
    writes that happen only when the next request comes, also without an answer; both count down. `missing_entry_counts`
    lists for each of the next reads how many of the last entries it lacks, as on a server that is behind.
    """

    def __init__(self):
        self.entries = {}
        self.is_away = False
        self.accepts_all = False
        self.lost_answer_count = 0
        self.late_write_count = 0
        self.missing_entry_counts = []
        self._sequence = 0
        self._waiting = []
        self._subscribers = []

    async def append(self, key, data, expected_sequence=None):
        """Write an entry and return its number; perhaps the answer is lost."""
        await self._begin_request()
        if self.late_write_count:
            self.late_write_count -= 1
            self._waiting.append((key, data, expected_sequence))
            raise StoreUnreachable
        sequence = self._write(key, data, expected_sequence)
        if self.lost_answer_count:
            self.lost_answer_count -= 1
            raise StoreUnreachable
        return sequence

    async def last(self, key):
        """Return the last entry."""
        await self._begin_request()
        entries = self.entries.get(key)
        return entries[-1] if entries else None

    async def first_after(self, key, sequence):
        """Return the first entry after a number."""
        await self._begin_request()
        return next((one for one in self.entries.get(key, ()) if one.sequence > sequence), None)

    async def read(self, key):
        """Return all entries of a key, or as a server that is behind does, all but the last ones."""
        await self._begin_request()
        entries = tuple(self.entries.get(key, ()))
        return entries[: len(entries) - self.missing_entry_counts.pop(0)] if self.missing_entry_counts else entries

    async def remove(self, key, before_sequence=None):
        """Remove the entries of a key; with `before_sequence`, only those whose number is less."""
        await self._begin_request()
        if key.startswith(("log.", "match.")):
            self.entries[key] = [
                one
                for one in self.entries.get(key, ())
                if before_sequence is not None and one.sequence >= before_sequence
            ]
        else:
            self._write(key, b"", None)

    async def remove_before(self, word, sequence):
        """Remove, for all keys with this first word, the entries whose number is less than `sequence`."""
        await self._begin_request()
        for key, entries in self.entries.items():
            if key.startswith(f"{word}."):
                self.entries[key] = [one for one in entries if one.sequence >= sequence]

    async def watch(self, word, changed):
        """Call `changed` with the last entry of each key that begins with `word` and a dot, now and at each later
        write.
        """
        await self._begin_request()
        self._subscribers.append((f"{word}.", changed))
        for key, entries in list(self.entries.items()):
            if key.startswith(f"{word}.") and entries:
                changed(entries[-1])

    async def _begin_request(self):
        """Begin a request: let the event loop run once, as a real store does, and carry out the late writes."""
        await asyncio.sleep(0)
        if self.is_away:
            raise StoreUnreachable
        waiting, self._waiting = self._waiting, []
        for key, data, expected in waiting:
            with suppress(EntryRefused):
                self._write(key, data, expected)

    def _write(self, key, data, expected_sequence):
        """Write an entry and return its number; raise `EntryRefused` if the last entry is not the expected one."""
        entries = self.entries.setdefault(key, [])
        if (
            expected_sequence is not None
            and not self.accepts_all
            and (entries[-1].sequence if entries else 0) != expected_sequence
        ):
            raise EntryRefused
        self._sequence += 1
        entries.append(StoreEntry(key, self._sequence, data))
        for word, changed in self._subscribers:
            if key.startswith(word):
                changed(entries[-1])
        return self._sequence


class MemoryLink:
    """The connection of one host to a `MemoryStore`.

    While it `is_cut`, nothing comes through in either direction; while it `watches_nothing`, the host receives only
    answers to its requests.
    """

    def __init__(self, store):
        self.is_cut = self.watches_nothing = False
        self._store = store
        self._watches = []

    def __getattr__(self, name):
        """Return the store's method of this name, which fails while the connection is cut."""

        async def asked(*arguments):
            if self.is_cut:
                await asyncio.sleep(0)
                raise StoreUnreachable
            return await getattr(self._store, name)(*arguments)

        return asked

    async def watch(self, word, changed):
        """Report each entry that is written, except those written while the connection is cut."""

        def show(stored):
            if not self.is_cut and not self.watches_nothing:
                changed(stored)

        self._watches.append((word, show))
        await self._store.watch(word, show)

    def mend(self):
        """Restore the connection; the watches begin again with the last entry of every key."""
        self.is_cut = False
        for word, show in self._watches:
            for key, entries in list(self._store.entries.items()):
                if key.startswith(f"{word}.") and entries:
                    show(entries[-1])


class CertainOwner:
    """A stand-in for a host's directory: the host is always certain that its tables are its own, and that every other
    host is gone.
    """

    def lease_generation(self):
        """Return 1, always the same number: the host's lease has never lapsed."""
        return 1

    async def has_writer_stopped(self, table_number, writer):
        """Return True: every other host is gone."""
        return True

    async def is_closed(self, table_number):
        """Return False: no organiser has closed the table."""
        return False

    def record_claim(self, table_number, epoch, writer):
        """Do nothing: these tests keep no record of who owns a table."""

    async def wait_for_record(self, table_number):
        """Return at once: other hosts find the table."""

    def record_loss(self, table_number):
        """Do nothing: this stand-in does not record which tables it has lost."""

    async def has_any_writer_stopped(self, writer):
        """Return True: whoever wrote the last entry of the log, the next owner may continue it."""
        return True
