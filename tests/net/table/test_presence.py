"""Presence: a seat is kept in the grace period, then a stand-in bot plays, until the person returns."""

from __future__ import annotations

import pytest

from core import Action, games
from net.client.events import MatchBegan, MatchEnded, NoticeReceived, RefusalReceived
from net.journal.entries import ActionEntry, saved_table
from net.limits import FOUNDER_AWAY_SECONDS, PROTOCOL_VERSION
from net.protocol.messages import Bye, Hello
from net.protocol.table_state import Terms
from net.table.table import Table
from net.table.tick import Received

REVEAL = Action(("reveal",))


def world_in_match(new_world, people=2, **kw):
    """Return a world in a match of this many people, and its people."""
    world = new_world(seats=people, **kw)
    players = [world.join_person(f"P{number}") for number in range(people)]
    players[0].start_match()
    world.run_tick()
    return world, players


def deciders_of(world, seat):
    """Return who decided each action of a seat in the journal, in order: "person", "away", "clock" or "bot"."""
    return [entry.by for entry in world.all_entries if isinstance(entry, ActionEntry) and entry.seat == seat]


def test_seat_is_kept_for_the_grace_period_and_everybody_sees_how_long(new_world):
    world, (ann, bob) = world_in_match(new_world)
    world.now = 5.0
    bob.lose_connection()
    world.run_tick()
    seat = ann.table.seats[1]
    assert (seat.name, seat.here, seat.stand_in) == ("P1", False, "")
    assert seat.away_until - ann.table_time() == 30
    world.pass_time(29.9)
    assert deciders_of(world, 1) == []
    bob.connect()
    world.run_tick()
    assert ann.table.seats[1].here
    assert ann.table.seats[1].away_until is None
    world.pass_time(100)
    assert deciders_of(world, 1) == [], "who is back is waited for as ever"


def test_usual_bot_stands_in_after_the_grace_period_until_the_person_is_back(new_world):
    world, (ann, bob) = world_in_match(new_world, pace=1.0)
    bob.lose_connection()
    world.run_tick()
    world.pass_time(30)
    seat = ann.table.seats[1]
    assert (seat.name, seat.bot, seat.here, seat.away_until) == ("P1", "", False, None)
    assert seat.stand_in == world.game.usual_bot
    world.pass_time(3)
    assert deciders_of(world, 1)
    assert set(deciders_of(world, 1)) == {"away"}
    done = len(deciders_of(world, 1))
    bob.connect()
    world.run_tick()
    assert (bob.name, bob.seat) == ("P1", 1)
    assert ann.table.seats[1].stand_in == ""
    world.pass_time(100)
    assert len(deciders_of(world, 1)) == done, "nobody else decides for them any more"
    world.check_replicas()
    world.play_match([ann, bob], each=world.check_replicas)
    assert bob.event_count(RefusalReceived) == 0
    assert bob.last_event(MatchEnded).standings == ann.standings


def test_bot_stands_in_at_once_after_a_goodbye(new_world):
    world, (ann, bob) = world_in_match(new_world)
    bob.say_goodbye()
    assert ann.table.seats[1].stand_in
    assert ann.table.seats[1].away_until is None
    bob.connect()
    world.run_tick()
    assert bob.seat == 1
    assert ann.table.seats[1].here


def test_bot_stands_in_at_once_if_the_grace_period_is_zero(new_world):
    world, (ann, bob) = world_in_match(new_world)
    ann.set_terms(Terms(grace=0))
    world.run_tick()
    bob.lose_connection()
    world.run_tick()
    assert ann.table.seats[1].stand_in


def test_match_waits_while_nobody_is_connected_and_ends_when_somebody_is_back(new_world):
    world, people = world_in_match(new_world, people=3, pace=1.0)
    people[0].say_goodbye()
    people[1].lose_connection()
    world.run_tick()
    world.pass_time(5)
    people[2].lose_connection()
    world.run_tick()
    before = world.lasting_state(), len(world.all_entries)
    assert world.table.info().deserted
    world.pass_time(1_000_000)
    assert (world.lasting_state(), len(world.all_entries)) == before, "no bot plays on in an empty room"
    assert world.wake_at is None
    people[2].connect()
    world.run_tick()
    assert not people[2].table.deserted
    assert people[2].seats_with_seconds_left()[1].away_until == 25, "the grace period has stood still, too"
    world.pass_time(24)
    assert deciders_of(world, 1) == []
    world.play_match([people[2]])
    assert world.table.info().phase == "lobby"
    assert set(deciders_of(world, 0)) == set(deciders_of(world, 1)) == {"away"}


def test_match_waits_for_idle_people_until_one_of_them_does_something(new_world):
    world, (ann, bob) = world_in_match(new_world, pace=1.0)
    ann.set_terms(Terms(clock=10))
    world.run_tick()
    world.pass_time(40)
    assert world.table.info().deserted
    before = len(world.all_entries)
    world.pass_time(10_000)
    assert len(world.all_entries) == before
    assert ann.table.deserted, "who comes back to the screen can read why nothing happens"
    bob.dismiss_stand_in()
    world.run_tick()
    assert not ann.table.deserted
    world.pass_time(10)
    assert len(world.all_entries) > before


def test_table_names_the_founder_for_whom_its_owner_stands_in(new_world):
    world, (ann, bob) = world_in_match(new_world)
    assert bob.table.missing_founder == ""
    ann.lose_connection()
    world.run_tick()
    assert (bob.table.owner_name, bob.table.missing_founder) == ("P1", "P0")
    ann.connect()
    world.run_tick()
    assert bob.table.missing_founder == ""


def test_match_waits_after_the_grace_periods_while_only_spectators_are_present(new_world):
    """A screen on the wall does not make bots play everybody's match to its end."""
    world = new_world(seats=3, bots=1)
    people = world.start_match_of("Ann", "Bob")
    eve = world.join_person("Eve", watch=True)
    for player in people:
        player.lose_connection()
    world.pass_time(20)
    assert not eve.table.deserted, "the grace periods run"
    world.run_until_idle()
    assert eve.table.deserted
    assert world.table.is_playing
    world.pass_time(FOUNDER_AWAY_SECONDS)  # then the table is Eve's
    before = world.lasting_state(), len(world.all_entries)
    world.pass_time(1_000_000)
    assert (world.lasting_state(), len(world.all_entries)) == before
    assert deciders_of(world, 0) == deciders_of(world, 1) == []
    people[0].connect()
    world.run_tick()
    assert not eve.table.deserted
    world.play_match([people[0]])
    assert eve.standings
    assert set(deciders_of(world, 1)) == {"away"}


def test_match_goes_on_for_spectators_once_bots_have_the_seats_of_all_players(new_world):
    world, (ann, bob) = world_in_match(new_world)
    for player in (ann, bob):
        world.inbox.append(Received(player.connection_id, Bye(for_good=True)))
    world.run_tick()
    assert world.table.is_playing
    assert world.table.info().deserted
    eve = world.join_person("Eve", watch=True)
    ann.connect()
    world.run_tick()
    assert (ann.seat, eve.table.deserted) == (None, False)
    world.run_until_idle()
    assert eve.standings


def test_match_of_bots_alone_is_played_while_somebody_watches(new_world):
    world = new_world(seats=3, bots=3)
    ann = world.join_person("Ann", watch=True)
    ann.start_match()
    world.run_until_idle()
    assert ann.event_count(MatchEnded) == 1


def test_seat_in_the_lobby_is_free_after_the_grace_period(new_world):
    world = new_world(seats=2)
    ann, bob = world.join_person("Ann"), world.join_person("Bob")
    bob.lose_connection()
    world.run_tick()
    eve = world.join_person("Eve")
    assert eve.seat is None
    world.pass_time(31)
    assert (ann.table.seats[1].name, ann.table.seats[1].away_until) == ("Bob", None)
    eve.take_seat()
    world.run_tick()
    assert eve.seat == 1
    bob.connect()
    world.run_tick()
    assert (bob.name, bob.seat) == ("Bob", None)
    world.check_replicas()


def test_next_match_keeps_the_seat_of_a_person_in_their_grace_period(new_world):
    world, (ann, bob) = world_in_match(new_world)
    bob.lose_connection()
    world.run_tick()
    ann.end_match()
    world.run_tick()
    ann.start_match()
    world.run_tick()
    assert [seat.name for seat in ann.table.seats] == ["P0", "P1"]
    world.pass_time(10)
    bob.connect()
    world.run_tick()
    assert bob.seat == 1
    assert bob.view == world.table.state.runner.match.view(1)


def test_given_up_person_is_replaced_in_the_next_match_and_still_known(new_world):
    world, (ann, bob) = world_in_match(new_world)
    ann.send_action(REVEAL)
    world.run_tick()
    bob.say_goodbye()
    ann.end_match()
    world.run_tick()
    ann.start_match()
    world.run_tick()
    assert ann.table.seats[1].bot
    bob.connect()
    world.run_tick()
    assert (bob.name, bob.seat) == ("P1", None)


def test_returning_spectator_is_the_same_person(new_world):
    world, _ = world_in_match(new_world)
    eve = world.join_person("Eve", watch=True)
    eve.lose_connection()
    world.run_tick()
    other = world.join_person("Eve", watch=True)
    assert other.name == "Eve", "names of those who are not here are free"
    eve.connect()
    world.run_tick()
    assert eve.name == "Eve 2"
    world.check_replicas()


def test_absent_people_over_the_limit_are_forgotten_unless_they_have_a_seat(new_world, monkeypatch):
    monkeypatch.setattr("net.table.people.PEOPLE_REMEMBERED", 5)
    world, (ann, bob) = world_in_match(new_world)
    bob.lose_connection()
    for number in range(10):
        guest = world.join_person(f"Guest {number}", watch=True)
        guest.lose_connection()
        world.run_tick()
    assert len(world.table.state.people.disconnected) == 5
    assert len(world.table.state.people._by_token_hash) == 6
    assert world.table.state.people.by_token(bob.token).seat == 1, "a seat is never forgotten"
    assert ann.table.seats[1].name == "P1"


def test_founder_without_a_seat_is_not_forgotten_for_strangers_who_come_and_go(new_world, monkeypatch):
    monkeypatch.setattr("net.table.people.PEOPLE_REMEMBERED", 2)
    world = new_world(seats=2)
    ann = world.join_person("Ann", watch=True)
    bob = world.join_person("Bob")
    ann.lose_connection()
    world.run_tick()
    for number in range(5):
        world.join_person(f"Guest {number}", watch=True).lose_connection()
        world.run_tick()
    assert world.table.state.owner.name == bob.name
    ann.connect()
    world.run_tick()
    assert ann.name == world.table.state.owner.name == "Ann"


@pytest.mark.parametrize("slug", games)
def test_reconnecting_person_never_blocks_a_match(new_world, slug):
    options = {"hand_size": 4, "max_rounds": 2} if slug == "big-queen" else {}
    world = new_world(game=slug, seats=4, bots=2, options=options)
    ann, bob = world.start_match_of("Ann", "Bob")
    ticks = 0

    def each():
        """Cut or restore Bob's connection in some ticks, and check all replicas."""
        nonlocal ticks
        ticks += 1
        if ticks % 7 == 3:
            bob.lose_connection()
            world.run_tick()
        if ticks % 7 == 6 and not bob.connection_id:
            bob.connect()
            world.run_tick()
        world.check_replicas()

    world.play_match([ann, bob], each=each, limit=50_000)
    assert ann.event_count(MatchEnded) == 1


def test_leaving_for_good_gives_the_seat_to_a_bot(new_world):
    """A person who cannot return would else block a seat that nobody may take over."""
    world, (ann, bob) = world_in_match(new_world, pace=1.0)
    world.inbox.append(Received(bob.connection_id, Bye(for_good=True)))
    world.run_tick()
    seat = ann.table.seats[1]
    assert (seat.bot, seat.stand_in, seat.here) == (world.game.usual_bot, "", True)
    assert ann.last_event(NoticeReceived).text == f"P1 has left; {seat.name}, a bot, takes the seat."
    again = world.join_person("P1")
    assert (again.name, again.seat) == ("P1", None), "the name is free again"
    world.pass_time(3)
    assert "bot" in deciders_of(world, 1)
    again.take_seat(1)
    world.run_tick()
    ann.answer_question(ann.questions[0], True)
    world.run_tick()
    assert (again.seat, again.event_count(RefusalReceived)) == (1, 0)
    world.play_match([ann, again], each=world.check_replicas)
    assert ann.last_event(MatchEnded).names == ("P0", "P1")


def test_bot_of_a_person_who_left_for_good_gives_up_the_seat_after_the_match(new_world):
    world, (ann, bob) = world_in_match(new_world)
    world.inbox.append(Received(bob.connection_id, Bye(for_good=True)))
    world.run_tick()
    again = world.join_person("P1")
    world.play_match([ann])
    assert again.seat == 1


def test_seat_left_for_good_belongs_to_a_bot_after_a_restart(new_world):
    world, (_, bob) = world_in_match(new_world, pace=1.0)
    world.inbox.append(Received(bob.connection_id, Bye(for_good=True)))
    world.run_tick()
    table = Table.restore(saved_table(world.all_entries), world.now)
    assert table.info().seats[1].bot == world.game.usual_bot


def test_others_get_notices_of_an_absence_and_a_return(new_world):
    world, (ann, bob) = world_in_match(new_world)
    ann.events.clear()
    bob.lose_connection()
    world.run_tick()
    world.pass_time(30)
    bob.connect()
    world.run_tick()
    assert [event.text for event in ann.events if isinstance(event, NoticeReceived)] == [
        "P1 is away; the table waits 30 s for them.",
        "P1 is away; a bot plays until P1 is back.",
        "P1 is back.",
    ]


def test_person_back_within_the_grace_period_plays_on(new_world):
    world, (ann, bob) = world_in_match(new_world)
    bob.lose_connection()
    world.run_tick()
    ann.send_action(REVEAL)
    world.run_tick()
    bob.connect()
    world.run_tick()
    assert bob.event_count(MatchBegan) == 1
    assert bob.view == world.table.state.runner.match.view(1)
    bob.send_action(REVEAL)
    world.run_tick()
    assert bob.event_count(RefusalReceived) == 0
    assert deciders_of(world, 1) == ["person"]


def test_messages_on_a_dropped_connection_admit_nobody(new_world):
    """A person admitted without a connection would count as connected for good."""
    world = new_world(seats=2)
    world.join_person("Ann")
    bob = world.join_person("Bob")
    link = bob.connection_id
    world.inbox.append(Received(link, Bye()))
    world.run_tick()
    assert [drop.connection for drop in world.result.drops] == [link]
    world.inbox.append(Received(link, Hello(PROTOCOL_VERSION, "Ghost", token=bob.token)))
    world.inbox.append(Received(link, Hello(PROTOCOL_VERSION, "Ghost")))
    world.run_tick()
    assert [person.name for person in world.table.state.people.connected.values()] == ["Ann"]
