"""Tables in the journal: locks, recovery, folding (fewer entries that say the same) and the history of matches."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import subprocess
import sys
import threading
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import JournalDamaged, JournalMissing, JournalUnusable
from net.journal import (
    JOURNAL_FILE,
    SOLO_SLOT,
    has_unfinished_match,
    hosted_slot,
    lock,
    open_table_journal,
    ports_of_unfinished_tables,
    unfinished_tables,
    writer,
)
from net.journal.codec import pack_tick
from net.journal.database import JournalDatabase
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
from net.journal.history import (
    finished_match,
    finished_matches,
    high_scores,
    journal_counts,
    player_tallies,
    previous_best_score,
    record_text,
)
from net.journal.match_list import compact_entries_of_table, complete_finished_matches, fold_table, write_tick
from net.journal.records import pack_old_records
from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS

FIRST_TABLE_ENTRY = TableEntry(
    b"s" * 32, 7, "", "Ann's table", "mad-queens", (), (SavedSeatBot(), SavedSeatBot("careful", "Bea"))
)
"""The first entry of a table."""

PERSON_WITH_TOKEN_A = PersonEntry("a", "Ann", False, 0)
"""The journal entry of a person who has the token ``a``."""

PERSON_WITH_OTHER_TOKEN = PersonEntry("token-ann", "Ann", False, 0)
"""The journal entry of a person of the same name with another token."""

MATCH_BEGINNING = MatchBeganEntry(1, "mad-queens", 2, (("visibility", "sealed"),), "7", ("Ann", "Bea"), ("", "careful"))
"""The journal entry of the beginning of match 1."""

MATCH_END = MatchEndedEntry(1, ((0, 30, 1), (1, 20, 2)), "abcdef", "a record")
"""The journal entry of the end of match 1."""


def fixed_clock() -> float:
    """Return the same time at every call."""
    return 1000.0


async def open_journal_of_slot(folder, slot=SOLO_SLOT, **kw):
    """Open a table in the journal of a folder: the one with an unfinished match that is kept under the key `slot`, or
    else a new one.
    """
    return await open_table_journal(
        folder / JOURNAL_FILE, fixed_clock, slot, **{"is_wanted": has_unfinished_match, **kw}
    )


async def commit_tick(table_journal, *entries):
    """Commit a tick (entries written together); return the error that prevented it, None if none did."""
    done = asyncio.get_running_loop().create_future()
    table_journal.commit(entries, done.set_result)
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await done


async def open_journal_in_match(folder, slot=SOLO_SLOT, **kw):
    """Return the journal of a table in the middle of its match."""
    table_journal = await open_journal_of_slot(folder, slot, **kw)
    for tick in (
        (FIRST_TABLE_ENTRY, PERSON_WITH_OTHER_TOKEN),
        (MATCH_BEGINNING,),
        (ActionEntry(1, 0, "reveal", "person", "token-ann", 1),),
    ):
        assert await commit_tick(table_journal, *tick) is None
    return table_journal


def journal_threads():
    """Return the journal threads that are running."""
    return sorted(thread.name for thread in threading.enumerate() if thread.name.startswith("journal"))


# Unfinished tables that are opened again


async def test_reopened_table_has_all_entries_that_were_written(tmp_path):
    table_journal = await open_journal_in_match(tmp_path)
    await table_journal.keep_host_token("token-ann")
    await table_journal.close(is_over=False)
    again = await open_journal_of_slot(tmp_path)
    assert (again.number, again.host_token) == (table_journal.number, "token-ann")
    assert again.saved == add_up_to_saved_table(
        [
            FIRST_TABLE_ENTRY,
            PERSON_WITH_OTHER_TOKEN,
            MATCH_BEGINNING,
            ActionEntry(1, 0, "reveal", "person", "token-ann", 1),
        ]
    )
    assert await commit_tick(again, ActionEntry(1, 1, "reveal", "bot")) is None
    await again.close(is_over=False)
    third = await open_journal_of_slot(tmp_path)
    assert [acted.seat for acted in third.saved.match.actions] == [0, 1]
    await third.close(is_over=True)
    last = await open_journal_of_slot(tmp_path)
    assert last.saved is None
    await last.close(is_over=True)


async def test_table_in_use_is_not_opened_by_a_second_process(tmp_path):
    first = await open_journal_in_match(tmp_path)
    second = await open_journal_in_match(tmp_path)
    assert first.number != second.number
    assert unfinished_tables(tmp_path / JOURNAL_FILE) == (), "both are being played"
    await first.close(is_over=False)
    assert [one.number for one in unfinished_tables(tmp_path / JOURNAL_FILE)] == [first.number]
    assert [one.number for one in unfinished_tables(tmp_path / JOURNAL_FILE)] == [first.number], (
        "asking takes nothing away"
    )
    await second.close(is_over=False)
    found = unfinished_tables(tmp_path / JOURNAL_FILE)
    assert [one.number for one in found] == [second.number, first.number]
    assert (found[0].game, found[0].names, found[0].action_count, found[0].began) == (
        "mad-queens",
        ("Ann", "Bea"),
        1,
        1000.0,
    )


@pytest.mark.parametrize("locks_are_shown", [True, False], ids=["locks shown", "locks not shown"])
async def test_search_for_unfinished_matches_finds_hosted_ones_and_locks_nothing(
    tmp_path, monkeypatch, locks_are_shown
):
    if locks_are_shown and not lock.SYSTEM_LOCKS_FILE.exists():
        pytest.skip("this system shows no locks")
    played = await open_journal_in_match(tmp_path, hosted_slot(7433))
    left = await open_journal_in_match(tmp_path, hosted_slot(7450))
    await left.close(is_over=False)
    if locks_are_shown:
        monkeypatch.setattr(lock.JournalLock, "acquire", lambda path: pytest.fail("a lock was taken"))
    else:
        monkeypatch.setattr(lock, "SYSTEM_LOCKS_FILE", tmp_path / "missing")
    path = tmp_path / JOURNAL_FILE
    assert [(one.number, one.port, one.bots) for one in unfinished_tables(path, None)] == [
        (left.number, 7450, ("", "careful"))
    ]
    assert unfinished_tables(path) == ()
    assert ports_of_unfinished_tables(path, since=0.0) == (7450,)
    await played.close(is_over=False)
    assert {one.port for one in unfinished_tables(path, None)} == {7433, 7450}


async def test_unfinished_table_of_one_port_is_not_opened_for_another_port(tmp_path):
    for slot in (hosted_slot(7433), SOLO_SLOT):
        await (await open_journal_in_match(tmp_path, slot)).close(is_over=False)
    other = await open_journal_of_slot(tmp_path, hosted_slot(7434))
    assert other.saved is None
    await other.close(is_over=True)
    same = await open_journal_of_slot(tmp_path, hosted_slot(7433))
    assert same.saved is not None
    await same.close(is_over=False)


async def test_new_table_in_the_journal_keeps_an_unfinished_one_for_later(tmp_path):
    left = await open_journal_in_match(tmp_path)
    await left.close(is_over=False)
    fresh = await open_journal_of_slot(tmp_path, is_wanted=lambda saved: False)
    assert fresh.saved is None
    await fresh.close(is_over=True)
    again = await open_journal_of_slot(tmp_path)
    assert again.number == left.number
    await again.close(is_over=False)


async def test_table_with_a_given_number_is_opened_or_else_a_new_one(tmp_path):
    numbers = []
    for _ in range(2):
        table_journal = await open_journal_in_match(tmp_path, is_wanted=lambda saved: False)
        await table_journal.close(is_over=False)
        numbers.append(table_journal.number)
    again = await open_journal_of_slot(tmp_path, table_number=numbers[0])
    assert again.number == numbers[0]
    assert again.saved is not None
    await again.close(is_over=False)
    none = await open_journal_of_slot(tmp_path, table_number=999)
    assert none.saved is None
    await none.close(is_over=True)


async def test_table_that_was_opened_last_goes_on_although_the_clock_was_set_back(tmp_path):
    for now in (2000.0, 1000.0):
        table_journal = await open_table_journal(tmp_path / JOURNAL_FILE, lambda now=now: now, SOLO_SLOT)
        for tick in ((FIRST_TABLE_ENTRY, PERSON_WITH_OTHER_TOKEN), (MATCH_BEGINNING,)):
            assert await commit_tick(table_journal, *tick) is None
        await table_journal.close(is_over=False)
    again = await open_journal_of_slot(tmp_path)
    assert again.number == table_journal.number
    await again.close(is_over=False)


async def test_journal_abandons_the_oldest_of_too_many_unfinished_tables(tmp_path):
    for _ in range(12):
        table_journal = await open_journal_in_match(tmp_path, is_wanted=lambda saved: False)
        await table_journal.close(is_over=False)
    assert 8 <= len(unfinished_tables(tmp_path / JOURNAL_FILE)) <= 9


async def test_lock_of_a_killed_process_can_be_taken(tmp_path):
    program = (
        "import asyncio, os, signal, sys; from pathlib import Path\n"
        "from tests.net.journal.test_tables_in_journal import open_journal_in_match\n"
        "async def main():\n"
        "    await open_journal_in_match(Path(sys.argv[1]))\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    process = await asyncio.to_thread(subprocess.run, command, timeout=60)
    assert process.returncode == -9
    table_journal = await open_journal_of_slot(tmp_path)
    assert table_journal.saved is not None
    assert len(table_journal.saved.match.actions) == 1
    await table_journal.close(is_over=True)


@parametrize("read_journal", [unfinished_tables, finished_matches], 1, ids=["unfinished", "history"])
async def test_table_goes_on_though_its_process_also_read_the_journal_and_another_one_closed_it(tmp_path, read_journal):
    """When a process closes any descriptor of a file, all its POSIX locks on the file end, so SQLite could lose its
    own.
    """
    table_journal = await open_journal_in_match(tmp_path)
    assert read_journal(tmp_path / JOURNAL_FILE) is not None
    program = (
        "import asyncio, sys; from pathlib import Path\n"
        "from tests.net.journal.test_tables_in_journal import open_journal_in_match\n"
        "async def main():\n"
        "    other = await open_journal_in_match(Path(sys.argv[1]), is_wanted=lambda saved: False)\n"
        "    await other.close(is_over=False)\n"
        "asyncio.run(main())"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    process = await asyncio.to_thread(subprocess.run, command, timeout=PATIENCE_SECONDS)
    assert process.returncode == 0
    assert (tmp_path / f"{JOURNAL_FILE}-wal").exists(), "the log that the table is written to"
    assert await commit_tick(table_journal, ActionEntry(1, 1, "reveal", "bot")) is None
    await table_journal.close(is_over=False)
    assert len(unfinished_tables(tmp_path / JOURNAL_FILE)) == 2


async def test_closed_journal_leaves_no_thread_and_no_lock_behind(tmp_path):
    table_journal = await open_journal_in_match(tmp_path)
    assert journal_threads() == ["journal", "journal sync"]
    await table_journal.close(is_over=False)
    assert journal_threads() == []
    assert {item.name for item in tmp_path.iterdir()} == {JOURNAL_FILE}, "all of it is in the one file"


# A journal that cannot be written


async def test_full_disk_is_reported_and_loses_nothing_acknowledged(tmp_path):
    table_journal = await open_journal_in_match(tmp_path)
    await table_journal._writer.run_job(lambda file: file.rows("PRAGMA max_page_count = 1"))
    acknowledged = 1
    while (
        error := await commit_tick(table_journal, ActionEntry(1, 0, "reveal" * 40, "person", "token-ann", 2))
    ) is None:
        acknowledged += 1
    assert isinstance(error, JournalUnusable)
    assert error.reason == "the disk is full"
    await table_journal.close(is_over=False)
    again = await open_journal_of_slot(tmp_path)
    assert len(again.saved.match.actions) == acknowledged
    await again.close(is_over=True)


@pytest.mark.parametrize("removed_file", [JOURNAL_FILE, f"{JOURNAL_FILE}-wal"])
async def test_removal_of_the_journal_or_its_log_is_detected(tmp_path, removed_file):
    table_journal = await open_journal_in_match(tmp_path)
    (tmp_path / removed_file).rename(tmp_path / "elsewhere")
    error = await commit_tick(table_journal, ActionEntry(1, 0, "reveal", "bot"))
    assert isinstance(error, JournalMissing), "what was acknowledged has gone with the file"
    assert error.reason == "the file has gone"
    await table_journal.close(is_over=False)


async def test_removal_of_the_journal_is_reported_even_if_the_sync_thread_notices_it_first(tmp_path, monkeypatch):
    removed = threading.Event()
    monkeypatch.setattr("net.journal.writer.sync_folder", lambda folder: removed.wait(PATIENCE_SECONDS))
    table_journal = await open_journal_in_match(tmp_path)
    (tmp_path / f"{JOURNAL_FILE}-wal").rename(tmp_path / "elsewhere")
    removed.set()
    syncer = table_journal._writer._log_syncer
    await asyncio.to_thread(syncer._thread.join, PATIENCE_SECONDS)
    assert syncer.error is not None, "the thread has met the removal before the next commit"
    error = await commit_tick(table_journal, ActionEntry(1, 0, "reveal", "bot"))
    assert isinstance(error, JournalMissing)
    await table_journal.close(is_over=False)


@pytest.mark.parametrize("only_reading", [False, True])
def test_journal_locked_by_another_program_is_reported_in_one_sentence(tmp_path, monkeypatch, only_reading):
    path = tmp_path / JOURNAL_FILE
    JournalDatabase(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = exclusive")
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr("net.journal.database.COMMIT_WAIT_SECONDS", 0.01)
    with pytest.raises(JournalUnusable) as caught:
        JournalDatabase(path, only_reading=only_reading)
    other.close()
    assert str(caught.value) == f"The journal {path} cannot be used: another program keeps the file locked."


def test_file_size_limit_is_reported_like_a_full_disk(tmp_path):
    program = (
        "import asyncio, resource, signal, sys; from pathlib import Path\n"
        "from tests.net.journal.test_tables_in_journal import open_journal_in_match, commit_tick, ActionEntry\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "async def main():\n"
        "    table_journal = await open_journal_in_match(Path(sys.argv[1])); done = 1\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "    acted = ActionEntry(1, 0, 'reveal', 'person', 'token-ann', 2)\n"
        "    while (error := await commit_tick(table_journal, acted)) is None: done += 1\n"
        "    print(done, type(error).__name__)\n"
        "asyncio.run(main())"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    out = subprocess.run(command, timeout=60, stdout=subprocess.PIPE, text=True).stdout.split()
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 100_000
    assert out[1] == "JournalUnusable"
    with JournalDatabase(tmp_path / JOURNAL_FILE) as file:
        saved = add_up_to_saved_table(chain.from_iterable(entries for _, entries in file.ticks(1)))
    assert len(saved.match.actions) == int(out[0])


async def test_damaged_journal_is_not_opened(tmp_path):
    (tmp_path / JOURNAL_FILE).write_bytes(b"something else altogether, and long enough to be read")
    with pytest.raises(JournalDamaged):
        await open_journal_of_slot(tmp_path)
    with pytest.raises(JournalDamaged):
        unfinished_tables(tmp_path / JOURNAL_FILE)
    assert journal_threads() == []


async def test_program_fault_in_the_writing_thread_is_reported_to_the_commit(tmp_path):
    table_journal = await open_journal_in_match(tmp_path)
    error = await commit_tick(table_journal, ActionEntry(1, 0, object(), "bot"))
    assert isinstance(error, JournalUnusable)
    assert "made a mistake" in error.reason
    await table_journal.close(is_over=False)
    assert journal_threads() == []
    again = await open_journal_of_slot(tmp_path)
    assert len(again.saved.match.actions) == 1
    await again.close(is_over=True)


async def test_fault_while_completing_a_match_does_not_stop_commits(tmp_path, monkeypatch):
    complaints = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    table_journal = await open_journal_in_match(tmp_path)
    monkeypatch.setattr("net.journal.writer.complete_finished_matches", lambda file: 1 / 0)
    assert await commit_tick(table_journal, MATCH_END) is None
    assert await commit_tick(table_journal, PERSON_WITH_OTHER_TOKEN) is None
    await table_journal.close(is_over=False)
    monkeypatch.undo()
    assert len(complaints) == 1
    await (await open_journal_of_slot(tmp_path)).close(is_over=True)
    assert len(finished_matches(tmp_path / JOURNAL_FILE)) == 1


# Syncing the journal to the disk


async def count_syncs(monkeypatch, tmp_path, durable):
    """Open, write and close a journal, and return how many syncs of the log happen in the background meanwhile.

    Without `durable`, wait for the first sync before closing.
    """
    times: list[int] = []
    happened = threading.Event()

    def sync(file: int) -> None:
        """Record a sync of the log."""
        times.append(file)
        happened.set()

    monkeypatch.setattr(writer, "MAX_SYNC_DELAY_SECONDS", 0.01)
    monkeypatch.setattr(writer, "sync_file", sync)
    table_journal = await open_journal_in_match(tmp_path, durable=durable)
    if not durable:
        await asyncio.to_thread(happened.wait, PATIENCE_SECONDS)
    await table_journal.close(is_over=True)
    return len(times)


async def test_log_of_the_journal_is_synced_soon_after_a_commit(monkeypatch, tmp_path):
    assert await count_syncs(monkeypatch, tmp_path, durable=False) >= 1


async def test_durable_journal_needs_no_background_sync(monkeypatch, tmp_path):
    assert await count_syncs(monkeypatch, tmp_path, durable=True) == 0


async def test_failed_sync_fails_the_next_commit(monkeypatch, tmp_path):
    broken, failed = threading.Event(), threading.Event()

    def sync(file: int) -> None:
        """Fail as a disk does that is broken from some moment on."""
        if not broken.is_set():
            return
        failed.set()
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(writer, "MAX_SYNC_DELAY_SECONDS", 0.01)
    monkeypatch.setattr(writer, "sync_file", sync)
    table_journal = await open_journal_in_match(tmp_path)
    broken.set()
    await commit_tick(table_journal, ActionEntry(1, 0, "reveal", "bot"))
    await asyncio.to_thread(failed.wait, PATIENCE_SECONDS)
    await asyncio.to_thread(table_journal._writer._log_syncer._thread.join)
    error = await commit_tick(table_journal, ActionEntry(1, 0, "reveal", "bot"))
    assert isinstance(error, JournalUnusable)
    await table_journal.close(is_over=False)


def test_sync_thread_ends_if_it_is_stopped_just_when_it_begins_a_sync(monkeypatch, tmp_path):
    monkeypatch.setattr(writer, "MAX_SYNC_DELAY_SECONDS", 0.0)
    (tmp_path / "journal.db-wal").touch()
    syncer = writer.LogSyncer(tmp_path / "journal.db")

    class EndedBeforeItIsCleared(threading.Event):
        """An event to which `LogSyncer.end` comes just before it is cleared."""

        def clear(self) -> None:
            """Ask the thread to end, as another thread might at this moment, and clear the event only after that."""
            syncer._ended.set()
            self.set()
            super().clear()

    syncer._dirty = EndedBeforeItIsCleared()
    syncer.record_commit(1, 1)
    syncer._thread.join(PATIENCE_SECONDS)
    assert not syncer._thread.is_alive()


async def test_commits_succeed_during_checkpoints(monkeypatch, tmp_path):
    monkeypatch.setattr(writer, "MAX_SYNC_DELAY_SECONDS", 0.001)
    monkeypatch.setattr(writer, "COMMITS_PER_CHECKPOINT", 20)
    table_journal = await open_journal_in_match(tmp_path)
    size = (tmp_path / JOURNAL_FILE).stat().st_size
    for _ in range(20_000):
        assert await commit_tick(table_journal, ActionEntry(1, 0, "reveal" * 20, "bot")) is None
        if (tmp_path / JOURNAL_FILE).stat().st_size > size:
            break
    else:
        raise AssertionError("the file never grows")
    await table_journal.close(is_over=True)


# Finished matches


def write_journal(path, *ticks, first=1, now=1000.0):
    """Write ticks (entries written together) of table 1 to the journal at `path`, the first with the number `first`,
    and complete the matches.
    """
    with JournalDatabase(path) as file:
        for number, entries in enumerate(ticks, start=first):
            write_tick(file, 1, number, entries, now + number)
        complete_finished_matches(file)


def test_finished_match_is_in_the_history(tmp_path):
    path = tmp_path / JOURNAL_FILE
    write_journal(
        path,
        [FIRST_TABLE_ENTRY, PERSON_WITH_OTHER_TOKEN],
        [MATCH_BEGINNING],
        [ActionEntry(1, 0, "reveal", "person")],
        [MATCH_END],
    )
    [match] = finished_matches(path)
    assert (match.game, match.seats, match.options) == ("mad-queens", 2, (("visibility", "sealed"),))
    assert (match.began, match.ended) == (1002.0, 1004.0)
    assert [(one.name, one.bot, one.score, one.rank) for one in match.results] == [
        ("Ann", "", 30, 1),
        ("Bea", "careful", 20, 2),
    ]
    assert finished_match(path, match.id) == match
    assert record_text(path, match.id) == "a record"
    assert [(one.name, one.matches, one.wins, one.best, one.average) for one in player_tallies(path)] == [
        ("Ann", 1, 1, 30, 30)
    ]
    assert finished_matches(path, "big-queen") == ()
    assert high_scores(path) == ()


def test_match_in_which_a_bot_decided_for_somebody_is_marked(tmp_path):
    path = tmp_path / JOURNAL_FILE
    acted = [ActionEntry(1, seat, "reveal", by) for seat, by in ((0, "person"), (0, "away"), (1, "bot"), (0, "clock"))]
    write_journal(path, [FIRST_TABLE_ENTRY, PERSON_WITH_OTHER_TOKEN], [MATCH_BEGINNING], acted, [MATCH_END])
    [match] = finished_matches(path)
    assert [(one.name, one.by_bot, one.decisions) for one in match.results] == [("Ann", 1, 3), ("Bea", 0, 0)]
    assert [(one.name, one.matches, one.wins, one.matches_with_bot) for one in player_tallies(path)] == [
        ("Ann", 1, 1, 1)
    ]


def test_best_solo_results_leave_out_matches_in_which_a_bot_decided(tmp_path):
    path = tmp_path / JOURNAL_FILE
    table = TableEntry(b"s" * 32, 7, "", "", "mad-queens", (), (SavedSeatBot(),))
    began = MatchBeganEntry(1, "mad-queens", 1, (), "7", ("Ann",), ("",))
    write_journal(
        path,
        [table, PERSON_WITH_OTHER_TOKEN],
        [began],
        [ActionEntry(1, 0, "reveal", "away")],
        [MatchEndedEntry(1, ((0, 99, 1),), "", "r")],
    )
    assert high_scores(path) == ()
    assert previous_best_score(path, "mad-queens") is None


def test_result_names_the_player_of_each_seat_at_the_end(tmp_path):
    path = tmp_path / JOURNAL_FILE
    carl = PersonEntry("token-carl", "Carl", False, 1)
    replaced = TableEntry(b"s" * 32, 7, "", "", "mad-queens", (), (SavedSeatBot("steady", "Cleo"), SavedSeatBot()))
    after = TableEntry(b"s" * 32, 7, "", "", "mad-queens", (), (SavedSeatBot("careful", "Dora"), SavedSeatBot()))
    write_journal(
        path,
        [FIRST_TABLE_ENTRY, PERSON_WITH_OTHER_TOKEN],
        [MATCH_BEGINNING],
        [carl],
        [PersonRemovedEntry("token-ann"), replaced],
        [MATCH_END, after],
    )
    [match] = finished_matches(path)
    assert [(one.name, one.bot) for one in match.results] == [("Cleo", "steady"), ("Carl", "")]


def test_stopped_match_is_not_in_the_history(tmp_path):
    path = tmp_path / JOURNAL_FILE
    write_journal(
        path,
        [FIRST_TABLE_ENTRY, PERSON_WITH_OTHER_TOKEN],
        [MATCH_BEGINNING],
        [MatchAbortedEntry(1, "Ann has called the match off.")],
    )
    assert finished_matches(path) == player_tallies(path) == ()
    assert unfinished_tables(path) == ()


def test_missing_result_of_a_finished_match_is_completed_on_opening(tmp_path):
    path = tmp_path / JOURNAL_FILE
    with JournalDatabase(path) as file:
        for number, entries in enumerate(
            ([FIRST_TABLE_ENTRY, PERSON_WITH_OTHER_TOKEN], [MATCH_BEGINNING], [MATCH_END]), start=1
        ):
            write_tick(file, 1, number, entries, 5.0)
    assert finished_matches(path) == ()
    with JournalDatabase(path) as file:
        complete_finished_matches(file)
    assert len(finished_matches(path)) == 1


def test_high_scores_are_those_of_matches_with_one_seat(tmp_path):
    path = tmp_path / JOURNAL_FILE
    ticks = [[FIRST_TABLE_ENTRY, PERSON_WITH_OTHER_TOKEN]]
    for number, score in enumerate((20, 50, 50, 10, 5, 7, 8), start=1):
        ticks.append([MatchBeganEntry(number, "mad-queens", 1, (), "7", ("Ann",), ("",))])
        ticks.append([MatchEndedEntry(number, ((0, score, 1),), "", "a record\nhost …")])
    write_journal(path, *ticks)
    assert [(one.name, one.score, one.id) for one in high_scores(path)] == [
        ("Ann", 50, 2),
        ("Ann", 50, 3),
        ("Ann", 20, 1),
        ("Ann", 10, 4),
        ("Ann", 8, 7),
    ]
    assert player_tallies(path) == ()


def test_missing_journal_has_an_empty_history(tmp_path):
    path = tmp_path / JOURNAL_FILE
    assert finished_matches(path) == player_tallies(path) == high_scores(path) == unfinished_tables(path) == ()
    assert finished_match(path, 1) is record_text(path, 1) is None
    assert not path.exists()


def entries_about_people():
    """Return a Hypothesis strategy for entries about the people of a table, or about the table."""
    names = st.sampled_from(["a", "b", "c"])
    return st.one_of(
        st.builds(PersonEntry, names, names, st.booleans(), st.none() | st.integers(0, 1), done=st.integers(0, 9)),
        st.builds(PersonRemovedEntry, names),
        st.builds(lambda matches: TableEntry(b"", 1, "", "", "mad-queens", (), (), matches=matches), st.integers(0, 9)),
    )


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(entries_about_people(), max_size=4), min_size=1, max_size=6))
def test_folded_entries_of_lobbies_add_up_to_the_same_table(tmp_path_factory, lobbies):
    """People join and leave before each match; replacing the entries by fewer ones at any time changes nothing."""
    path = tmp_path_factory.mktemp("folded") / JOURNAL_FILE
    everything = []
    tick = 0
    with JournalDatabase(path) as file:
        for number, lobby in enumerate(lobbies, start=1):
            acted = ActionEntry(number, 0, "reveal", "person", "a", number)
            began = MatchBeganEntry(number, "mad-queens", 2, (), "7", ("Ann", "Bea"))
            for entries in (
                [FIRST_TABLE_ENTRY, *lobby],
                lobby[::-1],
                [began],
                [acted],
                [MatchEndedEntry(number, (), "", "record")],
            ):
                tick += 1
                write_tick(file, 1, tick, entries, 0.0)
                everything += entries
                complete_finished_matches(file)
                compact_entries_of_table(file, 1)
                ticks = file.ticks(1)
                assert add_up_to_saved_table(
                    chain.from_iterable(entries for _, entries in ticks)
                ) == add_up_to_saved_table(everything)
                assert ticks[-1][0] == tick
        assert len(file.ticks(1)) <= 7, "a match and what lies around it"
    assert len(finished_matches(path)) == len(lobbies)


def entries_of_person_and_bot():
    """Return a Hypothesis strategy for entries of a table at which a person has the first seat and a bot the second."""
    names = st.sampled_from(["Ann", "Anna", "Eve"])
    chairs = st.builds(lambda name: (SavedSeatBot(), SavedSeatBot("careful", name)), st.sampled_from(["Bea", "Dora"]))
    return st.one_of(
        st.builds(PersonEntry, st.just("a"), names, st.just(False), st.just(0), done=st.integers(0, 9)),
        st.builds(PersonEntry, st.just("w"), names, st.just(True), st.none()),
        st.just(PersonRemovedEntry("w")),
        st.builds(lambda chairs: TableEntry(b"", 1, "", "", "mad-queens", (), chairs), chairs),
    )


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(entries_of_person_and_bot(), max_size=3), min_size=1, max_size=6), st.data())
def test_folding_the_entries_of_a_table_changes_neither_the_table_nor_the_history(tmp_path_factory, lobbies, data):
    """Folding replaces all entries of a table by one that says the same; it may happen at any time, also during a
    match.
    """
    matches = []
    for folds in (True, False):
        path = tmp_path_factory.mktemp("folded") / JOURNAL_FILE
        everything, tick = [], 0
        with JournalDatabase(path) as file:
            for number, lobby in enumerate(lobbies, start=1):
                acted = ActionEntry(number, 0, "reveal", "away", "a", number)
                began = MatchBeganEntry(number, "mad-queens", 2, (), "7", ("Ann", "Bea"), ("", "careful"))
                ended = MatchEndedEntry(number, ((0, 3, 1), (1, 2, 2)), "", "record")
                for entries in (
                    [*lobby, FIRST_TABLE_ENTRY, PERSON_WITH_TOKEN_A],
                    [began],
                    [acted],
                    lobby[::-1],
                    [acted],
                    [ended],
                    lobby,
                ):
                    tick += 1
                    write_tick(file, 1, tick, entries, 0.0)
                    everything += entries
                    complete_finished_matches(file)
                    if folds and data.draw(st.booleans()):
                        fold_table(file, 1)
                        assert len(file.ticks(1)) == 1
                    assert add_up_to_saved_table(
                        chain.from_iterable(entries for _, entries in file.ticks(1))
                    ) == add_up_to_saved_table(everything)
        matches.append(finished_matches(path))
    assert matches[0] == matches[1]
    assert len(matches[0]) == len(lobbies)


async def test_journal_stays_small_however_often_a_lobby_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "JOURNAL_FOLD_BYTES", 100_000)
    table_journal = await open_journal_of_slot(tmp_path)
    chairs = tuple(SavedSeatBot("careful", f"Bea {number}") for number in range(200))
    written = 0
    for number in range(400):
        entry = TableEntry(b"s" * 32, number, "", "Ann's table", "mad-queens", (), chairs)
        assert await commit_tick(table_journal, entry, PERSON_WITH_OTHER_TOKEN) is None
        written += len(pack_tick([entry, PERSON_WITH_OTHER_TOKEN]))
    assert written > 2_500_000
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 900_000
    await table_journal.close(is_over=False)
    again = await open_journal_of_slot(tmp_path, is_wanted=lambda saved: True)
    assert again.saved == add_up_to_saved_table([entry, PERSON_WITH_OTHER_TOKEN])
    await again.close(is_over=True)


def test_records_are_packed_after_a_month_and_read_as_before(tmp_path):
    path = tmp_path / JOURNAL_FILE
    record = "a record\nhost 1\n" + "action take 3 Q\n" * 200
    alone = MatchBeganEntry(1, "mad-queens", 1, (), "7", ("Ann",), ("",))
    write_journal(
        path, [FIRST_TABLE_ENTRY, PERSON_WITH_OTHER_TOKEN], [alone], [MatchEndedEntry(1, ((0, 30, 1),), "", record)]
    )
    before = finished_matches(path), high_scores(path), previous_best_score(path, "mad-queens")
    assert before[1]
    for days, packed in ((29, 0), (31, 1)):
        with JournalDatabase(path) as file:
            pack_old_records(file, 1003.0 + days * 86_400)
            [(size,)] = file.rows("SELECT length(record) FROM matches")
        assert journal_counts(path) == (1, packed)
        assert (size < len(record) / 4) == bool(packed)
        assert record_text(path, 1) == record
        assert (finished_matches(path), high_scores(path), previous_best_score(path, "mad-queens")) == before
