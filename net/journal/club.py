"""The journal of a club: all its tables in one file, written by one thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from net.journal.tables import OpenedTable, TableJournal, add_table, claim_tables
from net.journal.writer import JournalWriter


class ClubJournal:
    """The tables of one `slot` of the journal at `path`; make it on the event loop.

    `clock` returns the time of day in seconds; with `durable` a commit waits for the disk. Close the journal of every
    table before this one.
    """

    def __init__(self, path: Path, clock: Callable[[], float], slot: str, durable: bool = False) -> None:
        self._slot = slot
        self._clock = clock
        self._writer = JournalWriter(path, clock, durable)

    async def open_tables(self) -> tuple[TableJournal, ...]:
        """Return the tables that were not closed when the club ended, each with what was saved of it.

        Raises `JournalDamaged` or `JournalUnusable`.
        """
        claimed: tuple[OpenedTable, ...] = await self._writer.run_job(
            partial(claim_tables, slot=self._slot, now=self._clock())
        )
        return tuple(TableJournal(self._writer, opened, shared=True) for opened in claimed)

    async def new_table(self) -> TableJournal:
        """Return a new table; raises `JournalDamaged` or `JournalUnusable`."""
        opened = await self._writer.run_job(partial(add_table, slot=self._slot, now=self._clock()))
        return TableJournal(self._writer, opened, shared=True)

    async def close(self) -> None:
        """Write what waits, and close the file."""
        await self._writer.close()
