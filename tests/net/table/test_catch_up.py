"""People who read too slowly and updates that are lost: whoever can be written to again is sent everything that they
missed.
"""

from __future__ import annotations

from core import Action
from net.client.events import MatchChanged, MatchEnded
from net.limits import MAX_SLOW_SECONDS

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


def test_slow_reader_is_sent_nothing_until_they_read_again_and_then_all_missed_changes(make_harness):
    harness = make_harness(seats=2)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve", watch=True)
    ann.start_match()
    harness.run_tick()
    eve.stop_reading()
    harness.run_tick()
    before = len(eve.received_bytes)
    for _ in range(3):
        ann.send_action(REVEAL_ACTION)
        bob.send_action(REVEAL_ACTION)
        ann.send_chat("x")
        eve.send_chat("y")
        eve.send_action(REVEAL_ACTION)
        harness.run_tick()
    assert len(eve.received_bytes) == before
    eve.resume_reading()
    harness.run_tick()
    harness.check_replicas()
    assert eve.last_event(MatchChanged).changes, "as what happened, not as another view"
    harness.play_match([ann, bob], after_tick=harness.check_replicas)
    assert eve.last_event(MatchEnded).standings == ann.standings


def test_slow_reader_is_sent_the_result_of_the_match_when_they_read_again(make_harness):
    harness = make_harness(seats=2)
    ann, eve = harness.join_person("Ann"), harness.join_person("Eve", watch=True)
    ann.start_match()
    harness.run_tick()
    eve.stop_reading()
    harness.play_match([ann])
    assert eve.event_count(MatchEnded) == 0
    eve.resume_reading()
    harness.run_tick()
    assert eve.last_event(MatchEnded).standings == ann.standings


def test_person_who_reads_too_slowly_for_too_long_is_disconnected(make_harness):
    harness = make_harness(seats=2)
    harness.join_person("Ann")
    eve = harness.join_person("Eve", watch=True)
    eve.stop_reading()
    harness.run_tick()
    assert harness.wake_at == MAX_SLOW_SECONDS
    harness.now = harness.wake_at
    harness.run_tick()
    assert eve.connection_id == 0
    assert not harness.table.state.people.spectators()


def test_client_that_misses_an_update_asks_for_a_snapshot(make_harness):
    harness = make_harness(seats=2)
    ann, eve = harness.join_person("Ann"), harness.join_person("Eve", watch=True)
    ann.start_match()
    harness.run_tick()
    harness.players.pop(eve.connection_id)
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    harness.players[eve.connection_id] = eve
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert eve.view != harness.table.state.runner.match.view(None)
    harness.run_tick()
    harness.check_replicas()


def test_slow_reader_who_becomes_the_owner_learns_it_on_reading_again(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.stop_reading()
    ann.pause_match()
    ann.make_owner("Bob")
    harness.run_tick()
    assert not bob.is_owner
    bob.resume_reading()
    harness.run_tick()
    assert bob.is_owner
    bob.pause_match(False)
    harness.run_tick()
    assert not harness.table.state.is_paused
