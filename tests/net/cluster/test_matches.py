"""The finished matches in the store of a club, as a host reads them."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from net.cluster.journal import ClusterJournal, key_of_table_log
from net.cluster.matches import ClusterMatches, keep_match, unpack_match
from net.cluster.store import StoreEntry, StoreUnreachable
from net.cluster.table_log import TableLog
from net.errors import JournalDamaged
from net.journal.codec import pack_tick
from net.journal.entries import (
    MatchBeganEntry,
    MatchEndedEntry,
    SavedMatch,
    SavedTable,
    add_up_to_saved_table,
)
from net.limits import EVENING_SECONDS
from tests.net.cluster.memory_store import CertainOwner, MemoryStore
from tests.sim.cluster.club import TABLE_ENTRY


def match_beginning(match_number):
    """Return the journal entry of the beginning of a match."""
    return MatchBeganEntry(match_number, "mad-queens", 2, (), "7", ("Ann", "Bob"))


def match_end(match_number):
    """Return the end of a match."""
    return MatchEndedEntry(match_number, ((0, 3, 1), (1, 0, 2)), "", "record")


async def test_matches_before_a_long_pause_are_not_shown_as_those_of_the_evening():
    store, now = MemoryStore(), [0.0]
    matches = ClusterMatches(store, lambda: now[0])
    for number, ended in enumerate((0.0, 1.0, EVENING_SECONDS + 2.0, 2 * EVENING_SECONDS), start=1):
        saved = SavedTable(TABLE_ENTRY, (), SavedMatch(match_beginning(number), (), match_end(number)))
        now[0] = ended
        await keep_match(store, 7, saved, ended)
        await keep_match(store, 7, saved, ended)  # as the next host of the table may do
        if number == 2:
            assert [one.match.ended for one in await matches.matches_of_evening()] == [0.0, 1.0]
    assert [one.match.ended for one in await matches.matches_of_evening()] == [EVENING_SECONDS + 2.0, now[0]]
    now[0] += EVENING_SECONDS + 1.0
    assert await matches.matches_of_evening() == ()
    for host in (matches, ClusterMatches(store, lambda: now[0])):
        listed = await host.public_matches(0, 10)
        assert [one.ended for one in listed] == [2 * EVENING_SECONDS, EVENING_SECONDS + 2.0, 1.0, 0.0]
        assert await host.public_matches(listed[1].id, 1) == listed[2:3]


async def test_match_at_a_table_with_a_code_is_not_listed_and_its_record_is_not_given_out():
    store = MemoryStore()
    for number, code in enumerate(("", "SECRET"), start=1):
        table = replace(TABLE_ENTRY, code=code)
        await keep_match(store, number, SavedTable(table, (), SavedMatch(match_beginning(1), (), match_end(1))), 0.0)
    matches = ClusterMatches(store, lambda: 0.0)
    public, private = [one.match.id for one in await matches.matches_of_evening()]
    assert [one.id for one in await matches.public_matches(0, 10)] == [public]
    assert (await matches.public_record(public), await matches.public_record(private)) == ("record", "")


async def raise_unreachable(*arguments):
    """Raise `StoreUnreachable`, as a store that does not answer."""
    raise StoreUnreachable


async def test_oldest_matches_leave_the_store_with_their_records_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr("net.cluster.matches.MAX_CLUB_MATCHES_KEPT", 5)
    monkeypatch.setattr("net.cluster.matches.CLUB_MATCHES_REMOVED_AT_ONCE", 2)
    store = MemoryStore()
    hosts = [ClusterMatches(store, lambda: 0.0) for _ in range(2)]
    for host in hosts:
        await host.matches_of_evening()

    async def keep(number):
        """Keep a match that ended at a table long ago: an evening each; wait for what the hosts do then."""
        saved = SavedTable(TABLE_ENTRY, (), SavedMatch(match_beginning(number), (), match_end(number)))
        await keep_match(store, 7, saved, number * 3 * EVENING_SECONDS)
        for host in hosts:
            await asyncio.gather(*filter(None, [host._removal]))

    def kept(word):
        """Return the numbers of the matches that the store has under keys with this first word."""
        return [
            int(key.rpartition(".")[2])
            for key, found in store.entries.items()
            if key.startswith(f"{word}.7.") and found
        ]

    for number in range(1, 7):
        await keep(number)
    assert kept("match") == kept("result") == [1, 2, 3, 4, 5, 6]
    await keep(7)
    assert kept("match") == kept("result") == [3, 4, 5, 6, 7]
    with monkeypatch.context() as away:
        away.setattr(MemoryStore, "remove", raise_unreachable)
        for number in (8, 9):
            await keep(number)
    assert kept("result") == [3, 4, 5, 6, 7, 8, 9]
    await keep(10)
    assert kept("match") == kept("result") == [6, 7, 8, 9, 10]
    newcomer = ClusterMatches(store, lambda: 0.0)
    for host in (*hosts, newcomer):
        assert [one.ended // EVENING_SECONDS // 3 for one in await host.public_matches(0, 10)] == [10, 9, 8, 7, 6]
        await host.close()


async def test_evening_of_many_hours_is_shown_from_its_beginning_also_by_a_host_that_has_just_begun():
    store = MemoryStore()
    for number in range(1, 6):
        saved = SavedTable(TABLE_ENTRY, (), SavedMatch(match_beginning(number), (), match_end(number)))
        await keep_match(store, 7, saved, number * EVENING_SECONDS)
        matches = ClusterMatches(store, lambda now=number * EVENING_SECONDS: now)
        assert len(await matches.matches_of_evening()) == number


async def test_finished_match_whose_host_was_killed_is_kept_by_the_next_host():
    store = MemoryStore()
    log = TableLog(store, key_of_table_log(7), "dead.1")
    await log.create()
    await log.append(pack_tick((TABLE_ENTRY, match_beginning(1), match_end(1))))
    journal = await ClusterJournal(store, "next", CertainOwner()).open_table(7)
    await journal.close(is_over=False)
    [kept] = await ClusterMatches(store, lambda: 0.0).matches_of_evening()
    assert kept.match.results[0].score == 3
    assert "match.7.1" in store.entries


async def test_last_match_of_a_table_that_was_closed_for_good_is_kept_by_the_next_host():
    store = MemoryStore()
    log = TableLog(store, key_of_table_log(7), "dead.1")
    await log.create()
    await log.append(pack_tick((TABLE_ENTRY, match_beginning(1), match_end(1))))
    assert await ClusterJournal(store, "next", OwnerOfClosedTable()).open_table(7) is None
    assert not store.entries[key_of_table_log(7)]
    assert "match.7.1" in store.entries


class OwnerOfClosedTable(CertainOwner):
    """A stand-in for a host's directory, according to which an organiser has closed every table."""

    async def is_closed(self, table_number):
        """Return True."""
        return True


async def test_match_whose_record_is_too_long_for_an_entry_is_kept_once_and_read_whole(monkeypatch):
    store, chance = MemoryStore(), random.Random(7)
    record = "".join(chr(33 + chance.randrange(90)) for _ in range(4_000))
    saved = SavedTable(
        TABLE_ENTRY, (), SavedMatch(match_beginning(1), (), MatchEndedEntry(1, ((0, 3, 1), (1, 0, 2)), "", record))
    )
    for place in ("matches", "table_log"):
        monkeypatch.setattr(f"net.cluster.{place}.STORE_ENTRY_BYTES", 100)
    for _ in range(2):  # the next host of the table does it again
        await keep_match(store, 7, saved, 0.0)
    pieces = [len(stored.data) for stored in store.entries["match.7.1"]]
    assert max(pieces) < 150
    assert sum(pieces) < 2 * len(record)
    matches = ClusterMatches(store, lambda: 0.0)
    [kept] = await matches.matches_of_evening()
    assert await matches.public_record(kept.match.id) == record


async def test_table_that_is_closed_as_soon_as_its_match_is_over_has_kept_the_match():
    store = MemoryStore()
    journal = await ClusterJournal(store, "host", CertainOwner()).new_table()
    committed = asyncio.Event()
    journal.commit((TABLE_ENTRY, match_beginning(1), match_end(1)), lambda error: committed.set())
    await committed.wait()
    await journal.close(is_over=True)
    assert f"match.{journal.number}.1" in store.entries


async def test_match_is_kept_packed_and_damage_is_reported():
    store = MemoryStore()
    record = "reveal\n" * 1_000
    saved = SavedTable(
        TABLE_ENTRY, (), SavedMatch(match_beginning(1), (), MatchEndedEntry(1, ((0, 3, 1), (1, 0, 2)), "", record))
    )
    await keep_match(store, 7, saved, 0.0)
    [stored] = store.entries["match.7.1"]
    assert len(stored.data) < len(record) / 5
    assert add_up_to_saved_table(unpack_match(stored.data)) == saved
    matches = ClusterMatches(store, lambda: 0.0)
    [kept] = await matches.public_matches(0, 1)
    assert await matches.public_record(kept.id) == record
    store.entries["match.7.1"] = [StoreEntry(stored.key, stored.sequence, stored.data[:-9])]
    with pytest.raises(JournalDamaged):
        await matches.public_record(kept.id)
