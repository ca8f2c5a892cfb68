"""Broadcast to a large crowd: its cost grows with the match, not with people who join and leave."""

from __future__ import annotations

import asyncio

import pytest

from core import Action
from net.client.events import TableChanged
from net.host.table_runner import TableRunner
from net.limits import CROWD_PEOPLE, CROWD_UPDATE_SECONDS, DELIVERIES_AT_ONCE
from net.protocol.messages import MatchSnapshot, Pong, RequestSnapshot
from net.protocol.table_state import SeatsChanged
from net.table.tick import Disconnected, Received, Send, TickResult, WritingPaused, WritingResumed

REVEAL = Action(("reveal",))


def test_crowd_gets_table_updates_at_intervals_and_misses_nothing(world):
    w = world(seats=2)
    people = [w.player(f"P{number}") for number in range(CROWD_PEOPLE + 1)]
    w.now += CROWD_UPDATE_SECONDS
    w.turn()
    told = people[0].count(TableChanged)
    late = [w.player(f"Late {number}") for number in range(5)]
    assert people[0].count(TableChanged) <= told + 1
    assert all(player.table.watching == CROWD_PEOPLE + number for number, player in enumerate(late)), (
        "they see how it is"
    )
    late[0].drop()
    w.turn()
    assert not any(isinstance(message, SeatsChanged) for message in w.sent_messages())
    assert w.wake is not None
    assert w.wake <= w.now + CROWD_UPDATE_SECONDS
    w.now = w.wake
    w.turn()
    assert people[0].table.watching == CROWD_PEOPLE + 3
    assert w.wake is None, "there is nothing more to tell"
    w.check_replicas()


def test_disconnect_before_hello_sends_and_journals_nothing(world, monkeypatch):
    w = world(seats=2)
    w.player("Ann")

    def look_at_everybody():
        raise AssertionError("for somebody who was never here")

    monkeypatch.setattr(w.table.state, "info", look_at_everybody)
    monkeypatch.setattr("net.table.snapshot.SnapshotJournal.changed_entries", look_at_everybody)
    w.inbox.append(Disconnected(w.new_link()))
    assert w.turn() == TickResult()


def test_small_table_gets_table_updates_at_once(world):
    w = world(seats=2)
    ann = w.player("Ann")
    for number in range(5):
        w.player(f"P{number}")
        assert ann.table.watching == max(0, number)
        w.check_replicas()


def test_equal_snapshots_are_built_once(world):
    w = world(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.start_match()
    w.settle()
    runner = w.table.state.playing
    first = runner.snapshot(None, opening=False)
    assert isinstance(first, MatchSnapshot)
    assert runner.snapshot(0, opening=False) is runner.snapshot(1, opening=False) is first
    assert runner.snapshot(None, opening=True).opening
    bob.send_action(REVEAL)
    w.turn()
    assert runner.snapshot(None, opening=False) is not first
    late = w.player("Late", watch=True)
    assert late.view == runner.match.view(None)


def test_snapshots_with_secrets_are_built_per_seat(world):
    w = world(game="queens-dungeon", seats=2)
    ann = w.player("Ann")
    w.player("Bob")
    ann.start_match()
    w.settle()
    runner = w.table.state.playing
    views = [runner.snapshot(audience, opening=False).view for audience in (None, 0, 1)]
    assert len({view.piles for view in views}) == 3
    w.check_replicas()


def test_slow_reader_gets_missed_changes_and_not_a_snapshot_each_time(world):
    w = world(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.start_match()
    w.settle()
    w.inbox.append(WritingPaused(bob.link))
    w.turn()
    told = len(bob.bytes)
    ann.send_action(REVEAL)
    w.turn()
    assert len(bob.bytes) == told
    w.inbox.append(WritingResumed(bob.link))
    w.turn()
    assert not any(isinstance(message, MatchSnapshot) for message in w.sent_messages()), "what he misses is enough"
    w.check_replicas()
    w.inbox += [WritingPaused(bob.link), WritingResumed(bob.link)]
    ann.send_action(REVEAL)
    w.turn()
    w.check_replicas()
    w.inbox += [WritingPaused(bob.link), Received(bob.link, RequestSnapshot()), WritingResumed(bob.link)]
    w.turn()
    assert any(isinstance(message, MatchSnapshot) for message in w.sent_messages()), "he has asked for it"
    w.check_replicas()


class Counting:
    """A table without any output that counts its ticks."""

    is_playing = False

    def __init__(self, people: int) -> None:
        self.people = tuple(range(people))
        self.ticks: list[int] = []
        self.full = asyncio.Event()

    def handle(self, inputs, now):
        self.ticks.append(len(inputs))
        if sum(self.ticks) >= 300:
            self.full.set()
        return TickResult(sends=(Send(self.people, Pong()),))


@pytest.mark.parametrize(("people", "gathers"), [(1, False), (10, False), (1000, True)])
async def test_inputs_of_a_busy_crowd_are_gathered_into_few_ticks(people, gathers):
    table = Counting(people)
    runner = TableRunner(table)
    for _ in range(300):
        runner.post(Disconnected(1))
        await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await table.full.wait()
    lone = [size for size in table.ticks if size == 1]
    assert (len(lone) < 300) == gathers
    assert len(lone) >= min(300, DELIVERIES_AT_ONCE // people - 1), "those that come first do not wait"
    await runner.end_table()
