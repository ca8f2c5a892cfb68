"""What the owner of a table may do, and nobody else."""

from __future__ import annotations

import pytest

from core import Action, games
from net.client.events import MatchBegan, MatchEnded, MatchStopped, Noticed, Refused, Said
from net.journal.entries import ActionEntry, MatchAbortedEntry, MatchEndedEntry
from net.protocol.messages import Act, ConnectionFailed, RequestRefused
from net.protocol.table_state import Terms

REVEAL = Action(("reveal",))
BANK = Action(("bank",))


def playing(world, people=3, **kw):
    w = world(seats=people, **kw)
    players = [w.player(f"P{number}") for number in range(people)]
    players[0].start()
    w.turn()
    return w, players


ASKS = {
    "kick": lambda p: p.kick("P2"),
    "pause": lambda p: p.pause(),
    "replace": lambda p: p.replace(2),
    "end": lambda p: p.end_match(),
    "hand over": lambda p: p.make_owner("P2"),
    "terms": lambda p: p.set_terms(Terms(60)),
}


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
def test_only_the_owner_may(world, ask):
    w, (_, bob, eve) = playing(world)
    before = w.table.info()
    ask(bob)
    w.turn()
    assert bob.last(Refused).reason == "That is for whoever runs the table."
    assert w.table.info() == before
    assert eve.link


# Sending away


def test_who_is_sent_away_in_a_match_is_followed_by_a_program(world):
    w, (ann, bob, eve) = playing(world, pace=1.0)
    bob.kick("P2")
    ann.kick("P2")
    w.turn()
    assert not eve.link
    assert [m.kind for m in w.said() if isinstance(m, ConnectionFailed)] == ["Rejected"]
    assert ann.table.seats[2].bot in games["mad-queens"].bots
    w.pass_time(2)
    assert {entry.by for entry in w.written if isinstance(entry, ActionEntry)} == {"bot"}
    eve.come()
    w.turn()
    assert not eve.link, "and does not come back"
    assert w.said()[0].reason == "Whoever runs the table has sent you away; you cannot come back to it."
    w.play([ann, bob], each=w.check_mirrors)
    assert ann.last(MatchEnded).names[2] == ann.table.seats[2].name


def test_watchers_can_be_sent_away_and_free_seats_are_free(world):
    w = world(seats=2)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.kick("Eve")
    ann.kick("Bob")
    ann.kick("Nobody")
    ann.kick("Ann")
    w.turn()
    assert (bob.link, eve.link) == (0, 0)
    assert ann.table.seats[1].name == ""
    assert ann.table.watchers == ()
    assert [e.reason for e in ann.events if isinstance(e, Refused)] == [
        "Nobody here is called 'Nobody'.",
        "You cannot send yourself away; you can leave.",
    ]


# Pausing


def test_a_pause_stops_clocks_graces_programs_and_actions(world):
    w, (ann, bob, eve) = playing(world, people=3, pace=5.0)
    ann.set_terms(Terms(clock=20))
    w.turn()
    eve.drop()
    w.now = 4.0
    ann.pause()
    w.turn()
    assert bob.table.paused
    done = len([entry for entry in w.written if isinstance(entry, ActionEntry)])
    assert w.wake is None
    ann.act(REVEAL)
    w.now = 1_000.0
    w.turn()
    assert ann.last(Refused).reason == "The match stands still until you go on with it."
    bob.act(REVEAL)
    w.turn()
    assert bob.last(Refused).reason == "The match stands still until P0 goes on with it."
    assert len([entry for entry in w.written if isinstance(entry, ActionEntry)]) == done
    late = w.player("Late", watch=True)
    for player in (ann, bob, late):
        assert player.table.seats[2].away_until - player.now() == 30
        w.now += 50
        assert player.table.seats[2].away_until - player.now() == 30, "it stands still for everybody"
    ann.pause(False)
    w.turn()
    w.check_mirrors()
    for player in (ann, bob, late):
        assert player.table.seats[2].away_until - player.now() == 30
    w.pass_time(29)
    assert not ann.table.seats[2].here
    assert ann.table.seats[2].stand_in == ""
    w.pass_time(1)
    assert ann.table.seats[2].stand_in


def test_a_clock_stands_still_in_a_pause(world):
    w = world(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.set_terms(Terms(clock=20))
    ann.start()
    w.turn()
    w.pass_time(15)
    ann.pause()
    w.turn()
    w.pass_time(100)
    assert bob.clock.until - bob.now() == 5
    ann.pause(False)
    w.turn()
    w.pass_time(4.5)
    assert not [entry for entry in w.written if isinstance(entry, ActionEntry)]
    w.pass_time(0.5)
    assert [(e.by, e.at) for e in w.written if isinstance(e, ActionEntry)] == [("clock", 20.0)] * 2


def test_whoever_runs_the_table_then_ends_a_pause(world):
    w, (ann, bob, eve) = playing(world)
    ann.pause()
    w.turn()
    ann.drop()
    w.turn()
    assert bob.owner
    bob.pause(False)
    w.turn()
    assert not eve.table.paused


def test_everybody_else_is_told_who_lets_the_match_stand_still(world):
    w, (ann, bob, eve) = playing(world)
    for on in (True, True, False, False):
        ann.pause(on)
        w.turn()
    for other in (bob, eve):
        notices = [event.text for event in other.events if isinstance(event, Noticed)]
        assert notices[-2:] == ["P0 lets the match stand still.", "P0 goes on with the match."]
        assert not [text for text in notices[:-2] if "match" in text], "each of them once"
    assert not [event for event in ann.events if isinstance(event, Noticed) and "match" in event.text]


def test_nothing_pauses_between_matches(world):
    w = world()
    ann = w.player("Ann")
    ann.pause()
    ann.end_match()
    w.turn()
    assert ann.count(Refused) == 2


# Breaking off


def test_a_match_that_is_broken_off_counts_for_nobody(world):
    w, (ann, bob, eve) = playing(world)
    eve.drop()
    w.turn()
    ann.pause()
    ann.end_match()
    w.turn()
    assert bob.last(MatchStopped).reason == "P0 has ended the match."
    assert (ann.table.phase, ann.table.paused, ann.table.totals) == ("lobby", False, ())
    assert [type(entry) for entry in w.journal()] == [MatchAbortedEntry]
    eve.come()
    w.turn()
    assert eve.count(MatchStopped) == 1
    assert eve.seat == 2
    eve.drop()
    w.turn()
    eve.come()
    w.turn()
    assert eve.count(MatchStopped) == 1, "it is told once"
    bob.act(REVEAL)
    w.turn()
    ann.start()
    w.turn()
    assert [player.count(MatchBegan) for player in (ann, bob, eve)] == [2, 2, 2]
    w.play([ann, bob, eve], each=w.check_mirrors)
    assert bob.count(MatchEnded) == 1


# Whose table it is


def test_the_table_is_handed_over_for_good(world):
    w = world(seats=2)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.make_owner("Eve")
    w.turn()
    assert [player.owner for player in (ann, bob, eve)] == [False, False, True]
    assert (bob.table.owner, bob.table.owner_name) == (None, "Eve"), "she has no seat"
    eve.drop()
    w.turn()
    assert ann.owner
    eve.come()
    w.turn()
    assert (ann.owner, eve.owner) == (False, True)
    bob.drop()
    w.turn()
    eve.make_owner("Bob")
    w.turn()
    assert eve.last(Refused).reason == "Bob is away."


def test_an_owner_who_leaves_leaves_the_table_to_others(world):
    w, (ann, bob, _) = playing(world)
    ann.leave()
    assert bob.owner
    ann.come()
    w.turn()
    assert not ann.owner
    assert (ann.seat, bob.owner) == (0, True)
    w.check_mirrors()


# Seats of programs


def test_a_watcher_takes_over_from_a_program(world):
    w = world(seats=2, bots=1, pace=0.5)
    [ann] = w.in_match("Ann")
    eve = w.player("Eve")
    w.pass_time(1)
    program = ann.table.seats[1].name
    eve.sit(1)
    w.turn()
    assert (eve.seat, eve.owner) == (1, False)
    assert ann.table.seats[1].name == "Eve"
    assert eve.count(MatchBegan) == 2
    assert eve.view == w.table.state.runner.match.view(1)
    assert f"Eve takes over from {program}." in [e.text for e in ann.events if isinstance(e, Noticed)]
    done = len(w.table.state.runner.match.actions)
    w.pass_time(50)
    assert len(w.table.state.runner.match.actions) == done, "nobody plays for her"
    w.play([ann, eve], each=w.check_mirrors)
    assert eve.count(Refused) == 0
    assert ann.last(MatchEnded).names == ("Ann", "Eve")
    assert ann.table.seats[1].name == "Eve", "it is her seat now"
    assert {total.name for total in ann.table.totals} == {"Ann", "Eve"}


def test_whoever_leaves_and_comes_again_as_another_of_that_name_is_one_in_the_totals(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    w.play([ann, bob])
    bob.leave()
    w.turn()
    again = w.player("Bob")
    assert again.name == "Bob"
    ann.start()
    w.turn()
    w.play([ann, again])
    totals = {total.name: total.matches for total in ann.table.totals}
    assert totals == {"Ann": 2, "Bob": 2}
    assert len(ann.table.totals) == 2


def test_seats_of_people_and_closed_tables_are_not_taken_over(world):
    w = world(seats=3, bots=1)
    ann, bob = w.player("Ann"), w.player("Bob")
    eve = w.player("Eve")
    ann.start()
    w.turn()
    bob.drop()
    w.turn()
    w.pass_time(31)
    for seat in (0, 1, 7):
        eve.sit(seat)
        w.turn()
        assert eve.last(Refused).reason == "Only the seat of a bot can be taken over during a match."
    ann.sit(2)
    ann.set_terms(Terms(take_over=False))
    w.turn()
    assert ann.count(Refused) == 1
    eve.sit(2)
    w.turn()
    assert (eve.seat, eve.last(Refused).reason) == (
        None,
        "Seats are taken between matches.",
    )


def test_an_absent_persons_seat_is_given_to_a_program(world):
    w, (ann, bob, eve) = playing(world)
    ann.replace(1)
    w.turn()
    assert ann.count(Refused) == 1, "Bob is here"
    bob.drop()
    w.turn()
    bots = list(w.game.bots)
    ann.replace(1, "nonsense")
    ann.replace(1, bots[-1])
    w.turn()
    assert ann.count(Refused) == 2
    assert ann.table.seats[1].bot == bots[-1]
    bob.come()
    w.turn()
    assert (bob.seat, bob.view.seat, bob.count(MatchBegan)) == (None, None, 2)
    bob.sit(1)
    w.turn()
    assert bob.seat == 1
    w.play([ann, bob, eve], each=w.check_mirrors)


# The evening


def test_a_rematch_keeps_people_seats_and_settings_and_adds_up(world):
    w = world(seats=3, bots=1)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.set_terms(Terms(clock=60, grace=10, take_over=False))
    ann.configure("mad-queens", 3, {"visibility": "sealed"})
    w.turn()
    names = [seat.name for seat in ann.table.seats]
    points, wins = [0, 0], [0, 0]
    for number in (1, 2, 3):
        ann.start()
        w.turn()
        w.play([ann, bob], each=w.check_mirrors)
        for seat, score, rank in w.journal()[-1].standings:
            if seat < 2:
                points[seat] += score
                wins[seat] += rank == 1
        assert [seat.name for seat in bob.table.seats] == names
        assert (
            bob.table.terms.clock,
            bob.table.options["visibility"],
            bob.table.matches,
        ) == (60, "sealed", number)
        totals = {total.name: total for total in bob.table.totals}
        assert set(totals) == {"Ann", "Bob"}
        for seat, name in enumerate(("Ann", "Bob")):
            assert (totals[name].matches, totals[name].wins, totals[name].points) == (
                number,
                wins[seat],
                points[seat],
            )
    ann.configure("queen-bees-ii", 4, {})
    w.turn()
    assert {total.points for total in bob.table.totals} == {0}, "points of different games are not added up"
    assert {total.matches for total in bob.table.totals} == {3}


def test_the_result_holds_what_it_takes_to_check_it(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    w.play([ann, bob])
    closed = w.journal()[-1]
    match = w.table.state.runner.match
    assert isinstance(closed, MatchEndedEntry)
    assert closed.standings == tuple((s.seat, s.score, s.rank) for s in match.standings)
    assert closed.digest == match.digest.hex()


def test_ready_marks_are_seen_and_begin_anew(world):
    w = world(seats=3, bots=1)
    ann, bob = w.player("Ann"), w.player("Bob")
    bob.ready()
    w.turn()
    assert [seat.ready for seat in ann.table.seats] == [False, True, True]
    ann.start()
    w.turn()
    w.play([ann, bob])
    assert [seat.ready for seat in ann.table.seats] == [False, False, True]
    bob.ready()
    bob.ready(False)
    w.turn()
    assert not ann.table.seats[1].ready


# Decisions


def test_an_answer_to_what_was_not_asked_yet_does_not_hit_the_next_decision(world):
    """Bob's play is over; what he says then is no answer to the next play, which begins before it arrives."""
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    bob.act(REVEAL)
    w.turn()
    while w.game.legal(bob.view):
        bob.act(BANK if BANK in w.game.legal(bob.view) else REVEAL)
        w.turn()
    play = bob.view.facts["play"]
    steps = w.table.state.runner.steps[1]
    ann_done = False
    while not ann_done:
        legal = w.game.legal(ann.view)
        ann.act(BANK if BANK in legal else REVEAL)
        bob.act(REVEAL)
        bob._pending_act = None
        w.turn()
        ann_done = bob.view.facts["play"] != play
    assert w.table.state.runner.steps[1] == steps, "the next play waits for what Bob says of it"
    bob.act(REVEAL)
    w.turn()
    assert w.table.state.runner.steps[1] == steps + 1


def test_who_was_decided_for_is_told_and_answers_the_next_decision(world):
    w = world(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.set_terms(Terms(clock=10))
    ann.start()
    w.turn()
    w.pass_time(10)
    step = w.table.state.runner.steps[1]
    assert bob._next_decision == (1, step)
    bob._last_action_id += 1
    bob._send(Act(bob._last_action_id, 1, step - 1, "reveal"))
    w.turn()
    assert any(isinstance(message, RequestRefused) for message in w.said())
    assert w.table.state.runner.steps[1] == step


def test_muting_is_ones_own_affair(world):
    w = world()
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve")
    ann.mute("Bob")
    bob.say("hello")
    eve.say("hi")
    w.turn()
    assert [event.name for event in ann.events if isinstance(event, Said)] == ["Eve"]
    assert eve.count(Said) == 2
    ann.mute("Bob", False)
    bob.say("again")
    w.turn()
    assert ann.last(Said).text == "again"
