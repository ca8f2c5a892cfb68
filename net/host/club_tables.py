"""`ClubTables`: runs the tables of a club in this process, each with its runner and its journal.

A *suspended* table has no runner, and is only in the journal; `resume` makes it go on. Which tables there are, and
which of them this process is to run, is up to the register (`net.host.table_register`).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from core import RulesError, games
from net.club.table_lifecycle import OpenOrder
from net.cluster.cancellation import cancel_tasks
from net.errors import HOST_CLOSED_TABLE_SENTENCE, HostGone, JournalDamaged, NetError, Rejected, TableTaken
from net.host.table_register import KeptJournal, TableRegister
from net.host.table_runner import TableRunner
from net.host.table_spec import make_table_spec, new_table, restore_saved_table
from net.limits import (
    CLUB_TABLE_MESSAGES_AT_ONCE,
    CLUB_TABLE_MESSAGES_PER_SECOND,
    HALL_UPDATE_SECONDS,
    MAX_CLUB_TABLES,
    MAX_SUSPENDED_CLUB_TABLES,
    MAX_TABLES_HANDED_OVER_AT_ONCE,
    STORE_ANSWER_SECONDS,
    TABLE_MOVE_CHECKS,
    TABLE_MOVE_WAIT_SECONDS,
)
from net.protocol.messages import ConnectionFailed, TableRow
from net.protocol.rate_limit import TokenBucket
from net.security.table_code import new_secret
from net.table.spec import TableSpec
from net.table.table import Table
from net.table.tick import CodeGuessingNoticed, MatchesForbidden, OrganiserAnnouncement, PersonSentAway
from net.transport.code_attempts import CodeAttempts

log = logging.getLogger("queens.club")
"""The program log in which the organiser finds errors that stop a table of the club."""

CANNOT_RUN_SENTENCE: Final = "Table {0} cannot go on at this host, and is left to another one: {1}."
"""The line in the log for a table that this host cannot run, with its number and the reason."""
NO_ROOM_FOR_TABLE_SENTENCE: Final = f"The club has {MAX_CLUB_TABLES:,} tables in use, and no room for another one."
"""The refusal of one more table."""


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
    """The tables of a club that this process runs. Call `recover` first, and `leave` and `close` at the end.

    Every table is published in the `register`, also when it changes. `address` is shown to the people at the tables,
    and `pace` is about how long bots seem to think, in seconds. `recovered_count` is how many tables `recover` has
    found. `are_left`: this process takes no more tables, and other hosts take over those that it has. The future
    `failure` is done with the error if the journal of all tables cannot be written any more.
    """

    def __init__(self, register: TableRegister, *, address: str = "", pace: float = 0.0) -> None:
        self._loop = asyncio.get_running_loop()
        self.failure: asyncio.Future[NetError] = self._loop.create_future()
        self.recovered_count = 0
        self.register = register
        self._address = address
        self._pace = pace
        self._web = (0, False)  # the port of the page for browsers, and whether it is HTTPS
        self._tables: dict[int, ClubTable] = {}
        self._deserted: dict[int, None] = {}  # the tables that `is_deserted`, the one that has been so longest first
        self._suspended: dict[int, TableRow] = {}  # the one suspended longest first
        self._resumptions: dict[int, asyncio.Task[ClubTable | None]] = {}
        self._end_of_waits = self._loop.create_future()  # done when nobody waits for a resumption any more
        self._last_matches: MatchesForbidden | None = None
        self.are_left = False
        self._changed: set[int] = set()
        self._endings: dict[int, asyncio.Task[None]] = {}
        self._take_overs: set[asyncio.Task[None]] = set()
        register.watch(self._record_row, self._record_table_closed)

    def __iter__(self) -> Iterator[ClubTable]:
        """Yield the tables that run."""
        yield from self._tables.values()

    def open_to_browsers(self, port: int, encrypted: bool) -> None:
        """Tell everybody at every table at which port the page for browsers is, and whether it is HTTPS."""
        self._web = port, encrypted
        for table in self:
            table.runner.open_to_browsers(port, encrypted)

    def get(self, table_number: int) -> ClubTable | None:
        """Return the table with this number; None if it does not run in this process."""
        return self._tables.get(table_number)

    def is_suspended(self, table_number: int) -> bool:
        """Return whether the table with this number is suspended, also while it is being resumed."""
        return table_number in self._suspended

    async def recover(self) -> None:
        """Find the tables that were not closed when the club ended.

        Raises `NetError` if the journal or store cannot be used.
        """
        await self.register.start(self)
        self._limit_suspended_tables()
        self.recovered_count = len(self._suspended)

    def _record_row(self, row: TableRow, opener: str) -> None:
        """Remember the row of a table of the club if the table is suspended, and forget it if not; `opener` is not
        used.
        """
        if row.suspended:
            self._suspended.setdefault(row.number, row)
        else:
            self._suspended.pop(row.number, None)

    def _record_table_closed(self, table_number: int) -> None:
        """Forget the row of a table of the club that is closed."""
        self._suspended.pop(table_number, None)

    async def open(self, order: OpenOrder, founder: str) -> ClubTable:
        """Open a table as it was ordered; it will belong to the person with the key `founder`.

        It is handed over at once if another host has less to do. Raises `core.BadOption` for options that the game does
        not have, `NetError` if the journal or store cannot be used.
        """
        code = (order.code or new_secret(secrets.token_bytes(4))) if order.private else ""
        spec = make_table_spec(
            order.game,
            seats=order.seats,
            bots=order.bots,
            options=order.options,
            name=order.name,
            code=code,
            pace=self._pace,
        )
        table = new_table(replace(spec, address=self._address, founder=founder))
        self._make_room()
        table_number, journal = await self.register.new_table(private=bool(code))
        table.mark_for_journal()
        opened = self._run(table_number, table, journal, order.person)
        await opened.runner.flush()  # nobody is told of a table that would not outlive this process
        host = self.register.find_less_busy_host(table_number)
        if host or self.are_left:
            await self._hand_over(table_number, host)
        return opened

    def _run(self, table_number: int, table: Table, journal: KeptJournal | None, opener: str = "") -> ClubTable:
        """Run a table, and publish it now and whenever it changes; `opener` is the person who has just opened it."""
        table.open_to_browsers(*self._web)
        now = self._loop.time()
        runner = TableRunner(
            table,
            journal,
            (lambda: True) if journal is None else journal.may_send,
            after_tick=lambda: self._record_change(table_number),
            message_rate=TokenBucket(CLUB_TABLE_MESSAGES_PER_SECOND, CLUB_TABLE_MESSAGES_AT_ONCE, now),
        )
        attempts = CodeAttempts(runner.is_code, runner.is_member, lambda: runner.post_input(CodeGuessingNoticed()))
        self._tables[table_number] = ClubTable(table_number, runner, attempts)
        runner.failure.add_done_callback(lambda failed: self._handle_failure(table_number, failed))
        if self._last_matches is not None:
            runner.post_input(self._last_matches)
        self._publish(table_number, opener)
        return self._tables[table_number]

    def _record_change(self, table_number: int) -> None:
        """Have the row of a changed table published soon; all changes until then are published together."""
        if not self._changed:
            self._loop.call_later(HALL_UPDATE_SECONDS / 2, self._publish_changed)
        self._changed.add(table_number)

    def _publish_changed(self) -> None:
        """Publish the tables that have changed."""
        changed, self._changed = self._changed, set()
        for table_number in sorted(changed):
            if table_number in self._tables:
                self._publish(table_number)

    def _publish(self, table_number: int, opener: str = "") -> None:
        """Publish a table with the person who has just opened it, if somebody has, and note whether it is deserted."""
        table = self._tables[table_number]
        if is_deserted(table):
            self._deserted.setdefault(table_number)
        else:
            self._deserted.pop(table_number, None)
        self.register.publish(table.row, opener)

    def _handle_failure(self, table_number: int, failure: asyncio.Future[NetError]) -> None:
        """End a table that has failed, or that another host has taken over; if the journal has failed, end all.

        `failure` is the future of the table's runner.
        """
        error = failure.result()
        if not self.failure.done() and self.register.is_broken_by(error):
            self.failure.set_result(error)
        table = self._tables.get(table_number)
        if table is None or table.runner.failure is not failure:
            return
        row = table.row
        self._end_table(table_number, for_good=False)
        if not isinstance(error, TableTaken):
            self.register.record_table_stopped(row)

    # Tables of other hosts

    # net.club.directory.TableHost

    def take_over(self, table_number: int) -> None:
        """Begin to take over a table whose host is gone or has released it; returns at once."""
        task = self._loop.create_task(self._take_over(table_number))
        self._take_overs.add(task)
        task.add_done_callback(self._take_overs.discard)

    async def _take_over(self, table_number: int) -> None:
        """Run a table that this host is to take over, unless another host has it after all."""
        try:
            with suppress(TableTaken, JournalDamaged):
                await self._run_kept_table(table_number)
        finally:
            self.register.end_take_over(table_number)

    def _give_back(self, table_number: int, reason: str | NetError) -> None:
        """Leave a table to other hosts because this one cannot run it, and write the `reason` into the log."""
        log.warning(CANNOT_RUN_SENTENCE.format(table_number, str(reason).rstrip(".")))
        self.register.give_back(table_number)

    def lose_table(self, table_number: int) -> None:
        """End the runner of a table that another host has now, without a message to its people; returns at once."""
        self._abandon(table_number)

    def _abandon(self, table_number: int) -> asyncio.Task[None] | None:
        """End the runner of a table without a message to its people, and close its journal.

        Returns at once: the task that does it, or None if this host does not run the table.
        """
        table = self._tables.pop(table_number, None)
        self._deserted.pop(table_number, None)
        return None if table is None else self._start_ending_task(table_number, table.runner.abandon())

    async def _hand_over(self, table_number: int, host: str = "") -> None:
        """Release a table, so that another host takes it over: `host`, or any if that is "".

        That is done also if this is cancelled: what the table's runner still writes does not count when another host
        has claimed the table.
        """
        ending = self._abandon(table_number)
        try:
            if ending is not None:
                await asyncio.wait([ending])
        finally:
            self.register.release(table_number, host)

    async def _hand_over_all(self) -> None:
        """Hand all tables over, first those where people are, and only some at a time.

        The next one follows when another host runs one of these, so nobody waits for the tables of many others. If none
        of them has been taken over for `TABLE_MOVE_WAIT_SECONDS`, the rest is handed over without a wait.
        """
        left = sorted(self._tables, key=lambda table_number: not self._tables[table_number].runner.is_connected)
        moving: list[int] = []
        vain_checks = 0
        while left:
            many = len(left) if vain_checks == TABLE_MOVE_CHECKS else MAX_TABLES_HANDED_OVER_AT_ONCE - len(moving)
            now, left = left[:many], left[many:]
            await asyncio.gather(*map(self._hand_over, now))
            moving += now
            if left:
                await asyncio.sleep(TABLE_MOVE_WAIT_SECONDS / TABLE_MOVE_CHECKS)
                waiting = [table_number for table_number in moving if self.register.host_of(table_number) == ""]
                vain_checks = vain_checks + 1 if len(waiting) == len(moving) else 0
                moving = waiting

    # Suspended tables

    def suspend(self, table_number: int) -> None:
        """Suspend a table if it is deserted; if no tables are kept it is closed instead. Returns at once."""
        table = self._tables.get(table_number)
        if table is None or not is_deserted(table):
            return
        if not self.register.keeps_tables:
            self.close_table(table_number)
            return
        row = table.row
        self._end_table(table_number, for_good=False, keeps_lobby=True)
        self.register.publish(structs.replace(row, suspended=True))
        self._limit_suspended_tables()

    async def resume(self, table_number: int) -> ClubTable | None:
        """Return the table with this number, resumed if it is suspended; None if there is no such table.

        Raises `Rejected` if no other table has room, `TableTaken` if another host has it, or another `NetError`.
        """
        if table_number in self._suspended:
            resumption = self._resumptions.get(table_number)
            if resumption is None:
                if not self._make_room():
                    raise Rejected(NO_ROOM_FOR_TABLE_SENTENCE)
                resumption = self._resumptions[table_number] = self._loop.create_task(
                    self._run_suspended_table(table_number)
                )
                resumption.add_done_callback(lambda ended: self._forget_resumption(table_number, ended))
            await asyncio.wait([resumption, self._end_of_waits], return_when=asyncio.FIRST_COMPLETED)
            if not resumption.done() or resumption.cancelled():  # this host ends
                raise TableTaken
            return resumption.result()
        return self._tables.get(table_number)

    def _forget_resumption(self, table_number: int, ended: asyncio.Task[ClubTable | None]) -> None:
        """Forget the resumption of a table that has ended; its error may have nobody who waits for it."""
        del self._resumptions[table_number]
        if not ended.cancelled():
            ended.exception()

    async def _run_suspended_table(self, table_number: int) -> ClubTable | None:
        """Run a table that is suspended; return None if it cannot go on, or is closed meanwhile."""
        return await self._run_kept_table(table_number, lambda: table_number in self._suspended)

    async def _run_kept_table(
        self, table_number: int, is_wanted: Callable[[], bool] = lambda: True
    ) -> ClubTable | None:
        """Run a table that is in the journal, and return it.

        None if its match cannot be replayed, if it is closed meanwhile, or if `is_wanted` returns False then. Raises
        `JournalDamaged` for entries that cannot be read, `TableTaken` if it is handed over at once because the tables
        are left, or another `NetError`.
        """
        if table_number in self._endings:
            await asyncio.wait([self._endings[table_number]])
        try:
            journal = await self.register.open_table(table_number)
        except JournalDamaged as error:
            self._give_back(table_number, error)
            raise
        if journal is not None and not is_wanted():
            await journal.close(is_over=True)
            return None
        if journal is None:
            self.register.withdraw(table_number)
            return None
        table = self._restore_table(journal)
        if table is None:
            await journal.close(is_over=False)
            self._give_back(table_number, "its match was played by another version of the program")
            return None
        table.mark_for_journal()
        running = self._run(table_number, table, journal)
        if self.are_left:
            await self._hand_over(table_number)
            raise TableTaken
        return running

    def _restore_table(self, journal: KeptJournal) -> Table | None:
        """Return the table as it was saved, or None if this version of the program cannot replay its match."""
        saved = journal.saved
        assert saved is not None
        if saved.table.game not in games:
            return None
        spec = TableSpec(games[saved.table.game], len(saved.table.chairs), {}, pace=self._pace, address=self._address)
        try:
            return restore_saved_table(spec, saved)
        except RulesError:
            return None

    def _make_room(self) -> bool:
        """Return whether one more table may run; the one deserted longest is suspended for it if need be."""
        for table_number in list(self._deserted):
            if len(self._tables) + len(self._resumptions) < MAX_CLUB_TABLES:
                break
            self.suspend(table_number)  # unless somebody has just come
        return len(self._tables) + len(self._resumptions) < MAX_CLUB_TABLES

    def _limit_suspended_tables(self) -> None:
        """Give up the tables that have been suspended longest, if there are too many; first those without a match."""
        too_many = max(0, len(self._suspended) - MAX_SUSPENDED_CLUB_TABLES)
        for table_number in sorted(self._suspended, key=lambda table_number: self._suspended[table_number].playing)[
            :too_many
        ]:
            self.close_suspended(table_number)

    # What an organiser of the club orders

    def post_to_all_tables(self, item: OrganiserAnnouncement | PersonSentAway) -> None:
        """Pass an input to every table that runs."""
        for table in self._tables.values():
            table.runner.post_input(item)

    def begin_no_more_matches(self, reason: str) -> None:
        """Allow no more matches at any table, also none that is opened or resumed later, for a reason."""
        self._last_matches = MatchesForbidden(reason)
        for table in self._tables.values():
            table.runner.post_input(self._last_matches)

    # The end

    def close_table(self, table_number: int) -> None:
        """Close a table for good, with a goodbye to everybody, if there is one of this number; returns at once.

        An unfinished match is given up.
        """
        self._close_table(table_number, for_good=True)

    def close_suspended(self, table_number: int) -> None:
        """Close a table for good if it is suspended, and not being resumed; returns at once."""
        if table_number not in self._resumptions and table_number not in self._tables:
            self.close_table(table_number)

    def _close_table(self, table_number: int, *, for_good: bool) -> None:
        """Close a table, with a goodbye to everybody; it stays in the journal unless it is closed `for_good`."""
        table = self._tables.get(table_number)
        if table is not None:
            self._end_table(table_number, for_good=for_good)
            if for_good or not table.runner.table.is_playing:
                self.register.withdraw(table_number)
            else:
                self.register.record_table_stopped(table.row)
        elif table_number in self._suspended and for_good:
            self.register.withdraw(table_number)
            self._start_ending_task(
                table_number, self._discard_suspended_table(table_number, self._endings.get(table_number))
            )

    def _end_table(self, table_number: int, *, for_good: bool, keeps_lobby: bool = False) -> None:
        """End the runner of a table, and close its journal; returns at once.

        The table can be opened again from its journal unless it ends `for_good`; a table between two matches only with
        `keeps_lobby`.
        """
        self._deserted.pop(table_number, None)
        runner = self._tables.pop(table_number).runner
        self._start_ending_task(
            table_number, runner.end(lambda: for_good or not (keeps_lobby or runner.table.is_playing))
        )

    def _start_ending_task(self, table_number: int, ending: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run `ending`, which ends a table, in a task of its own, and return the task."""
        task = self._endings[table_number] = self._loop.create_task(ending)
        task.add_done_callback(
            lambda _: self._endings.pop(table_number) if self._endings.get(table_number) is task else None
        )
        return task

    async def _discard_suspended_table(self, table_number: int, ending: asyncio.Task[None] | None) -> None:
        """Remove a suspended table with its journal, after the task `ending` has ended its runner."""
        if ending is not None:
            await asyncio.wait([ending])
        await self.register.discard_table(table_number)

    async def leave(self, club_ends: bool = False) -> bool:
        """Take no more tables; return whether `close` leaves the tables without a goodbye, because other hosts take
        them over.

        With `club_ends` no host takes them over, and the result is True only while nothing can be written: then
        everybody is told goodbye at once, and the tables are kept as they are.
        """
        self.are_left = await self.register.leave()
        if self.are_left and club_ends:
            self.are_left = not await self.register.can_write()
            for table in self:
                if self.are_left:
                    table.runner.send_to_all(ConnectionFailed(HostGone.__name__, HOST_CLOSED_TABLE_SENTENCE))
        return self.are_left

    async def hand_over(self) -> None:
        """Hand all tables over to other hosts.

        Those that this host has begun to resume or to take over come first: a table that is claimed and does not run
        would be nobody's until this process ends. While the store does not answer, they do not delay the others: who
        waits for one of them goes elsewhere, and it is handed over when the answer comes, as the claim may be written.
        """
        if begun := [*self._resumptions.values(), *self._take_overs]:
            await asyncio.wait(begun, timeout=STORE_ANSWER_SECONDS)
        if not self._end_of_waits.done():
            self._end_of_waits.set_result(None)
        await self._hand_over_all()

    async def close(self) -> None:
        """Hand all tables over if they are left to other hosts, or else say goodbye, and keep unfinished matches."""
        if self.are_left:
            await self.hand_over()
            await cancel_tasks([*self._resumptions.values(), *self._take_overs])
        await asyncio.gather(*self._resumptions.values(), *self._take_overs, return_exceptions=True)
        for table_number in list(self._tables):
            self._close_table(table_number, for_good=False)
        await asyncio.gather(*self._endings.values(), return_exceptions=True)
        await self.register.close()


def is_deserted(table: ClubTable) -> bool:
    """Return whether nobody is at a table, and nobody is just connecting to it."""
    return not table.runner.is_connected
