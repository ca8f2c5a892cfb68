"""The file of the journal returns what was written to it, and a damaged or foreign file is left unchanged."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net.errors import JournalDamaged, JournalUnusable
from net.journal.codec import pack_tick, unpack_tick
from net.journal.database import APPLICATION_ID, SCHEMA_VERSION, TICK_NUMBER_BITS, JournalDatabase
from net.journal.entries import (
    ActionEntry,
    MatchAbortedEntry,
    MatchBeganEntry,
    MatchEndedEntry,
    PersonEntry,
    PersonRemovedEntry,
    SavedSeatBot,
    TableEntry,
)
from net.journal.match_list import write_tick
from net.private_files import JOURNAL_FILE
from net.protocol.table_state import Terms
from tests.support.depth import examples

short_texts = st.text(max_size=12)
"""Hypothesis strategy for short texts."""
storable_numbers = st.integers(0, 1 << 40)
"""Hypothesis strategy for whole numbers that the journal can hold."""
any_entry = st.one_of(
    st.builds(
        TableEntry,
        secret=st.binary(max_size=32),
        seed=st.none() | st.integers(-5, 5) | short_texts,
        code=short_texts,
        name=short_texts,
        game=short_texts,
        options=st.lists(st.tuples(short_texts, short_texts), max_size=3).map(tuple),
        chairs=st.lists(st.builds(SavedSeatBot, short_texts, short_texts, st.booleans()), max_size=3).map(tuple),
        terms=st.builds(Terms),
        matches=storable_numbers,
        banned=st.lists(short_texts, max_size=2).map(tuple),
    ),
    st.builds(
        PersonEntry,
        short_texts,
        short_texts,
        st.booleans(),
        st.none() | storable_numbers,
        scores=st.lists(st.tuples(short_texts, storable_numbers, storable_numbers, storable_numbers), max_size=2).map(
            tuple
        ),
        done=storable_numbers,
    ),
    st.builds(PersonRemovedEntry, short_texts),
    st.builds(
        ActionEntry,
        storable_numbers,
        storable_numbers,
        short_texts,
        short_texts,
        short_texts,
        storable_numbers,
        st.floats(0, 1e9),
    ),
    st.builds(
        MatchEndedEntry,
        storable_numbers,
        st.lists(st.tuples(storable_numbers, st.integers(-99, 99), storable_numbers)).map(tuple),
        short_texts,
        short_texts,
    ),
    st.builds(MatchAbortedEntry, storable_numbers, short_texts),
)
"""Hypothesis strategy for a journal entry of any kind."""

ACTIONS_OF_THREE_SEATS = [ActionEntry(1, seat, "reveal", "person", "token", seat) for seat in range(3)]
"""Journal entries of one action by each of three seats."""


def write_journal_file(folder: Path, ticks: int = 40) -> Path:
    """Write a journal with some ticks (entries written together) of one table in a folder; return the path of its
    file.
    """
    path = folder / JOURNAL_FILE
    with JournalDatabase(path) as file:
        file.execute("INSERT INTO tables (slot, opened) VALUES ('alone', 0)")
        write_tick(
            file, 1, 1, [MatchBeganEntry(1, "mad-queens", 2, (("visibility", "open"),), "7", ("Ann", "Bea"))], 10.0
        )
        for tick in range(2, ticks):
            write_tick(file, 1, tick, [ActionEntry(1, tick % 2, "reveal", "person", "a" * 32, tick)], 10.0 + tick)
    return path


# Entries


@examples(40, 500)
@given(st.lists(any_entry, max_size=5))
def test_packed_entries_unpack_to_equal_entries(tick):
    assert unpack_tick(pack_tick(tick)) == tick


@given(st.lists(any_entry, min_size=1, max_size=3), st.data())
def test_entry_with_a_flipped_bit_is_refused(tick, data):
    whole = bytearray(pack_tick(tick))
    whole[data.draw(st.integers(0, len(whole) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(JournalDamaged):
        unpack_tick(bytes(whole))


@given(st.binary(max_size=60))
def test_bytes_that_are_no_tick_are_refused(data):
    with pytest.raises(JournalDamaged):
        unpack_tick(data)


def test_entry_of_an_unknown_kind_is_refused():
    from zlib import crc32

    import msgspec

    body = msgspec.msgpack.encode([("Bribed", {"match": 1})])
    with pytest.raises(JournalDamaged, match="does not know"):
        unpack_tick(crc32(body).to_bytes(4, "big") + body)


# The file of the journal


def test_committed_ticks_are_read_after_reopening_the_file(tmp_path):
    path = write_journal_file(tmp_path, ticks=40)
    with JournalDatabase(path) as file:
        ticks = file.ticks(1)
        assert [number for number, _ in ticks] == list(range(1, 40))
        assert ticks[20][1] == [ActionEntry(1, 1, "reveal", "person", "a" * 32, 21)]
        assert file.ticks(2) == []


def test_journal_files_are_readable_by_their_owner_only(tmp_path):
    path = tmp_path / "new" / JOURNAL_FILE
    with JournalDatabase(path) as file:
        file.add_tick(1, 1, ACTIONS_OF_THREE_SEATS)
        modes = {item.name: stat.S_IMODE(item.stat().st_mode) for item in path.parent.iterdir()}
    assert set(modes) >= {JOURNAL_FILE, f"{JOURNAL_FILE}-wal"}
    assert set(modes.values()) == {0o600}
    with JournalDatabase(path) as file:
        file.add_tick(1, 2, ACTIONS_OF_THREE_SEATS)
        for item in path.parent.iterdir():
            item.chmod(0o644)
        with JournalDatabase(path):
            assert {stat.S_IMODE(item.stat().st_mode) for item in path.parent.iterdir()} == {0o600}


def test_header_holds_application_id_and_schema_version(tmp_path):
    head = write_journal_file(tmp_path).read_bytes()[:100]
    assert int.from_bytes(head[68:72], "big") == APPLICATION_ID
    assert int.from_bytes(head[60:64], "big") == SCHEMA_VERSION


def test_durable_journal_has_synchronous_mode_full_and_any_other_normal(tmp_path):
    """The journal uses SQLite's write-ahead log with FULL or NORMAL, never OFF: with OFF a power cut could corrupt the
    file.
    """
    with JournalDatabase(tmp_path / JOURNAL_FILE) as file:
        assert (file.rows("PRAGMA journal_mode"), file.rows("PRAGMA synchronous")) == ([("wal",)], [(1,)])
    with JournalDatabase(tmp_path / JOURNAL_FILE, durable=True) as file:
        assert (file.rows("PRAGMA journal_mode"), file.rows("PRAGMA synchronous")) == ([("wal",)], [(2,)])


def test_many_processes_that_make_the_same_journal_at_once_succeed(tmp_path):
    program = (
        "import sys; from pathlib import Path\n"
        "from net.journal.database import JournalDatabase; from net.journal.entries import ActionEntry\n"
        "with JournalDatabase(Path(sys.argv[1])) as file:\n"
        "    for tick in range(1, 6): file.add_tick(int(sys.argv[2]), tick, [ActionEntry(1, 0, 'reveal', 'bot')])"
    )
    path = tmp_path / JOURNAL_FILE
    command = [sys.executable, "-c", program, str(path)]
    processes = [subprocess.Popen([*command, str(table)]) for table in range(1, 5)]
    assert [process.wait(60) for process in processes] == [0] * 4
    with JournalDatabase(path) as file:
        assert [len(file.ticks(table)) for table in range(1, 5)] == [5] * 4


# Files that are no journal, or damaged ones


def assert_refused_and_unchanged(path: Path, reason: str) -> None:
    """Check that opening the file raises `JournalDamaged` with one sentence that contains `reason`, and changes
    nothing.
    """
    before = path.read_bytes(), path.stat().st_mtime_ns
    for only_reading in (False, True):
        with pytest.raises(JournalDamaged, match=reason) as caught:
            JournalDatabase(path, only_reading=only_reading)
        assert str(caught.value).count(". ") == 0, "one sentence"
        assert str(path) in str(caught.value)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_foreign_files_are_refused_and_left_as_they_are(tmp_path):
    path = tmp_path / JOURNAL_FILE
    for content in (b"{}", b"My diary\n" * 1000, bytes(5000), os.urandom(9000)):
        path.write_bytes(content)
        path.chmod(0o644)
        assert_refused_and_unchanged(path, "is not a journal of Mad Queens")
        assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_sqlite_database_of_another_program_is_refused(tmp_path, mode):
    path = tmp_path / JOURNAL_FILE
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA journal_mode = {mode}")
    base.execute("CREATE TABLE bookmarks (address TEXT)")
    base.commit()
    base.close()
    assert_refused_and_unchanged(path, "is not a journal of Mad Queens")


def test_journal_of_a_later_version_is_refused(tmp_path):
    path = write_journal_file(tmp_path)
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    base.close()
    assert_refused_and_unchanged(path, "newer version")


def test_empty_file_is_a_new_journal(tmp_path):
    path = tmp_path / JOURNAL_FILE
    path.touch()
    with JournalDatabase(path) as file:
        file.add_tick(1, 1, ACTIONS_OF_THREE_SEATS)
        assert file.ticks(1) == [(1, ACTIONS_OF_THREE_SEATS)]


def test_journal_path_that_is_a_folder_or_unreachable_raises(tmp_path):
    (tmp_path / JOURNAL_FILE).mkdir()
    with pytest.raises(JournalUnusable, match="it is not a file"):
        JournalDatabase(tmp_path / JOURNAL_FILE)
    with pytest.raises(JournalUnusable, match="there is none"):
        JournalDatabase(tmp_path / "none", only_reading=True)
    assert not (tmp_path / "none").exists()
    (tmp_path / "file").touch()
    with pytest.raises(JournalUnusable, match="a file is where its folder should be"):
        JournalDatabase(tmp_path / "file" / JOURNAL_FILE)


def test_truncated_journal_is_refused(tmp_path):
    whole = write_journal_file(tmp_path, 400)
    size = whole.stat().st_size
    for length in (50, 100, 1000, 4096, 5000, size - 4096, size - 2000):
        path = tmp_path / f"broken-{length}.db"
        path.write_bytes(whole.read_bytes()[:length])
        assert_refused_and_unchanged(path, "is damaged|is not a journal")


@pytest.fixture(scope="module")
def undamaged_journal(tmp_path_factory):
    """Return the path of an undamaged journal of 200 ticks (entries written together)."""
    return write_journal_file(tmp_path_factory.mktemp("sound"), 200)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 1 << 30))
def test_damage_anywhere_in_the_file_is_detected_or_harmless(undamaged_journal, tmp_path_factory, seed):
    """A file with wrong bytes stays unchanged: it is refused, or all entries that are read from it were written."""
    chance = random.Random(seed)
    with JournalDatabase(undamaged_journal) as file:
        truth = file.ticks(1)
    path = tmp_path_factory.mktemp("damaged") / JOURNAL_FILE
    data = bytearray(undamaged_journal.read_bytes())
    start = chance.choice((0, 100, chance.randrange(len(data))))
    for place in range(start, min(len(data), start + chance.choice((1, 1, 8, 200)))):
        data[place] = chance.randrange(256)
    path.write_bytes(data)
    try:
        with JournalDatabase(path, only_reading=True) as file:
            assert file.ticks(1) == truth
    except (JournalDamaged, JournalUnusable):
        pass
    assert path.read_bytes() == bytes(data)


def test_missing_tick_is_detected(tmp_path):
    path = write_journal_file(tmp_path)
    base = sqlite3.connect(path)
    base.execute("DELETE FROM ticks WHERE id = ?", (1 << TICK_NUMBER_BITS | 20,))
    base.commit()
    base.close()
    assert_refused_and_unchanged(path, "is damaged and is left as it is")


# The log that a dead process leaves behind


def test_loss_of_any_part_of_the_unsynced_log_leaves_the_first_ticks_complete(tmp_path):
    """The log is cut off at places of every kind, or parts of it are missing: a power cut may lose any part that was
    not synced.
    """
    path = tmp_path / JOURNAL_FILE
    chance = random.Random(5)
    with JournalDatabase(path) as file:
        file.execute("INSERT INTO tables (slot, opened) VALUES ('alone', 0)")
        sizes = []
        for tick in range(1, 60):
            write_tick(
                file, 1, tick, [ActionEntry(1, 0, "reveal", "person", "t" * 32, tick)] * chance.randrange(1, 90), 0.0
            )
            sizes.append(Path(f"{path}-wal").stat().st_size)
        log = Path(f"{path}-wal").read_bytes()
        base = path.read_bytes()
    cuts = sorted(
        {0, 10, 32, *sizes[::6], *(size - 1 for size in sizes[::6]), *(chance.randrange(len(log)) for _ in range(20))}
    )
    for cut in cuts:
        for torn in (False, True):
            folder = tmp_path / f"{cut}-{torn}"
            folder.mkdir()
            (folder / JOURNAL_FILE).write_bytes(base)
            rest = log[cut : cut + 5000]
            tail = bytes(byte ^ chance.randrange(1, 256) for byte in rest) if torn else b""
            Path(f"{folder / JOURNAL_FILE}-wal").write_bytes(log[:cut] + tail)
            with JournalDatabase(folder / JOURNAL_FILE) as file:
                ticks = file.ticks(1)
            assert [number for number, _ in ticks] == list(range(1, len(ticks) + 1))
            acknowledged = sum(size <= cut for size in sizes)
            assert len(ticks) >= acknowledged, "what was synced, up to the cut, is there"
            assert len(ticks) == acknowledged, "and nothing that was not committed"
            shutil.rmtree(folder)


def test_commits_of_a_killed_process_are_kept(tmp_path):
    """The process gets SIGKILL after a commit of every kind; the operating system has the bytes by then."""
    program = (
        "import os, sys, signal; from pathlib import Path; from net.journal.database import JournalDatabase\n"
        "from net.journal.entries import ActionEntry\n"
        "file = JournalDatabase(Path(sys.argv[1]))\n"
        "for tick in range(1, 300): file.add_tick(1, tick, [ActionEntry(1, 0, 'reveal', 'bot')]); os.write(1, b'.')\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    process = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / JOURNAL_FILE)], stdout=subprocess.PIPE, timeout=60
    )
    assert process.returncode == -9
    with JournalDatabase(tmp_path / JOURNAL_FILE) as file:
        assert len(file.ticks(1)) == len(process.stdout) == 299
