"""The question that the line mode asks before an action that is probably a slip."""

from __future__ import annotations

from random import Random

import pytest

from core import games
from core.engine.coach import Advice, Choice
from tests.support.scripted_terminal import ScriptedConversation, ScriptedMatch
from tui.boards.games import narrator_for

SLIP_QUESTION = "Bank an empty row, and a Queen goes in?"
"""The question that the line mode asks before an empty row is banked."""


def match_after_turned_queen(*, asks_about_slips):
    """Return a match of Mad Queens in which the person has just turned a Queen, and their row is empty."""
    scripted = ScriptedMatch(ScriptedConversation(asks_about_slips=asks_about_slips).begin(), "mad-queens", seed=98)
    scripted.act(0, "reveal")
    return scripted


@pytest.fixture
def match_before_slip():
    """Fixture: a match in which banking would be a slip, with a conversation that asks about slips."""
    return match_after_turned_queen(asks_about_slips=True)


def sent_actions(scripted):
    """Return the actions that the person has sent."""
    return [one for one in scripted.conversation.client.requests if one[0] == "send_action"]


def test_action_that_is_probably_a_slip_is_sent_after_a_yes(match_before_slip):
    lines = match_before_slip.conversation.type("bank")
    assert lines == [SLIP_QUESTION, "1) Yes, do it", "2) No, go back"]
    assert sent_actions(match_before_slip) == []
    match_before_slip.conversation.type("1")
    assert len(sent_actions(match_before_slip)) == 1


def test_slip_is_sent_when_it_is_typed_twice_in_a_row(match_before_slip):
    match_before_slip.conversation.type("bank", "bank")
    assert len(sent_actions(match_before_slip)) == 1


def test_slip_is_asked_about_again_after_no_or_another_line(match_before_slip):
    assert SLIP_QUESTION in match_before_slip.conversation.type("bank")
    match_before_slip.conversation.type("n")
    assert SLIP_QUESTION in match_before_slip.conversation.type("bank")
    match_before_slip.conversation.type("scores")
    assert SLIP_QUESTION in match_before_slip.conversation.type("b")
    assert sent_actions(match_before_slip) == []


def test_actions_that_are_no_slips_are_sent_at_once(match_before_slip):
    match_before_slip.conversation.type("reveal")
    assert len(sent_actions(match_before_slip)) == 1


def test_what_the_coach_has_advised_for_this_decision_is_sent_at_once(match_before_slip):
    action = next(one for one in games["mad-queens"].legal(match_before_slip.match.view(0)) if one.verb == "bank")
    best = Choice(action, ())
    match_before_slip.conversation.conversation.write_hint(Advice((best,), best, (), "Bank."))
    match_before_slip.conversation.type("bank")
    assert len(sent_actions(match_before_slip)) == 1


def test_slip_is_sent_at_once_where_the_person_wants_no_question():
    scripted = match_after_turned_queen(asks_about_slips=False)
    scripted.conversation.type("bank")
    assert len(sent_actions(scripted)) == 1


@pytest.mark.parametrize("slug", ["mad-queens", "big-queen", "queens-dungeon"])
def test_answer_yes_carries_out_the_action_that_was_asked_about(slug):
    """The answer yes runs the action as a typed line, so the line must mean this action and no other."""
    found, game = 0, games[slug]
    for seed in range(40):
        match, chance = game.start(game.usual_seats, seed=seed), Random(seed)
        while not match.over and found < 3:
            seat = min(match.waiting)
            narrator = narrator_for(match.view(seat), [f"P{number}" for number in range(match.seats)])
            for action in filter(narrator.slip_question, narrator.legal):
                found += 1
                parsed = narrator.parse(str(action))
                assert parsed is not None
                assert parsed.actions == (action,)
            match.act(seat, chance.choice(narrator.legal))
        if found >= 3:
            return
    pytest.fail(f"no slip in {slug}")
