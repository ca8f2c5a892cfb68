"""`TableRegister`: the tables of a club, their journals, and who runs them; on one machine that is `LocalRegister`.

Several hosts share a `net.cluster.register.ClusterRegister` instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from core import games
from net.club.administration import HallBroadcast
from net.club.directory import GuestPorts, MemoryDirectory, OtherHost, TableDirectory, TableHost
from net.errors import JournalDamaged, JournalUnusable, NetError
from net.host.table_runner import JournalSink
from net.journal import ClubJournal, KeptTable
from net.journal.entries import SavedTable
from net.protocol.messages import TableRow


class KeptJournal(JournalSink, Protocol):
    """The journal of one table of a club; `saved` is what it says of the table, None for a new one."""

    saved: SavedTable | None

    def may_send(self) -> bool:
        """Return whether it is certain that no other host has the table."""


class TableRegister(TableDirectory, Protocol):
    """The rows of a club's tables (`TableDirectory`), their journals, and which host runs each table.

    Call `start` first, and `leave` and `close` at the end.
    """

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses of all hosts of the club, this one's first; none for a club that can have only one host."""

    @property
    def other_hosts(self) -> tuple[OtherHost, ...]:
        """The other hosts of the club that are present and are not being stopped."""

    @property
    def addresses_with_leaving(self) -> frozenset[str]:
        """The addresses of all hosts of the club, also of those that are being stopped and still carry guests on."""

    def open_to_guests(self, ports: GuestPorts) -> None:
        """Tell the other hosts at which ports guests come in to this one."""

    @property
    def keeps_tables(self) -> bool:
        """Whether a table that no host runs is kept, so that tables can be suspended."""

    async def start(self, tables: TableHost) -> None:
        """Publish the tables that are kept; call `tables` from now on when this host is to take over, lose or close a
        table.

        Raises `NetError` if the journal or store cannot be used.
        """

    def watch_hosts(
        self, report_hosts: Callable[[tuple[str, ...]], None], report_play_waits: Callable[[bool], None]
    ) -> None:
        """Call `report_hosts` now, and after each change, with the addresses of all hosts, if there can be several;
        those of hosts that are being stopped are not among them.

        `report_play_waits` is called with True when play has to wait because nothing can be written, and with False
        when it goes on.
        """

    def share_people_count(self, count: Callable[[], int], report_count: Callable[[int], None]) -> None:
        """Tell the other hosts from now on how many people are in this hall, as `count` says.

        `report_count` is called with the number of people in the halls of all others, whenever it has changed.
        """

    def watch_halls(self, receive: Callable[[HallBroadcast], None]) -> None:
        """Call `receive` from now on with what the hall of another host passes on."""

    def record_arrival(self, person: str) -> None:
        """Tell the other hosts that the person with this identifier has come into the hall of this one; returns at
        once."""

    def watch_arrivals(self, report_arrival: Callable[[str], None]) -> None:
        """Call `report_arrival` from now on with the identifier of each person of this host's hall who then comes into
        the hall of another host."""

    async def new_table(self, *, private: bool) -> tuple[int, KeptJournal | None]:
        """Return the number and the journal of a new table, `private` if it asks for a code.

        Raises `NetError` if the journal or store cannot be used.
        """

    async def open_table(self, table_number: int) -> KeptJournal | None:
        """Return the journal of a kept table, which this host runs from now on, or None if it is closed.

        Raises `TableTaken` if another host runs it, or another `NetError`.
        """

    async def discard_table(self, table_number: int) -> None:
        """Remove a kept table that no host runs, with its unfinished match.

        Raises `NetError` if the journal or store cannot be used.
        """

    def end_take_over(self, table_number: int) -> None:
        """Record that taking a table over, which `take_over` has asked for, has ended, in success or not."""

    def record_table_stopped(self, row: TableRow) -> None:
        """Record that this host no longer runs the table of this row, which stays in its journal."""

    def release(self, table_number: int, host: str = "") -> None:
        """Record that this host no longer runs a table, so that another host takes it over: `host`, or any if that is
        ""."""

    def give_back(self, table_number: int) -> None:
        """Record that this host cannot run a kept table; it stays in its journal, for a host that can."""

    def cannot_run(self, table_number: int) -> bool:
        """Return whether this host has given a table back, though another one may run it."""

    def find_less_busy_host(self, table_number: int) -> str:
        """Return another host that has fewer tables, to which the new table is to be released; "" for none."""

    def is_broken_by(self, error: NetError) -> bool:
        """Return whether after this error of one table no table of this host can go on."""

    def host_of(self, table_number: int) -> str | None:
        """Return the address of another host that runs a table, "" if no host does for the moment.

        None if there is no such table, if this host runs it, or if it is suspended.
        """

    async def has_table(self, table_number: int) -> bool:
        """Return whether the club has a table with this number that this host does not know yet, because another host
        has just opened it."""

    async def can_write(self) -> bool:
        """Return whether entries can be written at this moment."""

    def lose_all_tables(self) -> None:
        """Record that this host runs no table any more, because other hosts have taken them over."""

    async def reserve_seat(self, table_number: int, taken_or_promised_seats: int) -> bool:
        """Promise a seat of a table to a person; return whether no other host had promised it already.

        `taken_or_promised_seats` is how many seats of the table are taken or promised, this one included. It waits
        until that can be written.
        """

    async def record_table_closing(self, table_number: int) -> None:
        """Record, where every host of the club reads it, that a table is closed for good; return when that is done,
        however long it takes."""

    async def record_club_stop(self, minutes: int) -> None:
        """Record, where every host of the club reads it, that the club stops in `minutes` at the latest; return when
        that is done, however long it takes."""

    def watch_stop(self, stop_club: Callable[[int], None]) -> None:
        """Call `stop_club` with a number of minutes when the club is to stop because another host was told so.

        If that is so already, it is called now.
        """

    def send_to_other_halls(self, item: HallBroadcast) -> None:
        """Pass on what has happened in the hall to the halls of all other hosts; returns at once."""

    async def leave(self) -> bool:
        """Take no more tables; return whether the tables of this host may simply be left, because other hosts take them
        over."""

    async def close(self) -> None:
        """Write what has not been written yet, and end."""


class LocalRegister:
    """The register of a club that one process runs, with its `journal`; without one nothing is kept."""

    def __init__(self, directory: MemoryDirectory, journal: ClubJournal | None = None) -> None:
        self.publish = directory.publish
        self.withdraw = directory.withdraw
        self.watch = directory.watch
        self._journal = journal
        self._last_number = 0

    @property
    def hosts(self) -> tuple[str, ...]:
        """No addresses: a club in one process has no other host."""
        return ()

    @property
    def other_hosts(self) -> tuple[OtherHost, ...]:
        """No hosts: a club without a store has only this one."""
        return ()

    @property
    def addresses_with_leaving(self) -> frozenset[str]:
        """No addresses: a club in one process has no other host."""
        return frozenset()

    def open_to_guests(self, ports: GuestPorts) -> None:
        """Do nothing: there is no other host."""

    @property
    def keeps_tables(self) -> bool:
        """Whether there is a journal."""
        return self._journal is not None

    def watch_hosts(
        self, report_hosts: Callable[[tuple[str, ...]], None], report_play_waits: Callable[[bool], None]
    ) -> None:
        """Do nothing: there are no other hosts, and the journal itself reports when it cannot be written."""

    def share_people_count(self, count: Callable[[], int], report_count: Callable[[int], None]) -> None:
        """Do nothing: there is no other host."""

    def watch_halls(self, receive: Callable[[HallBroadcast], None]) -> None:
        """Do nothing: there is no other host."""

    def record_arrival(self, person: str) -> None:
        """Do nothing: there is no other host."""

    def watch_arrivals(self, report_arrival: Callable[[str], None]) -> None:
        """Do nothing: there is no other host."""

    async def start(self, tables: TableHost) -> None:
        """Publish every table that was not closed when the club ended.

        A table whose game is unknown stays in the journal. Raises `JournalDamaged` if the file is damaged,
        `JournalUnusable` if it cannot be read or written.
        """
        kept = () if self._journal is None else await self._journal.kept_tables()
        for table in kept:
            if table.settings.game in games:
                self.publish(row_of_kept_table(table))

    async def new_table(self, *, private: bool) -> tuple[int, KeptJournal | None]:
        """Return the number and the journal of a new table.

        Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
        """
        if self._journal is None:
            self._last_number += 1
            return self._last_number, None
        journal = await self._journal.new_table(private)
        return journal.number, journal

    async def open_table(self, table_number: int) -> KeptJournal | None:
        """Return the journal of a kept table, or None if it is closed.

        Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
        """
        return None if self._journal is None else await self._journal.open_table(table_number)

    async def discard_table(self, table_number: int) -> None:
        """Close a kept table for good.

        Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
        """
        if self._journal is not None:
            await self._journal.discard_table(table_number)

    def end_take_over(self, table_number: int) -> None:
        """Do nothing: there is no other host from which a table could be taken over."""

    def record_table_stopped(self, row: TableRow) -> None:
        """Remove the row of the table until the club is started again."""
        self.withdraw(row.number)

    def release(self, table_number: int, host: str = "") -> None:
        """Remove the row of the table until the club is started again."""
        self.withdraw(table_number)

    def give_back(self, table_number: int) -> None:
        """Remove the row of the table until the club is started again."""
        self.withdraw(table_number)

    def cannot_run(self, table_number: int) -> bool:
        """Return False: no other host may run a table."""
        return False

    def find_less_busy_host(self, table_number: int) -> str:
        """Return "": there is no other host."""
        return ""

    def is_broken_by(self, error: NetError) -> bool:
        """Return whether the error is one of the journal, which all tables share."""
        return self._journal is not None and isinstance(error, JournalDamaged | JournalUnusable)

    def host_of(self, table_number: int) -> str | None:
        """Return None: there is no other host."""
        return None

    async def has_table(self, table_number: int) -> bool:
        """Return False: there is no other host."""
        return False

    async def can_write(self) -> bool:
        """Return True: the journal itself reports when it cannot be written."""
        return True

    def lose_all_tables(self) -> None:
        """Do nothing: there is no other host."""

    async def reserve_seat(self, table_number: int, taken_or_promised_seats: int) -> bool:
        """Return True: there is no other host."""
        return True

    async def record_table_closing(self, table_number: int) -> None:
        """Do nothing: there is no other host, and `discard_table` is enough."""

    async def record_club_stop(self, minutes: int) -> None:
        """Do nothing: there is no other host."""

    def watch_stop(self, stop_club: Callable[[int], None]) -> None:
        """Do nothing: there is no other host."""

    def send_to_other_halls(self, item: HallBroadcast) -> None:
        """Do nothing: there is no other host."""

    async def leave(self) -> bool:
        """Return False: there are no other hosts."""
        return False

    async def close(self) -> None:
        """Write all entries that wait, and close the journal."""
        if self._journal is not None:
            await self._journal.close()


def row_of_kept_table(table: KeptTable) -> TableRow:
    """Return the row of a table that is suspended."""
    settings = table.settings
    return TableRow(
        table.number,
        settings.name,
        settings.game,
        len(settings.chairs),
        table.free_seats,
        0,
        table.is_playing,
        bool(settings.code),
        suspended=True,
    )
