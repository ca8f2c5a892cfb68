"""Action messages in a match: executed and journalled once, refused when late, answered again after a lost
connection.
"""

from __future__ import annotations

import pytest

from core import Action
from net.client.events import RefusalReceived
from net.journal.entries import ActionEntry, MatchBeganEntry, MatchEndedEntry
from net.protocol.messages import (
    Act,
    ActionAnswered,
    MatchUpdate,
    RequestRefused,
)
from net.protocol.table_state import Terms

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


BANK_ACTION = Action(("bank",))
"""The action that banks the cards of the row."""


def test_action_sent_before_the_play_that_it_is_for_is_refused(make_harness):
    """An action that Bob sends after his play is over does not count for the next play, even if that begins before the
    action arrives.
    """
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    while harness.game.legal(bob.view):
        bob.send_action(BANK_ACTION if BANK_ACTION in harness.game.legal(bob.view) else REVEAL_ACTION)
        harness.run_tick()
    play = bob.view.facts["play"]
    steps = harness.table.state.runner.steps[1]
    ann_done = False
    while not ann_done:
        legal = harness.game.legal(ann.view)
        ann.send_action(BANK_ACTION if BANK_ACTION in legal else REVEAL_ACTION)
        bob.send_action(REVEAL_ACTION)
        bob._pending_act = None
        harness.run_tick()
        ann_done = bob.view.facts["play"] != play
    assert harness.table.state.runner.steps[1] == steps, "the next play waits for what Bob says of it"
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert harness.table.state.runner.steps[1] == steps + 1


def test_person_is_notified_that_the_clock_decided_for_them(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.set_terms(Terms(clock=10))
    ann.start_match()
    harness.run_tick()
    harness.pass_time(10)
    step = harness.table.state.runner.steps[1]
    assert bob._next_decision == (1, step)
    bob._last_action_id += 1
    bob._send(Act(bob._last_action_id, 1, step - 1, "reveal"))
    harness.run_tick()
    assert any(isinstance(message, RequestRefused) for message in harness.sent_messages())
    assert harness.table.state.runner.steps[1] == step


def test_action_is_journalled_in_the_tick_that_sends_it(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    assert isinstance(harness.new_match_entries()[0], MatchBeganEntry)
    ann.send_action(REVEAL_ACTION)
    bob.send_action(REVEAL_ACTION)
    result = harness.run_tick()
    assert harness.new_match_entries() == [ActionEntry(1, 0, "reveal", "person"), ActionEntry(1, 1, "reveal", "person")]
    assert sum(isinstance(send.message, MatchUpdate) for send in result.sends) == 1, (
        "one encoding for all who see the same"
    )
    assert sum(isinstance(send.message, ActionAnswered) for send in result.sends) == 2
    harness.play_match([ann, bob])
    assert [type(entry) for entry in harness.new_match_entries()][-1] is MatchEndedEntry


def test_duplicate_action_is_answered_again_and_executed_once(make_harness):
    harness = make_harness(seats=1)
    [ann] = harness.start_match_of("Ann")
    again = Act(1, 1, 0, "reveal")
    ann._send(again)
    harness.run_tick()
    first = [m for m in harness.sent_messages() if isinstance(m, ActionAnswered)]
    digest = harness.table.state.runner.match.digest
    ann._send(again)
    ann._send(again)
    harness.run_tick()
    assert [m for m in harness.sent_messages() if isinstance(m, ActionAnswered)] == first * 2
    assert harness.table.state.runner.match.digest == digest
    assert not harness.new_match_entries()


@pytest.mark.parametrize("message", [Act(9, 1, 5, "reveal"), Act(9, 2, 0, "reveal"), Act(9, 0, 0, "reveal")])
def test_action_for_another_decision_is_refused(make_harness, message):
    harness = make_harness(seats=1)
    [ann] = harness.start_match_of("Ann")
    digest = harness.table.state.runner.match.digest
    ann._send(message)
    harness.run_tick()
    assert isinstance(harness.sent_messages()[0], RequestRefused)
    assert harness.sent_messages()[0].id == 9
    assert harness.table.state.runner.match.digest == digest


@pytest.mark.parametrize("text", ["bank", "fly", "", "reveal now", "play Q♠", "\x1b[2J"])
def test_illegal_action_is_refused_in_a_sentence_and_changes_nothing(make_harness, text):
    harness = make_harness(seats=1)
    [ann] = harness.start_match_of("Ann")
    digest = harness.table.state.runner.match.digest
    ann.send_action(Action((text,)))
    harness.run_tick()
    assert harness.table.state.runner.match.digest == digest
    reason = ann.last_event(RefusalReceived).reason
    assert reason.isprintable()
    assert reason.endswith(".")
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert harness.table.state.runner.steps[0] == 1


def test_unanswered_action_is_resent_and_executed_once(make_harness):
    harness = make_harness(seats=2)
    _ann, bob = harness.start_match_of("Ann", "Bob")
    bob.send_action(REVEAL_ACTION)
    harness.players.pop(bob.connection_id)
    harness.run_tick()
    assert harness.table.state.runner.steps[1] == 1
    bob.connect()
    harness.run_tick()
    harness.run_tick()
    assert harness.table.state.runner.steps[1] == 1
    assert bob.event_count(RefusalReceived) == 0


def test_action_that_was_lost_with_its_connection_is_sent_again(make_harness):
    harness = make_harness(seats=2)
    _ann, bob = harness.start_match_of("Ann", "Bob")
    bob.connection_id = 0
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert harness.table.state.runner.steps[1] == 0
    bob.connect()
    harness.run_tick()
    harness.run_tick()
    assert harness.table.state.runner.steps[1] == 1
    assert bob.event_count(RefusalReceived) == 0
