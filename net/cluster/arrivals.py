"""`ClusterArrivals`: gives each person one place in the halls of a club, that of the host to which they came last.

When a person comes into the hall of a host, the host writes its name under the key of the person, and the last entry of
the key counts. A host that sees an entry of another host which is later than its own tells its hall that the person is
there. So of two hosts to which a person comes at the same time, one takes them out of its hall, and both agree on it.
The key has the person's public identifier; neither that nor the entry tells anybody their token or key.

An entry is on its way for a moment, and waits while the store is away: for that long a person can be in two halls.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from net.cluster.cancellation import cancel_tasks
from net.cluster.store import EntryRefused, Store, StoreEntry, StoreUnreachable
from net.limits import MAX_HALL_PEOPLE_KNOWN, STORE_RETRY_PAUSE_SECONDS

ARRIVAL_KEY_PREFIX: Final = "place"
"""The first word of the store keys that say into which host's hall a person has come last."""


class ClusterArrivals:
    """Knows, for the host called `host`, which people of the club have come into the hall of another host last.

    Call `start` first, and `close` at the end.
    """

    def __init__(self, store: Store, host: str) -> None:
        self._store = store
        self._host = host
        self._subscribers: list[Callable[[str], None]] = []
        self._has_started = False
        self._sequences: dict[str, int] = {}  # the number of this host's last entry about a person
        self._being_written: Counter[str] = Counter()
        self._later: dict[str, int] = {}  # that of another host's, which has come while this host's is being written
        self._work: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to receive who comes into other halls; raises `StoreUnreachable` if the store does not answer."""
        await self._store.watch(ARRIVAL_KEY_PREFIX, self._receive)
        self._has_started = True

    def watch(self, report_arrival: Callable[[str], None]) -> None:
        """Call `report_arrival` from now on with the identifier of each person who has come into the hall of another
        host after they came into this one.
        """
        self._subscribers.append(report_arrival)

    def record_arrival(self, person: str) -> None:
        """Record that the person with this identifier has come into the hall of this host; returns at once.

        It is written as soon as the store can be reached.
        """
        self._being_written[person] += 1
        task = asyncio.get_running_loop().create_task(self._write_arrival(person))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def close(self) -> None:
        """End at once, without writing what has not been written yet."""
        await cancel_tasks(list(self._work))

    async def _write_arrival(self, person: str) -> None:
        """Write that a person has come in here; if another host has written that later, report that the person is
        there.

        Each attempt names the entry that it follows, so an attempt without an answer cannot be written after the entry
        of another host.
        """
        key = f"{ARRIVAL_KEY_PREFIX}.{person}"
        while True:
            with suppress(EntryRefused, StoreUnreachable):
                last = await self._store.last(key)
                sequence = await self._store.append(key, self._host.encode(), 0 if last is None else last.sequence)
                break
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
        self._sequences[person] = max(sequence, self._sequences.pop(person, 0))
        if len(self._sequences) > MAX_HALL_PEOPLE_KNOWN:
            del self._sequences[next(iter(self._sequences))]
        self._being_written[person] -= 1
        if not self._being_written[person]:
            del self._being_written[person]
            self._report_later_arrival_elsewhere(person, self._later.pop(person, 0))

    def _receive(self, stored: StoreEntry) -> None:
        """Record that a person has come into the hall of another host.

        Entries from before `start` are ignored, as nobody was in this hall then.
        """
        person = stored.key.partition(".")[2]
        if not self._has_started or not stored.data or stored.data == self._host.encode():
            return
        if person in self._being_written:
            self._later[person] = max(stored.sequence, self._later.get(person, 0))
        else:
            self._report_later_arrival_elsewhere(person, stored.sequence)

    def _report_later_arrival_elsewhere(self, person: str, sequence: int) -> None:
        """Report that a person is in another hall, if the entry of that hall's host, with this number, is later than
        this host's.
        """
        if sequence > self._sequences.get(person, 0):
            self._sequences.pop(person, None)
            for report_arrival in self._subscribers:
                report_arrival(person)
