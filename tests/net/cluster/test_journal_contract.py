"""What every journal of a club's tables promises: in an SQLite file, in JetStream, and in the tests' memory store."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from net.cluster.journal import ClusterJournal
from net.journal import JOURNAL_FILE, ClubJournal, club_slot
from net.journal.entries import (
    ActionEntry,
    MatchAbortedEntry,
    MatchBeganEntry,
    MatchEndedEntry,
    PersonEntry,
    PersonRemovedEntry,
    SavedChair,
    TableEntry,
    add_up_to_saved_table,
)
from tests.net.cluster.memory_store import CertainOwner, MemoryStore
from tests.support.depth import ONLY_DEEP
from tests.support.nats_servers import needs_nats
from tests.support.patience import PATIENCE_SECONDS

TABLE_ENTRY = TableEntry(b"x" * 32, None, "", "Ann's table", "mad-queens", (), (SavedChair(),) * 2)
"""The entry of a table in the directory of the cluster."""
ANN, BOB = PersonEntry("a", "Ann", False, 0), PersonEntry("b", "Bob", False, 1)


def began(match):
    """Return the journal entry of the beginning of the match with the number `match`."""
    return MatchBeganEntry(match, "mad-queens", 2, (), "7", ("Ann", "Bob"), ("", ""))


def acted(match, seat):
    """Return the journal entry of an action of `seat` in the match with the number `match`."""
    return ActionEntry(match, seat, "reveal", "person", "ab"[seat], 1)


def ended(match):
    """Return the journal entry of the end of the match with the number `match`."""
    return MatchEndedEntry(match, ((0, 30, 1), (1, 20, 2)), "abcdef", "a record")


class SqliteClub:
    """The tables of a club in an SQLite file."""

    def __init__(self, folder):
        self._path = folder / JOURNAL_FILE
        self._open()

    def _open(self):
        self._club = ClubJournal(self._path, lambda: 100.0, club_slot(7433))

    async def new_table(self):
        """Return the journal of a new table."""
        return await self._club.new_table()

    async def reopened_tables(self):
        """Return the journals of the tables as the next process finds them, by number."""
        await self._club.close()
        self._open()
        return {one.number: await self._club.open_table(one.number) for one in await self._club.kept_tables()}

    async def close(self):
        """Close the file."""
        await self._club.close()


class SharedClub:
    """The tables of a club in a store; in place of a next process another host takes them over."""

    def __init__(self, store):
        self._store = store
        self._hosts = count(1)
        self._numbers = []
        self._open()

    def _open(self):
        self._club = ClusterJournal(self._store, f"host{next(self._hosts)}", CertainOwner())

    async def new_table(self):
        """Return the journal of a new table."""
        journal = await self._club.new_table()
        self._numbers.append(journal.number)
        return journal

    async def reopened_tables(self):
        """Return the journals of the tables as another host finds them that takes all of them over, by number."""
        self._open()
        found = [await self._club.open_table(number) for number in self._numbers]
        return {journal.number: journal for journal in found if journal is not None}


KINDS = [
    "sqlite",
    "memory",
    pytest.param("jetstream 1", marks=needs_nats),
    pytest.param("jetstream 3", marks=[needs_nats, *ONLY_DEEP]),
]
"""The kinds of journals; the number after JetStream is that of its copies."""


@pytest.fixture(params=KINDS)
async def club(request, tmp_path, open_stores):
    """The tables of a club, in each kind of journal."""
    kind, _, copies = request.param.partition(" ")
    if kind == "sqlite":
        club = SqliteClub(tmp_path)
        yield club
        await club.close()
    elif kind == "memory":
        yield SharedClub(MemoryStore())
    else:
        [store] = await open_stores(int(copies))
        yield SharedClub(store)


async def commit(journal, *entries):
    """Commit one tick, and return None or the error."""
    answer = asyncio.get_running_loop().create_future()
    journal.commit(entries, answer.set_result)
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await answer


async def close(*journals, over=False):
    """Close journals."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        for journal in journals:
            await journal.close(over=over)


async def test_tables_are_found_again_as_they_were_written(club):
    tables = [await club.new_table() for _ in range(3)]
    ticks = [(TABLE_ENTRY, ANN), (BOB,), (began(1), acted(1, 0)), (acted(1, 1),)]
    for journal, length in zip(tables, (4, 1, 3), strict=True):
        assert journal.saved is None
        for tick in ticks[:length]:
            assert await commit(journal, *tick) is None
    await close(*tables)
    found = await club.reopened_tables()
    for journal, length in zip(tables, (4, 1, 3), strict=True):
        assert found[journal.number].saved == add_up_to_saved_table(
            [entry for tick in ticks[:length] for entry in tick]
        )
    await close(*found.values())


async def test_table_goes_on_where_it_was_and_its_number_is_never_given_again(club):
    first = await club.new_table()
    await commit(first, TABLE_ENTRY, ANN)
    await close(first)
    again = (await club.reopened_tables())[first.number]
    assert await commit(again, BOB) is None
    second = await club.new_table()
    await commit(second, TABLE_ENTRY)
    await close(again, second)
    assert second.number > first.number
    found = await club.reopened_tables()
    assert [one.token for one in found[first.number].saved.people] == ["a", "b"]
    await close(*found.values())


async def test_table_with_more_than_a_server_takes_at_once_is_found_again(club):
    journal = await club.new_table()
    people = tuple(PersonEntry(str(number), 5_000 * "x", False, None) for number in range(300))
    record = MatchEndedEntry(1, ((0, 30, 1), (1, 20, 2)), "abcdef", 2_000_000 * "r")
    for tick in ((TABLE_ENTRY, *people), (began(1),), (record,), (BOB,)):
        assert await commit(journal, *tick) is None
    await close(journal)
    [again] = (await club.reopened_tables()).values()
    assert again.saved == add_up_to_saved_table([TABLE_ENTRY, *people, began(1), record, BOB])
    await close(again)


async def test_table_that_is_over_and_table_without_entries_are_not_found_again(club):
    over, empty = await club.new_table(), await club.new_table()
    await commit(over, TABLE_ENTRY)
    await close(over, over=True)
    await close(empty)
    assert await club.reopened_tables() == {}


async def test_state_stays_the_same_over_many_matches_however_the_journal_is_shortened(club):
    journal = await club.new_table()
    entries = []
    ticks = [(TABLE_ENTRY, ANN, BOB)]
    for match in (1, 2, 3):
        ticks += [(began(match),), (acted(match, 0),), (acted(match, 1), ended(match))]
    ticks += [(began(4), PersonRemovedEntry("b")), (MatchAbortedEntry(4, "because"),), (began(5),), (acted(5, 1),)]
    for tick in ticks:
        entries += tick
        assert await commit(journal, *tick) is None
        if len(entries) % 4 == 0:
            await close(journal)
            journal = (await club.reopened_tables())[journal.number]
            assert journal.saved == add_up_to_saved_table(entries)
    await close(journal)
    found = (await club.reopened_tables())[journal.number]
    assert found.saved == add_up_to_saved_table(entries)
    await close(found)


async def test_several_tables_are_written_at_the_same_time(club):
    tables = [await club.new_table() for _ in range(5)]
    for name in ("Ann", "Bea", "Cleo"):
        answers = await asyncio.gather(*(commit(one, TABLE_ENTRY, PersonEntry("a", name, False, 0)) for one in tables))
        assert answers == [None] * 5
    await close(*tables)
    found = await club.reopened_tables()
    assert [found[one.number].saved.people[0].name for one in tables] == ["Cleo"] * 5
    await close(*found.values())
