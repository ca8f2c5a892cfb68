"""Requests that anybody at a table may make, apart from actions and seats: readiness and chat."""

from __future__ import annotations

from net.client.events import ChatReceived, RefusalReceived
from net.limits import (
    CHAT_LINES_AT_ONCE,
    CHAT_LINES_OF_ALL_AT_ONCE,
    CHAT_LINES_OF_ALL_PER_SECOND,
    SEAT_CHANGES_AT_ONCE,
    SEAT_CHANGES_PER_SECOND,
)


def test_ready_marks_are_shown_and_cleared_after_a_match(make_harness):
    harness = make_harness(seats=3, bots=1)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    bob.set_ready()
    harness.run_tick()
    assert [seat.is_ready for seat in ann.table.seats] == [False, True, True]
    ann.start_match()
    harness.run_tick()
    harness.play_match([ann, bob])
    assert [seat.is_ready for seat in ann.table.seats] == [False, False, True]
    bob.set_ready()
    bob.set_ready(False)
    harness.run_tick()
    assert not ann.table.seats[1].is_ready


def test_muted_person_is_hidden_only_from_the_person_who_mutes(make_harness):
    harness = make_harness()
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve")
    ann.mute_person("Bob")
    bob.send_chat("hello")
    eve.send_chat("hi")
    harness.run_tick()
    assert [event.name for event in ann.events if isinstance(event, ChatReceived)] == ["Eve"]
    assert eve.event_count(ChatReceived) == 2
    ann.mute_person("Bob", False)
    bob.send_chat("again")
    harness.run_tick()
    assert ann.last_event(ChatReceived).text == "again"


def test_chat_is_cleaned_and_too_many_lines_at_once_are_refused(make_harness):
    harness = make_harness()
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.send_chat("hello \x1b]0;owned\x07\u202eworld")
    harness.run_tick()
    assert bob.last_event(ChatReceived) == ChatReceived("Ann", "hello world")
    for _ in range(CHAT_LINES_AT_ONCE + 3):
        ann.send_chat("again")
    harness.run_tick()
    assert bob.event_count(ChatReceived) == CHAT_LINES_AT_ONCE
    assert ann.event_count(RefusalReceived) == 4
    harness.now += 2
    ann.send_chat("later")
    harness.run_tick()
    assert bob.last_event(ChatReceived).text == "later"


def test_chat_of_many_spectators_at_once_is_limited_and_that_of_players_still_passes(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    crowd = [harness.join_person(f"W{number}", origin=f"10.0.0.{number}", watch=True) for number in range(30)]
    for _ in range(CHAT_LINES_AT_ONCE):
        for spectator in crowd:
            spectator.send_chat("hello")
    harness.run_tick()
    assert bob.event_count(ChatReceived) == CHAT_LINES_OF_ALL_AT_ONCE
    assert crowd[-1].last_event(RefusalReceived).reason == "Too many people are talking: nobody could read that."
    ann.send_chat("my turn")
    harness.run_tick()
    assert bob.last_event(ChatReceived) == ChatReceived("Ann", "my turn")
    harness.now += 2.0
    for spectator in crowd:
        spectator.send_chat("hello")
    harness.run_tick()
    heard = CHAT_LINES_OF_ALL_AT_ONCE + 1 + 2 * CHAT_LINES_OF_ALL_PER_SECOND
    assert bob.event_count(ChatReceived) == heard


def test_too_many_changes_of_seat_at_once_are_refused(make_harness):
    """Each change is written to the journal with all seats of the table, so an endless number of them would fill the
    disk.
    """
    harness = make_harness(seats=3)
    harness.join_person("Ann")
    bob = harness.join_person("Bob")
    for _ in range(SEAT_CHANGES_AT_ONCE // 2 + 5):
        bob.leave_seat()
        bob.take_seat(1)
    harness.run_tick()
    assert bob.event_count(RefusalReceived) == 10
    assert bob.last_event(RefusalReceived).reason.startswith("Not so fast")
    harness.now += 1
    for _ in range(SEAT_CHANGES_PER_SECOND + 1):
        bob.leave_seat()
    harness.run_tick()
    assert bob.event_count(RefusalReceived) == 11
