"""Joining a table: names, seats, codes, and coming back over a new connection."""

from __future__ import annotations

from core import Action
from net.client.events import NoticeReceived
from net.protocol.messages import (
    Bye,
    ConnectionFailed,
    RequestSnapshot,
)
from net.table.table import CODE_GUESSING_SENTENCE
from net.table.tick import CodeGuessingNoticed, key_in_club

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


def notice_texts(player):
    """Return the texts of all notices that a player has received."""
    return [event.text for event in player.events if isinstance(event, NoticeReceived)]


def test_first_person_to_join_owns_the_table_and_all_get_seats_while_some_are_free(make_harness):
    harness = make_harness(seats=2)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve")
    assert [(p.seat, p.is_owner) for p in (ann, bob, eve)] == [(0, True), (1, False), (None, False)]
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Bob"]
    assert ann.table.spectators == ("Eve",)
    assert ann.table == bob.table == eve.table


def test_two_people_of_one_name_get_different_names_at_a_table(make_harness):
    harness = make_harness()
    assert [harness.join_person(name).name for name in ("Ann", "ann", "\x1b[31mANN", "")] == [
        "Ann",
        "ann 2",
        "ANN 3",
        "Guest",
    ]


def test_person_of_a_club_keeps_their_name_and_a_bot_gives_way(make_harness):
    harness = make_harness(seats=4)
    ann = harness.join_person("Ann", key=key_in_club("ann"))
    ann.add_bot(seat=1)
    harness.run_tick()
    bot_name = ann.table.seats[1].name
    bot = harness.table.state.seats[1]
    temperament = bot.temperament
    namesake = harness.join_person(bot_name, key=key_in_club("namesake"))
    assert (namesake.name, ann.table.seats[1].name) == (bot_name, f"{bot_name} 2")
    assert bot.temperament is temperament
    second = harness.join_person(f"{bot_name} 2", key=key_in_club("second"))
    assert (second.name, ann.table.seats[1].name) == (f"{bot_name} 2", f"{bot_name} 3")
    ann.start_match()
    harness.run_tick()
    watching = harness.join_person(f"{bot_name} 3", key=key_in_club("third"))
    runner = harness.table.state.active_runner
    assert (watching.name, runner.current_names[1]) == (f"{bot_name} 3", f"{bot_name} 4")
    guest = harness.join_person("Ann")
    assert guest.name == "Ann 2", "outside a club nobody loses their name"


def test_person_without_the_right_table_code_is_refused(make_harness):
    harness = make_harness(code="queen")
    eve = harness.join_person("Eve", code="king")
    assert eve.connection_id == 0
    assert isinstance(harness.sent_messages()[0], ConnectionFailed)
    assert harness.sent_messages()[0].kind == "CodeRejected"
    assert harness.join_person("Ann", code="queen").seat == 0
    bob = harness.join_person("Bob")
    assert bob.connection_id == 0


def test_connection_of_nobody_at_the_table_is_ended_with_one_message(make_harness):
    harness = make_harness()
    ann = harness.join_person("Ann")
    eve = harness.join_person("Eve")
    ann.events.clear()
    harness.table.state.people.connected.pop(eve.connection_id)
    eve.send_action(REVEAL_ACTION)
    eve._send(RequestSnapshot())
    eve._send(RequestSnapshot())
    result = harness.run_tick()
    assert sum(isinstance(send.message, ConnectionFailed) for send in result.sends) == 1
    assert len(result.drops) == 1


def test_person_who_reconnects_before_the_old_connection_ends_keeps_the_seat(make_harness):
    harness = make_harness(seats=2)
    _ann, bob = harness.start_match_of("Ann", "Bob")
    old = bob.connection_id
    bob.connect()
    harness.run_tick()
    assert [drop.connection for drop in harness.result.drops] == [old]
    assert bob.seat == 1
    harness.players.pop(old, None)
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert harness.table.state.runner.steps[1] == 1
    harness.check_replicas()


def test_person_without_a_seat_is_sent_the_reason(make_harness):
    harness = make_harness(seats=2)
    ann, bo, eve = harness.join_person("Ann"), harness.join_person("Bo"), harness.join_person("Eve")
    assert notice_texts(eve) == ["All seats were taken when you came: you are watching."]
    bo._send(Bye())
    ann.start_match()
    harness.run_tick()
    cy = harness.join_person("Cy")
    assert notice_texts(cy) == ["A match is being played: you are watching, and can ask for the seat of a bot."]
    harness.play_match([ann])
    assert eve.seat == 1
    assert notice_texts(cy)[-1] == "Eve sits down."


def test_only_the_owner_is_notified_that_somebody_guesses_at_the_code(make_harness):
    harness = make_harness(code="queens")
    ann, bob = (harness.join_person(name, code="queens") for name in ("Ann", "Bob"))
    before = bob.event_count(NoticeReceived)
    harness.inbox.append(CodeGuessingNoticed())
    harness.run_tick()
    assert ann.last_event(NoticeReceived).text == CODE_GUESSING_SENTENCE
    assert bob.event_count(NoticeReceived) == before
