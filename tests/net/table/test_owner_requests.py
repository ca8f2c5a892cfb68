"""Requests that only the owner of a table may make."""

from __future__ import annotations

import pytest

from core import Action, games
from net.client.events import MatchBegan, MatchEnded, NoticeReceived, RefusalReceived
from net.journal.entries import ActionEntry
from net.protocol.messages import ConnectionFailed
from net.protocol.table_state import Terms

REVEAL = Action(("reveal",))
BANK = Action(("bank",))


def playing(world, people=3, **kw):
    w = world(seats=people, **kw)
    players = [w.player(f"P{number}") for number in range(people)]
    players[0].start_match()
    w.turn()
    return w, players


ASKS = {
    "kick": lambda p: p.kick_person("P2"),
    "pause": lambda p: p.pause_match(),
    "replace": lambda p: p.give_seat_to_bot(2),
    "end": lambda p: p.end_match(),
    "hand over": lambda p: p.make_owner("P2"),
    "terms": lambda p: p.set_terms(Terms(60)),
}


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
def test_owner_requests_of_others_are_refused(world, ask):
    w, (_, bob, eve) = playing(world)
    before = w.table.info()
    ask(bob)
    w.turn()
    assert bob.last(RefusalReceived).reason == "That is for whoever runs the table."
    assert w.table.info() == before
    assert eve.link


# Sending away


def test_bot_gets_the_seat_of_a_person_kicked_during_a_match(world):
    w, (ann, bob, eve) = playing(world, pace=1.0)
    bob.kick_person("P2")
    ann.kick_person("P2")
    w.turn()
    assert not eve.link
    assert [m.kind for m in w.sent_messages() if isinstance(m, ConnectionFailed)] == ["Rejected"]
    assert ann.table.seats[2].bot in games["mad-queens"].bots
    w.pass_time(2)
    assert {entry.by for entry in w.written if isinstance(entry, ActionEntry)} == {"bot"}
    eve.come()
    w.turn()
    assert not eve.link, "and does not come back"
    assert w.sent_messages()[0].reason == "Whoever runs the table has sent you away; you cannot come back to it."
    w.play([ann, bob], each=w.check_replicas)
    assert ann.last(MatchEnded).names[2] == ann.table.seats[2].name


def test_spectators_can_be_kicked_and_kicked_peoples_seats_are_free(world):
    w = world(seats=2)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.kick_person("Eve")
    ann.kick_person("Bob")
    ann.kick_person("Nobody")
    ann.kick_person("Ann")
    w.turn()
    assert (bob.link, eve.link) == (0, 0)
    assert ann.table.seats[1].name == ""
    assert ann.table.watchers == ()
    assert [e.reason for e in ann.events if isinstance(e, RefusalReceived)] == [
        "Nobody here is called 'Nobody'.",
        "You cannot send yourself away; you can leave.",
    ]


# Pausing


def test_pause_stops_clocks_grace_periods_bots_and_actions(world):
    w, (ann, bob, eve) = playing(world, people=3, pace=5.0)
    ann.set_terms(Terms(clock=20))
    w.turn()
    eve.drop()
    w.now = 4.0
    ann.pause_match()
    w.turn()
    assert bob.table.paused
    done = len([entry for entry in w.written if isinstance(entry, ActionEntry)])
    assert w.wake is None
    ann.send_action(REVEAL)
    w.now = 1_000.0
    w.turn()
    assert ann.last(RefusalReceived).reason == "The match stands still until you go on with it."
    bob.send_action(REVEAL)
    w.turn()
    assert bob.last(RefusalReceived).reason == "The match stands still until P0 goes on with it."
    assert len([entry for entry in w.written if isinstance(entry, ActionEntry)]) == done
    late = w.player("Late", watch=True)
    for player in (ann, bob, late):
        assert player.table.seats[2].away_until - player.table_time() == 30
        w.now += 50
        assert player.table.seats[2].away_until - player.table_time() == 30, "it stands still for everybody"
    ann.pause_match(False)
    w.turn()
    w.check_replicas()
    for player in (ann, bob, late):
        assert player.table.seats[2].away_until - player.table_time() == 30
    w.pass_time(29)
    assert not ann.table.seats[2].here
    assert ann.table.seats[2].stand_in == ""
    w.pass_time(1)
    assert ann.table.seats[2].stand_in


def test_decision_clock_stops_during_a_pause(world):
    w = world(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.set_terms(Terms(clock=20))
    ann.start_match()
    w.turn()
    w.pass_time(15)
    ann.pause_match()
    w.turn()
    w.pass_time(100)
    assert bob.clock.until - bob.table_time() == 5
    ann.pause_match(False)
    w.turn()
    w.pass_time(4.5)
    assert not [entry for entry in w.written if isinstance(entry, ActionEntry)]
    w.pass_time(0.5)
    assert [(e.by, e.at) for e in w.written if isinstance(e, ActionEntry)] == [("clock", 20.0)] * 2


def test_next_owner_can_end_a_pause(world):
    w, (ann, bob, eve) = playing(world)
    ann.pause_match()
    w.turn()
    ann.drop()
    w.turn()
    assert bob.is_owner
    bob.pause_match(False)
    w.turn()
    assert not eve.table.paused


def test_others_are_noticed_who_paused_the_match(world):
    w, (ann, bob, eve) = playing(world)
    for on in (True, True, False, False):
        ann.pause_match(on)
        w.turn()
    for other in (bob, eve):
        notices = [event.text for event in other.events if isinstance(event, NoticeReceived)]
        assert notices[-2:] == ["P0 lets the match stand still.", "P0 goes on with the match."]
        assert not [text for text in notices[:-2] if "match" in text], "each of them once"
    assert not [event for event in ann.events if isinstance(event, NoticeReceived) and "match" in event.text]


def test_pause_between_matches_is_refused(world):
    w = world()
    ann = w.player("Ann")
    ann.pause_match()
    ann.end_match()
    w.turn()
    assert ann.count(RefusalReceived) == 2


# Breaking off


# Whose table it is


def test_table_handed_over_stays_with_the_new_owner(world):
    w = world(seats=2)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.make_owner("Eve")
    w.turn()
    assert [player.is_owner for player in (ann, bob, eve)] == [False, False, True]
    assert (bob.table.owner, bob.table.owner_name) == (None, "Eve"), "she has no seat"
    eve.drop()
    w.turn()
    assert ann.is_owner
    eve.come()
    w.turn()
    assert (ann.is_owner, eve.is_owner) == (False, True)
    bob.drop()
    w.turn()
    eve.make_owner("Bob")
    w.turn()
    assert eve.last(RefusalReceived).reason == "Bob is away."


def test_next_person_owns_the_table_after_the_owner_leaves(world):
    w, (ann, bob, _) = playing(world)
    ann.leave()
    assert bob.is_owner
    ann.come()
    w.turn()
    assert not ann.is_owner
    assert (ann.seat, bob.is_owner) == (0, True)
    w.check_replicas()


# Seats of programs


def test_owner_can_give_an_absent_persons_seat_to_a_bot(world):
    w, (ann, bob, eve) = playing(world)
    ann.give_seat_to_bot(1)
    w.turn()
    assert ann.count(RefusalReceived) == 1, "Bob is here"
    bob.drop()
    w.turn()
    bots = list(w.game.bots)
    ann.give_seat_to_bot(1, "nonsense")
    ann.give_seat_to_bot(1, bots[-1])
    w.turn()
    assert ann.count(RefusalReceived) == 2
    assert ann.table.seats[1].bot == bots[-1]
    bob.come()
    w.turn()
    assert (bob.seat, bob.view.seat, bob.count(MatchBegan)) == (None, None, 2)
    bob.take_seat(1)
    w.turn()
    assert bob.seat == 1
    w.play([ann, bob, eve], each=w.check_replicas)


# The evening


# Decisions
