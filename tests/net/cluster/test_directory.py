"""The directory of a club on several machines: where a new table goes, hosts that leave, and real servers."""

from __future__ import annotations

import asyncio

import pytest

from net.limits import LEASE_RENEWAL_INTERVAL_SECONDS
from tests.net.cluster.directory_host import TABLE_ENTRY, commit_tick, run_hosts_at, table_row, wait_until
from tests.net.cluster.memory_store import MemoryStore
from tests.net.cluster.virtual_time import run_in_virtual_time
from tests.support.depth import only_deep
from tests.support.nats_servers import needs_nats


@run_in_virtual_time
async def test_new_table_goes_to_the_host_with_the_fewest_tables_where_people_are():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        deserted = [await bob.open() for _ in range(5)]
        for number in deserted:
            bob.directory.records.publish(table_row(number, people=0))
        for _ in range(2):
            await ann.open()
        new = await ann.open()
        await wait_until(lambda: all(ann.rows.get(number) == table_row(number, people=0) for number in deserted))
        await asyncio.sleep(2 * LEASE_RENEWAL_INTERVAL_SECONDS)
        assert ann.directory.find_less_busy_host(new) == "bob"
        for number in deserted:
            bob.directory.records.publish(table_row(number, people=1))
        await wait_until(lambda: all(ann.rows[number] == table_row(number, people=1) for number in deserted))
        assert not ann.directory.find_less_busy_host(new)


@run_in_virtual_time
async def test_new_tables_at_which_nobody_has_been_yet_are_spread_over_the_hosts():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        numbers = []
        for _ in range(6):
            journal = await ann.journal.new_table()
            ann.directory.records.publish(table_row(journal.number, people=0))
            await commit_tick(journal, TABLE_ENTRY)
            numbers.append(journal.number)
            if host := ann.directory.find_less_busy_host(journal.number):
                assert host == "bob"
                ann.directory.release(journal.number, host)
                await wait_until(lambda: numbers[-1] in bob.tables)
        assert len(bob.tables) == 3


@run_in_virtual_time
async def test_table_of_a_host_that_is_leaving_is_on_its_way_for_the_others():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        number = await ann.open()
        await wait_until(lambda: bob.directory.host_of(number) == "ann:7433")
        await ann.directory.hosts.leave()
        await wait_until(lambda: bob.directory.hosts.addresses == ("bob:7433",))
        assert bob.directory.host_of(number) == ""


@run_in_virtual_time
async def test_no_host_counts_as_gone_because_the_store_did_not_answer():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        number = await ann.open()
        await asyncio.sleep(10)
        store.is_away = True
        await asyncio.sleep(60)
        assert not ann.directory.lease_generation()
        ann.directory.records.publish(table_row(number, 5))
        store.is_away = False
        await wait_until(lambda: bob.rows == {number: table_row(number, 5)})
        await asyncio.sleep(60)
        assert ann.directory.lease_generation()
        assert list(ann.tables) == [number]


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
