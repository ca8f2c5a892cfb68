"""Damage of the journal is reported in one sentence, no file is changed, and readable records can be saved."""

from __future__ import annotations

import shutil
import sqlite3

import pytest

from net.errors import JournalDamaged
from net.journal import JOURNAL_FILE, lock, unfinished_tables
from net.journal.database import JournalDatabase
from net.journal.history import finished_matches
from net.journal.rescue import readable_records
from tests.support.depth import parametrize
from tests.support.journal_damage import (
    LOCK_FILE,
    LOG_FILE,
    content_of_journal,
    damage_file_and_read_journal,
    write_files_of_killed_host,
)
from tests.support.written_by_0_1 import data_folder_of_0_1


@pytest.fixture
async def folder_of_killed_host(tmp_path):
    """Return a folder with the files that a killed host left."""
    await write_files_of_killed_host(tmp_path / "host", tmp_path / "killed")
    return tmp_path / "killed"


def check_damage_reported(folder, sentence="is damaged and is left as it is"):
    """Check that every way to open the journal in a folder raises `JournalDamaged` with `sentence`, and changes no
    file. The file that ends in "-shm", SQLite's index of its log, does not count: SQLite makes it again at each
    opening.
    """
    before = {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}
    for opened in (
        lambda: finished_matches(folder / JOURNAL_FILE),
        lambda: unfinished_tables(folder / JOURNAL_FILE),
        lambda: JournalDatabase(folder / JOURNAL_FILE),
    ):
        with pytest.raises(JournalDamaged, match=sentence) as caught:
            opened()
        assert str(caught.value).count(". ") == 0, "one sentence"
    assert {name: (folder / name).read_bytes() for name in before} == before


@parametrize("name", [JOURNAL_FILE, LOG_FILE, LOCK_FILE], 2)
async def test_random_damage_of_any_file_is_reported_or_has_no_effect(folder_of_killed_host, tmp_path, name):
    shutil.copytree(folder_of_killed_host, tmp_path / "truth")
    truth = content_of_journal(tmp_path / "truth" / JOURNAL_FILE)
    outcomes = {
        seed: damage_file_and_read_journal(folder_of_killed_host, truth, name, seed, tmp_path / f"{seed}")
        for seed in range(25)
    }
    assert {seed: outcome for seed, outcome in outcomes.items() if outcome not in ("said", "no effect")} == {}
    assert ("said" in outcomes.values()) == (name != LOCK_FILE)


async def test_every_damaged_frame_of_the_log_is_reported(folder_of_killed_host, tmp_path):
    """One bit of a frame is changed; SQLite then takes the log to end before this frame."""
    log = (folder_of_killed_host / LOG_FILE).read_bytes()
    live = [start for start in range(32, len(log), 1048) if log[start + 8 : start + 16] == log[16:24]]
    for start in (live[0], live[1], live[len(live) // 2], live[-2], live[-1]):
        folder = shutil.copytree(folder_of_killed_host, tmp_path / f"{start}")
        (folder / LOG_FILE).write_bytes(log[: start + 500] + bytes([log[start + 500] ^ 4]) + log[start + 501 :])
        check_damage_reported(folder)


def test_damaged_frame_of_the_log_is_reported_without_the_lock_file_too(tmp_path):
    """The checkpoint has copied all pages into the file. SQLite would still use the frames before the damaged one,
    whose pages are older.
    """
    with JournalDatabase(tmp_path / "host" / JOURNAL_FILE) as file:
        for tick in range(1, 30):
            file.add_tick(1, tick, [])
        file.checkpoint()
        killed = shutil.copytree(tmp_path / "host", tmp_path / "killed", ignore=shutil.ignore_patterns("*-shm"))
    log = (killed / LOG_FILE).read_bytes()
    frames = len(log) // 1048
    for place in (20, 28, 32 + 8, 32 + 500, 32 + 1048 * (frames // 2) + 20, 32 + 1048 * (frames - 3) + 900):
        (killed / LOG_FILE).write_bytes(log[:place] + bytes([log[place] ^ 1]) + log[place + 1 :])
        check_damage_reported(killed)
    (killed / LOG_FILE).write_bytes(log)
    with JournalDatabase(killed / JOURNAL_FILE) as file:
        assert len(file.ticks(1)) == 29


def test_row_without_a_number_is_reported_as_damage(tmp_path):
    """One letter in the schema of the file is changed, so that its rows have no numbers."""
    with JournalDatabase(tmp_path / JOURNAL_FILE) as file, file.transaction():
        file.execute("INSERT INTO tables (slot, opened) VALUES ('alone', 1)")
        file.write_checksum("tables", 1)
    data = (tmp_path / JOURNAL_FILE).read_bytes()
    assert data.count(b"tables (id INTEGER") == 1
    (tmp_path / JOURNAL_FILE).write_bytes(data.replace(b"tables (id INTEGER", b"tables (id INTEGES"))
    check_damage_reported(tmp_path)


async def test_missing_log_is_reported_as_damage(folder_of_killed_host):
    (folder_of_killed_host / LOG_FILE).unlink()
    check_damage_reported(folder_of_killed_host)


async def test_log_without_its_journal_is_reported_as_damage(folder_of_killed_host):
    (folder_of_killed_host / JOURNAL_FILE).unlink()
    check_damage_reported(folder_of_killed_host, "has gone, but journal.db-wal is still there")
    assert not (folder_of_killed_host / JOURNAL_FILE).exists()


@parametrize(
    "changing_sql",
    [
        "UPDATE matches SET record = replace(record, 'reveal', 'reveel') WHERE id = 2",
        "UPDATE results SET score = 99 WHERE match = 1 AND seat = 0",
        "UPDATE results SET name = 'Bob' WHERE match = 1 AND seat = 0",
        "DELETE FROM results WHERE match = 3 AND seat = 1",
        "UPDATE tables SET own = 'another token'",
    ],
    2,
)
async def test_changed_result_record_or_table_is_reported_as_damage(folder_of_killed_host, changing_sql):
    base = sqlite3.connect(folder_of_killed_host / JOURNAL_FILE)
    base.execute(changing_sql)
    base.commit()
    base.close()  # moves the log into the file
    check_damage_reported(folder_of_killed_host)


@pytest.mark.parametrize("unsynced", [0, 10])
async def test_power_cut_may_lose_what_was_not_synced_and_no_more(folder_of_killed_host, monkeypatch, unsynced):
    """A sector of the log, three commits before its end, is missing, though all later ones are there."""
    mark = lock.read_mark(folder_of_killed_host / LOCK_FILE)
    held = lock.JournalLock.acquire(folder_of_killed_host / LOCK_FILE)
    held.write_mark(mark.committed_tick, mark.committed_tick - unsynced)
    held.release(is_finished=False)
    log = bytearray((folder_of_killed_host / LOG_FILE).read_bytes())
    live = [start for start in range(32, len(log), 1048) if log[start + 8 : start + 16] == log[16:24]]
    log[live[-3] : live[-3] + 512] = bytes(512)
    (folder_of_killed_host / LOG_FILE).write_bytes(log)
    monkeypatch.setattr(lock, "name_of_boot", lambda: "another start of the machine")
    if unsynced:
        assert unfinished_tables(folder_of_killed_host / JOURNAL_FILE)[0].action_count >= 70
    else:
        check_damage_reported(folder_of_killed_host)


async def test_finished_matches_are_in_the_main_file_of_the_journal_and_not_only_in_its_log(
    folder_of_killed_host, tmp_path
):
    """If the log and the file that says where it ends are lost, the finished matches are still in the history."""
    (folder_of_killed_host / LOG_FILE).unlink()
    (folder_of_killed_host / LOCK_FILE).unlink()
    assert len(finished_matches(folder_of_killed_host / JOURNAL_FILE)) == 3


async def test_journal_read_while_another_process_writes_is_not_reported_as_damaged(tmp_path):
    with JournalDatabase(tmp_path / JOURNAL_FILE) as file:
        for tick in range(1, 60):
            file.add_tick(1, tick, [])
            with JournalDatabase(tmp_path / JOURNAL_FILE, only_reading=True) as other:
                assert len(other.ticks(1)) == tick


def test_records_of_a_damaged_journal_can_be_saved(tmp_path):
    path = data_folder_of_0_1("hanna", tmp_path) / JOURNAL_FILE
    whole = dict(readable_records(path))
    assert whole.keys() == {1, 3}
    with JournalDatabase(path):
        pass  # it gets its checksums
    base = sqlite3.connect(path)
    base.execute("UPDATE matches SET record = replace(record, 'mad-queens', 'mad-queans') WHERE id = 1")
    base.commit()
    base.close()
    before = path.read_bytes()
    with pytest.raises(JournalDamaged):
        finished_matches(path)
    assert dict(readable_records(path)) == {3: whole[3]}
    assert path.read_bytes() == before


def test_journal_of_an_older_version_gets_checksums(tmp_path):
    path = data_folder_of_0_1("hanna", tmp_path) / JOURNAL_FILE
    before = content_of_journal(path)
    with JournalDatabase(path) as file:
        assert file.rows("SELECT count(*) FROM matches WHERE checksum IS NULL") == [(0,)]
    assert content_of_journal(path) == before
