"""The journal of a club: many tables in one file, written by one thread, and found again by the next process."""

from __future__ import annotations

import asyncio

from net.journal import JOURNAL_FILE, ClubJournal, club_slot, open_table_journal, unfinished_tables, writer
from net.journal.entries import MatchBeganEntry, MatchEndedEntry, SavedSeatBot, TableEntry
from net.journal.lock import read_mark
from net.limits import EVENING_SECONDS
from tests.support.patience import PATIENCE_SECONDS


def table_entry(name):
    """Return the journal entry that opens a table of this name."""
    return TableEntry(b"x" * 32, None, "", name, "mad-queens", (), (SavedSeatBot(),) * 3)


async def commit_tick(journal, *entries):
    """Commit a tick (entries written together); return the error that prevented it, None if none did."""
    answer = asyncio.get_running_loop().create_future()
    journal.commit(entries, answer.set_result)
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await answer


def club_journal_at(folder, slot=None):
    """Return the journal of a club in a folder; `slot` is the key by which the club's tables are found in it."""
    return ClubJournal(folder / JOURNAL_FILE, lambda: 100.0, slot or club_slot(7433))


async def test_unclosed_tables_of_a_club_are_found_again_with_their_numbers(tmp_path):
    club = club_journal_at(tmp_path)
    tables = [await club.new_table() for _ in range(3)]
    for table in tables:
        assert await commit_tick(table, table_entry(f"Table {table.number}")) is None
        assert await commit_tick(table, table_entry(f"Table {table.number}, later")) is None
    await tables[0].close(is_over=True)
    await tables[1].close(is_over=False)
    await tables[2].close(is_over=False)
    await club.close()
    again = club_journal_at(tmp_path)
    kept = await again.kept_tables()
    assert [(one.number, one.settings.name, one.free_seats, one.is_playing) for one in kept] == [
        (table.number, f"Table {table.number}, later", 3, False) for table in tables[1:]
    ]
    found = [await again.open_table(one.number) for one in kept]
    assert [one.saved.table for one in found] == [one.settings for one in kept]
    assert await again.open_table(tables[0].number) is None
    assert (await again.new_table()).number > tables[2].number
    assert await commit_tick(found[0], table_entry("Now")) is None
    for one in found:
        await one.close(is_over=True)
    await again.close()


async def test_table_without_journal_entries_is_not_found_again(tmp_path):
    club = club_journal_at(tmp_path)
    table = await club.new_table()
    await table.close(is_over=False)
    await club.close()
    again = club_journal_at(tmp_path)
    assert await again.kept_tables() == ()
    await again.close()


async def test_tables_of_another_club_and_of_hosts_are_left_alone(tmp_path):
    club, other = club_journal_at(tmp_path), club_journal_at(tmp_path, club_slot(7434))
    table = await club.new_table()
    await commit_tick(table, table_entry("Ours"))
    assert await other.kept_tables() == ()
    hosted = await open_table_journal(tmp_path / JOURNAL_FILE, lambda: 100.0, "port 7433", is_wanted=lambda saved: True)
    assert hosted.saved is None
    assert unfinished_tables(tmp_path / JOURNAL_FILE, None) == ()
    await hosted.close(is_over=True)
    await table.close(is_over=False)
    await club.close()
    await other.close()


async def test_tables_that_another_process_runs_are_not_taken_over(tmp_path):
    club = club_journal_at(tmp_path)
    table = await club.new_table()
    await commit_tick(table, table_entry("Ours"))
    second = club_journal_at(tmp_path)
    [kept] = await second.kept_tables()
    assert await second.open_table(kept.number) is None
    await table.close(is_over=False)
    await club.close()
    await second.close()


async def test_discarded_table_is_removed_from_the_journal_unless_it_runs(tmp_path):
    club = club_journal_at(tmp_path)
    kept, run = await club.new_table(), await club.new_table()
    for table in (kept, run):
        await commit_tick(table, table_entry("Ours"))
    await kept.close(is_over=False)
    await club.discard_table(kept.number)
    await club.discard_table(run.number)
    await run.close(is_over=False)
    assert [one.number for one in await club.kept_tables()] == [run.number]
    await club.close()


async def test_sync_mark_of_each_table_counts_only_the_ticks_of_that_table(tmp_path, monkeypatch):
    """A sync mark says how many ticks (entries written together) the journal must hold; too high a number would look
    like damage."""
    monkeypatch.setattr(writer, "MAX_SYNC_DELAY_SECONDS", 0.001)
    club = club_journal_at(tmp_path)
    busy, calm = await club.new_table(), await club.new_table()
    busy_ticks = 0

    def mark_of(table):
        """Return the mark in the lock file of a table."""
        return read_mark(tmp_path / f"journal-table-{table.number}.lock")

    async with asyncio.timeout(PATIENCE_SECONDS):
        while (
            not busy_ticks or mark_of(busy).synced_tick < 2
        ):  # until more is on the disk than the other table has ticks
            await commit_tick(busy, table_entry("Busy"))
            busy_ticks += 1
    await commit_tick(calm, table_entry("Calm"))
    assert mark_of(busy).committed_tick == busy_ticks
    assert (mark_of(calm).committed_tick, mark_of(calm).synced_tick) == (
        1,
        0,
    )  # its only tick is written, and not yet synced
    for table in (busy, calm):
        await table.close(is_over=False)
    await club.close()
    again = club_journal_at(tmp_path)
    found = [await again.open_table(table.number) for table in await again.kept_tables()]
    assert [table.number for table in found] == [busy.number, calm.number]
    for table in found:
        await table.close(is_over=False)
    await again.close()


async def test_tables_of_a_club_are_numbered_from_1_and_its_evening_reaches_back_to_a_long_pause(tmp_path):
    now = [0.0]
    club = ClubJournal(tmp_path / JOURNAL_FILE, lambda: now[0], club_slot(7433))
    solo = await open_table_journal(tmp_path / JOURNAL_FILE, lambda: 0.0, "alone")
    open_table = await club.new_table()
    other = ClubJournal(tmp_path / JOURNAL_FILE, lambda: now[0], club_slot(7434))
    private, elsewhere = await club.new_table(private=True), await other.new_table()
    assert [table.number for table in (open_table, private, elsewhere)] == [1, 2, 1]
    for table in (open_table, private, elsewhere):
        await commit_tick(table, table_entry(f"Table {table.number}"))
    pause = EVENING_SECONDS + 1
    for number, (table, now[0]) in enumerate(((open_table, 0.5), (private, pause), (open_table, 2 * pause - 2)), 1):
        await commit_tick(
            table, MatchBeganEntry(number, "mad-queens", 3, (), "7", ("Ann", "Bob", "Cat"), ("", "", "careful"))
        )
        await commit_tick(table, MatchEndedEntry(number, ((1, 9, 1), (0, 3, 2), (2, 1, 3)), "", f"record {number}"))
    found = await club.matches_of_evening()
    assert [(one.private, one.match.results[0].name, one.match.ended) for one in found] == [
        (True, "Bob", pause),
        (False, "Bob", 2 * pause - 2),
    ]
    assert await club.matches_of_evening(found[0].match.ended) == found[1:]
    assert await club.record_text(found[0].match.id) == "record 2"
    assert (await club.record_text(99), await other.matches_of_evening()) == ("", ())
    now[0] += pause
    assert await club.matches_of_evening() == ()
    everything = await club.latest_matches(10)
    assert [(one.private, one.match.ended) for one in everything] == [
        (False, 0.5),
        (True, pause),
        (False, 2 * pause - 2),
    ]
    assert await club.latest_matches(2) == everything[1:]
    public = [one.match for one in reversed(everything) if not one.private]
    assert list(await club.public_matches(0, 10)) == public
    assert list(await club.public_matches(public[0].id, 10)) == public[1:]
    assert (await club.public_matches(0, 1), await club.public_matches(public[1].id, 1)) == ((public[0],), ())
    records = [await club.public_record(one.match.id) for one in everything]
    assert records == ["record 1", "", "record 3"]
    assert (await other.public_record(public[0].id), await other.public_matches(0, 10)) == ("", ())
    for table in (open_table, private, elsewhere, solo):
        await table.close(is_over=True)
    await club.close()
    await other.close()
