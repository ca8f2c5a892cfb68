"""`ClusterRegister`: the tables of a club that several hosts run, as one of them sees and runs them.

It is the `net.host.table_register.TableRegister` of such a club: its rows and hosts are in the directory
(`net.cluster.directory`), its journals in the store.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from net.club.directory import OtherHost, TableHost
from net.cluster.arrivals import ClusterArrivals
from net.cluster.directory import ClusterDirectory
from net.cluster.halls import ClusterHalls
from net.cluster.identity import refuse_unfinished_import
from net.cluster.journal import ClusterJournal, ClusterTableJournal, key_of_table_log
from net.cluster.seats import reserve_seat
from net.cluster.store import Store, StoreUnreachable
from net.errors import NetError, TableTaken
from net.protocol.messages import TableRow


class ClusterRegister:
    """The register of a club as the host called `host` uses it, a name that no other process has.

    People come in to this host by `address`. `clock` returns a time in seconds that goes on while the machine sleeps.
    """

    def __init__(self, store: Store, host: str, address: str, clock: Callable[[], float]) -> None:
        self._store = store
        self._halls = ClusterHalls(store, host)
        self.send_to_other_halls = self._halls.send_to_other_halls
        self.watch_halls = self._halls.watch
        self._arrivals = ClusterArrivals(store, host)
        self.record_arrival = self._arrivals.record_arrival
        self.watch_arrivals = self._arrivals.watch
        self.directory = directory = ClusterDirectory(store, host, address, clock)
        self.publish = directory.records.publish
        self.withdraw = directory.records.withdraw
        self.release = directory.release
        self.give_back = directory.records.give_back
        self.cannot_run = directory.records.cannot_run
        self.find_less_busy_host = directory.find_less_busy_host
        self.open_to_guests = directory.hosts.open_to_guests
        self.watch = directory.records.watch
        self.watch_hosts = directory.hosts.watch
        self.share_people_count = directory.hosts.share_people_count
        self.end_take_over = directory.take_overs.end
        self.can_write = directory.hosts.can_write
        self.lose_all_tables = directory.lose_all_tables
        self.record_table_closing = directory.orders.record_table_closing
        self.record_club_stop = directory.orders.record_club_stop
        self.watch_stop = directory.orders.watch_stop
        self._journal = ClusterJournal(store, host, directory)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses of all hosts that are present and are not being stopped, this one's first."""
        return self.directory.hosts.addresses

    @property
    def other_hosts(self) -> tuple[OtherHost, ...]:
        """The other hosts that are present and are not being stopped."""
        return self.directory.hosts.others

    @property
    def addresses_with_leaving(self) -> frozenset[str]:
        """The addresses of all hosts that are not gone, also of those that are being stopped."""
        return self.directory.hosts.leases.addresses_with_leaving

    @property
    def keeps_tables(self) -> bool:
        """True: tables that no host runs stay in the store."""
        return True

    async def start(self, tables: TableHost) -> None:
        """Read which tables and hosts there are; call `tables` from now on when this host is to take over, lose or
        close a table.

        Raises `StoreUnreachable` if the store does not answer, `StoreUnusable` while a club is being moved into it.
        """
        await refuse_unfinished_import(self._store)
        await self._halls.start()
        await self._arrivals.start()
        await self.directory.start(tables)

    async def new_table(self, *, private: bool) -> tuple[int, ClusterTableJournal]:
        """Return the number and the journal of a new table; raises `JournalUnusable` if the store cannot be reached."""
        journal = await self._journal.new_table()
        return journal.number, journal

    async def open_table(self, table_number: int) -> ClusterTableJournal | None:
        """Return the journal of a table that this host runs from now on, or None if it is closed.

        Raises `TableTaken` if another host runs it, or `JournalDamaged`.
        """
        return await self._journal.open_table(table_number)

    async def discard_table(self, table_number: int) -> None:
        """Remove a table that no host runs; if another host has just begun to run it, the table stays."""
        with suppress(TableTaken):
            journal = await self._journal.open_table(table_number)
            if journal is not None:
                await journal.close(is_over=True)

    def record_table_stopped(self, row: TableRow) -> None:
        """Record that the table of this row is suspended, so that any host may resume it."""
        self.directory.records.publish(replace(row, suspended=True, people=0))

    def is_broken_by(self, error: NetError) -> bool:
        """Return False: the error of one table ends no other, as each table has its own log."""
        return False

    def host_of(self, table_number: int) -> str | None:
        """Return the address of another host that runs a table, "" if no host does for the moment.

        None if there is no such table, if this host runs it, or if it is suspended.
        """
        return self.directory.host_of(table_number)

    async def has_table(self, table_number: int) -> bool:
        """Return whether the club has a table with this number; while the store is away, True for every number.

        A table that has a log but no record yet counts: its record is on its way.
        """
        try:
            return await self._store.last(key_of_table_log(table_number)) is not None
        except StoreUnreachable:
            return True

    async def reserve_seat(self, table_number: int, taken_or_promised_seats: int) -> bool:
        """Promise a seat of a table to a person; return whether no other host had promised it already.

        `taken_or_promised_seats` is how many seats of the table are taken or promised, this one included. It waits
        until the store answers.
        """
        return await reserve_seat(self._store, table_number, taken_or_promised_seats)

    async def leave(self) -> bool:
        """Take no more tables; return whether other hosts will run those of this host.

        While the store is away that is not known, and nothing can be written: the tables are kept as they are.
        """
        return not await self.directory.hosts.leave() or bool(self.directory.hosts.addresses)

    async def close(self) -> None:
        """Write the records that have changed, and end."""
        await self._halls.close()
        await self._arrivals.close()
        await self.directory.close()
