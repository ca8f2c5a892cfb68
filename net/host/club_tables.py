"""`ClubTables`: runs the tables of a club in this process, each with its runner and its journal."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from core import RulesError, games
from core.engine.registry import unknown_game_sentence
from net.club.directory import TableDirectory
from net.club.openings import OpeningOrder
from net.errors import JournalDamaged, JournalUnusable, NetError
from net.host.table_runner import TableRunner
from net.host.table_spec import new_table, restored_table, table_spec
from net.journal import ClubJournal, TableJournal
from net.limits import HALL_UPDATE_SECONDS
from net.protocol.messages import TableRow
from net.security.table_code import new_secret
from net.table.spec import TableSpec
from net.table.table import Table
from net.table.tick import CodesTried
from net.transport.code_attempts import CodeAttempts


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A table of a club: its number in the club, its runner, and the limit of attempts at its code."""

    number: int
    runner: TableRunner
    code_attempts: CodeAttempts

    @property
    def row(self) -> TableRow:
        """The row of the table in the list of the club."""
        table = self.runner.table
        info = table.info()
        return TableRow(
            self.number,
            info.name,
            info.game,
            len(info.seats),
            table.free_seats,
            table.people,
            table.is_playing,
            bool(table.code),
        )


class ClubTables:
    """The tables of a club that this process runs. Call `recover` first, and `close` at the end.

    Every table is published in the `directory`, also when it changes. Without a `journal` nothing is kept. `address` is
    shown to the people at the tables, and `pace` is about how long bots seem to think, in seconds. `recovered` is how
    many tables `recover` has found. The future `failed` is done with the error if the journal cannot be written any
    more.
    """

    def __init__(
        self, directory: TableDirectory, journal: ClubJournal | None = None, *, address: str = "", pace: float = 0.0
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self.failed: asyncio.Future[NetError] = self._loop.create_future()
        self.recovered = 0
        self._directory = directory
        self._journal = journal
        self._address = address
        self._pace = pace
        self._tables: dict[int, ClubTable] = {}
        self._last_number = 0
        self._changed: set[int] = set()
        self._closing: set[asyncio.Task[None]] = set()

    def get(self, number: int) -> ClubTable | None:
        """Return the table with this number, or None."""
        return self._tables.get(number)

    async def recover(self) -> None:
        """Run every table that was not closed when the club ended.

        A table whose match cannot be replayed stays in the journal. Raises `JournalDamaged` or `JournalUnusable`.
        """
        journals = () if self._journal is None else await self._journal.open_tables()
        for journal in journals:
            saved = journal.saved
            assert saved is not None
            try:
                game = games.get(saved.table.game)
                if game is None:
                    raise RulesError(unknown_game_sentence(saved.table.game))
                spec = TableSpec(game, len(saved.table.chairs), {}, pace=self._pace, address=self._address)
                table = restored_table(spec, saved)
            except RulesError:
                await journal.close(over=False)
                continue
            table.write_at_once()
            self._run(journal.number, table, journal)
        self.recovered = len(self._tables)

    async def open(self, order: OpeningOrder, founder: str) -> ClubTable:
        """Open a table as it was ordered; it will belong to the person with the key `founder`.

        Raises `core.BadOption`, `JournalDamaged` or `JournalUnusable`.
        """
        code = (order.code or new_secret(secrets.token_bytes(4))) if order.private else ""
        spec = table_spec(
            order.game,
            seats=order.seats,
            bots=order.bots,
            options=order.options,
            name=order.name,
            code=code,
            pace=self._pace,
        )
        table = new_table(replace(spec, address=self._address, founder=founder))
        journal = None if self._journal is None else await self._journal.new_table()
        table.write_at_once()
        self._last_number += 1
        return self._run(self._last_number if journal is None else journal.number, table, journal)

    def _run(self, number: int, table: Table, journal: TableJournal | None) -> ClubTable:
        """Run a table, and publish it now and whenever it changes."""
        runner = TableRunner(table, journal)
        attempts = CodeAttempts(runner.is_code, runner.is_member, lambda: runner.post_input(CodesTried()))
        club_table = self._tables[number] = ClubTable(number, runner, attempts)
        runner.on_tick = lambda: self._note_change(number)
        runner.failed.add_done_callback(lambda failed: self._handle_failure(number, failed.result()))
        self._directory.publish(club_table.row)
        return club_table

    def _note_change(self, number: int) -> None:
        """Publish a table that has changed, soon: a table that changes all the time is published now and then."""
        if not self._changed:
            self._loop.call_later(HALL_UPDATE_SECONDS / 2, self._publish_changed)
        self._changed.add(number)

    def _publish_changed(self) -> None:
        """Publish the tables that have changed."""
        changed, self._changed = self._changed, set()
        for number in sorted(changed):
            if number in self._tables:
                self._directory.publish(self._tables[number].row)

    def _handle_failure(self, number: int, error: NetError) -> None:
        """Close a table that has failed; if the journal has failed, all of them have."""
        if self._journal is not None and not self.failed.done() and isinstance(error, JournalDamaged | JournalUnusable):
            self.failed.set_result(error)
        self.close_table(number)

    def close_table(self, number: int, if_empty: Callable[[Table], bool] = lambda table: True) -> None:
        """Close a table, with a goodbye to everybody, if there is one of this number; returns at once."""
        table = self._tables.get(number)
        if table is None or not if_empty(table.runner.table):
            return
        del self._tables[number]
        self._directory.withdraw(number)
        task = self._loop.create_task(table.runner.end_table())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def close(self) -> None:
        """Close all tables with a goodbye to everybody; their unfinished matches are kept."""
        for number in list(self._tables):
            self.close_table(number)
        await asyncio.gather(*self._closing, return_exceptions=True)
        if self._journal is not None:
            await self._journal.close()
