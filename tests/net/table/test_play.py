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


def test_action_sent_before_its_prompt_is_refused(world):
    """Bob's play is over; an action that he sends then is not for the next play, which begins before it arrives."""
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    bob.send_action(REVEAL)
    w.turn()
    while w.game.legal(bob.view):
        bob.send_action(BANK if BANK in w.game.legal(bob.view) else REVEAL)
        w.turn()
    play = bob.view.facts["play"]
    steps = w.table.state.runner.steps[1]
    ann_done = False
    while not ann_done:
        legal = w.game.legal(ann.view)
        ann.send_action(BANK if BANK in legal else REVEAL)
        bob.send_action(REVEAL)
        bob._pending_act = None
        w.turn()
        ann_done = bob.view.facts["play"] != play
    assert w.table.state.runner.steps[1] == steps, "the next play waits for what Bob says of it"
    bob.send_action(REVEAL)
    w.turn()
    assert w.table.state.runner.steps[1] == steps + 1


def test_person_learns_that_the_clock_decided_for_them(world):
    w = world(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.set_terms(Terms(clock=10))
    ann.start_match()
    w.turn()
    w.pass_time(10)
    step = w.table.state.runner.steps[1]
    assert bob._next_decision == (1, step)
    bob._last_action_id += 1
    bob._send(Act(bob._last_action_id, 1, step - 1, "reveal"))
    w.turn()
    assert any(isinstance(message, RequestRefused) for message in w.sent_messages())
    assert w.table.state.runner.steps[1] == step


def test_action_is_journalled_in_the_tick_that_sends_it(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    assert isinstance(w.journal()[0], MatchBeganEntry)
    ann.send_action(REVEAL)
    bob.send_action(REVEAL)
    result = w.turn()
    assert w.journal() == [ActionEntry(1, 0, "reveal", "person"), ActionEntry(1, 1, "reveal", "person")]
    assert sum(isinstance(send.message, MatchUpdate) for send in result.sends) == 1, (
        "one encoding for all who see the same"
    )
    assert sum(isinstance(send.message, ActionAnswered) for send in result.sends) == 2
    w.play([ann, bob])
    assert [type(entry) for entry in w.journal()][-1] is MatchEndedEntry


def test_duplicate_action_is_answered_again_and_executed_once(world):
    w = world(seats=1)
    [ann] = w.in_match("Ann")
    again = Act(1, 1, 0, "reveal")
    ann._send(again)
    w.turn()
    first = [m for m in w.sent_messages() if isinstance(m, ActionAnswered)]
    digest = w.table.state.runner.match.digest
    ann._send(again)
    ann._send(again)
    w.turn()
    assert [m for m in w.sent_messages() if isinstance(m, ActionAnswered)] == first * 2
    assert w.table.state.runner.match.digest == digest
    assert not w.journal()


@pytest.mark.parametrize("act", [Act(9, 1, 5, "reveal"), Act(9, 2, 0, "reveal"), Act(9, 0, 0, "reveal")])
def test_action_for_another_decision_is_refused(world, act):
    w = world(seats=1)
    [ann] = w.in_match("Ann")
    digest = w.table.state.runner.match.digest
    ann._send(act)
    w.turn()
    assert isinstance(w.sent_messages()[0], RequestRefused)
    assert w.sent_messages()[0].id == 9
    assert w.table.state.runner.match.digest == digest


@pytest.mark.parametrize("text", ["bank", "fly", "", "reveal now", "play Q♠", "\x1b[2J"])
def test_illegal_action_is_refused_in_a_sentence_and_changes_nothing(world, text):
    w = world(seats=1)
    [ann] = w.in_match("Ann")
    digest = w.table.state.runner.match.digest
    ann.send_action(Action((text,)))
    w.turn()
    assert w.table.state.runner.match.digest == digest
    reason = ann.last(RefusalReceived).reason
    assert reason.isprintable()
    assert reason.endswith(".")
    ann.send_action(REVEAL)
    w.turn()
    assert w.table.state.runner.steps[0] == 1


def test_unanswered_action_is_resent_and_executed_once(world):
    w = world(seats=2)
    _ann, bob = w.in_match("Ann", "Bob")
    bob.send_action(REVEAL)
    w.players.pop(bob.link)
    w.turn()
    assert w.table.state.runner.steps[1] == 1
    bob.come()
    w.turn()
    w.turn()
    assert w.table.state.runner.steps[1] == 1
    assert bob.count(RefusalReceived) == 0


def test_lost_action_is_resent(world):
    w = world(seats=2)
    _ann, bob = w.in_match("Ann", "Bob")
    bob.link = 0
    bob.send_action(REVEAL)
    w.turn()
    assert w.table.state.runner.steps[1] == 0
    bob.come()
    w.turn()
    w.turn()
    assert w.table.state.runner.steps[1] == 1
    assert bob.count(RefusalReceived) == 0
