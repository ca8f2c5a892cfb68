"""The people of a club in its store: a name belongs to one person, and both are kept as long as the club goes on."""

from __future__ import annotations

import asyncio

from net.club.hall_people import KnownPerson
from net.cluster.cancellation import cancel_tasks
from net.cluster.people import ClusterPeople
from net.cluster.store import EntryRefused
from net.limits import EVENING_SECONDS
from tests.net.cluster.memory_store import MemoryStore
from tests.net.cluster.virtual_time import run_in_virtual_time


def function_returning_names(*people):
    """Return a function that returns the names of these people, as a host that knows them would."""
    return lambda: [person.name for person in people]


async def test_name_belongs_to_the_first_person_though_the_store_accepts_several_entries():
    store = MemoryStore()
    store.accepts_all = True
    hosts = [ClusterPeople(store, lambda: 0.0) for _ in range(4)]
    admitted = await asyncio.gather(
        *(host.admit(f"{place}", "Ann", function_returning_names()) for place, host in enumerate(hosts))
    )
    assert sorted(person.name for person in admitted) == ["Ann", "Ann 2", "Ann 3", "Ann 4"]
    again = await asyncio.gather(*(hosts[0].admit(person.id, "Zoe", function_returning_names()) for person in admitted))
    assert again == admitted


async def test_name_of_somebody_in_the_hall_is_not_requested_and_similar_names_are_equal():
    store = MemoryStore()
    people = ClusterPeople(store, lambda: 0.0)
    bob = KnownPerson("b", "Bob")
    assert (await people.admit("a", "BOB", function_returning_names(bob))).name == "BOB 2"
    assert (await ClusterPeople(store, lambda: 0.0).admit("c", "bob 2", function_returning_names())).name == "bob 2 2"


@run_in_virtual_time
async def test_store_keeps_a_person_and_their_name_as_long_as_a_host_knows_the_person():
    store, loop = MemoryStore(), asyncio.get_running_loop()
    people = ClusterPeople(store, loop.time)
    ann = await people.admit("a", "Ann", function_returning_names())
    keeping = asyncio.create_task(people.keep_up_to_date(lambda: [ann], lambda: 1, lambda person: None))
    await asyncio.sleep(3 * EVENING_SECONDS)
    await cancel_tasks([keeping])
    for key, entries in store.entries.items():
        store.entries[key] = entries[4:]  # a real store forgets those of the first evening
    other = ClusterPeople(store, loop.time)
    assert await other.admit("a", "Zoe", function_returning_names()) == ann
    assert (await other.admit("b", "Ann", function_returning_names())).name == "Ann 2"


@run_in_virtual_time
async def test_name_that_the_store_forgets_just_when_it_is_asked_for_is_given(monkeypatch):
    store = MemoryStore()
    await ClusterPeople(store, lambda: 0.0).admit("a", "Ann", function_returning_names())
    append = store.append

    async def refuse_and_forget(key, *entry):
        """Refuse an entry because of an earlier one, which is forgotten before the next question."""
        try:
            return await append(key, *entry)
        except EntryRefused:
            store.entries[key].clear()
            raise

    monkeypatch.setattr(store, "append", refuse_and_forget)
    async with asyncio.timeout(EVENING_SECONDS):
        assert (await ClusterPeople(store, lambda: 0.0).admit("b", "Ann", function_returning_names())).name == "Ann"
