"""Slow readers and lost updates: what people are sent when they can be written to again."""

from __future__ import annotations

from core import Action
from net.client.events import MatchChanged, MatchEnded
from net.limits import SLOW_SECONDS

REVEAL = Action(("reveal",))


def test_slow_reader_is_sent_nothing_and_later_what_was_missed(world):
    w = world(seats=2)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.start_match()
    w.turn()
    eve.stop_reading()
    w.turn()
    before = len(eve.bytes)
    for _ in range(3):
        ann.send_action(REVEAL)
        bob.send_action(REVEAL)
        ann.send_chat("x")
        eve.send_chat("y")
        eve.send_action(REVEAL)
        w.turn()
    assert len(eve.bytes) == before
    eve.read_on()
    w.turn()
    w.check_replicas()
    assert eve.last(MatchChanged).changes, "as what happened, not as another view"
    w.play([ann, bob], each=w.check_replicas)
    assert eve.last(MatchEnded).standings == ann.standings


def test_slow_reader_is_sent_the_result_later(world):
    w = world(seats=2)
    ann, eve = w.player("Ann"), w.player("Eve", watch=True)
    ann.start_match()
    w.turn()
    eve.stop_reading()
    w.play([ann])
    assert eve.count(MatchEnded) == 0
    eve.read_on()
    w.turn()
    assert eve.last(MatchEnded).standings == ann.standings


def test_reader_slow_for_too_long_is_dropped(world):
    w = world(seats=2)
    w.player("Ann")
    eve = w.player("Eve", watch=True)
    eve.stop_reading()
    w.turn()
    assert w.wake == SLOW_SECONDS
    w.now = w.wake
    w.turn()
    assert eve.link == 0
    assert not w.table.state.people.spectators()


def test_client_that_misses_an_update_asks_for_a_snapshot(world):
    w = world(seats=2)
    ann, eve = w.player("Ann"), w.player("Eve", watch=True)
    ann.start_match()
    w.turn()
    w.players.pop(eve.link)
    ann.send_action(REVEAL)
    w.turn()
    w.players[eve.link] = eve
    ann.send_action(REVEAL)
    w.turn()
    assert eve.view != w.table.state.runner.match.view(None)
    w.turn()
    w.check_replicas()


def test_slow_reader_who_becomes_the_owner_learns_it_on_reading_again(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    bob.stop_reading()
    ann.pause_match()
    ann.make_owner("Bob")
    w.turn()
    assert not bob.is_owner
    bob.read_on()
    w.turn()
    assert bob.is_owner
    bob.pause_match(False)
    w.turn()
    assert not w.table.state.paused
