"""The simulated process of a club: the real hall, tables and runners on a simulated event loop, and a journal on a
simulated disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from net.club.directory import MemoryDirectory
from net.club.hall import Hall
from net.club.hall_people import KnownPerson
from net.errors import NetError
from net.host import club_tables
from net.host.club_server import ClubServer
from net.host.club_tables import ClubTables
from net.host.table_register import LocalRegister
from net.journal import KeptTable
from net.journal.codec import pack_tick, unpack_tick
from net.journal.entries import (
    Entry,
    MatchAbortedEntry,
    MatchBeganEntry,
    MatchEndedEntry,
    SavedTable,
    add_up_to_saved_table,
)
from net.security.hall_tokens import HallTokens
from tests.sim.host_process import FakeServer
from tests.sim.processes import Process
from tests.sim.simulation import Simulation

CLUB_SECRET = b"the secret of the club"
"""The secret of the club, from which its tokens are derived."""


class ClubDisk:
    """What survives the death of the club's process: the ticks of each table, and the people that the club knew.

    Three sets hold numbers of tables: `unfinished` those with an unfinished match, `ended_by_order` those that somebody
    has ordered to close, and `locked` those that a runner of the present process writes.
    """

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.ticks: dict[int, list[bytes]] = {}
        self.unfinished: set[int] = set()
        self.ended_by_order: set[int] = set()
        self.locked: dict[int, TableOnDisk] = {}
        self.people: tuple[KnownPerson, ...] = ()
        self.no_more_matches_since = float("inf")
        self.last_number = 0

    def saved_table(self, table_number: int) -> SavedTable | None:
        """Return the state of a table that follows from the entries written for it; None if there are none."""
        return add_up_to_saved_table(chain.from_iterable(map(unpack_tick, self.ticks[table_number])))

    def write(self, table_number: int, entries: Sequence[Entry]) -> None:
        """Write entries of a table that belong together (a tick)."""
        self.ticks[table_number].append(pack_tick(entries))
        for entry in entries:
            if isinstance(entry, MatchBeganEntry):
                late = self.simulation.now - self.no_more_matches_since
                self.simulation.check(late < 5, "a match begins in a club that is told to stop")
                self.unfinished.add(table_number)
            elif isinstance(entry, MatchEndedEntry | MatchAbortedEntry):
                self.unfinished.discard(table_number)


class TableOnDisk:
    """The journal of one table on the simulated disk, with the methods of `net.journal.TableJournal`."""

    def __init__(self, club: SimulatedClub, table_number: int) -> None:
        self.number = table_number
        self.saved = club.disk.saved_table(table_number)
        self._club = club
        club.disk.locked[table_number] = self

    def commit(self, entries: Sequence[Entry], on_done: Callable[[NetError | None], None]) -> None:
        """Write the entries of a tick (entries written together) after a random time, then call `on_done` with None."""
        club = self._club
        club.simulation.schedule_after(
            club.random_disk_seconds(), lambda: club.run(self._finish_commit, entries, on_done)
        )

    def _finish_commit(self, entries: Sequence[Entry], on_done: Callable[[NetError | None], None]) -> None:
        """Put the entries on the disk, and call `on_done` with None."""
        disk = self._club.disk
        disk.simulation.check(disk.locked.get(self.number) is self, "two runners write the same table")
        disk.write(self.number, entries)
        on_done(None)

    def may_send(self) -> bool:
        """Return True: no other process can have this table, so its messages may always be sent."""
        return True

    async def close(self, is_over: bool) -> None:
        """Unlock the table after a random time; if it `is_over`, remove it for good."""
        full = self._club.has_most_suspended_tables
        await asyncio.sleep(self._club.random_disk_seconds())
        disk = self._club.disk
        disk.simulation.check(disk.locked.get(self.number) is self, "a table is released by somebody else")
        del disk.locked[self.number]
        if is_over:
            self._club.remove_table(self.number, full)


class SimulatedClub(Process):
    """One run of the club's process, from its start to its death; it is also the club's journal
    (`net.journal.ClubJournal`).
    """

    def __init__(self, simulation: Simulation, disk: ClubDisk) -> None:
        super().__init__(simulation, "club")
        self.disk = disk
        self.server: ClubServer | None = None
        disk.locked.clear()
        self.run(self._boot)

    def random_disk_seconds(self) -> float:
        """Return a random number of seconds that the disk takes."""
        return 0.02 * self.simulation.chance.random()

    def _boot(self) -> None:
        """Open the club in this process; if that raises an error, the run fails."""
        self.create_task(self._open())

    async def _open(self) -> None:
        """Open the club in the steps in which the real host opens one."""
        tables = ClubTables(LocalRegister(MemoryDirectory(), self))  # type: ignore[arg-type]
        await tables.recover()
        tokens = HallTokens(CLUB_SECRET, self.simulation.chance.randbytes(16))
        hall = Hall("Club", tokens, now=self.time(), known_people=self.disk.people)
        listener: Any = FakeServer()
        self.server = ClubServer(listener, hall, tables, None, "127.0.0.1:7433", tokens)

    @property
    def has_most_suspended_tables(self) -> bool:
        """Return whether the largest allowed number of tables is suspended."""
        return self.server is not None and len(self.server.tables._suspended) >= club_tables.MAX_SUSPENDED_CLUB_TABLES

    def remove_table(self, table_number: int, full: bool) -> None:
        """Remove a table for good.

        Fail if that loses an unfinished match, except if somebody ordered it or the club is `full` of suspended tables.
        """
        disk = self.disk
        if table_number in disk.unfinished and table_number not in disk.ended_by_order:
            disk.simulation.check(full, f"the unfinished match of table {table_number} is lost")
            disk.simulation.count("the table suspended longest was given up")
        disk.ticks.pop(table_number, None)
        disk.unfinished.discard(table_number)

    # The methods of `net.journal.ClubJournal`

    async def kept_tables(self) -> tuple[KeptTable, ...]:
        """Return the tables that are on the disk."""
        await asyncio.sleep(self.random_disk_seconds())
        kept = []
        for number in sorted(self.disk.ticks):
            saved = self.disk.saved_table(number)
            if saved is None:  # the process died before it wrote anything
                del self.disk.ticks[number]
            else:
                kept.append(KeptTable(number, saved.table, 0, number in self.disk.unfinished))
        return tuple(kept)

    async def open_table(self, table_number: int) -> TableOnDisk | None:
        """Return the journal of a table on the disk; None if the table is gone or a runner already writes it."""
        await asyncio.sleep(self.random_disk_seconds())
        if table_number not in self.disk.ticks or table_number in self.disk.locked:
            return None
        return TableOnDisk(self, table_number)

    async def new_table(self, private: bool = False) -> TableOnDisk:
        """Return the journal of a new table."""
        self.disk.last_number += 1
        self.disk.ticks[self.disk.last_number] = []
        journal = TableOnDisk(self, self.disk.last_number)
        await asyncio.sleep(self.random_disk_seconds())
        return journal

    async def discard_table(self, table_number: int) -> None:
        """Remove a table for good, unless a runner writes it."""
        full = self.has_most_suspended_tables
        await asyncio.sleep(self.random_disk_seconds())
        if table_number not in self.disk.locked:
            self.remove_table(table_number, full)

    async def close(self) -> None:
        """Do nothing: the disk needs no closing."""
