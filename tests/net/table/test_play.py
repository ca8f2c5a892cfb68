"""Action messages in a match: executed and journalled once, refused when late, repeated after a lost connection."""

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

REVEAL = Action(("reveal",))


BANK = Action(("bank",))


def test_action_sent_before_its_prompt_is_refused(new_world):
    """Bob's play is over; an action that he sends then is not for the next play, which begins before it arrives."""
    world = new_world(seats=2)
    ann, bob = world.start_match_of("Ann", "Bob")
    bob.send_action(REVEAL)
    world.run_tick()
    while world.game.legal(bob.view):
        bob.send_action(BANK if BANK in world.game.legal(bob.view) else REVEAL)
        world.run_tick()
    play = bob.view.facts["play"]
    steps = world.table.state.runner.steps[1]
    ann_done = False
    while not ann_done:
        legal = world.game.legal(ann.view)
        ann.send_action(BANK if BANK in legal else REVEAL)
        bob.send_action(REVEAL)
        bob._pending_act = None
        world.run_tick()
        ann_done = bob.view.facts["play"] != play
    assert world.table.state.runner.steps[1] == steps, "the next play waits for what Bob says of it"
    bob.send_action(REVEAL)
    world.run_tick()
    assert world.table.state.runner.steps[1] == steps + 1


def test_person_learns_that_the_clock_decided_for_them(new_world):
    world = new_world(seats=2)
    ann, bob = world.join_person("Ann"), world.join_person("Bob")
    ann.set_terms(Terms(clock=10))
    ann.start_match()
    world.run_tick()
    world.pass_time(10)
    step = world.table.state.runner.steps[1]
    assert bob._next_decision == (1, step)
    bob._last_action_id += 1
    bob._send(Act(bob._last_action_id, 1, step - 1, "reveal"))
    world.run_tick()
    assert any(isinstance(message, RequestRefused) for message in world.sent_messages())
    assert world.table.state.runner.steps[1] == step


def test_action_is_journalled_in_the_tick_that_sends_it(new_world):
    world = new_world(seats=2)
    ann, bob = world.start_match_of("Ann", "Bob")
    assert isinstance(world.new_match_entries()[0], MatchBeganEntry)
    ann.send_action(REVEAL)
    bob.send_action(REVEAL)
    result = world.run_tick()
    assert world.new_match_entries() == [ActionEntry(1, 0, "reveal", "person"), ActionEntry(1, 1, "reveal", "person")]
    assert sum(isinstance(send.message, MatchUpdate) for send in result.sends) == 1, (
        "one encoding for all who see the same"
    )
    assert sum(isinstance(send.message, ActionAnswered) for send in result.sends) == 2
    world.play_match([ann, bob])
    assert [type(entry) for entry in world.new_match_entries()][-1] is MatchEndedEntry


def test_duplicate_action_is_answered_again_and_executed_once(new_world):
    world = new_world(seats=1)
    [ann] = world.start_match_of("Ann")
    again = Act(1, 1, 0, "reveal")
    ann._send(again)
    world.run_tick()
    first = [m for m in world.sent_messages() if isinstance(m, ActionAnswered)]
    digest = world.table.state.runner.match.digest
    ann._send(again)
    ann._send(again)
    world.run_tick()
    assert [m for m in world.sent_messages() if isinstance(m, ActionAnswered)] == first * 2
    assert world.table.state.runner.match.digest == digest
    assert not world.new_match_entries()


@pytest.mark.parametrize("act", [Act(9, 1, 5, "reveal"), Act(9, 2, 0, "reveal"), Act(9, 0, 0, "reveal")])
def test_action_for_another_decision_is_refused(new_world, act):
    world = new_world(seats=1)
    [ann] = world.start_match_of("Ann")
    digest = world.table.state.runner.match.digest
    ann._send(act)
    world.run_tick()
    assert isinstance(world.sent_messages()[0], RequestRefused)
    assert world.sent_messages()[0].id == 9
    assert world.table.state.runner.match.digest == digest


@pytest.mark.parametrize("text", ["bank", "fly", "", "reveal now", "play Q♠", "\x1b[2J"])
def test_illegal_action_is_refused_in_a_sentence_and_changes_nothing(new_world, text):
    world = new_world(seats=1)
    [ann] = world.start_match_of("Ann")
    digest = world.table.state.runner.match.digest
    ann.send_action(Action((text,)))
    world.run_tick()
    assert world.table.state.runner.match.digest == digest
    reason = ann.last_event(RefusalReceived).reason
    assert reason.isprintable()
    assert reason.endswith(".")
    ann.send_action(REVEAL)
    world.run_tick()
    assert world.table.state.runner.steps[0] == 1


def test_unanswered_action_is_resent_and_executed_once(new_world):
    world = new_world(seats=2)
    _ann, bob = world.start_match_of("Ann", "Bob")
    bob.send_action(REVEAL)
    world.players.pop(bob.connection_id)
    world.run_tick()
    assert world.table.state.runner.steps[1] == 1
    bob.connect()
    world.run_tick()
    world.run_tick()
    assert world.table.state.runner.steps[1] == 1
    assert bob.event_count(RefusalReceived) == 0


def test_lost_action_is_resent(new_world):
    world = new_world(seats=2)
    _ann, bob = world.start_match_of("Ann", "Bob")
    bob.connection_id = 0
    bob.send_action(REVEAL)
    world.run_tick()
    assert world.table.state.runner.steps[1] == 0
    bob.connect()
    world.run_tick()
    world.run_tick()
    assert world.table.state.runner.steps[1] == 1
    assert bob.event_count(RefusalReceived) == 0
