"""The log of a table in the store: lost answers, take-overs by another host, and writes that arrive late."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from net.cluster.journal import ClusterJournal, key_of_table_log
from net.cluster.store import EntryRefused, StoreUnreachable
from net.cluster.table_log import TableLog
from net.errors import JournalDamaged, JournalUnusable, TableTaken
from net.journal.entries import SavedSeatBot, TableEntry
from net.limits import STORE_RETRY_PAUSE_SECONDS
from tests.net.cluster.memory_store import CertainOwner, MemoryStore
from tests.support.depth import only_deep, parametrize
from tests.support.nats_servers import needs_nats
from tests.support.patience import PATIENCE_SECONDS

LOG_KEY = key_of_table_log(1)
"""The key of the log of table 1."""
TABLE_ENTRY = TableEntry(b"x" * 32, None, "", "Ann's table", "mad-queens", (), (SavedSeatBot(),) * 2)
"""The first journal entry of a table of two seats."""


@pytest.fixture(autouse=True)
def remove_pauses_between_attempts(monkeypatch):
    """Remove the pause between attempts to reach the store."""
    for module in ("table_log", "journal", "retry"):
        monkeypatch.setattr(f"net.cluster.{module}.STORE_RETRY_PAUSE_SECONDS", 0)


@pytest.fixture
def memory_store():
    """A store in memory without entries."""
    return MemoryStore()


async def claim_log_of_table_1(store, writer):
    """Make `writer` the only writer of the log of table 1 (a claim); return the log, and the ticks (entries written
    together) that it had.
    """
    log = TableLog(store, LOG_KEY, writer)
    return log, await log.claim(CertainOwner().has_any_writer_stopped)


async def wait_until(condition):
    """Wait until a condition holds."""
    while not condition():  # noqa: ASYNC110 - the store has no event
        await asyncio.sleep(0)


async def ticks_for_next_owner(store):
    """Return the ticks (entries written together) that the next owner of table 1 reads."""
    return (await claim_log_of_table_1(store, "reader"))[1]


async def test_entries_are_read_in_order_by_the_next_owner(memory_store):
    log, ticks = await claim_log_of_table_1(memory_store, "a")
    assert ticks == ()
    for tick in (b"1", b"2", b"3"):
        await log.append(tick)
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2", b"3")


@pytest.mark.parametrize("lost_answers", [1, 2, 5])
async def test_lost_answers_neither_lose_an_entry_nor_write_it_twice(memory_store, lost_answers):
    log, _ = await claim_log_of_table_1(memory_store, "a")
    memory_store.lost_answer_count = lost_answers
    for tick in (b"1", b"2", b"3"):
        await log.append(tick)
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2", b"3")


@pytest.mark.parametrize("late_writes", [1, 2, 5])
async def test_entries_that_are_written_late_are_written_once(memory_store, late_writes):
    log, _ = await claim_log_of_table_1(memory_store, "a")
    memory_store.late_write_count = late_writes
    for tick in (b"1", b"2", b"3"):
        await log.append(tick)
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2", b"3")


async def test_former_owner_is_refused_at_its_first_write(memory_store):
    former, _ = await claim_log_of_table_1(memory_store, "a")
    await former.append(b"1")
    owner, ticks = await claim_log_of_table_1(memory_store, "b")
    assert ticks == (b"1",)
    for _ in range(2):
        with pytest.raises(TableTaken):
            await former.append(b"2")
    await owner.append(b"3")
    assert await ticks_for_next_owner(memory_store) == (b"1", b"3")


async def test_entry_that_the_former_owner_wrote_without_an_answer_counts_for_the_next_owner_too(memory_store):
    former, _ = await claim_log_of_table_1(memory_store, "a")
    memory_store.lost_answer_count = 1
    attempt = asyncio.create_task(former.append(b"1"))
    await wait_until(lambda: not memory_store.lost_answer_count)
    owner, ticks = await claim_log_of_table_1(memory_store, "b")
    assert ticks == (b"1",)
    await owner.append(b"2")
    await attempt
    with pytest.raises(TableTaken):
        await former.append(b"3")
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2")


async def test_entry_of_the_former_owner_that_comes_late_is_not_written(memory_store):
    former, _ = await claim_log_of_table_1(memory_store, "a")
    memory_store.late_write_count = 1
    attempt = asyncio.create_task(former.append(b"late"))
    await wait_until(lambda: not memory_store.late_write_count)
    waiting, memory_store._waiting = memory_store._waiting, []
    attempt.cancel()
    owner, _ = await claim_log_of_table_1(memory_store, "b")
    memory_store._waiting = waiting
    await owner.append(b"1")
    assert await ticks_for_next_owner(memory_store) == (b"1",)


async def test_claim_checks_the_former_owner_again_if_it_writes_meanwhile(memory_store):
    former, _ = await claim_log_of_table_1(memory_store, "a")
    read = memory_store.read

    async def read_and_let_the_former_owner_write(key):
        entries = await read(key)
        memory_store.read = read
        await former.append(b"1")
        return entries

    memory_store.read = read_and_let_the_former_owner_write
    answers = [True, False]

    async def has_writer_stopped(writer):
        assert writer == "a"
        return answers.pop(0)

    with pytest.raises(TableTaken):
        await TableLog(memory_store, LOG_KEY, "b").claim(has_writer_stopped)
    assert answers == []
    await former.append(b"2")
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2")


async def test_entries_that_a_server_did_not_have_yet_are_read_again(memory_store):
    await claim_log_of_table_1(memory_store, "a")
    owner, _ = await claim_log_of_table_1(memory_store, "b")
    for tick in (b"1", b"2"):
        await owner.append(tick)
    memory_store.missing_entry_counts = [3, 2, 1]
    asked = []

    async def has_writer_stopped(writer):
        asked.append(writer)
        return True

    reader = TableLog(memory_store, LOG_KEY, "c")
    assert await reader.claim(has_writer_stopped) == (b"1", b"2")
    assert (memory_store.missing_entry_counts, asked) == ([], ["a", "b", "b", "b"])
    await reader.append(b"3")
    with pytest.raises(TableTaken):
        await owner.append(b"4")
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2", b"3")


async def test_claim_that_was_written_without_an_answer_is_not_written_twice(memory_store):
    former, _ = await claim_log_of_table_1(memory_store, "a")
    await former.append(b"1")
    memory_store.late_write_count = 1
    owner = TableLog(memory_store, LOG_KEY, "b")
    memory_store.first_after, first_after = read_nothing, memory_store.first_after
    attempt = asyncio.create_task(owner.claim(CertainOwner().has_any_writer_stopped))
    await wait_until(lambda: len(memory_store.entries[LOG_KEY]) > 2)
    memory_store.first_after = first_after
    assert await attempt == (b"1",)
    await owner.append(b"2")
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2")


@pytest.mark.parametrize("is_written", [True, False])
async def test_claim_without_an_answer_is_not_given_up_before_it_is_known_whether_it_was_written(
    memory_store, is_written
):
    """Otherwise nobody would run the table: its former owner, present again, would find a claim in its log and stop."""
    former, _ = await claim_log_of_table_1(memory_store, "a")
    await former.append(b"1")
    memory_store.lost_answer_count = 1
    answers = [True, False, False]

    async def has_writer_stopped(writer):
        if answers:
            return answers.pop(0)
        if not is_written and former.sequence == 2:
            await former.append(b"2")
        return False

    write, memory_store.first_after, first_after = memory_store._write, read_nothing, memory_store.first_after
    if is_written:
        memory_store.missing_entry_counts = [0, 1, 1, 0]  # the server that is asked does not have the claim yet
    else:
        memory_store._write = lambda *entry: None  # the request is lost
    owner = TableLog(memory_store, LOG_KEY, "b")
    attempt = asyncio.create_task(owner.claim(has_writer_stopped))
    await wait_until(lambda: not memory_store.lost_answer_count)
    memory_store._write = write
    await wait_until(lambda: len(answers) < 3)
    memory_store.first_after = first_after
    if is_written:
        assert await attempt == (b"1",)
        await owner.append(b"2")
    else:
        with pytest.raises(TableTaken):
            await attempt
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2")


async def test_log_that_is_removed_while_a_claim_is_made_is_empty(memory_store):
    former, _ = await claim_log_of_table_1(memory_store, "a")
    await former.append(b"1")
    read = memory_store.read

    async def read_before_the_removal(key):
        entries = await read(key)
        memory_store.read = read
        await memory_store.remove(key)
        return entries

    memory_store.read = read_before_the_removal
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await ticks_for_next_owner(memory_store) == ()


async def test_only_the_first_of_two_entries_that_the_store_accepts_together_counts(memory_store):
    former, _ = await claim_log_of_table_1(memory_store, "a")
    owner, _ = await claim_log_of_table_1(memory_store, "b")
    memory_store.accepts_all = True
    with pytest.raises(TableTaken):
        await former.append(b"late")
    await owner.append(b"1")
    with pytest.raises(TableTaken):
        await former.append(b"late", is_whole_state=True)
    memory_store.accepts_all = False
    await owner.append(b"2")
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2")


async def test_entry_that_was_written_twice_counts_once(memory_store):
    log, _ = await claim_log_of_table_1(memory_store, "a")
    memory_store.accepts_all = True
    memory_store.lost_answer_count = 1
    memory_store.first_after, first_after = read_nothing, memory_store.first_after
    attempt = asyncio.create_task(log.append(b"1"))
    await wait_until(lambda: len(memory_store.entries[LOG_KEY]) > 2)
    memory_store.first_after, memory_store.accepts_all = first_after, False
    await attempt
    await log.append(b"2")
    assert await ticks_for_next_owner(memory_store) == (b"1", b"2")


async def read_nothing(key, sequence):
    """Return None: a server that is behind has no entry after this number."""
    await asyncio.sleep(0)


async def test_log_that_is_read_in_the_middle_of_a_removal_is_read_again(memory_store):
    log, _ = await claim_log_of_table_1(memory_store, "a")
    for tick in (b"1", b"2"):
        await log.append(tick)
    before = await memory_store.read(LOG_KEY)
    for tick in (b"3", b"4"):
        await log.append(tick)
    await log.append(b"1-4", is_whole_state=True)
    await log.shorten()
    await log.append(b"5")
    read = memory_store.read

    async def read_what_is_left(key):
        memory_store.read = read
        return (*before, *await read(key))

    memory_store.read = read_what_is_left
    assert await ticks_for_next_owner(memory_store) == (b"1-4", b"5")


async def test_claim_is_given_up_if_the_last_writer_has_not_stopped(memory_store):
    former, _ = await claim_log_of_table_1(memory_store, "a")
    await former.append(b"1")
    asked = []

    async def may_not(writer):
        asked.append(writer)
        return False

    with pytest.raises(TableTaken):
        await TableLog(memory_store, LOG_KEY, "b").claim(may_not)
    assert asked == ["a"]
    await former.append(b"2")


async def test_write_waits_until_the_store_can_be_reached(memory_store):
    log, _ = await claim_log_of_table_1(memory_store, "a")
    memory_store.is_away = True
    attempt = asyncio.create_task(log.append(b"1"))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not attempt.done()
    memory_store.is_away = False
    await attempt
    assert await ticks_for_next_owner(memory_store) == (b"1",)


async def test_shortened_log_has_the_entry_with_the_whole_state_and_those_after_it(memory_store):
    log, _ = await claim_log_of_table_1(memory_store, "a")
    for tick in (b"1", b"2"):
        await log.append(tick)
    await log.append(b"1+2", is_whole_state=True)
    await log.append(b"3")
    assert await log.read() == (b"1+2", b"3")
    await log.append(b"1+2+3", is_whole_state=True)
    await log.shorten()
    assert await ticks_for_next_owner(memory_store) == (b"1+2+3",)


async def test_tick_too_long_for_an_entry_is_written_in_pieces_that_count_only_together(memory_store, monkeypatch):
    monkeypatch.setattr("net.cluster.table_log.STORE_ENTRY_BYTES", 3)
    log, _ = await claim_log_of_table_1(memory_store, "a")
    for tick in (b"12", b"123", b"1234", b"1234567"):
        await log.append(tick)
    assert await log.read() == (b"12", b"123", b"1234", b"1234567")
    await log.append(b"all of it", is_whole_state=True)
    await log.append(b"more")
    await log.shorten()
    assert await log.read() == await ticks_for_next_owner(memory_store) == (b"all of it", b"more")
    assert all(len(stored.data) < 20 for stored in memory_store.entries[LOG_KEY])


@pytest.mark.parametrize("has_all_pieces", [False, True])
async def test_pieces_of_a_tick_whose_last_piece_is_missing_do_not_count(memory_store, monkeypatch, has_all_pieces):
    monkeypatch.setattr("net.cluster.table_log.STORE_ENTRY_BYTES", 3)
    log, _ = await claim_log_of_table_1(memory_store, "a")
    await log.append(b"123456")
    append = memory_store.append

    async def append_first_two(key, data, expected_sequence):
        """Write the first two pieces; then let another host take the log over."""
        if len(memory_store.entries[LOG_KEY]) == 5:
            monkeypatch.setattr(memory_store, "append", append)
            assert await ticks_for_next_owner(memory_store) == (b"123456",)
        return await append(key, data, expected_sequence)

    monkeypatch.setattr(memory_store, "append", append_first_two)
    with pytest.raises(TableTaken):
        await log.append(b"abcdefgh", is_whole_state=has_all_pieces)
    assert await ticks_for_next_owner(memory_store) == (b"123456",)


async def test_bytes_that_are_no_entry_are_reported_as_damage(memory_store):
    await memory_store.append(LOG_KEY, b"nonsense")
    with pytest.raises(JournalDamaged):
        await claim_log_of_table_1(memory_store, "a")


# Commits and new tables, as the journal of a host uses them


async def test_commit_without_entries_reports_whether_this_host_still_owns_the_table(memory_store):
    journal = await ClusterJournal(memory_store, "a", CertainOwner()).new_table()
    assert await commit_tick(journal, TABLE_ENTRY) is None
    assert await commit_tick(journal) is None
    other = await ClusterJournal(memory_store, "b", CertainOwner()).open_table(journal.number)
    assert isinstance(await commit_tick(journal), TableTaken)
    assert await commit_tick(other) is None
    assert other.saved.table == TABLE_ENTRY
    await close_journals(journal, other)


async def test_commit_that_waits_for_the_store_fails_when_the_host_gives_up(memory_store):
    journal = await ClusterJournal(memory_store, "a", CertainOwner()).new_table()
    memory_store.is_away = True
    answer = asyncio.get_running_loop().create_future()
    journal.commit((TABLE_ENTRY,), answer.set_result)
    await asyncio.sleep(0)
    assert not answer.done()
    journal.give_up()
    assert isinstance(await answer, JournalUnusable)
    await close_journals(journal)


async def test_table_cannot_be_opened_while_the_store_is_away(memory_store):
    memory_store.is_away = True
    with pytest.raises(JournalUnusable):
        await ClusterJournal(memory_store, "a", CertainOwner()).new_table()


async def test_hosts_that_open_tables_at_the_same_time_get_different_numbers(memory_store):
    hosts = [ClusterJournal(memory_store, name, CertainOwner()) for name in "abcdef"]
    journals = await asyncio.gather(*(host.new_table() for host in hosts for _ in range(3)))
    assert sorted(journal.number for journal in journals) == list(range(1, 19))
    await close_journals(*journals)


# With real servers


@needs_nats
@parametrize("copies", [1, 3], 1)
async def test_only_one_of_many_hosts_that_write_at_once_succeeds(open_stores_of_new_club, copies):
    """With three copies JetStream accepts the entries of several hosts; the log counts only the first."""
    stores = await open_stores_of_new_club(copies, 4)
    for _ in range(10):
        logs = [TableLog(store, LOG_KEY, f"host{number}") for number, store in enumerate(stores)]
        async with asyncio.timeout(PATIENCE_SECONDS):
            await logs[0].claim(CertainOwner().has_any_writer_stopped)
            for log in logs:
                log.sequence = logs[0].sequence
            answers = await asyncio.gather(*(log.append(b"x") for log in logs), return_exceptions=True)
        assert sorted(map(type, answers), key=str) == sorted([type(None), *[TableTaken] * 3], key=str)


@only_deep
@needs_nats
@pytest.mark.slow
async def test_nothing_is_lost_or_written_twice_while_servers_are_killed(tmp_path, monkeypatch):
    from net.cluster.jetstream import open_store
    from tests.support.nats_servers import start_servers

    for module in ("table_log", "retry"):
        monkeypatch.setattr(f"net.cluster.{module}.STORE_RETRY_PAUSE_SECONDS", STORE_RETRY_PAUSE_SECONDS)
    servers = await start_servers(tmp_path, 3)
    try:
        async with AsyncExitStack() as stack:
            store = await open_store(servers.urls, "club", 3)
            stack.push_async_callback(store.close)
            log, _ = await claim_log_of_table_1(store, "a")
            written = []

            async def write(count):
                """Write `count` entries, one after the other."""
                for _ in range(count):
                    tick = b"%d" % len(written)
                    await log.append(tick)
                    written.append(tick)

            async with asyncio.timeout(PATIENCE_SECONDS):
                for number in (0, 1, 2):
                    await write(20)
                    servers.kill(number)
                    await write(20)
                    servers.start(number)
                await write(20)
                assert await ticks_for_next_owner(store) == tuple(written)
    finally:
        servers.stop()


async def commit_tick(journal, *entries):
    """Commit a tick (entries written together); return the error that prevented it, None if none did."""
    answer = asyncio.get_running_loop().create_future()
    journal.commit(entries, answer.set_result)
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await answer


async def close_journals(*journals):
    """Close these journals of tables."""
    for journal in journals:
        await journal.close(is_over=False)


async def test_writer_whose_log_another_host_has_removed_has_lost_the_table(memory_store):
    log, _ = await claim_log_of_table_1(memory_store, "a")
    await log.append(b"1")
    await memory_store.remove(LOG_KEY)
    async with asyncio.timeout(PATIENCE_SECONDS):
        with pytest.raises(TableTaken):
            await log.append(b"2")
    assert await ticks_for_next_owner(memory_store) == ()


class OutdatedStore(MemoryStore):
    """A store that answers `requests_behind` requests less one as a server that has not heard of the log.

    Such a server refuses an entry that is to follow another one. It does not answer one that is to be the first: it
    would accept it, but the other servers do not agree.
    """

    requests_behind = 0

    def _is_behind(self):
        """Count a request; return whether the server that it comes to is behind."""
        self.requests_behind -= self.requests_behind > 0
        return self.requests_behind > 0

    async def append(self, key, data, expected_sequence=None):
        """Write an entry, unless the server is behind."""
        if not self._is_behind():
            return await super().append(key, data, expected_sequence)
        raise EntryRefused if expected_sequence else StoreUnreachable

    async def last(self, key):
        """Return the last entry that the server knows of."""
        return None if self._is_behind() else await super().last(key)

    async def first_after(self, key, sequence):
        """Return the first entry after a number that the server knows of."""
        return None if self._is_behind() else await super().first_after(key, sequence)


class OutdatedStoreThatWritesFirstEntries(OutdatedStore):
    """An outdated store that writes an entry that is to be the first of a log, even while it has not heard of
    the log.
    """

    async def append(self, key, data, expected_sequence=None):
        """Write an entry if it is to be the first, or if the server is not behind."""
        if self.requests_behind and expected_sequence == 0:
            return await MemoryStore.append(self, key, data)
        return await super().append(key, data, expected_sequence)


@pytest.mark.parametrize("kind", [OutdatedStore, OutdatedStoreThatWritesFirstEntries])
@pytest.mark.parametrize("requests", range(2, 12))
async def test_log_that_a_server_has_not_heard_of_is_not_taken_for_removed(requests, kind):
    store = kind()
    log, _ = await claim_log_of_table_1(store, "a")
    await log.append(b"1")
    store.requests_behind = requests
    await log.append(b"2")
    await log.append(b"3")
    assert await ticks_for_next_owner(store) == (b"1", b"2", b"3")


async def test_nothing_is_left_of_a_removed_log_when_its_writer_has_noticed_that(memory_store):
    log, _ = await claim_log_of_table_1(memory_store, "a")
    await log.append(b"1")
    await memory_store.remove(LOG_KEY)
    with pytest.raises(TableTaken):
        await log.append(b"2")
    assert not memory_store.entries[LOG_KEY]


@pytest.mark.parametrize("lost", [1, 2, 3])
async def test_removed_log_is_noticed_also_if_answers_are_lost_and_is_empty_for_the_next_owner(memory_store, lost):
    log, _ = await claim_log_of_table_1(memory_store, "a")
    await log.append(b"1")
    await memory_store.remove(LOG_KEY)
    memory_store.lost_answer_count = lost
    async with asyncio.timeout(PATIENCE_SECONDS):
        with pytest.raises(TableTaken):
            await log.append(b"2")
    assert await ticks_for_next_owner(memory_store) == ()
