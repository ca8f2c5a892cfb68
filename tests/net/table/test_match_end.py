"""The end of a match: results, totals, the record, a stopped match, and the next match."""

from __future__ import annotations

from msgspec.structs import replace

from core import Action
from net.client.events import MatchBegan, MatchEnded, MatchStopped
from net.journal.entries import ActionEntry, MatchAbortedEntry, MatchEndedEntry
from net.protocol.messages import ReplaceAbsent
from net.protocol.table_state import Terms


def harness_in_match(make_harness, people=3, **settings):
    """Return a harness in a match of this many people, and its people."""
    harness = make_harness(seats=people, **settings)
    players = [harness.join_person(f"P{number}") for number in range(people)]
    players[0].start_match()
    harness.run_tick()
    return harness, players


REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


def test_stopped_match_counts_in_nobodys_totals(make_harness):
    harness, (ann, bob, eve) = harness_in_match(make_harness)
    eve.lose_connection()
    harness.run_tick()
    ann.pause_match()
    ann.end_match()
    harness.run_tick()
    assert bob.last_event(MatchStopped).reason == "P0 has called the match off."
    assert (ann.table.phase, ann.table.paused, ann.table.totals) == ("lobby", False, ())
    assert [type(entry) for entry in harness.new_match_entries()] == [MatchAbortedEntry]
    eve.connect()
    harness.run_tick()
    assert eve.event_count(MatchStopped) == 1
    assert eve.seat == 2
    eve.lose_connection()
    harness.run_tick()
    eve.connect()
    harness.run_tick()
    assert eve.event_count(MatchStopped) == 1, "it is told once"
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    ann.start_match()
    harness.run_tick()
    assert [player.event_count(MatchBegan) for player in (ann, bob, eve)] == [2, 2, 2]
    harness.play_match([ann, bob, eve], after_tick=harness.check_replicas)
    assert bob.event_count(MatchEnded) == 1


def test_result_says_for_whom_a_bot_has_decided_also_after_a_restart(make_harness):
    harness, (ann, bob, eve) = harness_in_match(make_harness)
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    bob.lose_connection()
    eve.say_goodbye()
    ann._send(ReplaceAbsent(2))
    harness.play_match([ann])
    [(seat, by_bot, decisions)] = harness.table.state.outcome.bot_decisions
    assert (seat, decisions) == (1, harness.table.state.runner.steps[1])
    of_bob = [entry for entry in harness.all_entries if isinstance(entry, ActionEntry) and entry.seat == 1]
    assert by_bot == sum(entry.by == "away" for entry in of_bob)
    assert 0 < by_bot < decisions, "his own decisions are counted, too"
    assert ann.last_event(MatchEnded).bot_decisions == {1: (by_bot, decisions)}, "a seat of a bot needs no mark"
    assert {total.name: total.matches_with_bot for total in ann.table.totals} == {"P0": 0, "P1": 1}
    before = harness.lasting_state()
    harness.restart_host()
    assert harness.lasting_state() == before
    bob.connect()
    harness.run_tick()
    assert bob.last_event(MatchEnded).bot_decisions == {1: (by_bot, decisions)}
    assert {total.name: total.matches_with_bot for total in bob.table.totals} == {"P0": 0, "P1": 1}


def test_rematch_keeps_people_seats_and_settings_and_adds_to_the_totals(make_harness):
    harness = make_harness(seats=3, bots=1)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.set_terms(Terms(clock=60, grace=10, take_over=False))
    ann.configure_table("mad-queens", 3, {"visibility": "sealed"})
    harness.run_tick()
    names = [seat.name for seat in ann.table.seats]
    points, wins = [0, 0], [0, 0]
    for number in (1, 2, 3):
        ann.start_match()
        harness.run_tick()
        harness.play_match([ann, bob], after_tick=harness.check_replicas)
        for seat, score, rank in harness.new_match_entries()[-1].standings:
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
    harness.run_tick()
    assert {total.points for total in bob.table.totals} == {0}, "points of different games are not added up"
    assert {total.matches for total in bob.table.totals} == {3}


def test_record_of_a_result_replays_to_the_same_result(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    harness.play_match([ann, bob])
    closed = harness.new_match_entries()[-1]
    match = harness.table.state.runner.match
    assert isinstance(closed, MatchEndedEntry)
    assert closed.standings == tuple((s.seat, s.score, s.rank) for s in match.standings)
    assert closed.digest == match.digest.hex()


def test_people_of_the_same_name_share_one_row_of_the_totals(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    harness.play_match([ann, bob])
    bob.say_goodbye()
    harness.run_tick()
    again = harness.join_person("Bob")
    assert again.name == "Bob"
    ann.start_match()
    harness.run_tick()
    harness.play_match([ann, again])
    totals = {total.name: total.matches for total in ann.table.totals}
    assert totals == {"Ann": 2, "Bob": 2}
    assert len(ann.table.totals) == 2


def test_result_keeps_the_name_of_a_person_who_left_after_the_match_also_after_a_restart(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    harness.play_match([ann, bob])
    bob.say_goodbye()
    cat = harness.join_person("Cat")
    assert cat.seat == 1
    harness.restart_host()
    assert harness.table.state.outcome.names == ("Ann", "Bob")


def test_result_in_a_journal_of_version_0_2_names_people_who_left_as_at_the_beginning(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    harness.play_match([ann, bob])
    bob.say_goodbye()
    harness.all_entries = [
        replace(entry, names=()) if isinstance(entry, MatchEndedEntry) else entry for entry in harness.all_entries
    ]
    harness.restart_host()
    assert harness.table.state.outcome.names == ("Ann", "Bob")
