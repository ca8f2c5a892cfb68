"""A model of the store of a club: how NATS JetStream behaves, and what goes wrong between it and the hosts.

`SimulatedStore` is what the servers hold; a `StoreLink` carries the requests of one process of a host to it, with
delays, losses and splits. The model follows every log as it grows, so the checks know at any moment which entries
count.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

import msgspec

from net.cluster.store import EntryRefused, StoreEntry, StoreUnreachable
from net.cluster.table_log import LogEntry
from net.journal.codec import has_right_checksum, unpack_tick
from net.journal.entries import ActionEntry
from net.limits import STORE_ANSWER_SECONDS
from tests.sim.processes import Process
from tests.sim.simulation import Simulation

SIMULTANEOUS_SECONDS: Final = 0.004
"""Time within which the store may accept two entries of one key although both expect the same last entry."""


class LogContents:
    """The valid content of the log of a table since its beginning: the last owner, and all actions in order."""

    def __init__(self) -> None:
        self.sequence = 0
        self.writer = self.owner = ""
        self.pieces = b""
        self.is_whole = False
        self.actions: list[tuple[str, int]] = []


class SimulatedStore:
    """The simulated store of a club: the entries on its servers, which answer no host while the store `is_away`.

    `written_at` maps each key to the time in seconds at which its last entry was written.
    """

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.is_away = False
        self.logs: defaultdict[str, LogContents] = defaultdict(LogContents)
        self.links: list[StoreLink] = []
        self._entries: defaultdict[str, list[StoreEntry]] = defaultdict(list)
        self.written_at: dict[str, float] = {}
        self._began_at: dict[str, float] = {}
        self._sequence = 0

    def append(self, key: str, data: bytes, expected_sequence: int | None) -> int:
        """Write an entry and return its number.

        Raise `EntryRefused` if the last entry is not the `expected_sequence` one, except by chance if the last entry
        has only just arrived.
        """
        entries = self._entries[key]
        last = entries[-1].sequence if entries else 0
        if expected_sequence is not None and last != expected_sequence:
            together = self.simulation.now - self.written_at.get(key, -1.0) < SIMULTANEOUS_SECONDS
            if not (together and self.simulation.chance.random() < 0.5):
                raise EntryRefused
            self.simulation.count("two entries arrived together")
        self._sequence += 1
        stored = StoreEntry(key, self._sequence, data)
        if key.startswith("log."):
            self._began_at.setdefault(key, self.simulation.now)
            entries.append(stored)
            self._record_if_valid(self.logs[key], stored)
        else:
            entries[:] = [stored]
        self.written_at[key] = self.simulation.now
        for link in self.links:
            link.pass_to_watches(stored)
        return stored.sequence

    def _record_if_valid(self, log: LogContents, stored: StoreEntry) -> None:
        """Add an entry to the contents of its log if it is valid."""
        entry = msgspec.msgpack.decode(stored.data, type=LogEntry)
        if entry.follows != log.sequence:
            return
        writer, _, number = entry.mark.partition(" ")
        if number == "0":  # a probe, by which a writer finds out that its log was removed: nobody has the table by that
            log.sequence = stored.sequence
            return
        if writer != log.writer and log.pieces:
            self.simulation.count("the pieces of a tick were not all written")
        if writer != log.writer or not log.pieces:
            log.pieces, log.is_whole = b"", entry.is_whole_state
        log.sequence, log.writer, log.owner = stored.sequence, writer, writer.rpartition(".")[0]
        log.pieces += entry.data
        if entry.is_continued:
            return
        data, log.pieces = log.pieces, b""
        self.simulation.check(not data or has_right_checksum(data), "the pieces of a tick do not belong together")
        acted = [one for one in unpack_tick(data) if isinstance(one, ActionEntry)] if data else []
        actions = [(one.person, one.ask) for one in acted]
        if log.is_whole:
            self.simulation.check(actions == log.actions, "an entry that adds up the log differs from it")
        else:
            log.actions += actions

    def entries(self, key: str) -> tuple[StoreEntry, ...]:
        """Return the entries of a key."""
        return tuple(self._entries[key])

    def last_entries_with_first_word(self, first_word: str) -> list[StoreEntry]:
        """Return the last entry of every key with this first word, in the order in which they were written."""
        found = [entries[-1] for key, entries in self._entries.items() if key.startswith(f"{first_word}.") and entries]
        return sorted(found, key=lambda stored: stored.sequence)

    def new_logs(self, seconds: float) -> set[str]:
        """Return the keys of the logs that were begun in the last `seconds`."""
        since = self.simulation.now - seconds
        return {key for key, began in self._began_at.items() if began >= since}

    def remove(self, key: str, before_sequence: int | None) -> None:
        """Remove the entries of a key before `before_sequence`, or all of them if that is None. A key that is not a log
        then gets an empty entry.
        """
        if key.startswith("log."):
            self.simulation.count("a log was shortened" if before_sequence is not None else "a log was removed")
            if before_sequence is None:
                self.logs[key] = LogContents()
            self._entries[key] = [
                one for one in self._entries[key] if before_sequence is not None and one.sequence >= before_sequence
            ]
        else:
            self.append(key, b"", None)


class StoreLink:
    """The connection of one process of a host to the store.

    `has_lease` returns whether the process believes that it has its lease. `unheard` holds the keys of logs that the
    asked server has not received yet: it returns no entries of them, refuses entries that must follow others, and
    cannot write a first entry, because the other servers do not agree.
    """

    def __init__(self, store: SimulatedStore, process: Process) -> None:
        self.split = False
        self.unheard: set[str] = set()
        self.has_lease: Callable[[], bool] = lambda: True
        self._store = store
        self._process = process
        self._watches: list[tuple[str, Callable[[StoreEntry], None]]] = []
        self._shown_until: defaultdict[str, float] = defaultdict(float)
        store.links.append(self)

    # The methods of `net.cluster.store.Store`

    async def append(self, key: str, data: bytes, expected_sequence: int | None = None) -> int:
        def write() -> int | None:
            """Write the entry, unless the server has not heard of its log."""
            if key not in self.unheard:
                return self._store.append(key, data, expected_sequence)
            self._store.simulation.count("a server had not heard of a log")
            if expected_sequence:
                raise EntryRefused
            return None

        sequence: int | None = await self._request(write, is_log=key.startswith("log."))
        if sequence is None:
            raise StoreUnreachable
        if key.startswith("log.") and not self.has_lease():
            self._store.simulation.count("an acknowledgement came after the lease was gone")
        return sequence

    async def last(self, key: str) -> StoreEntry | None:
        found: StoreEntry | None = await self._request(
            lambda: None if key in self.unheard else next(iter(self._store.entries(key)[-1:]), None)
        )
        return found

    async def first_after(self, key: str, sequence: int) -> StoreEntry | None:
        def look_at_server() -> StoreEntry | None:
            """Look at a server, which may not have the last entry yet."""
            entries = [one for one in self._entries_at_one_server(key) if one.sequence > sequence]
            return entries[0] if entries else None

        found: StoreEntry | None = await self._request(look_at_server)
        return found

    async def read(self, key: str) -> tuple[StoreEntry, ...]:
        found: tuple[StoreEntry, ...] = await self._request(lambda: self._entries_at_one_server(key))
        return found

    async def remove(self, key: str, before_sequence: int | None = None) -> None:
        await self._request(lambda: self._store.remove(key, before_sequence))

    async def remove_before(self, word: str, sequence: int) -> None:
        raise NotImplementedError  # tables keep no results here

    async def watch(self, word: str, changed: Callable[[StoreEntry], None]) -> None:
        def begin() -> list[StoreEntry]:
            """Begin to show what is written."""
            self._watches.append((word, changed))
            return self._store.last_entries_with_first_word(word)

        for stored in await self._request(begin):
            changed(stored)

    # Faults

    def mend(self) -> None:
        """End the split between the process and the store; every watch is then passed the last entry of every key
        again.
        """
        self.split = False
        for word, _ in self._watches:
            for stored in self._store.last_entries_with_first_word(word):
                self.pass_to_watches(stored)

    def pass_to_watches(self, stored: StoreEntry) -> None:
        """Pass an entry to the watches of the process, later but in order; do nothing while the link is split."""
        if self.split or self._store.is_away:
            return
        for word, changed in self._watches:
            if stored.key.startswith(f"{word}."):
                simulation = self._store.simulation
                when = max(self._shown_until[word], simulation.now + self._random_message_seconds())
                self._shown_until[word] = when
                simulation.schedule_at(when, lambda changed=changed: self._process.run(changed, stored))  # type: ignore[misc]

    def _entries_at_one_server(self, key: str) -> tuple[StoreEntry, ...]:
        """Return the entries of a key as one of the servers has them; seldom it lacks the newest ones."""
        if key in self.unheard:
            return ()
        entries = self._store.entries(key)
        chance = self._store.simulation.chance
        return entries[: -chance.randint(1, 2)] if chance.random() < 0.02 else entries

    def _random_message_seconds(self) -> float:
        """Return a random number of seconds that a message takes: mostly a millisecond, seldom seconds."""
        chance = self._store.simulation.chance
        return 0.002 * chance.random() if chance.random() < 0.97 else 2.5 * chance.random() ** 2

    async def _request(self, function: Callable[[], Any], *, is_log: bool = False) -> Any:
        """Call a function at the store, and return its answer; raise `StoreUnreachable` if none comes in time.

        `is_log` says whether the function writes to a log.
        """
        simulation, process = self._store.simulation, self._process
        answer: asyncio.Future[Any] = process.create_future()

        def carry_out_at_store() -> None:
            """Call the function, unless the request is lost on its way, and send the answer, unless that is lost."""
            if (self.split and simulation.chance.random() < 0.8) or self._store.is_away or lost < 0.01:
                return
            try:
                result, error = function(), None
            except EntryRefused as refused:
                result, error = None, refused
            if not (self.split or 0.01 < lost < 0.03):
                simulation.schedule_after(
                    self._random_message_seconds(), lambda: process.run(give_answer, result, error)
                )

        def give_answer(result: object, error: Exception | None) -> None:
            """Give the result or the error to the caller that waits for the answer."""
            if answer.done():
                if is_log and result is not None:
                    simulation.count("an acknowledgement came when nobody waited for it any more")
                return
            if error is None:
                answer.set_result(result)
            else:
                answer.set_exception(error)

        lost = simulation.chance.random()
        simulation.schedule_after(self._random_message_seconds(), carry_out_at_store)
        process.call_later(STORE_ANSWER_SECONDS, give_answer, None, StoreUnreachable())
        return await answer
