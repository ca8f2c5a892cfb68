"""The records of a club's tables on several machines: rows, their openers, and outdated records."""

from __future__ import annotations

import asyncio
from itertools import count

import msgspec

from net.cluster.table_records import TableRecord
from tests.net.cluster.directory_host import TABLE_ENTRY, commit_tick, run_hosts_at, table_row, wait_until
from tests.net.cluster.memory_store import CertainOwner, MemoryStore
from tests.net.cluster.virtual_time import run_in_virtual_time


@run_in_virtual_time
async def test_every_host_sees_all_rows_and_their_changes():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        number = await ann.open()
        await wait_until(lambda: bob.rows == {number: table_row(number)} == ann.rows)
        ann.directory.records.publish(table_row(number, 2, playing=True))
        await wait_until(lambda: bob.rows == {number: table_row(number, 2, playing=True)} == ann.rows)
        assert bob.directory.host_of(number) == "ann:7433"
        assert ann.directory.host_of(number) is None
        assert bob.directory.hosts.addresses == ("bob:7433", "ann:7433")
        ann.directory.records.withdraw(number)
        await wait_until(lambda: bob.rows == {} == ann.rows)


@run_in_virtual_time
async def test_host_that_starts_later_lists_the_tables_of_the_other_hosts():
    store = MemoryStore()
    async with run_hosts_at(store, "ann") as (ann,):
        numbers = [await ann.open() for _ in range(3)]
        ann.directory.records.withdraw(numbers[0])
        await wait_until(lambda: not ann.directory.records._to_write)
        async with run_hosts_at(store, "bob") as (bob,):
            await wait_until(lambda: sorted(bob.rows) == numbers[1:])


@run_in_virtual_time
async def test_first_entries_of_a_new_table_are_safe_when_other_hosts_know_of_the_table():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        journal = await ann.journal.new_table()
        answer = asyncio.create_task(commit_tick(journal, TABLE_ENTRY))
        await asyncio.sleep(5)
        assert not answer.done()
        ann.directory.records.publish(table_row(journal.number))
        assert await answer is None
        assert f"table.{journal.number}" in store.entries
        ann.tables[journal.number] = journal
        await wait_until(lambda: sorted(bob.rows) == [journal.number])


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
        bob.directory.records.publish(table_row(number, 2))
        await wait_until(lambda: ann.lost_tables == [number])
        await wait_until(lambda: ann.rows == {number: table_row(number, 2)})
        assert ann.directory.host_of(number) == "bob:7433"


@run_in_virtual_time
async def test_last_of_several_changes_in_quick_succession_is_written():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        number = await ann.open()
        for people in count(2):
            ann.directory.records.publish(table_row(number, people))
            if people == 50:
                break
        await wait_until(lambda: bob.rows == {number: table_row(number, 50)})
        assert len(store.entries[f"table.{number}"]) < 5


@run_in_virtual_time
async def test_every_host_knows_who_has_opened_a_table_until_it_is_suspended():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob", "cleo") as (ann, bob, cleo):
        number = await ann.open("a1")
        await wait_until(lambda: bob.openers == cleo.openers == {number: "a1"})
        ann.directory.records.publish(table_row(number, 2))
        await wait_until(lambda: bob.rows[number].people == 2)
        await ann.die()
        await wait_until(lambda: number in bob.tables or number in cleo.tables)
        [now, other] = (bob, cleo) if number in bob.tables else (cleo, bob)
        now.directory.records.publish(table_row(number, 3))
        await wait_until(lambda: other.rows[number].people == 3)
        assert now.openers == other.openers == {number: "a1"}
        now.directory.records.publish(table_row(number, 0, suspended=True))
        await wait_until(lambda: other.openers == {number: ""})
        now.directory.records.publish(table_row(number, 1))
        await wait_until(lambda: other.rows[number].people == 1)
        assert now.openers == other.openers == {number: ""}
