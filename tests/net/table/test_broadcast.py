"""Broadcast to many people: its cost grows with what happens in the match, not with people who join and leave."""

from __future__ import annotations

import asyncio

import pytest

from core import Action
from net.client.events import TableChanged
from net.host.table_runner import TableRunner
from net.limits import CROWD_UPDATE_INTERVAL_SECONDS, MESSAGE_RECIPIENTS_AT_ONCE, MIN_CROWD_PEOPLE
from net.protocol.messages import MatchSnapshot, Pong, RequestSnapshot
from net.protocol.table_state import SeatsChanged
from net.table.tick import ConnectionLost, MessageReceived, MessageToSend, TickResult, WritingPaused, WritingResumed
from tests.support.patience import PATIENCE_SECONDS

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


def test_people_at_a_large_table_get_its_changes_at_intervals_and_miss_none(make_harness):
    harness = make_harness(seats=2)
    people = [harness.join_person(f"P{number}") for number in range(MIN_CROWD_PEOPLE + 1)]
    harness.now += CROWD_UPDATE_INTERVAL_SECONDS
    harness.run_tick()
    told = people[0].event_count(TableChanged)
    late = [harness.join_person(f"Late {number}") for number in range(5)]
    assert people[0].event_count(TableChanged) <= told + 1
    assert all(player.table.spectator_count == MIN_CROWD_PEOPLE + number for number, player in enumerate(late)), (
        "they see how it is"
    )
    late[0].lose_connection()
    harness.run_tick()
    assert not any(isinstance(message, SeatsChanged) for message in harness.sent_messages())
    assert harness.wake_at is not None
    assert harness.wake_at <= harness.now + CROWD_UPDATE_INTERVAL_SECONDS
    harness.now = harness.wake_at
    harness.run_tick()
    assert people[0].table.spectator_count == MIN_CROWD_PEOPLE + 3
    assert harness.wake_at is None, "there is nothing more to tell"
    harness.check_replicas()


def test_disconnect_before_hello_sends_and_journals_nothing(make_harness, monkeypatch):
    harness = make_harness(seats=2)
    harness.join_person("Ann")

    def fail_if_called():
        raise AssertionError("for somebody who was never here")

    monkeypatch.setattr("net.table.state.TableState.info", fail_if_called)
    monkeypatch.setattr("net.table.snapshot.SnapshotJournal.changed_entries", fail_if_called)
    harness.inbox.append(ConnectionLost(harness.new_connection_id()))
    assert harness.run_tick() == TickResult()


def test_people_at_a_small_table_get_its_changes_at_once(make_harness):
    harness = make_harness(seats=2)
    ann = harness.join_person("Ann")
    for number in range(5):
        harness.join_person(f"P{number}")
        assert ann.table.spectator_count == max(0, number)
        harness.check_replicas()


def test_snapshot_that_is_equal_for_several_people_is_built_once(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.start_match()
    harness.run_until_idle()
    runner = harness.table.state.active_runner
    first = runner.snapshot(None, with_opening=False)
    assert isinstance(first, MatchSnapshot)
    assert runner.snapshot(0, with_opening=False) is runner.snapshot(1, with_opening=False) is first
    assert runner.snapshot(None, with_opening=True).opening
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert runner.snapshot(None, with_opening=False) is not first
    late = harness.join_person("Late", watch=True)
    assert late.view == runner.match.view(None)


def test_snapshot_with_secrets_is_built_for_each_seat(make_harness):
    harness = make_harness(game="queens-dungeon", seats=2)
    ann = harness.join_person("Ann")
    harness.join_person("Bob")
    ann.start_match()
    harness.run_until_idle()
    runner = harness.table.state.active_runner
    views = [runner.snapshot(audience, with_opening=False).view for audience in (None, 0, 1)]
    assert len({view.piles for view in views}) == 3
    harness.check_replicas()


def test_slow_reader_gets_missed_changes_and_not_a_snapshot_each_time(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.start_match()
    harness.run_until_idle()
    harness.inbox.append(WritingPaused(bob.connection_id))
    harness.run_tick()
    told = len(bob.received_bytes)
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert len(bob.received_bytes) == told
    harness.inbox.append(WritingResumed(bob.connection_id))
    harness.run_tick()
    assert not any(isinstance(message, MatchSnapshot) for message in harness.sent_messages()), (
        "what he misses is enough"
    )
    harness.check_replicas()
    harness.inbox += [WritingPaused(bob.connection_id), WritingResumed(bob.connection_id)]
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    harness.check_replicas()
    harness.inbox += [
        WritingPaused(bob.connection_id),
        MessageReceived(bob.connection_id, RequestSnapshot()),
        WritingResumed(bob.connection_id),
    ]
    harness.run_tick()
    assert any(isinstance(message, MatchSnapshot) for message in harness.sent_messages()), "he has asked for it"
    harness.check_replicas()


class TickCounter:
    """A stand-in for a table that counts the inputs of each call (tick), and sends everybody a message in each.

    The event `full` is set when it has handled 300 inputs.
    """

    is_playing = False

    def __init__(self, people: int) -> None:
        self.people = tuple(range(people))
        self.ticks: list[int] = []
        self.full = asyncio.Event()

    def handle(self, inputs, now):
        """Record the number of inputs, and send everybody a message."""
        self.ticks.append(len(inputs))
        if sum(self.ticks) >= 300:
            self.full.set()
        return TickResult(sends=(MessageToSend(self.people, Pong()),))


@pytest.mark.parametrize(("people", "are_gathered"), [(1, False), (10, False), (1000, True)])
async def test_inputs_of_many_people_are_gathered_into_few_ticks(people, are_gathered):
    table = TickCounter(people)
    runner = TableRunner(table)
    for _ in range(300):
        runner.post_input(ConnectionLost(1))
        await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await table.full.wait()
    lone = [size for size in table.ticks if size == 1]
    assert (len(lone) < 300) == are_gathered
    assert len(lone) >= min(300, MESSAGE_RECIPIENTS_AT_ONCE // people - 1), "those that come first do not wait"
    await runner.end_table()
