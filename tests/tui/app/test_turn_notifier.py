"""Notifications of a turn that begins while the person looks at another window."""

from __future__ import annotations

import pytest
from textual.events import AppBlur, AppFocus

from net.client.events import ConnectionRestored, MatchChanged, ReconnectAttempt
from net.client.playback import visible_changes
from tui.app.turn_notifier import (
    BELL_CHARACTER,
    OSC_9_NOTIFICATION,
    OSC_777_NOTIFICATION,
    RESTORE_TITLE,
    SAVE_TITLE,
    SET_TITLE,
    TurnNotifier,
    notification_sequence,
)
from tui.connect.request import TableRequest
from tui.settings import Settings

TURN_TITLE_SEQUENCE = SAVE_TITLE + SET_TITLE
"""Control sequence that sets the title of the window when it is the person's turn."""


@pytest.mark.parametrize(
    ("environment", "sequence"),
    [
        ({"TERM_PROGRAM": "iTerm.app"}, OSC_9_NOTIFICATION),
        ({"TERM": "xterm-kitty"}, OSC_9_NOTIFICATION),
        ({"TERM": "foot-extra"}, OSC_777_NOTIFICATION),
        ({"TERM_PROGRAM": "iTerm.app", "TMUX": "1"}, ""),
        ({"TERM": "xterm-256color"}, ""),
    ],
)
def test_turn_is_notified_by_the_sequence_that_the_terminal_is_known_to_show(environment, sequence):
    assert notification_sequence(environment) == sequence


@pytest.mark.parametrize(
    ("notify", "terminal_type", "expected_calls"),
    [
        ("off", "foot", []),
        ("bell", "foot", [TURN_TITLE_SEQUENCE + BELL_CHARACTER]),
        ("full", "foot", [TURN_TITLE_SEQUENCE + OSC_777_NOTIFICATION]),
        ("full", "xterm", [TURN_TITLE_SEQUENCE + BELL_CHARACTER]),
    ],
)
def test_turn_is_notified_once_and_only_while_the_terminal_lacks_the_focus(notify, terminal_type, expected_calls):
    written = []
    attention = TurnNotifier(Settings("Ann", notify=notify), {"TERM": terminal_type}, written.append)
    attention.show_turn(True, True)
    attention.show_turn(True, False)
    attention.show_turn(False, False)
    assert not written, "the turn began before the eyes of the person"
    attention.show_turn(True, False)
    attention.show_turn(True, False)
    assert written == expected_calls
    attention.show_turn(False, False)
    assert written == expected_calls + [RESTORE_TITLE] * len(expected_calls)


async def test_program_notifies_a_person_whose_terminal_has_lost_the_focus(make_program, monkeypatch):
    written = []
    monkeypatch.setattr("tui.app.app.write_to_terminal", lambda app, text: written.append(text))
    app = make_program(TableRequest("play", "mad-queens", 2, 1), notify="bell")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.show_turn(False)
        app.post_message(AppBlur())
        await pilot.pause()
        app.screen._report_turn()
        assert written == [TURN_TITLE_SEQUENCE + BELL_CHARACTER]
        app.post_message(AppFocus())
        await pilot.pause()
        assert written == [TURN_TITLE_SEQUENCE + BELL_CHARACTER, RESTORE_TITLE]


def test_person_over_ssh_is_notified_of_their_turn_only_if_they_chose_that(tmp_path, monkeypatch):
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    Settings.load(tmp_path).save(tmp_path)
    assert Settings.load(tmp_path).notify == "bell"
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")
    assert Settings.load(tmp_path).notify == "off"
    Settings("Ann", notify="full").save(tmp_path)
    assert Settings.load(tmp_path).notify == "full"


async def test_turns_that_passed_while_the_host_did_not_answer_are_not_notified(make_program, monkeypatch):
    """The missed actions come one by one; only the state after them counts."""
    written = []
    monkeypatch.setattr("tui.app.app.write_to_terminal", lambda app, text: written.append(text))
    app = make_program(TableRequest("play", "queen-bees-ii", 4), ("You", "Ada", "Bea", "Cleo"), notify="bell")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.post_message(AppBlur())
        app.session.receive_event(ReconnectAttempt(30.0))
        await pilot.pause()
        match, own_turns = app.session.client.match.copy(), 0

        async def show_next_action() -> None:
            """Let the next player play any card, and show it."""
            (seat,) = match.waiting
            changes = visible_changes(0, match.act(seat, match.default(seat)))
            app.session.receive_event(MatchChanged(changes, match.view(0)))
            await pilot.pause()

        while own_turns < 3 or 0 in match.waiting:
            own_turns += 0 in match.waiting
            await show_next_action()
        app.session.receive_event(ConnectionRestored())
        await pilot.pause()
        assert written == []
        while 0 not in match.waiting:
            await show_next_action()
        assert written == [TURN_TITLE_SEQUENCE + BELL_CHARACTER]
