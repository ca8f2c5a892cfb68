"""Presence: a seat is kept in the grace period, then a stand-in bot plays, until the person returns."""

from __future__ import annotations

import pytest

from core import Action, games
from net.client.events import MatchBegan, MatchEnded, NoticeReceived, RefusalReceived
from net.journal.entries import ActionEntry, saved_table
from net.limits import PROTOCOL_VERSION
from net.protocol.messages import Bye, Hello
from net.protocol.table_state import Terms
from net.table.table import Table
from net.table.tick import Received

REVEAL = Action(("reveal",))


def playing(world, people=2, **kw):
    w = world(seats=people, **kw)
    players = [w.player(f"P{number}") for number in range(people)]
    players[0].start_match()
    w.turn()
    return w, players


def by(w, seat):
    return [entry.by for entry in w.written if isinstance(entry, ActionEntry) and entry.seat == seat]


def test_seat_is_kept_for_the_grace_period_and_everybody_sees_how_long(world):
    w, (ann, bob) = playing(world)
    w.now = 5.0
    bob.drop()
    w.turn()
    seat = ann.table.seats[1]
    assert (seat.name, seat.here, seat.stand_in) == ("P1", False, "")
    assert seat.away_until - ann.table_time() == 30
    w.pass_time(29.9)
    assert by(w, 1) == []
    bob.come()
    w.turn()
    assert ann.table.seats[1].here
    assert ann.table.seats[1].away_until is None
    w.pass_time(100)
    assert by(w, 1) == [], "who is back is waited for as ever"


def test_best_bot_stands_in_after_the_grace_period_until_the_person_is_back(world):
    w, (ann, bob) = playing(world, pace=1.0)
    bob.drop()
    w.turn()
    w.pass_time(30)
    seat = ann.table.seats[1]
    assert (seat.name, seat.bot, seat.here, seat.away_until) == ("P1", "", False, None)
    assert seat.stand_in == next(iter(w.game.bots))
    w.pass_time(3)
    assert by(w, 1)
    assert set(by(w, 1)) == {"away"}
    done = len(by(w, 1))
    bob.come()
    w.turn()
    assert (bob.name, bob.seat) == ("P1", 1)
    assert ann.table.seats[1].stand_in == ""
    w.pass_time(100)
    assert len(by(w, 1)) == done, "nobody else decides for them any more"
    w.check_replicas()
    w.play([ann, bob], each=w.check_replicas)
    assert bob.count(RefusalReceived) == 0
    assert bob.last(MatchEnded).standings == ann.standings


def test_no_grace_period_after_a_goodbye(world):
    w, (ann, bob) = playing(world)
    bob.leave()
    assert ann.table.seats[1].stand_in
    assert ann.table.seats[1].away_until is None
    bob.come()
    w.turn()
    assert bob.seat == 1
    assert ann.table.seats[1].here


def test_bot_stands_in_at_once_if_the_grace_period_is_zero(world):
    w, (ann, bob) = playing(world)
    ann.set_terms(Terms(grace=0))
    w.turn()
    bob.drop()
    w.turn()
    assert ann.table.seats[1].stand_in


def test_match_waits_while_nobody_is_connected_and_ends_when_somebody_is_back(world):
    w, people = playing(world, people=3, pace=1.0)
    people[0].leave()
    people[1].drop()
    w.turn()
    w.pass_time(5)
    people[2].drop()
    w.turn()
    before = w.facts(), len(w.written)
    assert w.table.info().deserted
    w.pass_time(1_000_000)
    assert (w.facts(), len(w.written)) == before, "no bot plays on in an empty room"
    assert w.wake is None
    people[2].come()
    w.turn()
    assert not people[2].table.deserted
    assert people[2].seats_now()[1].away_until == 25, "the grace period has stood still, too"
    w.pass_time(24)
    assert by(w, 1) == []
    w.play([people[2]])
    assert w.table.info().phase == "lobby"
    assert set(by(w, 0)) == set(by(w, 1)) == {"away"}


def test_match_waits_for_idle_people_until_one_of_them_does_something(world):
    w, (ann, bob) = playing(world, pace=1.0)
    ann.set_terms(Terms(clock=10))
    w.turn()
    w.pass_time(40)
    assert w.table.info().deserted
    before = len(w.written)
    w.pass_time(10_000)
    assert len(w.written) == before
    assert ann.table.deserted, "who comes back to the screen can read why nothing happens"
    bob.dismiss_stand_in()
    w.turn()
    assert not ann.table.deserted
    w.pass_time(10)
    assert len(w.written) > before


def test_spectator_is_somebody_who_is_present(world):
    w, people = playing(world, people=2)
    eve = w.player("Eve", watch=True)
    for player in people:
        player.drop()
    w.settle()
    assert w.table.info().phase == "lobby"
    assert eve.standings


def test_seat_in_the_lobby_is_free_after_the_grace_period(world):
    w = world(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    bob.drop()
    w.turn()
    eve = w.player("Eve")
    assert eve.seat is None
    w.pass_time(31)
    assert (ann.table.seats[1].name, ann.table.seats[1].away_until) == ("Bob", None)
    eve.take_seat()
    w.turn()
    assert eve.seat == 1
    bob.come()
    w.turn()
    assert (bob.name, bob.seat) == ("Bob", None)
    w.check_replicas()


def test_next_match_keeps_the_seat_of_a_person_in_their_grace_period(world):
    w, (ann, bob) = playing(world)
    bob.drop()
    w.turn()
    ann.end_match()
    w.turn()
    ann.start_match()
    w.turn()
    assert [seat.name for seat in ann.table.seats] == ["P0", "P1"]
    w.pass_time(10)
    bob.come()
    w.turn()
    assert bob.seat == 1
    assert bob.view == w.table.state.runner.match.view(1)


def test_given_up_person_is_replaced_in_the_next_match_and_still_known(world):
    w, (ann, bob) = playing(world)
    ann.send_action(REVEAL)
    w.turn()
    bob.leave()
    ann.end_match()
    w.turn()
    ann.start_match()
    w.turn()
    assert ann.table.seats[1].bot
    bob.come()
    w.turn()
    assert (bob.name, bob.seat) == ("P1", None)


def test_returning_spectator_is_the_same_person(world):
    w, _ = playing(world)
    eve = w.player("Eve", watch=True)
    eve.drop()
    w.turn()
    other = w.player("Eve", watch=True)
    assert other.name == "Eve", "names of those who are not here are free"
    eve.come()
    w.turn()
    assert eve.name == "Eve 2"
    w.check_replicas()


def test_no_more_people_are_remembered_than_can_be_here(world, monkeypatch):
    monkeypatch.setattr("net.table.people.PEOPLE_REMEMBERED", 5)
    w, (ann, bob) = playing(world)
    bob.drop()
    for number in range(10):
        guest = w.player(f"Guest {number}", watch=True)
        guest.drop()
        w.turn()
    assert len(w.table.state.people.disconnected) == 5
    assert len(w.table.state.people._by_token_hash) == 6
    assert w.table.state.people.by_token(bob.token).seat == 1, "a seat is never forgotten"
    assert ann.table.seats[1].name == "P1"


@pytest.mark.parametrize("slug", games)
def test_reconnecting_person_never_blocks_a_match(world, slug):
    options = {"hand_size": 4, "max_rounds": 2} if slug == "big-queen" else {}
    w = world(game=slug, seats=4, bots=2, options=options)
    ann, bob = w.in_match("Ann", "Bob")
    ticks = 0

    def each():
        nonlocal ticks
        ticks += 1
        if ticks % 7 == 3:
            bob.drop()
            w.turn()
        if ticks % 7 == 6 and not bob.link:
            bob.come()
            w.turn()
        w.check_replicas()

    w.play([ann, bob], each=each, limit=50_000)
    assert ann.count(MatchEnded) == 1


def test_leaving_for_good_gives_the_seat_to_a_bot(world):
    """Otherwise a person who cannot return would block a seat that nobody may take over."""
    w, (ann, bob) = playing(world, pace=1.0)
    w.inbox.append(Received(bob.link, Bye(for_good=True)))
    w.turn()
    seat = ann.table.seats[1]
    assert (seat.bot, seat.stand_in, seat.here) == (next(iter(w.game.bots)), "", True)
    assert ann.last(NoticeReceived).text == f"P1 has gone; {seat.name}, a bot, has the seat."
    again = w.player("P1")
    assert (again.name, again.seat) == ("P1", None), "the name is free again"
    w.pass_time(3)
    assert "bot" in by(w, 1)
    again.take_seat(1)
    w.turn()
    assert (again.seat, again.count(RefusalReceived)) == (1, 0)
    w.play([ann, again], each=w.check_replicas)
    assert ann.last(MatchEnded).names == ("P0", "P1")


def test_bot_of_a_person_who_left_for_good_leaves_after_the_match(world):
    w, (ann, bob) = playing(world)
    w.inbox.append(Received(bob.link, Bye(for_good=True)))
    w.turn()
    again = w.player("P1")
    w.play([ann])
    assert again.seat == 1


def test_seat_left_for_good_belongs_to_a_bot_after_a_restart(world):
    w, (_, bob) = playing(world, pace=1.0)
    w.inbox.append(Received(bob.link, Bye(for_good=True)))
    w.turn()
    table = Table.restore(saved_table(w.written), w.now)
    assert table.info().seats[1].bot == next(iter(w.game.bots))


def test_absence_and_return_are_noticed_in_the_log(world):
    w, (ann, bob) = playing(world)
    ann.events.clear()
    bob.drop()
    w.turn()
    w.pass_time(30)
    bob.come()
    w.turn()
    assert [event.text for event in ann.events if isinstance(event, NoticeReceived)] == [
        "P1 is away; the table waits 30 s for them.",
        "P1 is away; a bot plays until P1 is back.",
        "P1 is back.",
    ]


def test_person_back_within_the_grace_period_plays_on(world):
    w, (ann, bob) = playing(world)
    bob.drop()
    w.turn()
    ann.send_action(REVEAL)
    w.turn()
    bob.come()
    w.turn()
    assert bob.count(MatchBegan) == 1
    assert bob.view == w.table.state.runner.match.view(1)
    bob.send_action(REVEAL)
    w.turn()
    assert bob.count(RefusalReceived) == 0
    assert by(w, 1) == ["person"]


def test_messages_on_a_dropped_connection_admit_nobody(world):
    """Otherwise a person without a connection would count as connected for good."""
    w = world(seats=2)
    w.player("Ann")
    bob = w.player("Bob")
    link = bob.link
    w.inbox.append(Received(link, Bye()))
    w.turn()
    assert [drop.connection for drop in w.result.drops] == [link]
    w.inbox.append(Received(link, Hello(PROTOCOL_VERSION, "Ghost", token=bob.token)))
    w.inbox.append(Received(link, Hello(PROTOCOL_VERSION, "Ghost")))
    w.turn()
    assert [person.name for person in w.table.state.people.connected.values()] == ["Ann"]
