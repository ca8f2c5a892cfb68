"""`DirectoryHost`: a host of a club without people, which the tests of the directory and its parts run."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress

from net.cluster.cancellation import cancel_tasks
from net.cluster.directory import ClusterDirectory
from net.cluster.journal import ClusterJournal
from net.errors import TableTaken
from net.journal.entries import SavedSeatBot, TableEntry
from net.protocol.messages import TableRow
from tests.support.patience import PATIENCE_SECONDS

TABLE_ENTRY = TableEntry(b"x" * 32, None, "", "Ann's table", "mad-queens", (), (SavedSeatBot(),) * 2)
"""The first journal entry of a table of two seats."""


def table_row(table_number, people=1, **changes):
    """Return the row of a table."""
    return TableRow(table_number, f"Table {table_number}", "mad-queens", 2, 1, people, **changes)


class DirectoryHost:
    """A host without people: it claims the log of each table that it must run, and records the rows of the list that it
    sees.
    """

    def __init__(self, store, name):
        loop = asyncio.get_running_loop()
        self.directory = ClusterDirectory(store, name, f"{name}:7433", loop.time)
        self.journal = ClusterJournal(store, name, self.directory)
        self.tables = {}
        self.rows = {}
        self.openers = {}
        self.lost_tables = []
        self._tasks = set()
        self._is_dead = False
        self.directory.records.watch(self._record_row, lambda table_number: self.rows.pop(table_number, None))

    def _record_row(self, row, opener):
        """Record a changed row of the list of tables, and who has opened the table."""
        self.rows[row.number] = row
        self.openers[row.number] = opener

    async def open(self, opener=""):
        """Open a table, and return its number."""
        journal = await self.journal.new_table()
        self.tables[journal.number] = journal
        self.directory.records.publish(table_row(journal.number), opener)
        await commit_tick(journal, TABLE_ENTRY)
        return journal.number

    def take_over(self, table_number):
        """Begin to take over the table of this number in a task of its own."""
        if not self._is_dead:
            self._tasks.add(asyncio.create_task(self._take_over(self.rows[table_number])))

    async def _take_over(self, row):
        """Take over the table of a row: claim its log, and publish the row as one of this host."""
        with suppress(TableTaken):
            journal = await self.journal.open_table(row.number)
            if journal is None:
                self.directory.records.withdraw(row.number)
            else:
                self.tables[row.number] = journal
                self.directory.records.publish(row)
        self.directory.take_overs.end(row.number)

    def lose_table(self, table_number):
        """Record that another host has taken over the table of this number."""
        if not self._is_dead:
            self.lost_tables.append(table_number)
            self._tasks.add(asyncio.create_task(self.tables.pop(table_number).close(is_over=False)))

    def close_table(self, number):
        """Close the table of this number for good, if this host runs it, or none does."""
        if self._is_dead:
            return
        journal = self.tables.pop(number, None)
        if journal is not None:
            self._tasks.add(asyncio.create_task(journal.close(is_over=True)))
            self.directory.records.withdraw(number)
        elif number in self.rows and self.rows[number].suspended:
            self.directory.records.withdraw(number)
            self._tasks.add(asyncio.create_task(self.journal.discard_table(number)))

    async def die(self):
        """End suddenly, without notifying the other hosts."""
        self._is_dead = True
        await cancel_tasks([*self.directory._tasks, *self._tasks])
        for journal in self.tables.values():
            await journal.close(is_over=False)
        self.tables = {}

    async def close(self):
        """Release all tables, and end."""
        await self.directory.hosts.leave()
        for table_number, journal in list(self.tables.items()):
            await journal.close(is_over=False)
            self.directory.release(table_number)
        self.tables = {}
        await self.directory.close()
        await asyncio.gather(*self._tasks)


async def commit_tick(journal, *entries):
    """Commit a tick (entries written together); return the error that prevented it, None if none did."""
    answer = asyncio.get_running_loop().create_future()
    journal.commit(entries, answer.set_result)
    return await answer


@asynccontextmanager
async def run_hosts_at(store, *names):
    """Context manager: run hosts with these names at a store, and close those that still run at the end of the
    block.
    """
    hosts = [DirectoryHost(store, name) for name in names]
    for host in hosts:
        await host.directory.start(host)
    try:
        yield hosts
    finally:
        for host in hosts:
            await host.die()


async def wait_until(condition, max_seconds=PATIENCE_SECONDS):
    """Wait until a condition holds; fail after `max_seconds` seconds."""
    async with asyncio.timeout(max_seconds):
        while not condition():  # noqa: ASYNC110 - what is awaited has no event
            await asyncio.sleep(0.02)
