"""Presence at a table: a seat is kept in the grace period, then a stand-in bot plays until the person returns."""

from __future__ import annotations

import pytest

from core import Action, games
from net.client.events import MatchBegan, MatchEnded, NoticeReceived, RefusalReceived
from net.journal.entries import ActionEntry, add_up_to_saved_table
from net.limits import FOUNDER_AWAY_SECONDS, PROTOCOL_VERSION
from net.protocol.messages import Bye, Hello
from net.protocol.table_state import Terms
from net.table.table import Table
from net.table.tick import MessageReceived
from tests.support.depth import sample_cases

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


def harness_in_match(make_harness, people=2, **settings):
    """Return a harness in a match of this many people, and its people."""
    harness = make_harness(seats=people, **settings)
    players = [harness.join_person(f"P{number}") for number in range(people)]
    players[0].start_match()
    harness.run_tick()
    return harness, players


def deciders_of_actions(harness, seat):
    """Return who decided each action of a seat in the journal, in order: "person", "away", "clock" or "bot"."""
    return [entry.by for entry in harness.all_entries if isinstance(entry, ActionEntry) and entry.seat == seat]


def test_seat_is_kept_for_the_grace_period_and_everybody_sees_how_long(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    harness.now = 5.0
    bob.lose_connection()
    harness.run_tick()
    seat = ann.table.seats[1]
    assert (seat.name, seat.is_here, seat.stand_in) == ("P1", False, "")
    assert seat.away_until - ann.table_time() == 30
    harness.pass_time(29.9)
    assert deciders_of_actions(harness, 1) == []
    bob.connect()
    harness.run_tick()
    assert ann.table.seats[1].is_here
    assert ann.table.seats[1].away_until is None
    harness.pass_time(100)
    assert deciders_of_actions(harness, 1) == [], "who is back is waited for as ever"


def test_usual_bot_stands_in_after_the_grace_period_until_the_person_is_back(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness, pace=1.0)
    bob.lose_connection()
    harness.run_tick()
    harness.pass_time(30)
    seat = ann.table.seats[1]
    assert (seat.name, seat.bot, seat.is_here, seat.away_until) == ("P1", "", False, None)
    assert seat.stand_in == harness.game.usual_bot
    harness.pass_time(3)
    assert deciders_of_actions(harness, 1)
    assert set(deciders_of_actions(harness, 1)) == {"away"}
    done = len(deciders_of_actions(harness, 1))
    bob.connect()
    harness.run_tick()
    assert (bob.name, bob.seat) == ("P1", 1)
    assert ann.table.seats[1].stand_in == ""
    harness.pass_time(100)
    assert len(deciders_of_actions(harness, 1)) == done, "nobody else decides for them any more"
    harness.check_replicas()
    harness.play_match([ann, bob], after_tick=harness.check_replicas)
    assert bob.event_count(RefusalReceived) == 0
    assert bob.last_event(MatchEnded).standings == ann.standings


def test_bot_stands_in_at_once_after_a_goodbye(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    bob.say_goodbye()
    assert ann.table.seats[1].stand_in
    assert ann.table.seats[1].away_until is None
    bob.connect()
    harness.run_tick()
    assert bob.seat == 1
    assert ann.table.seats[1].is_here


def test_bot_stands_in_at_once_if_the_grace_period_is_zero(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    ann.set_terms(Terms(grace=0))
    harness.run_tick()
    bob.lose_connection()
    harness.run_tick()
    assert ann.table.seats[1].stand_in


def test_match_waits_while_nobody_is_connected_and_goes_on_when_somebody_is_back(make_harness):
    harness, people = harness_in_match(make_harness, people=3, pace=1.0)
    people[0].say_goodbye()
    people[1].lose_connection()
    harness.run_tick()
    harness.pass_time(5)
    people[2].lose_connection()
    harness.run_tick()
    before = harness.lasting_state(), len(harness.all_entries)
    assert harness.table.info().deserted
    harness.pass_time(1_000_000)
    assert (harness.lasting_state(), len(harness.all_entries)) == before, "no bot plays on in an empty room"
    assert harness.wake_at is None
    people[2].connect()
    harness.run_tick()
    assert not people[2].table.deserted
    assert people[2].seats_with_seconds_left()[1].away_until == 25, "the grace period has stood still, too"
    harness.pass_time(24)
    assert deciders_of_actions(harness, 1) == []
    harness.play_match([people[2]])
    assert harness.table.info().phase == "lobby"
    assert set(deciders_of_actions(harness, 0)) == set(deciders_of_actions(harness, 1)) == {"away"}


def test_match_waits_for_idle_people_until_one_of_them_does_something(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness, pace=1.0)
    ann.set_terms(Terms(clock=10))
    harness.run_tick()
    harness.pass_time(40)
    assert harness.table.info().deserted
    before = len(harness.all_entries)
    harness.pass_time(10_000)
    assert len(harness.all_entries) == before
    assert ann.table.deserted, "who comes back to the screen can read why nothing happens"
    bob.dismiss_stand_in()
    harness.run_tick()
    assert not ann.table.deserted
    harness.pass_time(10)
    assert len(harness.all_entries) > before


def test_table_info_names_the_founder_while_another_person_is_the_owner(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    assert bob.table.missing_founder == ""
    ann.lose_connection()
    harness.run_tick()
    assert (bob.table.owner_name, bob.table.missing_founder) == ("P1", "P0")
    ann.connect()
    harness.run_tick()
    assert bob.table.missing_founder == ""


def test_match_waits_after_the_grace_periods_while_only_spectators_are_present(make_harness):
    """A screen on the wall that shows the match does not make bots play it to its end for everybody."""
    harness = make_harness(seats=3, bots=1)
    people = harness.start_match_of("Ann", "Bob")
    eve = harness.join_person("Eve", watch=True)
    for player in people:
        player.lose_connection()
    harness.pass_time(20)
    assert not eve.table.deserted, "the grace periods run"
    harness.run_until_idle()
    assert eve.table.deserted
    assert harness.table.is_playing
    harness.pass_time(FOUNDER_AWAY_SECONDS)  # then the table is Eve's
    before = harness.lasting_state(), len(harness.all_entries)
    harness.pass_time(1_000_000)
    assert (harness.lasting_state(), len(harness.all_entries)) == before
    assert deciders_of_actions(harness, 0) == deciders_of_actions(harness, 1) == []
    people[0].connect()
    harness.run_tick()
    assert not eve.table.deserted
    harness.play_match([people[0]])
    assert eve.standings
    assert set(deciders_of_actions(harness, 1)) == {"away"}


def test_match_goes_on_for_spectators_once_bots_have_the_seats_of_all_players(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    for player in (ann, bob):
        harness.inbox.append(MessageReceived(player.connection_id, Bye(for_good=True)))
    harness.run_tick()
    assert harness.table.is_playing
    assert harness.table.info().deserted
    eve = harness.join_person("Eve", watch=True)
    ann.connect()
    harness.run_tick()
    assert (ann.seat, eve.table.deserted) == (None, False)
    harness.run_until_idle()
    assert eve.standings


def test_match_of_bots_alone_is_played_while_somebody_watches(make_harness):
    harness = make_harness(seats=3, bots=3)
    ann = harness.join_person("Ann", watch=True)
    ann.start_match()
    harness.run_until_idle()
    assert ann.event_count(MatchEnded) == 1


def test_seat_in_the_lobby_is_free_after_the_grace_period(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    bob.lose_connection()
    harness.run_tick()
    eve = harness.join_person("Eve")
    assert eve.seat is None
    harness.pass_time(31)
    assert (ann.table.seats[1].name, ann.table.seats[1].away_until) == ("Bob", None)
    eve.take_seat()
    harness.run_tick()
    assert eve.seat == 1
    bob.connect()
    harness.run_tick()
    assert (bob.name, bob.seat) == ("Bob", None)
    harness.check_replicas()


def test_next_match_keeps_the_seat_of_a_person_in_their_grace_period(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    bob.lose_connection()
    harness.run_tick()
    ann.end_match()
    harness.run_tick()
    ann.start_match()
    harness.run_tick()
    assert [seat.name for seat in ann.table.seats] == ["P0", "P1"]
    harness.pass_time(10)
    bob.connect()
    harness.run_tick()
    assert bob.seat == 1
    assert bob.view == harness.table.state.runner.match.view(1)


def test_person_whose_seat_was_given_up_is_replaced_in_the_next_match_and_still_known(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    bob.say_goodbye()
    ann.end_match()
    harness.run_tick()
    ann.start_match()
    harness.run_tick()
    assert ann.table.seats[1].bot
    bob.connect()
    harness.run_tick()
    assert (bob.name, bob.seat) == ("P1", None)


def test_returning_spectator_is_the_same_person(make_harness):
    harness, _ = harness_in_match(make_harness)
    eve = harness.join_person("Eve", watch=True)
    eve.lose_connection()
    harness.run_tick()
    other = harness.join_person("Eve", watch=True)
    assert other.name == "Eve", "names of those who are not here are free"
    eve.connect()
    harness.run_tick()
    assert eve.name == "Eve 2"
    harness.check_replicas()


def test_absent_people_over_the_limit_are_forgotten_unless_they_have_a_seat(make_harness, monkeypatch):
    monkeypatch.setattr("net.table.people.MAX_ABSENT_PEOPLE_KEPT", 5)
    harness, (ann, bob) = harness_in_match(make_harness)
    bob.lose_connection()
    for number in range(10):
        guest = harness.join_person(f"Guest {number}", watch=True)
        guest.lose_connection()
        harness.run_tick()
    assert len(harness.table.state.people.disconnected) == 5
    assert len(harness.table.state.people._by_token_hash) == 6
    assert harness.table.state.people.find_by_token(bob.token).seat == 1, "a seat is never forgotten"
    assert ann.table.seats[1].name == "P1"


def test_founder_without_a_seat_is_not_forgotten_for_strangers_who_come_and_go(make_harness, monkeypatch):
    monkeypatch.setattr("net.table.people.MAX_ABSENT_PEOPLE_KEPT", 2)
    harness = make_harness(seats=2)
    ann = harness.join_person("Ann", watch=True)
    bob = harness.join_person("Bob")
    ann.lose_connection()
    harness.run_tick()
    for number in range(5):
        harness.join_person(f"Guest {number}", watch=True).lose_connection()
        harness.run_tick()
    assert harness.table.state.owner.name == bob.name
    ann.connect()
    harness.run_tick()
    assert ann.name == harness.table.state.owner.name == "Ann"


@pytest.mark.deep
@pytest.mark.parametrize("slug", sample_cases(list(games), 4))
def test_reconnecting_person_never_blocks_a_match(make_harness, slug):
    options = {"hand_size": 4, "max_rounds": 2} if slug == "big-queen" else {}
    harness = make_harness(game=slug, seats=4, bots=2, options=options)
    ann, bob = harness.start_match_of("Ann", "Bob")
    ticks = 0

    def change_bobs_connection():
        """Cut or restore Bob's connection in some ticks, and check all replicas."""
        nonlocal ticks
        ticks += 1
        if ticks % 7 == 3:
            bob.lose_connection()
            harness.run_tick()
        if ticks % 7 == 6 and not bob.connection_id:
            bob.connect()
            harness.run_tick()
        harness.check_replicas()

    harness.play_match([ann, bob], after_tick=change_bobs_connection, limit=50_000)
    assert ann.event_count(MatchEnded) == 1


def test_bot_gets_the_seat_of_a_person_who_leaves_for_good(make_harness):
    """A person who cannot return would otherwise block a seat that nobody may take over."""
    harness, (ann, bob) = harness_in_match(make_harness, pace=1.0)
    harness.inbox.append(MessageReceived(bob.connection_id, Bye(for_good=True)))
    harness.run_tick()
    seat = ann.table.seats[1]
    assert (seat.bot, seat.stand_in, seat.is_here) == (harness.game.usual_bot, "", True)
    assert ann.last_event(NoticeReceived).text == f"P1 has left; {seat.name}, a bot, takes the seat."
    again = harness.join_person("P1")
    assert (again.name, again.seat) == ("P1", None), "the name is free again"
    harness.pass_time(3)
    assert "bot" in deciders_of_actions(harness, 1)
    again.take_seat(1)
    harness.run_tick()
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    assert (again.seat, again.event_count(RefusalReceived)) == (1, 0)
    harness.play_match([ann, again], after_tick=harness.check_replicas)
    assert ann.last_event(MatchEnded).names == ("P0", "P1")


def test_bot_of_a_person_who_left_for_good_gives_up_the_seat_after_the_match(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    harness.inbox.append(MessageReceived(bob.connection_id, Bye(for_good=True)))
    harness.run_tick()
    again = harness.join_person("P1")
    harness.play_match([ann])
    assert again.seat == 1


def test_seat_of_a_person_who_left_for_good_has_a_bot_after_a_restart(make_harness):
    harness, (_, bob) = harness_in_match(make_harness, pace=1.0)
    harness.inbox.append(MessageReceived(bob.connection_id, Bye(for_good=True)))
    harness.run_tick()
    table = Table.restore(add_up_to_saved_table(harness.all_entries), harness.now)
    assert table.info().seats[1].bot == harness.game.usual_bot


def test_others_get_notices_of_an_absence_and_a_return(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    ann.events.clear()
    bob.lose_connection()
    harness.run_tick()
    harness.pass_time(30)
    bob.connect()
    harness.run_tick()
    assert [event.text for event in ann.events if isinstance(event, NoticeReceived)] == [
        "P1 is away; the table waits 30 s for them.",
        "P1 is away; a bot plays until P1 is back.",
        "P1 is back.",
    ]


def test_person_back_within_the_grace_period_plays_on(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    bob.lose_connection()
    harness.run_tick()
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    bob.connect()
    harness.run_tick()
    assert bob.event_count(MatchBegan) == 1
    assert bob.view == harness.table.state.runner.match.view(1)
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert bob.event_count(RefusalReceived) == 0
    assert deciders_of_actions(harness, 1) == ["person"]


def test_hello_on_a_connection_that_was_dropped_admits_nobody(make_harness):
    """A person admitted without a connection would count as connected for good."""
    harness = make_harness(seats=2)
    harness.join_person("Ann")
    bob = harness.join_person("Bob")
    link = bob.connection_id
    harness.inbox.append(MessageReceived(link, Bye()))
    harness.run_tick()
    assert [drop.connection for drop in harness.result.drops] == [link]
    harness.inbox.append(MessageReceived(link, Hello(PROTOCOL_VERSION, "Ghost", token=bob.token)))
    harness.inbox.append(MessageReceived(link, Hello(PROTOCOL_VERSION, "Ghost")))
    harness.run_tick()
    assert [person.name for person in harness.table.state.people.connected.values()] == ["Ann"]
