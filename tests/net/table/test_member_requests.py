"""Requests that anybody at a table may make, apart from actions and seats: readiness and chat."""

from __future__ import annotations

from net.client.events import ChatReceived, RefusalReceived
from net.limits import CHAT_LINES_AT_ONCE


def test_ready_marks_are_shown_and_cleared_after_a_match(world):
    w = world(seats=3, bots=1)
    ann, bob = w.player("Ann"), w.player("Bob")
    bob.set_ready()
    w.turn()
    assert [seat.ready for seat in ann.table.seats] == [False, True, True]
    ann.start_match()
    w.turn()
    w.play([ann, bob])
    assert [seat.ready for seat in ann.table.seats] == [False, False, True]
    bob.set_ready()
    bob.set_ready(False)
    w.turn()
    assert not ann.table.seats[1].ready


def test_muting_affects_only_the_person_who_mutes(world):
    w = world()
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve")
    ann.mute_person("Bob")
    bob.send_chat("hello")
    eve.send_chat("hi")
    w.turn()
    assert [event.name for event in ann.events if isinstance(event, ChatReceived)] == ["Eve"]
    assert eve.count(ChatReceived) == 2
    ann.mute_person("Bob", False)
    bob.send_chat("again")
    w.turn()
    assert ann.last(ChatReceived).text == "again"


def test_chat_is_clean_bounded_and_not_too_fast(world):
    w = world()
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.send_chat("hello \x1b]0;owned\x07\u202eworld")
    w.turn()
    assert bob.last(ChatReceived) == ChatReceived("Ann", "hello world")
    for _ in range(CHAT_LINES_AT_ONCE + 3):
        ann.send_chat("again")
    w.turn()
    assert bob.count(ChatReceived) == CHAT_LINES_AT_ONCE
    assert ann.count(RefusalReceived) == 4
    w.now += 2
    ann.send_chat("later")
    w.turn()
    assert bob.last(ChatReceived).text == "later"
