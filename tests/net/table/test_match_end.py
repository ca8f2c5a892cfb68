"""The end of a match: results, totals, the record, a stopped match, and the next match."""

from __future__ import annotations

from core import Action
from net.client.events import MatchBegan, MatchEnded, MatchStopped
from net.journal.entries import MatchAbortedEntry, MatchEndedEntry
from net.protocol.table_state import Terms


def playing(world, people=3, **kw):
    w = world(seats=people, **kw)
    players = [w.player(f"P{number}") for number in range(people)]
    players[0].start_match()
    w.turn()
    return w, players


REVEAL = Action(("reveal",))


def test_stopped_match_counts_for_nobody(world):
    w, (ann, bob, eve) = playing(world)
    eve.drop()
    w.turn()
    ann.pause_match()
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
    bob.send_action(REVEAL)
    w.turn()
    ann.start_match()
    w.turn()
    assert [player.count(MatchBegan) for player in (ann, bob, eve)] == [2, 2, 2]
    w.play([ann, bob, eve], each=w.check_replicas)
    assert bob.count(MatchEnded) == 1


def test_rematch_keeps_people_seats_and_settings_and_adds_to_the_totals(world):
    w = world(seats=3, bots=1)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.set_terms(Terms(clock=60, grace=10, take_over=False))
    ann.configure_table("mad-queens", 3, {"visibility": "sealed"})
    w.turn()
    names = [seat.name for seat in ann.table.seats]
    points, wins = [0, 0], [0, 0]
    for number in (1, 2, 3):
        ann.start_match()
        w.turn()
        w.play([ann, bob], each=w.check_replicas)
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
    ann.configure_table("queen-bees-ii", 4, {})
    w.turn()
    assert {total.points for total in bob.table.totals} == {0}, "points of different games are not added up"
    assert {total.matches for total in bob.table.totals} == {3}


def test_record_of_a_result_replays_to_the_same_result(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    w.play([ann, bob])
    closed = w.journal()[-1]
    match = w.table.state.runner.match
    assert isinstance(closed, MatchEndedEntry)
    assert closed.standings == tuple((s.seat, s.score, s.rank) for s in match.standings)
    assert closed.digest == match.digest.hex()


def test_people_of_the_same_name_are_one_in_the_totals(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    w.play([ann, bob])
    bob.leave()
    w.turn()
    again = w.player("Bob")
    assert again.name == "Bob"
    ann.start_match()
    w.turn()
    w.play([ann, again])
    totals = {total.name: total.matches for total in ann.table.totals}
    assert totals == {"Ann": 2, "Bob": 2}
    assert len(ann.table.totals) == 2
