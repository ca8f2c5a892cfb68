"""Which tables a host of a club takes over: those of dead and stopped hosts, and none of a host that is present."""

from __future__ import annotations

import asyncio

import pytest

from net.errors import TableTaken
from net.limits import LEASE_SECONDS
from tests.net.cluster.directory_host import (
    TABLE_ENTRY,
    DirectoryHost,
    commit_tick,
    run_hosts_at,
    table_row,
    wait_until,
)
from tests.net.cluster.memory_store import MemoryStore
from tests.net.cluster.virtual_time import run_in_virtual_time


@run_in_virtual_time
async def test_table_that_a_host_cannot_run_is_suspended_until_another_one_runs_it():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        number = await ann.open()

        def claim_and_give_back(number):
            """Take the table over, and find out that it cannot be run."""
            tried.append(number)
            bob._tasks.add(asyncio.create_task(bob.journal.open_table(number)))
            bob._tasks.add(asyncio.create_task(give_back_later(number)))

        async def give_back_later(number):
            """Give the table back when it is claimed."""
            await wait_until(lambda: number in bob.directory.records._claims)
            bob.directory.records.give_back(number)
            bob.directory.take_overs.end(number)

        tried = []
        bob.take_over = claim_and_give_back
        await wait_until(lambda: len(bob.directory.hosts.addresses) == 2)
        await ann.die()
        await wait_until(lambda: bob.directory.records.cannot_run(number))
        assert (bob.rows[number].suspended, bob.directory.host_of(number)) == (True, "")
        cleo = DirectoryHost(store, "cleo")
        await cleo.directory.start(cleo)
        await wait_until(lambda: cleo.rows.keys() == {number} and len(bob.directory.hosts.addresses) == 2)
        assert bob.directory.host_of(number) == "cleo:7433"
        cleo.tables[number] = await cleo.journal.open_table(number)  # somebody comes
        cleo.directory.records.publish(table_row(number))
        await wait_until(lambda: not bob.rows[number].suspended)
        assert (bob.directory.host_of(number), bob.directory.records.cannot_run(number)) == ("cleo:7433", False)
        assert tried == [number]
        await cleo.die()


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
        assert bob.directory.hosts.addresses == ("bob:7433", "cleo:7433")


@run_in_virtual_time
async def test_table_of_a_stopped_host_goes_on_within_seconds_though_its_next_host_has_just_died():
    async with run_hosts_at(MemoryStore(), "ann", "bob", "cleo") as (ann, bob, cleo):
        numbers = [await ann.open() for _ in range(6)]
        await wait_until(lambda: sorted(bob.rows) == numbers)
        await bob.die()
        await ann.close()
        await wait_until(lambda: sorted(cleo.tables) == numbers, 1)


@run_in_virtual_time
async def test_frozen_host_loses_its_tables_and_sends_nothing_about_them_when_it_resumes():
    store = MemoryStore()
    async with run_hosts_at(store, "ann", "bob") as (ann, bob):
        number = await ann.open()
        await wait_until(lambda: number in bob.rows)
        assert ann.directory.lease_generation()
        for task in ann.directory._tasks:
            task.cancel()  # nothing of it runs
        unheard = (ann.directory.hosts, ann.directory.records)
        store._subscribers = [one for one in store._subscribers if one[1].__self__ not in unheard]
        await wait_until(lambda: number in bob.tables)
        assert not ann.directory.lease_generation()
        assert isinstance(await commit_tick(ann.tables[number], TABLE_ENTRY), TableTaken)
        ann.directory.records.publish(table_row(number, 7))  # it still believes the table to be its own
        with pytest.raises(asyncio.TimeoutError):
            await wait_until(lambda: bob.rows[number].people == 7, 5)


@run_in_virtual_time
async def test_suspended_table_belongs_to_no_host_and_is_not_taken_over():
    async with run_hosts_at(MemoryStore(), "ann", "bob") as (ann, bob):
        number = await ann.open()
        suspended = table_row(number, 0, playing=True, suspended=True)
        ann.directory.records.publish(suspended)
        await ann.tables.pop(number).close(is_over=False)
        await wait_until(lambda: bob.rows == {number: suspended})
        bob.directory.records.publish(suspended)  # every host has it among its suspended tables
        await ann.die()
        await asyncio.sleep(3 * LEASE_SECONDS)
        assert bob.tables == {}
        assert bob.directory.host_of(number) is None
        bob.directory.records.withdraw(number)
        await wait_until(lambda: bob.rows == {})
