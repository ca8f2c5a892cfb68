"""The decision clock: what it decides, who is shown it, and what it must not reveal."""

from __future__ import annotations

import pytest

from core import Action, games
from net.client.events import DecisionClockChanged, NoticeReceived, RefusalReceived
from net.journal.entries import ActionEntry
from net.limits import CLOCK_SECONDS
from net.protocol.table_state import Clock, Terms
from tests.net.table.sealed_seed import seed_of_long_sealed_plays

REVEAL = Action(("reveal",))
BANK = Action(("bank",))


def playing(world, people=2, clock=20, **kw):
    w = world(seats=people, **kw)
    players = [w.player(f"P{number}") for number in range(people)]
    players[0].set_terms(Terms(clock=clock))
    players[0].start_match()
    w.turn()
    return w, players


def acts(w):
    return [(entry.seat, entry.action, entry.by, entry.at) for entry in w.written if isinstance(entry, ActionEntry)]


def test_automatic_action_is_taken_and_marked_when_the_clock_runs_out(world):
    w, (ann, bob) = playing(world)
    w.pass_time(19.9)
    assert acts(w) == []
    w.pass_time(0.1)
    assert acts(w) == [(0, "reveal", "clock", 20.0), (1, "reveal", "clock", 20.0)]
    ann.send_action(BANK)
    w.turn()
    assert ann.count(RefusalReceived) == 0, "Ann was told which decision is hers now"
    w.check_replicas()
    assert bob.view == w.table.state.runner.match.view(1)


@pytest.mark.parametrize("slug", games)
def test_every_game_ends_by_the_clock_alone(world, slug):
    options = {"hand_size": 4, "max_rounds": 1} if slug == "big-queen" else {}
    w = world(game=slug, seats=4, options=options)
    people = [w.player(f"P{number}") for number in range(4)]
    people[0].set_terms(Terms(clock=30))
    people[0].start_match()
    w.turn()
    for _ in range(20_000):
        if w.table.state.playing is None:
            break
        w.now = max(w.now, w.wake or w.now)
        w.turn()
        for player in people:
            if player.link and w.table.state.playing is not None and not player.table.seats[player.seat].here:
                player.set_ready()
    assert w.table.state.playing is None
    assert {entry[2] for entry in acts(w)} <= {"clock", "away", "table"}


def test_person_is_idle_after_three_timeouts_until_they_do_something(world):
    w, (ann, bob) = playing(world, pace=1.0)

    def ann_acts():
        legal = w.game.legal(ann.view)
        if legal:
            ann.send_action(BANK if BANK in legal else legal[0])
            w.turn()

    for _ in range(3):
        ann_acts()
        w.pass_time(10)
        ann_acts()
        w.pass_time(10)
    assert [by for seat, _, by, _ in acts(w) if seat == 1] == ["clock"] * 3
    assert (ann.table.seats[1].here, bool(ann.table.seats[1].stand_in)) == (False, True)
    assert "P1 is away; a bot plays until P1 is back." in [e.text for e in ann.events if isinstance(e, NoticeReceived)]
    for _ in range(4):
        ann_acts()
        w.pass_time(3)
    assert [by for seat, _, by, _ in acts(w) if seat == 1][3:] == ["away"] * len(
        [by for seat, _, by, _ in acts(w) if seat == 1][3:]
    )
    bob.set_ready()
    w.turn()
    assert (ann.table.seats[1].here, ann.table.seats[1].stand_in) == (True, "")
    legal = w.game.legal(bob.view)
    if legal:
        bob.send_action(legal[0])
        w.turn()
    assert bob.count(RefusalReceived) == 0
    w.check_replicas()


DOES = [lambda one: one.send_action(REVEAL), lambda one: one.dismiss_stand_in()]


@pytest.mark.parametrize("does", DOES, ids=["act", "dismiss the stand-in"])
def test_refused_request_ends_idleness_too(world, does):
    w, (ann, bob) = playing(world, pace=1000.0)
    for _ in range(5):
        w.pass_time(20)
    assert all(seat.stand_in for seat in ann.table.seats)
    for person in (ann, bob):
        does(person)
    w.turn()
    assert [(seat.here, seat.stand_in) for seat in ann.table.seats] == [(True, "")] * 2
    bob.events.clear()
    bob.dismiss_stand_in()
    w.turn()
    assert not bob.events, "who is here need not say so"


def test_own_decision_resets_the_count_of_timeouts(world):
    w, (ann, bob) = playing(world)
    for _ in range(4):
        w.pass_time(20)
        for player in (ann, bob):
            legal = w.game.legal(player.view)
            if legal:
                player.send_action(legal[0])
        w.turn()
    assert ann.table.seats[0].here
    assert ann.table.seats[1].here


def test_everybody_sees_a_clock_and_their_own_comes_first(world):
    w, (ann, bob) = playing(world)
    eve = w.player("Eve", watch=True)
    assert (ann.clock, bob.clock, eve.clock) == (Clock(20, 20.0, 0), Clock(20, 20.0, 1), Clock(20, 20.0, None))
    w.now = 8.0
    ann.send_action(REVEAL)
    w.turn()
    assert (ann.clock, bob.clock, eve.clock) == (Clock(20, 28.0, 0), Clock(20, 20.0, 1), Clock(20, 28.0, None))
    ann.send_action(BANK)
    w.turn()
    assert ann.clock == eve.clock == Clock(20, 20.0, 1), "all wait for Bob"
    told = eve.count(DecisionClockChanged)
    w.now = 9.0
    w.turn()
    eve.send_chat("hm")
    w.turn()
    assert eve.count(DecisionClockChanged) == told, "it is told once"
    w.now = 12.0
    late = w.player("Late", watch=True)
    assert late.clock.until - late.table_time() == 8
    ann.end_match()
    w.turn()
    assert ann.clock is bob.clock is eve.clock is None


def test_returning_person_is_sent_the_clock_again(world):
    w, (_, bob) = playing(world)
    bob.drop()
    w.now = 5.0
    w.turn()
    bob.come()
    w.turn()
    assert bob.clock.until == 20.0
    bob.drop()
    w.table.state.playing.set_time_limit(0)
    w.turn()
    bob.come()
    w.turn()
    assert bob.clock is None


def test_bots_have_no_clock(world):
    w, (ann, _) = playing(world, pace=30.0, clock=10)
    assert ann.clock is not None
    w.table.state.playing.set_bot(1, next(iter(w.game.bots)))
    for _ in range(3):
        if w.game.legal(ann.view):
            ann.send_action(BANK if BANK in w.game.legal(ann.view) else REVEAL)
            w.turn()
    if not w.game.legal(ann.view):
        assert ann.clock is None


def test_new_time_limit_counts_from_the_next_decision_and_no_limit_at_once(world):
    w, (ann, bob) = playing(world)
    ann.set_terms(Terms(clock=10))
    w.turn()
    assert ann.clock == Clock(20, 20.0, 0)
    ann.send_action(REVEAL)
    w.turn()
    assert ann.clock == Clock(10, 10.0, 0)
    ann.set_terms(Terms(clock=0))
    w.turn()
    assert ann.clock is None
    assert bob.clock is None
    w.pass_time(500)
    assert all(by == "person" for *_, by, _ in acts(w))


@pytest.mark.parametrize("seconds", [1, CLOCK_SECONDS[0] - 1, CLOCK_SECONDS[1] + 1])
def test_time_limit_out_of_bounds_is_refused(world, seconds):
    w = world()
    ann = w.player("Ann")
    ann.set_terms(Terms(clock=seconds))
    w.turn()
    assert ann.count(RefusalReceived) == 1
    assert ann.table.terms == Terms()


def test_clock_does_not_reveal_progress_in_a_sealed_play(world):
    """Bob and a spectator are sent the same bytes, whether or not Ann has turned a card, and whenever she did."""

    def told(moments):
        w, (ann, bob) = playing(world, options={"visibility": "sealed"}, seed=seed_of_long_sealed_plays(2))
        eve = w.player("Eve", watch=True)
        for second in range(1, 15):
            w.now = float(second)
            if second in moments:
                ann.send_action(REVEAL)
            w.turn()
        assert bob.clock == Clock(20, 20.0, 1)
        assert eve.clock == Clock(20, None, None)
        return bob.bytes, eve.bytes

    assert told([]) == told([3]) == told([3, 9]) == told([14])


def test_clock_set_during_a_sealed_play_does_not_reveal_progress(world):
    def told(script):
        w, (ann, bob) = playing(world, options={"visibility": "sealed"}, seed=seed_of_long_sealed_plays(2))
        eve = w.player("Eve", watch=True)
        ann.set_terms(Terms(clock=10))
        w.turn()
        bob.send_action(REVEAL)
        w.turn()
        for _ in range(script):
            ann.send_action(REVEAL)
            w.turn()
        return bob.bytes, eve.bytes

    assert told(0) == told(1) == told(2)


def test_idle_mark_does_not_reveal_progress_in_a_sealed_play(world):
    """In a sealed play others see that a person is idle only when the play is over."""
    w, (ann, _) = playing(world, options={"visibility": "sealed"}, seed=seed_of_long_sealed_plays(2))
    seen = []
    for _ in range(400):
        w.pass_time(1)
        legal = w.game.legal(ann.view)
        if legal:
            ann.send_action(legal[0] if BANK not in legal or w.now % 3 else BANK)
            w.turn()
        person = w.table.state.seats[1].person
        if person.clock_expiries >= 3 and not person.idle:
            assert 1 in w.table.state.runner.match.sealed_play.shadows
            seen.append(w.now)
            assert ann.table.seats[1].here
        if person.idle:
            break
    assert not ann.table.seats[1].here
    assert seen, "it was known to the table before"
