"""The decision clock of a table: what it decides, to whom it is shown, and what it must not reveal."""

from __future__ import annotations

import pytest

from core import Action, games
from net.client.events import DecisionClockChanged, NoticeReceived, RefusalReceived
from net.journal.entries import ActionEntry
from net.limits import DECISION_CLOCK_SECONDS_RANGE
from net.protocol.table_state import ShownClock, Terms
from tests.net.table.sealed_seed import find_seed_of_long_sealed_plays
from tests.support.depth import parametrize

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""
BANK_ACTION = Action(("bank",))
"""The action that banks the cards of the row."""


def harness_in_match(make_harness, people=2, clock=20, **settings):
    """Return a harness in a match of this many people, with a time limit of `clock` seconds, and its people."""
    harness = make_harness(seats=people, **settings)
    players = [harness.join_person(f"P{number}") for number in range(people)]
    players[0].set_terms(Terms(clock=clock))
    players[0].start_match()
    harness.run_tick()
    return harness, players


def actions_with_deciders(harness):
    """Return (seat, action, who decided, time) of every journalled action."""
    return [
        (entry.seat, entry.action, entry.by, entry.at)
        for entry in harness.all_entries
        if isinstance(entry, ActionEntry)
    ]


def test_automatic_action_is_taken_and_marked_when_the_clock_runs_out(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    harness.pass_time(19.9)
    assert actions_with_deciders(harness) == []
    harness.pass_time(0.1)
    assert actions_with_deciders(harness) == [(0, "reveal", "clock", 20.0), (1, "reveal", "clock", 20.0)]
    ann.send_action(BANK_ACTION)
    harness.run_tick()
    assert ann.event_count(RefusalReceived) == 0, "Ann was told which decision is hers now"
    harness.check_replicas()
    assert bob.view == harness.table.state.runner.match.view(1)


@parametrize("slug", games, 3)
def test_every_game_ends_by_the_clock_alone(make_harness, slug):
    options = {"hand_size": 4, "max_rounds": 1} if slug == "big-queen" else {}
    harness = make_harness(game=slug, seats=4, options=options)
    people = [harness.join_person(f"P{number}") for number in range(4)]
    people[0].set_terms(Terms(clock=30))
    people[0].start_match()
    harness.run_tick()
    for _ in range(20_000):
        if harness.table.state.active_runner is None:
            break
        harness.now = max(harness.now, harness.wake_at or harness.now)
        harness.run_tick()
        for player in people:
            if (
                player.connection_id
                and harness.table.state.active_runner is not None
                and not player.table.seats[player.seat].is_here
            ):
                player.set_ready()
    assert harness.table.state.active_runner is None
    assert {entry[2] for entry in actions_with_deciders(harness)} <= {"clock", "away", "table"}


def test_person_is_idle_after_three_timeouts_until_they_do_something(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness, pace=1.0)

    def ann_acts():
        """Bank if Ann can, else do the first legal action, if there is one."""
        legal = harness.game.legal(ann.view)
        if legal:
            ann.send_action(BANK_ACTION if BANK_ACTION in legal else legal[0])
            harness.run_tick()

    for _ in range(3):
        ann_acts()
        harness.pass_time(10)
        ann_acts()
        harness.pass_time(10)
    assert [by for seat, _, by, _ in actions_with_deciders(harness) if seat == 1] == ["clock"] * 3
    assert (ann.table.seats[1].is_here, bool(ann.table.seats[1].stand_in)) == (False, True)
    assert "P1 is away; a bot plays until P1 is back." in [e.text for e in ann.events if isinstance(e, NoticeReceived)]
    for _ in range(4):
        ann_acts()
        harness.pass_time(3)
    assert [by for seat, _, by, _ in actions_with_deciders(harness) if seat == 1][3:] == ["away"] * len(
        [by for seat, _, by, _ in actions_with_deciders(harness) if seat == 1][3:]
    )
    bob.set_ready()
    harness.run_tick()
    assert (ann.table.seats[1].is_here, ann.table.seats[1].stand_in) == (True, "")
    legal = harness.game.legal(bob.view)
    if legal:
        bob.send_action(legal[0])
        harness.run_tick()
    assert bob.event_count(RefusalReceived) == 0
    harness.check_replicas()


FUNCTIONS_WITH_REFUSED_REQUESTS = [lambda one: one.send_action(REVEAL_ACTION), lambda one: one.dismiss_stand_in()]
"""Functions that make a client send a request which the table refuses at that moment."""


@pytest.mark.parametrize("send_refused_request", FUNCTIONS_WITH_REFUSED_REQUESTS, ids=["act", "dismiss the stand-in"])
def test_refused_request_also_ends_the_idleness_of_a_person(make_harness, send_refused_request):
    harness, (ann, bob) = harness_in_match(make_harness, pace=1000.0)
    for _ in range(5):
        harness.pass_time(20)
    assert all(seat.stand_in for seat in ann.table.seats)
    for person in (ann, bob):
        send_refused_request(person)
    harness.run_tick()
    assert [(seat.is_here, seat.stand_in) for seat in ann.table.seats] == [(True, "")] * 2
    bob.events.clear()
    bob.dismiss_stand_in()
    harness.run_tick()
    assert not bob.events, "who is here need not say so"


def test_decision_of_a_person_resets_their_count_of_timeouts(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    for _ in range(4):
        harness.pass_time(20)
        for player in (ann, bob):
            legal = harness.game.legal(player.view)
            if legal:
                player.send_action(legal[0])
        harness.run_tick()
    assert ann.table.seats[0].is_here
    assert ann.table.seats[1].is_here


def test_everybody_sees_a_decision_clock_and_sees_their_own_first(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    eve = harness.join_person("Eve", watch=True)
    assert (ann.clock, bob.clock, eve.clock) == (
        ShownClock(20, 20.0, 0),
        ShownClock(20, 20.0, 1),
        ShownClock(20, 20.0, None),
    )
    harness.now = 8.0
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert (ann.clock, bob.clock, eve.clock) == (
        ShownClock(20, 28.0, 0),
        ShownClock(20, 20.0, 1),
        ShownClock(20, 28.0, None),
    )
    ann.send_action(BANK_ACTION)
    harness.run_tick()
    assert ann.clock == eve.clock == ShownClock(20, 20.0, 1), "all wait for Bob"
    told = eve.event_count(DecisionClockChanged)
    harness.now = 9.0
    harness.run_tick()
    eve.send_chat("hm")
    harness.run_tick()
    assert eve.event_count(DecisionClockChanged) == told, "it is told once"
    harness.now = 12.0
    late = harness.join_person("Late", watch=True)
    assert late.clock.end_time - late.table_time() == 8
    ann.end_match()
    harness.run_tick()
    assert ann.clock is bob.clock is eve.clock is None


def test_returning_person_is_sent_the_clock_again(make_harness):
    harness, (_, bob) = harness_in_match(make_harness)
    bob.lose_connection()
    harness.now = 5.0
    harness.run_tick()
    bob.connect()
    harness.run_tick()
    assert bob.clock.end_time == 20.0
    bob.lose_connection()
    harness.table.state.active_runner.set_time_limit(0)
    harness.run_tick()
    bob.connect()
    harness.run_tick()
    assert bob.clock is None


def test_person_sees_no_clock_while_the_match_waits_for_a_bot(make_harness):
    harness, (ann, _) = harness_in_match(make_harness, pace=30.0, clock=10)
    assert ann.clock is not None
    harness.table.state.active_runner.set_bot(1, harness.game.usual_bot)
    for _ in range(3):
        if harness.game.legal(ann.view):
            ann.send_action(BANK_ACTION if BANK_ACTION in harness.game.legal(ann.view) else REVEAL_ACTION)
            harness.run_tick()
    if not harness.game.legal(ann.view):
        assert ann.clock is None


def test_new_time_limit_counts_from_the_next_decision_and_a_removed_one_ends_at_once(make_harness):
    harness, (ann, bob) = harness_in_match(make_harness)
    ann.set_terms(Terms(clock=10))
    harness.run_tick()
    assert ann.clock == ShownClock(20, 20.0, 0)
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert ann.clock == ShownClock(10, 10.0, 0)
    ann.set_terms(Terms(clock=0))
    harness.run_tick()
    assert ann.clock is None
    assert bob.clock is None
    harness.pass_time(500)
    assert all(by == "person" for *_, by, _ in actions_with_deciders(harness))


@pytest.mark.parametrize("seconds", [1, DECISION_CLOCK_SECONDS_RANGE[0] - 1, DECISION_CLOCK_SECONDS_RANGE[1] + 1])
def test_time_limit_out_of_bounds_is_refused(make_harness, seconds):
    harness = make_harness()
    ann = harness.join_person("Ann")
    ann.set_terms(Terms(clock=seconds))
    harness.run_tick()
    assert ann.event_count(RefusalReceived) == 1
    assert ann.table.terms == Terms()


def test_decision_clock_does_not_reveal_progress_in_a_sealed_play(make_harness):
    """Bob and a spectator are sent the same bytes, whether or not Ann has turned a card, and whenever she did."""

    def bytes_received(moments):
        """Return the bytes of Bob and a spectator if Ann turns a card in these seconds."""
        harness, (ann, bob) = harness_in_match(
            make_harness, options={"visibility": "sealed"}, seed=find_seed_of_long_sealed_plays(2)
        )
        eve = harness.join_person("Eve", watch=True)
        for second in range(1, 15):
            harness.now = float(second)
            if second in moments:
                ann.send_action(REVEAL_ACTION)
            harness.run_tick()
        assert bob.clock == ShownClock(20, 20.0, 1)
        assert eve.clock == ShownClock(20, None, None)
        return bob.received_bytes, eve.received_bytes

    assert bytes_received([]) == bytes_received([3]) == bytes_received([3, 9]) == bytes_received([14])


def test_decision_clock_set_during_a_sealed_play_does_not_reveal_progress(make_harness):
    def bytes_received(script):
        """Return the bytes of Bob and a spectator if Ann turns `script` cards."""
        harness, (ann, bob) = harness_in_match(
            make_harness, options={"visibility": "sealed"}, seed=find_seed_of_long_sealed_plays(2)
        )
        eve = harness.join_person("Eve", watch=True)
        ann.set_terms(Terms(clock=10))
        harness.run_tick()
        bob.send_action(REVEAL_ACTION)
        harness.run_tick()
        for _ in range(script):
            ann.send_action(REVEAL_ACTION)
            harness.run_tick()
        return bob.received_bytes, eve.received_bytes

    assert bytes_received(0) == bytes_received(1) == bytes_received(2)


def test_idle_mark_does_not_reveal_progress_in_a_sealed_play(make_harness):
    """In a sealed play others see that a person has become idle only when the play is over."""
    harness, (ann, _) = harness_in_match(
        make_harness, options={"visibility": "sealed"}, seed=find_seed_of_long_sealed_plays(2)
    )
    seen = []
    for _ in range(400):
        harness.pass_time(1)
        legal = harness.game.legal(ann.view)
        if legal:
            ann.send_action(legal[0] if BANK_ACTION not in legal or harness.now % 3 else BANK_ACTION)
            harness.run_tick()
        person = harness.table.state.seats[1].person
        if person.clock_expiries >= 3 and not person.is_idle:
            assert 1 in harness.table.state.runner.match.sealed_play.public_states
            seen.append(harness.now)
            assert ann.table.seats[1].is_here
        if person.is_idle:
            break
    assert not ann.table.seats[1].is_here
    assert seen, "it was known to the table before"
