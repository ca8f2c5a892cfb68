"""The journal of a club: all its tables in one file, written by one thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from net.journal.tables import KeptTable, TableJournal, add_table, claim_table, discard_table, kept_tables
from net.journal.writer import JournalWriter


class ClubJournal:
    """The tables of one `slot` of the journal at `path`; make it on the event loop.

    `clock` returns the time of day in seconds; with `durable` a commit waits for the disk. Close the journal of every
    table before this one. All methods raise `JournalDamaged` or `JournalUnusable`.
    """

    def __init__(self, path: Path, clock: Callable[[], float], slot: str, durable: bool = False) -> None:
        self._slot = slot
        self._clock = clock
        self._writer = JournalWriter(path, clock, durable)

    async def kept_tables(self) -> tuple[KeptTable, ...]:
        """Return the tables that were not closed when the club ended, those first that were opened first."""
        return await self._writer.run_job(partial(kept_tables, slot=self._slot, now=self._clock()))

    async def open_table(self, number: int) -> TableJournal | None:
        """Return the kept table of this number with what was saved of it, or None if it is closed or taken."""
        opened = await self._writer.run_job(partial(claim_table, slot=self._slot, number=number))
        return None if opened is None else TableJournal(self._writer, opened, shared=True)

    async def new_table(self) -> TableJournal:
        """Return a new table."""
        opened = await self._writer.run_job(partial(add_table, slot=self._slot, now=self._clock()))
        return TableJournal(self._writer, opened, shared=True)

    async def discard_table(self, number: int) -> None:
        """Close a kept table for good: its unfinished match is deleted."""
        await self._writer.run_job(partial(discard_table, number=number, now=self._clock()))

    async def close(self) -> None:
        """Write what waits, and close the file."""
        await self._writer.close()
