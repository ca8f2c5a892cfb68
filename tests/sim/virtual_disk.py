"""The simulated disk of the host with the journal: which ticks are committed, synced or torn.

A commit survives the death of the process, because the kernel has it. It survives a power cut once it is synced: at
once if the disk is `durable`, else within a second. A write that the end of the process or of the power interrupts is
on the disk whole, in part (torn), or not at all. The bytes are those of `net.journal`; its file is SQLite's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.errors import JournalDamaged, JournalUnusable
from net.journal.codec import pack_tick, unpack_tick
from net.journal.entries import Entry
from tests.sim.simulation import Simulation

MAX_UNSYNCED_SECONDS: Final = 1.0
"""Longest time for which a commit may stay unsynced if the disk is not `durable`."""


class VirtualDisk:
    """The journal's committed ticks: all survive the death of a process, those that are synced also a power cut.

    `durable`: each commit is synced at once. `slow` and `full` are faults that can be switched on.
    """

    def __init__(self, simulation: Simulation, durable: bool) -> None:
        self.durable = durable
        self.slow = False
        self.full = False
        self._simulation = simulation
        self._written: list[bytes] = []
        self._synced = 0
        self._syncing = False

    def commit_seconds(self) -> float:
        """Return how many seconds the next commit takes, a random number."""
        return (0.3 if self.slow else 0.002) * self._simulation.chance.random() * (4 if self.durable else 1)

    def commit(self, entries: Sequence[Entry]) -> JournalUnusable | None:
        """Write all entries of one tick, or none of them. Return why that failed, or None if it did not."""
        if self.full:
            self._simulation.count("the disk was full")
            return JournalUnusable("journal", "the disk is full")
        self._written.append(pack_tick(entries))
        if self.durable:
            self._synced = len(self._written)
        elif not self._syncing:
            self._syncing = True
            self._simulation.schedule_after(
                MAX_UNSYNCED_SECONDS * (0.5 + 0.5 * self._simulation.chance.random()), self._sync
            )
        return None

    def _sync(self) -> None:
        """Sync all commits so far, unless a power cut has come since this was scheduled."""
        if self._syncing:
            self._syncing = False
            self._synced = len(self._written)

    def sync_commits_of_earlier_process(self) -> None:
        """Sync the commits of an earlier process, because the first checkpoint of a new process does that."""
        self.read()
        self._synced = len(self._written)

    def interrupt_write(self, being_written: Sequence[Entry], loses_power: bool) -> None:
        """Interrupt the write of one tick's entries: by chance they are on the disk whole, in part or not at all.

        With `loses_power` the machine lost its power: then they are never on the disk whole, and of the commits that
        were not synced the last ones may be lost; the first of the lost ones may be there in part.
        """
        chance = self._simulation.chance
        tail = pack_tick(being_written) if being_written else b""
        if loses_power:
            self._syncing = False
            kept = chance.randint(self._synced, len(self._written))
            if kept < len(self._written):
                self._simulation.count("unsynced writes were lost")
                tail = self._written[kept]
            del self._written[kept:]
            self._synced = kept
        if tail:
            outcome = chance.randrange(3)
            if outcome == 0 and being_written and not loses_power:
                self._simulation.count("written, but sent to nobody")
                self._written.append(tail)
            elif outcome:
                self._written.append(self._part_of_torn_write(tail))

    def _part_of_torn_write(self, tick: bytes) -> bytes:
        """Return the part of a tick that is on the disk after an interrupted write."""
        return tick[: self._simulation.chance.randint(1, len(tick) - 1)]

    def read(self) -> list[tuple[Entry, ...]]:
        """Return the entries of every tick (entries written together) on the disk, in order, without a last tick that
        was written only in part.
        """
        ticks: list[tuple[Entry, ...]] = []
        for number, data in enumerate(self._written):
            try:
                ticks.append(tuple(unpack_tick(data)))
            except JournalDamaged:
                self._simulation.check(number == len(self._written) - 1, "the middle of the journal is damaged")
                self._simulation.count("a torn tail was cut off")
                del self._written[number:]
                self._synced = min(self._synced, number)
        return ticks

    def entries(self) -> list[Entry]:
        """Return every entry on the disk, in order."""
        return [entry for tick in self.read() for entry in tick]
