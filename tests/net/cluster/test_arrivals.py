"""The place of a person in the halls of a club: it is at the host to which they came last; all hosts agree on it."""

from __future__ import annotations

import asyncio

import pytest

from net.cluster.arrivals import ClusterArrivals
from net.cluster.store import EntryRefused
from tests.net.cluster.memory_store import MemoryLink, MemoryStore


class HostWithArrivals:
    """A host of a club; `here` are the people in its hall, by their identifiers."""

    def __init__(self, store, name):
        self.link = MemoryLink(store)
        self.here = set()
        self.arrivals = ClusterArrivals(self.link, name)
        self.arrivals.watch(self.here.discard)

    def come_into_hall(self, person):
        """Let a person come into the hall of this host."""
        self.here.add(person)
        self.arrivals.record_arrival(person)

    async def wait_until_written(self):
        """Wait until everything that the host writes is in the store."""
        await asyncio.gather(*self.arrivals._work)


async def start_hosts(store, *names):
    """Start hosts with these names at a store, and return them."""
    hosts = [HostWithArrivals(store, name) for name in names]
    for host in hosts:
        await host.arrivals.start()
    return hosts


async def test_person_who_comes_to_another_host_leaves_the_hall_of_the_first():
    store = MemoryStore()
    first, second, third = await start_hosts(store, "first", "second", "third")
    for host in (first, second, first, third):
        host.come_into_hall("a1")
        host.come_into_hall(f"only {id(host)}")
        await host.wait_until_written()
        assert [one for one in (first, second, third) if "a1" in one.here] == [host]
    assert all(f"only {id(host)}" in host.here for host in (first, second, third))


@pytest.mark.parametrize("lost", [0, 1, 2, 3])
async def test_person_who_comes_to_several_hosts_at_once_stays_in_one_hall(monkeypatch, lost):
    monkeypatch.setattr("net.cluster.arrivals.STORE_RETRY_PAUSE_SECONDS", 0)
    store = MemoryStore()
    hosts = await start_hosts(store, "first", "second", "third")
    store.lost_answer_count = lost
    for host in (*hosts, hosts[0]):
        host.come_into_hall("a1")
    await asyncio.gather(*(host.wait_until_written() for host in hosts))
    assert sum("a1" in host.here for host in hosts) == 1


async def test_copies_of_sent_entries_that_arrive_late_take_nobody_out_of_a_hall():
    store = MemoryStore()
    append, sent = store.append, []

    async def record(*arguments):
        """Write an entry, and record what was sent."""
        sent.append(arguments)
        return await append(*arguments)

    store.append = record
    first, second = await start_hosts(store, "first", "second")
    for host in (first, second):
        host.come_into_hall("a1")
        await host.wait_until_written()
    for arguments in sent:  # copies of them arrive
        with pytest.raises(EntryRefused):
            await append(*arguments)
    assert (first.here, second.here) == (set(), {"a1"})


async def test_host_that_was_cut_off_learns_that_a_person_is_elsewhere(monkeypatch):
    monkeypatch.setattr("net.cluster.arrivals.STORE_RETRY_PAUSE_SECONDS", 0)
    store = MemoryStore()
    first, second = await start_hosts(store, "first", "second")
    first.come_into_hall("a1")
    await first.wait_until_written()
    first.link.is_cut = True
    second.come_into_hall("a1")
    await second.wait_until_written()
    first.come_into_hall("b2")  # it is written when the host is back
    assert (first.here, second.here) == ({"a1", "b2"}, {"a1"})
    first.link.mend()
    await first.wait_until_written()
    assert (first.here, second.here) == ({"b2"}, {"a1"})


async def test_place_that_was_written_before_a_host_began_takes_nobody_out_of_its_hall():
    store = MemoryStore()
    [first] = await start_hosts(store, "first")
    first.come_into_hall("a1")
    await first.wait_until_written()
    [second] = await start_hosts(store, "second")
    second.come_into_hall("a1")
    await second.wait_until_written()
    second.link.mend()  # its watch begins again
    assert (first.here, second.here) == (set(), {"a1"})
