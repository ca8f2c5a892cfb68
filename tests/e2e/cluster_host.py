"""A host of a club on several machines, as a process that a test drives over a socket.

Its tables have no game: they write each action once, and tell everybody all actions so far (`TallyTable`).

    python -m tests.e2e.cluster_host NAME PORT URL…

It connects to the test at the port, and takes and sends one JSON object a line:

    {"open": true}                                  → {"opened": 12}
    {"table": 12, "person": "ann", "id": 3}         → {"table": 12, "person": "ann", "told": [["ann", 1], …]}
                                                    or {"table": 12, "person": "ann", "elsewhere": true}
    {"leave": true}                                 release all tables, and end
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from contextlib import suppress
from typing import Any

from net.cluster.directory import ClusterDirectory
from net.cluster.jetstream import open_store
from net.cluster.journal import ClusterJournal, ClusterTableJournal
from net.cluster.store import StoreAway
from net.errors import NetError, TableTaken
from net.host.table_runner import TickRunner
from net.protocol.messages import TableRow
from net.table.tick import Received
from tests.sim.cluster.club import Act, TallyTable, Told


class LineOutbox:
    """The connection of one person at a table, which sends what the table tells them to the test."""

    def __init__(self, host: RealHost, number: int, person: str) -> None:
        self._host = host
        self._about = {"table": number, "person": person}

    def deliver_messages(self, messages: Any, frames: object) -> None:
        """Send the answers of a tick to the test."""
        for message in messages:
            if isinstance(message, Told):
                self._host.send({**self._about, "told": message.actions})

    def end_connection(self, error: NetError) -> None:
        """Tell the person that they must look for their table."""
        self._host.send({**self._about, "elsewhere": True})


class RealHost:
    """A host of a club, with the tables that it runs."""

    def __init__(self, name: str, store: Any, writer: asyncio.StreamWriter) -> None:
        self.directory = ClusterDirectory(store, name, name, lambda: time.clock_gettime(time.CLOCK_BOOTTIME))
        self.journal = ClusterJournal(store, name, self.directory)
        self.runners: dict[int, TickRunner[Any]] = {}
        self.directory.take_over = lambda row: self._add(self._take_over(row.number))
        self.directory.lose = self._end
        self._writer = writer
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the test, as a line of JSON."""
        self._writer.write(json.dumps(message).encode() + b"\n")

    def _add(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take_over(self, number: int) -> None:
        try:
            with suppress(TableTaken):
                journal = await self.journal.open_table(number)
                if journal is not None:
                    self._run(journal)
        finally:
            self.directory.end_take_over(number)

    def _run(self, journal: ClusterTableJournal) -> None:
        number = journal.number
        runner: TickRunner[Any] = TickRunner(TallyTable(journal.saved), journal, journal.may_tell)
        self.runners[number] = runner
        runner.failed.add_done_callback(lambda _: self._end(number))
        self.directory.publish(TableRow(number, f"Table {number}", "mad-queens", 2, 1, 1))

    def _end(self, number: int) -> None:
        runner = self.runners.pop(number, None)
        if runner is not None and runner._journal is not None:
            outboxes = list(runner._outboxes.values())
            runner._stop_ticks()
            for outbox in outboxes:
                outbox.end_connection(TableTaken())
            self._add(runner._journal.close(over=False))

    async def _open(self) -> None:
        journal = await self.journal.new_table()
        self._run(journal)
        self.send({"opened": journal.number})

    async def leave(self) -> None:
        """Release all tables, and end."""
        await self.directory.leave()
        for number in list(self.runners):
            self._end(number)
            self.directory.release(number)
        await self.directory.close()

    def handle(self, message: dict[str, Any]) -> None:
        """Carry out a message of the test."""
        if "open" in message:
            self._add(self._open())
            return
        number, person = message["table"], message["person"]
        runner = self.runners.get(number)
        if runner is None:
            self.send({"table": number, "person": person, "elsewhere": True})
        else:
            connection = runner.connect(LineOutbox(self, number, person))
            runner.post_input(Received(connection, Act(person, message["id"])))  # type: ignore[arg-type]


async def main() -> None:
    """Run a host until it is told to leave, or the test has ended."""
    name, port, *urls = sys.argv[1:]
    reader, writer = await asyncio.open_connection("127.0.0.1", int(port), limit=2**20)
    while True:
        try:
            store = await open_store(urls, "club", 3)
            host = RealHost(name, store, writer)
            await host.directory.start()
            break
        except StoreAway:
            await asyncio.sleep(0.2)
    host.send({"name": name})
    while line := await reader.readline():
        message = json.loads(line)
        if "leave" in message:
            await host.leave()
            return
        host.handle(message)


if __name__ == "__main__":
    asyncio.run(main())
