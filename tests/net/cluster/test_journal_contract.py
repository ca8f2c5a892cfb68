"""What every journal of a club's tables must do, in an SQLite file, in JetStream and in the tests' store in memory."""

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
    SavedSeatBot,
    TableEntry,
    add_up_to_saved_table,
)
from tests.net.cluster.memory_store import CertainOwner, MemoryStore
from tests.support.depth import ONLY_DEEP_MARKS
from tests.support.nats_servers import needs_nats
from tests.support.patience import PATIENCE_SECONDS

TABLE_ENTRY = TableEntry(b"x" * 32, None, "", "Ann's table", "mad-queens", (), (SavedSeatBot(),) * 2)
"""The first journal entry of a table of two seats."""
ANN, BOB = PersonEntry("a", "Ann", False, 0), PersonEntry("b", "Bob", False, 1)


def match_began_entry(match):
    """Return the journal entry of the beginning of the match with the number `match`."""
    return MatchBeganEntry(match, "mad-queens", 2, (), "7", ("Ann", "Bob"), ("", ""))


def action_entry(match, seat):
    """Return the journal entry of an action of `seat` in the match with the number `match`."""
    return ActionEntry(match, seat, "reveal", "person", "ab"[seat], 1)


def match_ended_entry(match):
    """Return the journal entry of the end of the match with the number `match`."""
    return MatchEndedEntry(match, ((0, 30, 1), (1, 20, 2)), "abcdef", "a record")


class TablesInSqlite:
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
        """Return, by number, the journals of the tables as the next process finds them."""
        await self._club.close()
        self._open()
        return {one.number: await self._club.open_table(one.number) for one in await self._club.kept_tables()}

    async def close(self):
        """Close the file."""
        await self._club.close()


class TablesInStore:
    """The tables of a club in a store; instead of a next process, another host takes them over."""

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
        """Return, by number, the journals of all tables as another host finds them when it takes them over."""
        self._open()
        found = [await self._club.open_table(number) for number in self._numbers]
        return {journal.number: journal for journal in found if journal is not None}


JOURNAL_KINDS = [
    "sqlite",
    "memory",
    pytest.param("jetstream 1", marks=needs_nats),
    pytest.param("jetstream 3", marks=[needs_nats, *ONLY_DEEP_MARKS]),
]
"""Names of the kinds of journals; the number after JetStream is the number of copies."""


@pytest.fixture(params=JOURNAL_KINDS)
async def club_tables(request, tmp_path, open_stores_of_new_club):
    """The tables of a club, in each kind of journal."""
    kind, _, copies = request.param.partition(" ")
    if kind == "sqlite":
        club = TablesInSqlite(tmp_path)
        yield club
        await club.close()
    elif kind == "memory":
        yield TablesInStore(MemoryStore())
    else:
        [store] = await open_stores_of_new_club(int(copies))
        yield TablesInStore(store)


async def commit_tick(journal, *entries):
    """Commit a tick (entries written together); return the error that prevented it, None if none did."""
    answer = asyncio.get_running_loop().create_future()
    journal.commit(entries, answer.set_result)
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await answer


async def close_journals(*journals, over=False):
    """Close these journals of tables."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        for journal in journals:
            await journal.close(is_over=over)


async def test_tables_in_a_journal_are_found_again_as_they_were_written(club_tables):
    tables = [await club_tables.new_table() for _ in range(3)]
    ticks = [(TABLE_ENTRY, ANN), (BOB,), (match_began_entry(1), action_entry(1, 0)), (action_entry(1, 1),)]
    for journal, length in zip(tables, (4, 1, 3), strict=True):
        assert journal.saved is None
        for tick in ticks[:length]:
            assert await commit_tick(journal, *tick) is None
    await close_journals(*tables)
    found = await club_tables.reopened_tables()
    for journal, length in zip(tables, (4, 1, 3), strict=True):
        assert found[journal.number].saved == add_up_to_saved_table(
            [entry for tick in ticks[:length] for entry in tick]
        )
    await close_journals(*found.values())


async def test_table_goes_on_where_it_was_and_its_number_is_never_given_again(club_tables):
    first = await club_tables.new_table()
    await commit_tick(first, TABLE_ENTRY, ANN)
    await close_journals(first)
    again = (await club_tables.reopened_tables())[first.number]
    assert await commit_tick(again, BOB) is None
    second = await club_tables.new_table()
    await commit_tick(second, TABLE_ENTRY)
    await close_journals(again, second)
    assert second.number > first.number
    found = await club_tables.reopened_tables()
    assert [one.token for one in found[first.number].saved.people] == ["a", "b"]
    await close_journals(*found.values())


async def test_table_with_more_than_a_server_takes_at_once_is_found_again(club_tables):
    journal = await club_tables.new_table()
    people = tuple(PersonEntry(str(number), 5_000 * "x", False, None) for number in range(300))
    record = MatchEndedEntry(1, ((0, 30, 1), (1, 20, 2)), "abcdef", 2_000_000 * "r")
    for tick in ((TABLE_ENTRY, *people), (match_began_entry(1),), (record,), (BOB,)):
        assert await commit_tick(journal, *tick) is None
    await close_journals(journal)
    [again] = (await club_tables.reopened_tables()).values()
    assert again.saved == add_up_to_saved_table([TABLE_ENTRY, *people, match_began_entry(1), record, BOB])
    await close_journals(again)


async def test_table_that_is_over_and_table_without_entries_are_not_found_again(club_tables):
    over, empty = await club_tables.new_table(), await club_tables.new_table()
    await commit_tick(over, TABLE_ENTRY)
    await close_journals(over, over=True)
    await close_journals(empty)
    assert await club_tables.reopened_tables() == {}


async def test_state_stays_the_same_over_many_matches_however_the_journal_is_shortened(club_tables):
    journal = await club_tables.new_table()
    entries = []
    ticks = [(TABLE_ENTRY, ANN, BOB)]
    for match in (1, 2, 3):
        ticks += [
            (match_began_entry(match),),
            (action_entry(match, 0),),
            (action_entry(match, 1), match_ended_entry(match)),
        ]
    ticks += [
        (match_began_entry(4), PersonRemovedEntry("b")),
        (MatchAbortedEntry(4, "because"),),
        (match_began_entry(5),),
        (action_entry(5, 1),),
    ]
    for tick in ticks:
        entries += tick
        assert await commit_tick(journal, *tick) is None
        if len(entries) % 4 == 0:
            await close_journals(journal)
            journal = (await club_tables.reopened_tables())[journal.number]
            assert journal.saved == add_up_to_saved_table(entries)
    await close_journals(journal)
    found = (await club_tables.reopened_tables())[journal.number]
    assert found.saved == add_up_to_saved_table(entries)
    await close_journals(found)


async def test_journal_writes_several_tables_at_the_same_time(club_tables):
    tables = [await club_tables.new_table() for _ in range(5)]
    for name in ("Ann", "Bea", "Cleo"):
        answers = await asyncio.gather(
            *(commit_tick(one, TABLE_ENTRY, PersonEntry("a", name, False, 0)) for one in tables)
        )
        assert answers == [None] * 5
    await close_journals(*tables)
    found = await club_tables.reopened_tables()
    assert [found[one.number].saved.people[0].name for one in tables] == ["Cleo"] * 5
    await close_journals(*found.values())
