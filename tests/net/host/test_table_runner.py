"""The runner of a table sends nothing before it is committed to the journal, and a failed commit stops play."""

from __future__ import annotations

import asyncio

import pytest

from net.errors import HostGone, JournalDamaged, JournalMissing, JournalUnusable, TableTaken
from net.host.table_runner import TableRunner
from net.journal.entries import ActionEntry
from net.protocol.messages import ChatLine, ConnectionFailed, SendChat
from net.table.tick import ConnectionToEnd, HostClosing, MessageReceived, MessageToSend, TickResult
from tests.support.patience import PATIENCE_SECONDS


class EchoTable:
    """A stand-in for a table: it journals every chat message, except questions, and sends it to everybody."""

    is_playing = False

    def __init__(self):
        self.ticks = []
        self.connections = ()
        self.alarm = None
        self.farewell = True

    def handle(self, inputs, now):
        """Journal and send every chat message of a tick; a message that ends in a question mark is only sent."""
        self.ticks.append(
            [item.message.text if isinstance(item, MessageReceived) else type(item).__name__ for item in inputs]
        )
        journal, sends, drops = [], [], []
        for item in inputs:
            if isinstance(item, HostClosing):
                drops += [ConnectionToEnd(connection, HostGone("closed")) for connection in self.connections]
            elif isinstance(item, MessageReceived):
                if not item.message.text.endswith("?"):
                    journal.append(ActionEntry(1, item.connection, item.message.text, "person"))
                sends.append(MessageToSend(self.connections, ChatLine("Ann", item.message.text)))
        return TickResult(tuple(journal), tuple(sends), tuple(drops), self.alarm)


class SlowJournal:
    """A stand-in for a journal: a commit is completed only when `complete_commit` is called."""

    def __init__(self):
        self.written = []
        self.waiting = []
        self.closed = None

    def commit(self, entries, on_done):
        """Keep the entries and the function `on_done` until `complete_commit` calls it with the result."""
        self.waiting.append((entries, on_done))

    def complete_commit(self, error=None):
        """Complete the oldest commit: with `error` it has failed, without one its entries count as written."""
        entries, then = self.waiting.pop(0)
        if error is None:
            self.written.append([entry.action for entry in entries])
        then(error)

    async def close(self, is_over):
        self.closed = is_over


class RecordingOutbox:
    """An outbox (the runner's end of a connection) that records the messages of every tick, and the error that ended
    it.
    """

    def __init__(self):
        self.received = []
        self.ended = None

    def deliver_messages(self, messages, frames):
        self.received += [message.text if isinstance(message, ChatLine) else message for message in messages]

    def end_connection(self, error):
        self.ended = error


def start_runner(journalled=True, may_send=lambda: True):
    """Start the runner of an `EchoTable` with two connections; return the runner, its table, its journal and the two
    outboxes.
    """
    table, journal = EchoTable(), SlowJournal()
    runner = TableRunner(table, journal if journalled else None, may_send)
    outboxes = [RecordingOutbox(), RecordingOutbox()]
    table.connections = tuple(map(runner.connect, outboxes))
    return runner, table, journal, outboxes


async def run_three_loop_turns():
    """Wait until the event loop has run three times."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_runner_sends_nothing_before_the_journal_is_written():
    runner, table, journal, outboxes = start_runner()
    runner.post_input(MessageReceived(table.connections[0], SendChat("one")))
    await run_three_loop_turns()
    assert [outbox.received for outbox in outboxes] == [[], []]
    journal.complete_commit()
    assert journal.written == [["one"]]
    assert [outbox.received for outbox in outboxes] == [["one"], ["one"]]


async def test_inputs_that_arrive_during_a_commit_are_handled_in_one_tick():
    runner, table, journal, outboxes = start_runner()
    for text in ("one", "two", "three", "four?", "five"):
        runner.post_input(MessageReceived(table.connections[0], SendChat(text)))
        await run_three_loop_turns()
    assert table.ticks == [["one"]]
    journal.complete_commit()
    await run_three_loop_turns()
    assert table.ticks == [["one"], ["two", "three", "four?", "five"]]
    assert outboxes[0].received == ["one"]
    journal.complete_commit()
    assert journal.written == [["one"], ["two", "three", "five"]]
    assert outboxes[0].received == ["one", "two", "three", "four?", "five"]


async def test_messages_of_a_tick_without_journal_entries_are_sent_at_once():
    runner, table, journal, outboxes = start_runner()
    runner.post_input(MessageReceived(table.connections[0], SendChat("one?")))
    await run_three_loop_turns()
    assert outboxes[1].received == ["one?"]
    assert journal.waiting == []


async def test_runner_of_a_table_that_another_host_has_taken_over_sends_nothing():
    runner, table, journal, outboxes = start_runner()
    runner.post_input(MessageReceived(table.connections[0], SendChat("one")))
    await run_three_loop_turns()
    journal.complete_commit(TableTaken())
    await run_three_loop_turns()
    late = RecordingOutbox()
    runner.connect(late)
    await run_three_loop_turns()
    for outbox in (*outboxes, late):
        assert outbox.received == []
        assert isinstance(outbox.ended, TableTaken)
    await runner.end_table()
    assert journal.closed is False


async def test_runner_that_may_have_lost_the_table_sends_nothing_before_the_journal_knows():
    certain = False
    runner, table, journal, outboxes = start_runner(may_send=lambda: certain)
    await run_three_loop_turns()
    journal.complete_commit()  # the first tick, without inputs
    runner.post_input(MessageReceived(table.connections[0], SendChat("one?")))
    await run_three_loop_turns()
    assert outboxes[0].received == []
    journal.complete_commit()
    assert outboxes[0].received == ["one?"]
    certain = True
    runner.post_input(MessageReceived(table.connections[0], SendChat("two?")))
    await run_three_loop_turns()
    assert outboxes[0].received == ["one?", "two?"]
    assert journal.waiting == []


async def test_runner_without_a_journal_sends_everything_at_once():
    runner, table, _, outboxes = start_runner(journalled=False)
    runner.post_input(MessageReceived(table.connections[0], SendChat("one")))
    await run_three_loop_turns()
    assert outboxes[1].received == ["one"]


async def test_tick_that_is_due_during_a_commit_starts_after_it():
    runner, table, journal, _ = start_runner()
    table.alarm = asyncio.get_running_loop().time() + 1_000
    runner.post_input(MessageReceived(table.connections[0], SendChat("one?")))
    await run_three_loop_turns()
    table.alarm = None
    runner.post_input(MessageReceived(table.connections[0], SendChat("two")))
    await run_three_loop_turns()
    runner._post_alarm()
    await run_three_loop_turns()
    assert table.ticks == [["one?"], ["two"]]
    journal.complete_commit()
    await run_three_loop_turns()
    assert table.ticks == [["one?"], ["two"], []]


@pytest.mark.parametrize(("waited_seconds", "passed_seconds"), [(15.0, 0.0), (0.5, 0.5)])
async def test_time_of_a_table_stands_still_while_its_journal_cannot_be_written(
    monkeypatch, waited_seconds, passed_seconds
):
    runner, table, journal, _ = start_runner()
    loop, shift, times = asyncio.get_running_loop(), [0.0], []
    real_time, handle = loop.time, table.handle
    monkeypatch.setattr(loop, "time", lambda: real_time() + shift[0])
    monkeypatch.setattr(table, "handle", lambda inputs, now: times.append(now) or handle(inputs, now))
    runner.post_input(MessageReceived(table.connections[0], SendChat("before")))
    await run_three_loop_turns()
    shift[0] += waited_seconds  # the store of a club cannot be reached for this long
    runner.post_input(MessageReceived(table.connections[0], SendChat("meanwhile")))
    table.alarm = times[-1] + 10.0
    journal.complete_commit()
    await run_three_loop_turns()
    assert times[-1] - times[-2] == pytest.approx(passed_seconds, abs=0.4)
    journal.complete_commit()
    assert runner._alarm_timer.when() - loop.time() == pytest.approx(10.0 - passed_seconds, abs=0.4)


async def test_connection_that_ends_during_a_commit_is_sent_nothing():
    runner, table, journal, outboxes = start_runner()
    runner.post_input(MessageReceived(table.connections[0], SendChat("one")))
    await run_three_loop_turns()
    runner.disconnect(table.connections[1])
    journal.complete_commit()
    assert [outbox.received for outbox in outboxes] == [["one"], []]


async def test_failed_commit_is_sent_to_nobody_and_everybody_gets_the_reason():
    runner, table, journal, outboxes = start_runner()
    runner.post_input(MessageReceived(table.connections[0], SendChat("one")))
    await run_three_loop_turns()
    journal.complete_commit()
    runner.post_input(MessageReceived(table.connections[0], SendChat("two")))
    await run_three_loop_turns()
    runner.post_input(MessageReceived(table.connections[0], SendChat("three")))
    journal.complete_commit(JournalUnusable("/somewhere/journal.db", "the disk is full"))
    await run_three_loop_turns()
    for outbox in outboxes:
        text, failed = outbox.received
        assert text == "one"
        assert isinstance(failed, ConnectionFailed)
        assert failed.kind == "HostGone"
        assert "(the disk is full)" in failed.reason
        assert "/somewhere" not in failed.reason, "no path of the host is sent"
        assert str(outbox.ended) == failed.reason
    assert str(runner.failure.result()) == "The journal /somewhere/journal.db cannot be used: the disk is full."
    assert table.ticks == [["one"], ["two"]]
    runner.post_input(MessageReceived(table.connections[0], SendChat("four")))
    await run_three_loop_turns()
    assert len(table.ticks) == 2
    late = RecordingOutbox()
    runner.connect(late)
    await run_three_loop_turns()
    assert (late.received, str(late.ended)) == ([failed], failed.reason), "a later connection gets the reason at once"
    await runner.end_table()
    assert journal.closed is False, "the table is recoverable"


@pytest.mark.parametrize(
    ("error", "expected_text"),
    [
        (JournalUnusable("journal.db", "the disk is full"), "The match is kept, and goes on when"),
        (JournalMissing("journal.db", "the file has gone"), "What was played is lost, unless the file is"),
        (JournalDamaged("journal.db is damaged."), "The journal is damaged; queens doctor --export copies"),
    ],
)
async def test_reason_why_play_stops_says_how_much_of_the_match_is_kept(error, expected_text):
    runner, table, journal, outboxes = start_runner()
    runner.post_input(MessageReceived(table.connections[0], SendChat("one")))
    await run_three_loop_turns()
    journal.complete_commit(error)
    await run_three_loop_turns()
    [failed] = outboxes[0].received
    assert expected_text in failed.reason
    await runner.end_table()


async def test_failing_table_sends_nothing_of_the_tick_and_stays_recoverable(caplog):
    runner, table, journal, outboxes = start_runner()

    def handle(inputs, now):
        raise ZeroDivisionError("a mistake of ours")

    table.handle = handle
    with pytest.raises(ZeroDivisionError):
        runner._run_tick()
    [failed] = outboxes[0].received
    assert "made a mistake" in failed.reason
    assert isinstance(runner.failure.result(), HostGone)
    await runner.end_table()
    assert journal.closed is False


async def test_end_of_a_runner_waits_for_the_running_commit():
    runner, table, journal, outboxes = start_runner()
    runner.post_input(MessageReceived(table.connections[0], SendChat("one")))
    await run_three_loop_turns()
    ending = asyncio.ensure_future(runner.end_table())
    await run_three_loop_turns()
    assert outboxes[0].ended is None
    journal.complete_commit()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await ending
    assert outboxes[0].received == ["one"]
    assert isinstance(outboxes[0].ended, HostGone)
    assert table.ticks == [["one"], ["HostClosing"]]
    assert journal.closed is True
    await runner.end_table()


async def test_inputs_before_the_end_of_a_runner_are_handled_in_one_last_tick():
    runner, table, journal, outboxes = start_runner()
    runner.post_input(MessageReceived(table.connections[0], SendChat("one")))
    asyncio.get_running_loop().call_later(0.01, journal.complete_commit)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await runner.end_table()
    assert table.ticks == [["one", "HostClosing"]]
    assert outboxes[0].received == ["one"]
    assert isinstance(outboxes[0].ended, HostGone)


@pytest.mark.parametrize("playing", [None, "a match"])
async def test_table_with_a_match_stays_recoverable_after_its_end(playing):
    runner, table, journal, _ = start_runner()
    table.is_playing = playing
    await runner.end_table()
    assert journal.closed is (playing is None)


async def test_new_runner_runs_a_first_tick_without_any_input():
    """Without this tick the grace periods of a recovered table would begin only when somebody returns."""
    table = EchoTable()
    TableRunner(table)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert table.ticks == [[]]


async def test_table_that_fails_in_its_last_tick_stays_recoverable():
    runner, table, journal, outboxes = start_runner()

    def fail(inputs, now):
        raise ZeroDivisionError

    table.handle = fail
    with pytest.raises(ZeroDivisionError):
        await runner.end_table()
    assert journal.closed is False, "the table is closed, but recoverable"
    assert all(isinstance(outbox.received[-1], ConnectionFailed) for outbox in outboxes)
