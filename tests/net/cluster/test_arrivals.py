"""The place of a person in the halls of a club: it is at the host to which they came last; all hosts agree on it."""

from __future__ import annotations

import asyncio

import pytest

from net.cluster.arrivals import ClusterArrivals
from net.cluster.store import EntryRefused
from tests.net.cluster.memory_store import MemoryLink, MemoryStore


class PlacesOfHost:
    """What one host knows of places: `here` are the people in its hall."""

    def __init__(self, store, name):
        self.link = MemoryLink(store)
        self.here = set()
        self.arrivals = ClusterArrivals(self.link, name)
        self.arrivals.watch(self.here.discard)

    def come(self, person):
        """Let a person come into the hall of this host."""
        self.here.add(person)
        self.arrivals.record_arrival(person)

    async def written(self):
        """Wait until everything is written."""
        await asyncio.gather(*self.arrivals._work)


async def hosts_with_arrivals(store, *names):
    """Return hosts with these names, which have started."""
    hosts = [PlacesOfHost(store, name) for name in names]
    for host in hosts:
        await host.arrivals.start()
    return hosts


async def test_person_who_comes_to_another_host_leaves_the_hall_of_the_first():
    store = MemoryStore()
    first, second, third = await hosts_with_arrivals(store, "first", "second", "third")
    for host in (first, second, first, third):
        host.come("a1")
        host.come(f"only {id(host)}")
        await host.written()
        assert [one for one in (first, second, third) if "a1" in one.here] == [host]
    assert all(f"only {id(host)}" in host.here for host in (first, second, third))


@pytest.mark.parametrize("lost", [0, 1, 2, 3])
async def test_person_who_comes_to_several_hosts_at_once_stays_in_one_hall(monkeypatch, lost):
    monkeypatch.setattr("net.cluster.arrivals.STORE_PAUSE_SECONDS", 0)
    store = MemoryStore()
    hosts = await hosts_with_arrivals(store, "first", "second", "third")
    store.lost_answer_count = lost
    for host in (*hosts, hosts[0]):
        host.come("a1")
    await asyncio.gather(*(host.written() for host in hosts))
    assert sum("a1" in host.here for host in hosts) == 1


async def test_attempt_that_arrives_late_takes_nobody_out_of_a_hall():
    store = MemoryStore()
    append, sent = store.append, []

    async def record(*arguments):
        """Write an entry, and record what was sent."""
        sent.append(arguments)
        return await append(*arguments)

    store.append = record
    first, second = await hosts_with_arrivals(store, "first", "second")
    for host in (first, second):
        host.come("a1")
        await host.written()
    for arguments in sent:  # copies of them arrive
        with pytest.raises(EntryRefused):
            await append(*arguments)
    assert (first.here, second.here) == (set(), {"a1"})


async def test_host_that_was_cut_off_learns_that_a_person_is_elsewhere(monkeypatch):
    monkeypatch.setattr("net.cluster.arrivals.STORE_PAUSE_SECONDS", 0)
    store = MemoryStore()
    first, second = await hosts_with_arrivals(store, "first", "second")
    first.come("a1")
    await first.written()
    first.link.is_cut = True
    second.come("a1")
    await second.written()
    first.come("b2")  # it is written when the host is back
    assert (first.here, second.here) == ({"a1", "b2"}, {"a1"})
    first.link.mend()
    await first.written()
    assert (first.here, second.here) == ({"b2"}, {"a1"})


async def test_place_that_was_written_before_a_host_began_takes_nobody_out_of_its_hall():
    store = MemoryStore()
    [first] = await hosts_with_arrivals(store, "first")
    first.come("a1")
    await first.written()
    [second] = await hosts_with_arrivals(store, "second")
    second.come("a1")
    await second.written()
    second.link.mend()  # its watch begins again
    assert (first.here, second.here) == (set(), {"a1"})
