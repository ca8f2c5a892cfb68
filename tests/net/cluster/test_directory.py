"""The directory of a club on several machines: rows of tables, their owners, hosts that come and go, and outdated
records.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from itertools import count

import msgspec
import pytest

from net.cluster.cancellation import cancel_tasks
from net.cluster.directory import ClusterDirectory, TableRecord
from net.cluster.journal import ClusterJournal
from net.errors import TableTaken
from net.journal.entries import SavedSeatBot, TableEntry
from net.limits import LEASE_RENEWAL_INTERVAL_SECONDS, LEASE_SECONDS
from net.protocol.messages import TableRow
from tests.net.cluster.memory_store import CertainOwner, MemoryStore
from tests.net.cluster.virtual_time import run_in_virtual_time
from tests.support.depth import only_deep
from tests.support.nats_servers import needs_nats
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
        self.directory.watch(self._record_row, lambda table_number: self.rows.pop(table_number, None))

    def _record_row(self, row, opener):
        """Record a changed row of the list of tables, and who has opened the table."""
        self.rows[row.number] = row
        self.openers[row.number] = opener

    async def open(self, opener=""):
        """Open a table, and return its number."""
        journal = await self.journal.new_table()
        self.tables[journal.number] = journal
        self.directory.publish(table_row(journal.number), opener)
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
                self.directory.withdraw(row.number)
            else:
                self.tables[row.number] = journal
                self.directory.publish(row)
        self.directory.end_take_over(row.number)

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
            self.directory.withdraw(number)
        elif number in self.rows and self.rows[number].suspended:
            self.directory.withdraw(number)
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
        await self.directory.leave()
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


@run_in_virtual_time
async def test_every_host_sees_all_rows_and_their_changes():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        number = await ann.open()
        await wait_until(lambda: bob.rows == {number: table_row(number)} == ann.rows)
        ann.directory.publish(table_row(number, 2, playing=True))
        await wait_until(lambda: bob.rows == {number: table_row(number, 2, playing=True)} == ann.rows)
        assert bob.directory.host_of(number) == "ann:7433"
        assert ann.directory.host_of(number) is None
        assert bob.directory.addresses == ("bob:7433", "ann:7433")
        ann.directory.withdraw(number)
        await wait_until(lambda: bob.rows == {} == ann.rows)


@run_in_virtual_time
async def test_table_that_a_host_cannot_run_is_suspended_until_another_one_runs_it():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        number = await ann.open()

        def claim_and_give_back(number):
            """Take the table over, and find out that it cannot be run."""
            tried.append(number)
            bob._tasks.add(asyncio.create_task(bob.journal.open_table(number)))
            bob._tasks.add(asyncio.create_task(give_back_later(number)))

        async def give_back_later(number):
            """Give the table back when it is claimed."""
            await wait_until(lambda: number in bob.directory._claims)
            bob.directory.give_back(number)
            bob.directory.end_take_over(number)

        tried = []
        bob.take_over = claim_and_give_back
        await wait_until(lambda: len(bob.directory.addresses) == 2)
        await ann.die()
        await wait_until(lambda: bob.directory.cannot_run(number))
        assert (bob.rows[number].suspended, bob.directory.host_of(number)) == (True, "")
        cleo = DirectoryHost(bob.directory._store, "cleo")
        await cleo.directory.start(cleo)
        await wait_until(lambda: cleo.rows.keys() == {number} and len(bob.directory.addresses) == 2)
        assert bob.directory.host_of(number) == "cleo:7433"
        cleo.tables[number] = await cleo.journal.open_table(number)  # somebody comes
        cleo.directory.publish(table_row(number))
        await wait_until(lambda: not bob.rows[number].suspended)
        assert (bob.directory.host_of(number), bob.directory.cannot_run(number)) == ("cleo:7433", False)
        assert tried == [number]
        await cleo.die()


@run_in_virtual_time
async def test_host_that_starts_later_lists_the_tables_of_the_other_hosts():
    store = MemoryStore()
    async with run_hosts_at(store, "ann") as (ann,):
        numbers = [await ann.open() for _ in range(3)]
        ann.directory.withdraw(numbers[0])
        await wait_until(lambda: not ann.directory._to_write)
        async with run_hosts_at(store, "bob") as (bob,):
            await wait_until(lambda: sorted(bob.rows) == numbers[1:])


@run_in_virtual_time
async def test_tables_of_a_dead_host_are_taken_over_by_several_hosts_within_15_seconds():
    async with run_hosts_at(MemoryStore(), "ann", "bob", "cleo") as (ann, bob, cleo):
        numbers = [await ann.open() for _ in range(20)]
        await asyncio.sleep(10)
        await ann.die()
        await wait_until(lambda: sorted([*bob.tables, *cleo.tables]) == numbers, 15)
        assert min(len(bob.tables), len(cleo.tables)) > 3
        await wait_until(lambda: {bob.directory.host_of(number) for number in cleo.tables} == {"cleo:7433"})


@run_in_virtual_time
async def test_new_table_goes_to_the_host_with_the_fewest_tables_where_people_are():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        deserted = [await bob.open() for _ in range(5)]
        for number in deserted:
            bob.directory.publish(table_row(number, people=0))
        for _ in range(2):
            await ann.open()
        new = await ann.open()
        await wait_until(lambda: all(ann.rows.get(number) == table_row(number, people=0) for number in deserted))
        await asyncio.sleep(2 * LEASE_RENEWAL_INTERVAL_SECONDS)
        assert ann.directory.find_less_busy_host(new) == "bob"
        for number in deserted:
            bob.directory.publish(table_row(number, people=1))
        await wait_until(lambda: all(ann.rows[number] == table_row(number, people=1) for number in deserted))
        assert not ann.directory.find_less_busy_host(new)


@run_in_virtual_time
async def test_new_tables_at_which_nobody_has_been_yet_are_spread_over_the_hosts():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        numbers = []
        for _ in range(6):
            journal = await ann.journal.new_table()
            ann.directory.publish(table_row(journal.number, people=0))
            await commit_tick(journal, TABLE_ENTRY)
            numbers.append(journal.number)
            if host := ann.directory.find_less_busy_host(journal.number):
                assert host == "bob"
                ann.directory.release(journal.number, host)
                await wait_until(lambda: numbers[-1] in bob.tables)
        assert len(bob.tables) == 3


@run_in_virtual_time
async def test_hosts_that_renew_their_leases_keep_their_tables():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as hosts:
        owners = {await host.open(): host for host in hosts for _ in range(5)}
        await asyncio.sleep(100)
        assert all(number in host.tables for number, host in owners.items())
        assert [host.lost_tables for host in hosts] == [[], []]


@run_in_virtual_time
async def test_host_that_is_stopped_hands_its_tables_over_within_a_second():
    async with run_hosts_at(MemoryStore(), "ann", "bob", "cleo") as (ann, bob, cleo):
        numbers = [await ann.open() for _ in range(6)]
        await wait_until(lambda: sorted(bob.rows) == numbers)
        await ann.close()
        await wait_until(lambda: sorted([*bob.tables, *cleo.tables]) == numbers, 1)
        assert bob.directory.addresses == ("bob:7433", "cleo:7433")


@run_in_virtual_time
async def test_table_of_a_host_that_is_leaving_is_on_its_way_for_the_others():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        number = await ann.open()
        await wait_until(lambda: bob.directory.host_of(number) == "ann:7433")
        await ann.directory.leave()
        await wait_until(lambda: bob.directory.addresses == ("bob:7433",))
        assert bob.directory.host_of(number) == ""


@run_in_virtual_time
async def test_table_of_a_stopped_host_goes_on_within_seconds_though_its_next_host_has_just_died():
    async with run_hosts_at(MemoryStore(), "ann", "bob", "cleo") as (ann, bob, cleo):
        numbers = [await ann.open() for _ in range(6)]
        await wait_until(lambda: sorted(bob.rows) == numbers)
        await bob.die()
        await ann.close()
        await wait_until(lambda: sorted(cleo.tables) == numbers, 1)


@run_in_virtual_time
async def test_first_entries_of_a_new_table_are_safe_when_other_hosts_know_of_the_table():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        journal = await ann.journal.new_table()
        answer = asyncio.create_task(commit_tick(journal, TABLE_ENTRY))
        await asyncio.sleep(5)
        assert not answer.done()
        ann.directory.publish(table_row(journal.number))
        assert await answer is None
        assert f"table.{journal.number}" in store.entries
        ann.tables[journal.number] = journal
        await wait_until(lambda: sorted(bob.rows) == [journal.number])


@run_in_virtual_time
async def test_frozen_host_loses_its_tables_and_sends_nothing_about_them_when_it_resumes():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        number = await ann.open()
        await wait_until(lambda: number in bob.rows)
        assert ann.directory.lease_generation()
        for task in ann.directory._tasks:
            task.cancel()  # nothing of it runs
        store._subscribers = [one for one in store._subscribers if one[1].__self__ is not ann.directory]
        await wait_until(lambda: number in bob.tables)
        assert not ann.directory.lease_generation()
        assert isinstance(await commit_tick(ann.tables[number], TABLE_ENTRY), TableTaken)
        ann.directory.publish(table_row(number, 7))  # it still believes the table to be its own
        with pytest.raises(asyncio.TimeoutError):
            await wait_until(lambda: bob.rows[number].people == 7, 5)


@run_in_virtual_time
async def test_outdated_record_that_replaces_the_current_record_is_replaced_again():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        number = await ann.open()
        await wait_until(lambda: number in bob.rows)
        old = msgspec.msgpack.encode(TableRecord("bob", 0, "bob.0", table_row(number, 9)))
        await store.append(f"table.{number}", old)
        await wait_until(lambda: store.entries[f"table.{number}"][-1].data != old)
        assert bob.rows[number] == table_row(number)
        assert number in ann.tables


@run_in_virtual_time
async def test_record_with_a_higher_epoch_ends_the_table_at_the_host_that_had_it():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        number = await ann.open()
        await wait_until(lambda: number in bob.rows)
        bob.directory.has_writer_stopped = CertainOwner().has_writer_stopped
        bob.tables[number] = await bob.journal.open_table(number)
        bob.directory.publish(table_row(number, 2))
        await wait_until(lambda: ann.lost_tables == [number])
        await wait_until(lambda: ann.rows == {number: table_row(number, 2)})
        assert ann.directory.host_of(number) == "bob:7433"


@run_in_virtual_time
async def test_suspended_table_belongs_to_no_host_and_is_not_taken_over():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        number = await ann.open()
        suspended = table_row(number, 0, playing=True, suspended=True)
        ann.directory.publish(suspended)
        await ann.tables.pop(number).close(is_over=False)
        await wait_until(lambda: bob.rows == {number: suspended})
        bob.directory.publish(suspended)  # every host has it among its suspended tables
        await ann.die()
        await asyncio.sleep(3 * LEASE_SECONDS)
        assert bob.tables == {}
        assert bob.directory.host_of(number) is None
        bob.directory.withdraw(number)
        await wait_until(lambda: bob.rows == {})


@run_in_virtual_time
async def test_no_host_counts_as_gone_because_the_store_did_not_answer():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        number = await ann.open()
        await asyncio.sleep(10)
        store.is_away = True
        await asyncio.sleep(60)
        assert not ann.directory.lease_generation()
        ann.directory.publish(table_row(number, 5))
        store.is_away = False
        await wait_until(lambda: bob.rows == {number: table_row(number, 5)})
        await asyncio.sleep(60)
        assert ann.directory.lease_generation()
        assert list(ann.tables) == [number]


@run_in_virtual_time
async def test_last_of_several_changes_in_quick_succession_is_written():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        number = await ann.open()
        for people in count(2):
            ann.directory.publish(table_row(number, people))
            if people == 50:
                break
        await wait_until(lambda: bob.rows == {number: table_row(number, 50)})
        assert len(store.entries[f"table.{number}"]) < 5


@only_deep
@needs_nats
@pytest.mark.slow
async def test_rows_are_shown_and_tables_taken_over_and_handed_over_with_real_servers(open_stores_of_new_club):
    one, two, three = await open_stores_of_new_club(3, 3)
    async with (
        run_hosts_at(one, "ann") as (ann,),
        run_hosts_at(two, "bob") as (bob,),
        run_hosts_at(three, "cleo") as (cleo,),
    ):
        numbers = [await ann.open() for _ in range(5)]
        last = await bob.open()
        await wait_until(lambda: sorted(cleo.rows) == [*numbers, last])
        await asyncio.sleep(LEASE_RENEWAL_INTERVAL_SECONDS)
        await ann.die()
        await wait_until(lambda: sorted([*bob.tables, *cleo.tables]) == [*numbers, last])
        await bob.close()
        await wait_until(lambda: sorted(cleo.tables) == [*numbers, last])
        for journal in cleo.tables.values():
            assert await commit_tick(journal, TABLE_ENTRY) is None


@run_in_virtual_time
async def test_every_host_knows_who_has_opened_a_table_until_it_is_suspended():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob", "cleo") as (ann, bob, cleo):
        number = await ann.open("a1")
        await wait_until(lambda: bob.openers == cleo.openers == {number: "a1"})
        ann.directory.publish(table_row(number, 2))
        await wait_until(lambda: bob.rows[number].people == 2)
        await ann.die()
        await wait_until(lambda: number in bob.tables or number in cleo.tables)
        [now, other] = (bob, cleo) if number in bob.tables else (cleo, bob)
        now.directory.publish(table_row(number, 3))
        await wait_until(lambda: other.rows[number].people == 3)
        assert now.openers == other.openers == {number: "a1"}
        now.directory.publish(table_row(number, 0, suspended=True))
        await wait_until(lambda: other.openers == {number: ""})
        now.directory.publish(table_row(number, 1))
        await wait_until(lambda: other.rows[number].people == 1)
        assert now.openers == other.openers == {number: ""}
