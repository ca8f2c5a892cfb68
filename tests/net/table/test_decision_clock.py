"""The decision clock: its decisions, the people to whom it is shown, and what it must not reveal."""

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


def world_in_match(new_world, people=2, clock=20, **kw):
    """Return a world in a match of this many people, with a time limit of `clock` seconds, and its people."""
    world = new_world(seats=people, **kw)
    players = [world.join_person(f"P{number}") for number in range(people)]
    players[0].set_terms(Terms(clock=clock))
    players[0].start_match()
    world.run_tick()
    return world, players


def actions_with_deciders(world):
    """Return (seat, action, who decided, time) of every journalled action."""
    return [
        (entry.seat, entry.action, entry.by, entry.at) for entry in world.all_entries if isinstance(entry, ActionEntry)
    ]


def test_automatic_action_is_taken_and_marked_when_the_clock_runs_out(new_world):
    world, (ann, bob) = world_in_match(new_world)
    world.pass_time(19.9)
    assert actions_with_deciders(world) == []
    world.pass_time(0.1)
    assert actions_with_deciders(world) == [(0, "reveal", "clock", 20.0), (1, "reveal", "clock", 20.0)]
    ann.send_action(BANK)
    world.run_tick()
    assert ann.event_count(RefusalReceived) == 0, "Ann was told which decision is hers now"
    world.check_replicas()
    assert bob.view == world.table.state.runner.match.view(1)


@pytest.mark.parametrize("slug", games)
def test_every_game_ends_by_the_clock_alone(new_world, slug):
    options = {"hand_size": 4, "max_rounds": 1} if slug == "big-queen" else {}
    world = new_world(game=slug, seats=4, options=options)
    people = [world.join_person(f"P{number}") for number in range(4)]
    people[0].set_terms(Terms(clock=30))
    people[0].start_match()
    world.run_tick()
    for _ in range(20_000):
        if world.table.state.playing is None:
            break
        world.now = max(world.now, world.wake_at or world.now)
        world.run_tick()
        for player in people:
            if (
                player.connection_id
                and world.table.state.playing is not None
                and not player.table.seats[player.seat].here
            ):
                player.set_ready()
    assert world.table.state.playing is None
    assert {entry[2] for entry in actions_with_deciders(world)} <= {"clock", "away", "table"}


def test_person_is_idle_after_three_timeouts_until_they_do_something(new_world):
    world, (ann, bob) = world_in_match(new_world, pace=1.0)

    def ann_acts():
        """Bank if Ann can, else do the first legal action, if there is one."""
        legal = world.game.legal(ann.view)
        if legal:
            ann.send_action(BANK if BANK in legal else legal[0])
            world.run_tick()

    for _ in range(3):
        ann_acts()
        world.pass_time(10)
        ann_acts()
        world.pass_time(10)
    assert [by for seat, _, by, _ in actions_with_deciders(world) if seat == 1] == ["clock"] * 3
    assert (ann.table.seats[1].here, bool(ann.table.seats[1].stand_in)) == (False, True)
    assert "P1 is away; a bot plays until P1 is back." in [e.text for e in ann.events if isinstance(e, NoticeReceived)]
    for _ in range(4):
        ann_acts()
        world.pass_time(3)
    assert [by for seat, _, by, _ in actions_with_deciders(world) if seat == 1][3:] == ["away"] * len(
        [by for seat, _, by, _ in actions_with_deciders(world) if seat == 1][3:]
    )
    bob.set_ready()
    world.run_tick()
    assert (ann.table.seats[1].here, ann.table.seats[1].stand_in) == (True, "")
    legal = world.game.legal(bob.view)
    if legal:
        bob.send_action(legal[0])
        world.run_tick()
    assert bob.event_count(RefusalReceived) == 0
    world.check_replicas()


REFUSED_REQUESTS = [lambda one: one.send_action(REVEAL), lambda one: one.dismiss_stand_in()]


@pytest.mark.parametrize("request_refused", REFUSED_REQUESTS, ids=["act", "dismiss the stand-in"])
def test_refused_request_ends_idleness_too(new_world, request_refused):
    world, (ann, bob) = world_in_match(new_world, pace=1000.0)
    for _ in range(5):
        world.pass_time(20)
    assert all(seat.stand_in for seat in ann.table.seats)
    for person in (ann, bob):
        request_refused(person)
    world.run_tick()
    assert [(seat.here, seat.stand_in) for seat in ann.table.seats] == [(True, "")] * 2
    bob.events.clear()
    bob.dismiss_stand_in()
    world.run_tick()
    assert not bob.events, "who is here need not say so"


def test_own_decision_resets_the_count_of_timeouts(new_world):
    world, (ann, bob) = world_in_match(new_world)
    for _ in range(4):
        world.pass_time(20)
        for player in (ann, bob):
            legal = world.game.legal(player.view)
            if legal:
                player.send_action(legal[0])
        world.run_tick()
    assert ann.table.seats[0].here
    assert ann.table.seats[1].here


def test_everybody_sees_a_clock_and_their_own_comes_first(new_world):
    world, (ann, bob) = world_in_match(new_world)
    eve = world.join_person("Eve", watch=True)
    assert (ann.clock, bob.clock, eve.clock) == (Clock(20, 20.0, 0), Clock(20, 20.0, 1), Clock(20, 20.0, None))
    world.now = 8.0
    ann.send_action(REVEAL)
    world.run_tick()
    assert (ann.clock, bob.clock, eve.clock) == (Clock(20, 28.0, 0), Clock(20, 20.0, 1), Clock(20, 28.0, None))
    ann.send_action(BANK)
    world.run_tick()
    assert ann.clock == eve.clock == Clock(20, 20.0, 1), "all wait for Bob"
    told = eve.event_count(DecisionClockChanged)
    world.now = 9.0
    world.run_tick()
    eve.send_chat("hm")
    world.run_tick()
    assert eve.event_count(DecisionClockChanged) == told, "it is told once"
    world.now = 12.0
    late = world.join_person("Late", watch=True)
    assert late.clock.until - late.table_time() == 8
    ann.end_match()
    world.run_tick()
    assert ann.clock is bob.clock is eve.clock is None


def test_returning_person_is_sent_the_clock_again(new_world):
    world, (_, bob) = world_in_match(new_world)
    bob.lose_connection()
    world.now = 5.0
    world.run_tick()
    bob.connect()
    world.run_tick()
    assert bob.clock.until == 20.0
    bob.lose_connection()
    world.table.state.playing.set_time_limit(0)
    world.run_tick()
    bob.connect()
    world.run_tick()
    assert bob.clock is None


def test_person_sees_no_clock_while_the_match_waits_for_a_bot(new_world):
    world, (ann, _) = world_in_match(new_world, pace=30.0, clock=10)
    assert ann.clock is not None
    world.table.state.playing.set_bot(1, world.game.usual_bot)
    for _ in range(3):
        if world.game.legal(ann.view):
            ann.send_action(BANK if BANK in world.game.legal(ann.view) else REVEAL)
            world.run_tick()
    if not world.game.legal(ann.view):
        assert ann.clock is None


def test_new_time_limit_counts_from_the_next_decision_and_no_limit_at_once(new_world):
    world, (ann, bob) = world_in_match(new_world)
    ann.set_terms(Terms(clock=10))
    world.run_tick()
    assert ann.clock == Clock(20, 20.0, 0)
    ann.send_action(REVEAL)
    world.run_tick()
    assert ann.clock == Clock(10, 10.0, 0)
    ann.set_terms(Terms(clock=0))
    world.run_tick()
    assert ann.clock is None
    assert bob.clock is None
    world.pass_time(500)
    assert all(by == "person" for *_, by, _ in actions_with_deciders(world))


@pytest.mark.parametrize("seconds", [1, CLOCK_SECONDS[0] - 1, CLOCK_SECONDS[1] + 1])
def test_time_limit_out_of_bounds_is_refused(new_world, seconds):
    world = new_world()
    ann = world.join_person("Ann")
    ann.set_terms(Terms(clock=seconds))
    world.run_tick()
    assert ann.event_count(RefusalReceived) == 1
    assert ann.table.terms == Terms()


def test_clock_does_not_reveal_progress_in_a_sealed_play(new_world):
    """Bob and a spectator are sent the same bytes, whether or not Ann has turned a card, and whenever she did."""

    def bytes_received(moments):
        """Return the bytes of Bob and a spectator if Ann turns a card in these seconds."""
        world, (ann, bob) = world_in_match(
            new_world, options={"visibility": "sealed"}, seed=seed_of_long_sealed_plays(2)
        )
        eve = world.join_person("Eve", watch=True)
        for second in range(1, 15):
            world.now = float(second)
            if second in moments:
                ann.send_action(REVEAL)
            world.run_tick()
        assert bob.clock == Clock(20, 20.0, 1)
        assert eve.clock == Clock(20, None, None)
        return bob.received_bytes, eve.received_bytes

    assert bytes_received([]) == bytes_received([3]) == bytes_received([3, 9]) == bytes_received([14])


def test_clock_set_during_a_sealed_play_does_not_reveal_progress(new_world):
    def bytes_received(script):
        """Return the bytes of Bob and a spectator if Ann turns `script` cards."""
        world, (ann, bob) = world_in_match(
            new_world, options={"visibility": "sealed"}, seed=seed_of_long_sealed_plays(2)
        )
        eve = world.join_person("Eve", watch=True)
        ann.set_terms(Terms(clock=10))
        world.run_tick()
        bob.send_action(REVEAL)
        world.run_tick()
        for _ in range(script):
            ann.send_action(REVEAL)
            world.run_tick()
        return bob.received_bytes, eve.received_bytes

    assert bytes_received(0) == bytes_received(1) == bytes_received(2)


def test_idle_mark_does_not_reveal_progress_in_a_sealed_play(new_world):
    """In a sealed play others see that a person is idle only when the play is over."""
    world, (ann, _) = world_in_match(new_world, options={"visibility": "sealed"}, seed=seed_of_long_sealed_plays(2))
    seen = []
    for _ in range(400):
        world.pass_time(1)
        legal = world.game.legal(ann.view)
        if legal:
            ann.send_action(legal[0] if BANK not in legal or world.now % 3 else BANK)
            world.run_tick()
        person = world.table.state.seats[1].person
        if person.clock_expiries >= 3 and not person.idle:
            assert 1 in world.table.state.runner.match.sealed_play.shadows
            seen.append(world.now)
            assert ann.table.seats[1].here
        if person.idle:
            break
    assert not ann.table.seats[1].here
    assert seen, "it was known to the table before"
