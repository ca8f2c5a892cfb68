"""Delayed actions, which count only some seconds after they became possible (RULINGS 4.4), in order."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import Action, games, replay
from net.client.events import ActionDelay, RefusalReceived
from net.journal.entries import ActionEntry
from net.protocol.messages import Act, ActionAnswered, ActionDelayed

GAME = games["big-queen"]
SMALL = {"hand_size": 4}
DEAL, DRAW, ANNOUNCE, CATCH = (GAME.parse(text) for text in ("deal", "draw", "announce", "catch 1"))
NO_LONGER_DUE = "Your catch was held back to be fair to slow lines, and is no longer due."


@cache
def lucky_seed():
    """Return a seed with which seat 1 can lay a set in its first turn, and so has one card left."""
    for seed in range(1000):
        match = GAME.start(4, seed=seed, options=SMALL)
        match.act(0, DEAL)
        match.act(1, DRAW)
        if any(action.verb == "meld" for action in match.legal(1)):
            return seed
    raise AssertionError("there is no such seed")


def first(player, verb):
    return next(action for action in GAME.legal(player.view) if action.verb == verb)


def silent(world, **options):
    """Return a world of four people; the one in seat 1 has not announced their last card."""
    w = world(game="big-queen", seats=4, seed=lucky_seed(), options=SMALL | options)
    people = [w.player(name) for name in ("Ann", "Bob", "Cat", "Dan")]
    people[0].start_match()
    w.turn()
    people[0].send_action(DEAL)
    w.turn()
    for verb in ("draw", "meld", "discard"):
        people[1].send_action(first(people[1], verb))
        w.turn()
    assert due(w) == (1,)
    return w, people


def due(w):
    match = w.table.state.runner.match
    return match.facts[match.layout.fact("due").index]


def cards(w, seat):
    return len(w.table.state.runner.match.piles[seat])


def told(w, kind):
    return [message for message in w.sent_messages() if isinstance(message, kind)]


def at(w, now):
    w.now = now
    w.turn()


def test_catch_counts_after_the_grace(world):
    w, (ann, _bob, _cat, _dan) = silent(world)
    at(w, 0.5)
    ann.send_action(CATCH)
    w.turn()
    assert ann.last(ActionDelay) == ActionDelay(1.5)
    assert not w.journal()
    assert not told(w, ActionAnswered)
    assert w.wake == 2.0
    at(w, 1.999)
    assert cards(w, 1) == 1
    at(w, 2.0)
    assert w.journal() == [ActionEntry(1, 0, "catch 1", "person")]
    assert [message.id for message in told(w, ActionAnswered)] == [2]
    assert cards(w, 1) == 2
    assert w.wake is None
    assert ann.count(RefusalReceived) == 0
    w.check_replicas()
    assert replay(w.table.state.runner.match.record).digest == w.table.state.runner.match.digest


def test_announcement_during_the_grace_prevents_the_catch(world):
    w, (ann, bob, _cat, _dan) = silent(world)
    ann.send_action(CATCH)
    w.turn()
    at(w, 1.9)
    bob.send_action(ANNOUNCE)
    w.turn()
    assert ann.last(RefusalReceived).reason == NO_LONGER_DUE
    assert (due(w), cards(w, 1)) == ((), 1)
    at(w, 5.0)
    assert cards(w, 1) == 1
    assert w.wake is None
    assert "catch" not in str(w.table.state.runner.match.record)


def test_announcement_at_the_end_of_the_grace_prevents_the_catch(world):
    w, (ann, bob, _cat, _dan) = silent(world)
    ann.send_action(CATCH)
    w.turn()
    bob.send_action(ANNOUNCE)
    at(w, 2.0)
    assert ann.last(RefusalReceived).reason == NO_LONGER_DUE
    assert cards(w, 1) == 1


def test_first_received_catch_counts(world):
    w, (ann, _bob, _cat, dan) = silent(world)
    dan.send_action(CATCH)
    ann.send_action(CATCH)
    w.turn()
    at(w, 2.0)
    assert w.journal() == [ActionEntry(1, 3, "catch 1", "person")]
    assert ann.last(RefusalReceived).reason == NO_LONGER_DUE
    assert (dan.count(RefusalReceived), cards(w, 1)) == (0, 2)


def test_catch_after_the_grace_does_not_overtake_a_delayed_one(world):
    w, (ann, _bob, _cat, dan) = silent(world)
    ann.send_action(CATCH)
    w.turn()
    dan.send_action(CATCH)
    at(w, 2.0)
    assert w.journal() == [ActionEntry(1, 0, "catch 1", "person")]
    assert dan.last(RefusalReceived).reason == NO_LONGER_DUE
    assert dan.count(ActionDelay) == 0


def test_without_a_grace_a_catch_counts_at_once(world):
    w, (ann, *_) = silent(world, catch_grace=0)
    ann.send_action(CATCH)
    w.turn()
    assert w.journal() == [ActionEntry(1, 0, "catch 1", "person")]
    assert ann.count(ActionDelay) == 0


def test_impossible_action_is_refused_without_delay(world):
    w, (ann, bob, *_) = silent(world)
    ann.send_action(Action(("catch", 3)))
    bob.send_action(CATCH)
    w.turn()
    assert (ann.count(RefusalReceived), bob.count(RefusalReceived)) == (1, 1)
    assert not told(w, ActionDelayed)


def test_person_can_act_while_their_catch_is_delayed(world):
    w, (_ann, _bob, cat, _dan) = silent(world)
    cat.send_action(CATCH)
    w.turn()
    cat.send_action(DRAW)
    w.turn()
    assert w.journal() == [ActionEntry(1, 2, "draw", "person")]
    assert cat.count(RefusalReceived) == 0
    at(w, 2.0)
    assert w.journal() == [ActionEntry(1, 2, "catch 1", "person")]
    cat.send_action(first(cat, "discard"))
    w.turn()
    assert w.table.state.runner.steps[2] == 3
    assert cat.count(RefusalReceived) == 0


def test_duplicate_of_a_delayed_action_is_answered_and_executed_once(world):
    w, (ann, *_) = silent(world)
    again = Act(9, 1, w.table.state.runner.steps[0], "catch 1")
    ann._send(again)
    w.turn()
    at(w, 0.5)
    ann._send(again)
    ann._send(Act(10, 1, w.table.state.runner.steps[0], "catch 1"))
    w.turn()
    assert [(held.id, held.seconds) for held in told(w, ActionDelayed)] == [(9, 1.5), (10, 1.5)]
    at(w, 2.0)
    assert [done.id for done in told(w, ActionAnswered)] == [10]
    ann._send(Act(10, 1, 0, "catch 1"))
    w.turn()
    assert [done.id for done in told(w, ActionAnswered)] == [10]
    assert (not w.journal(), cards(w, 1)) == (True, 2)


def test_returning_person_learns_that_their_action_is_still_delayed(world):
    w, (ann, *_) = silent(world)
    ann.send_action(CATCH)
    w.turn()
    ann.drop()
    at(w, 1.0)
    ann.come()
    w.turn()
    w.turn()
    assert ann._pending_act is not None, "it has not been answered"
    assert ann.count(ActionDelay) == 2
    at(w, 2.0)
    assert (ann._pending_act, ann.count(RefusalReceived), cards(w, 1)) == (None, 0, 2)
    w.check_replicas()


def test_delayed_action_of_a_disconnected_person_counts(world):
    w, (ann, *_) = silent(world)
    ann.send_action(CATCH)
    w.turn()
    ann.drop()
    at(w, 2.0)
    assert ActionEntry(1, 0, "catch 1", "person") in w.journal()
    ann.come()
    w.turn()
    assert (ann._pending_act, ann.count(RefusalReceived)) == (None, 0)


@pytest.mark.parametrize("ticks", [True, False], ids=["tick by tick", "in one tick"])
def test_delayed_action_never_applies_to_a_later_occasion(world, ticks):
    """Bob does not announce, Ann catches; before it counts, a round passes and Bob does not announce again."""
    w, people = silent(world, catch_grace=30)
    ann, bob = people[:2]
    running = w.table.state.runner
    ann.send_action(CATCH)
    w.turn()
    twin = running.match.copy()
    for seat in (2, 3, 0, 1):
        for verb in ("draw", "discard"):
            action = next(action for action in twin.legal(seat) if action.verb == verb and len(action) < 3)
            step = running.steps[seat] + (verb == "discard" if not ticks else 0)
            twin.act(seat, action)
            people[seat]._last_action_id += 1
            people[seat]._send(Act(people[seat]._last_action_id, 1, step, str(action)))
            if ticks:
                w.turn()
    w.turn()
    assert (due(w), cards(w, 1)) == ((1,), 1)
    assert ann.last(RefusalReceived).reason == NO_LONGER_DUE
    assert not running.delayed.pending
    at(w, 40.0)
    assert cards(w, 1) == 1
    ann.send_action(CATCH)
    w.turn()
    assert cards(w, 1) == 2, "and now the grace of the later occasion has run as well"
    assert bob.count(RefusalReceived) == 0


def test_delayed_catch_is_invisible_to_others(world):
    def bytes_of_others(catching):
        w, (ann, bob, cat, dan) = silent(world)
        if catching:
            ann.send_action(CATCH)
        w.turn()
        at(w, 1.0)
        bob.send_action(ANNOUNCE)
        w.turn()
        return bob.bytes, cat.bytes, dan.bytes

    assert bytes_of_others(True) == bytes_of_others(False)


STEPS = st.tuples(
    st.sampled_from(("act", "act", "act", "catch", "catch", "announce", "again", "drop", "come", "wait", "turn")),
    st.integers(0, 3),
    st.integers(0, 40),
)


class Watch:
    """Checks after every tick that nobody is caught within the grace."""

    def __init__(self, w, grace):
        self.w, self.grace = w, grace
        self.since = dict.fromkeys(due(w), w.now)
        self.caught = 0

    def turn(self):
        w, match = self.w, self.w.table.state.runner.match
        before = len(match.actions)
        w.turn()
        for seat, action in match.actions[before:]:
            if action.verb == "catch":
                self.caught += 1
                assert w.now >= self.since[int(action[1])] + self.grace, f"{seat} was too quick"
        self.since = {seat: self.since.get(seat, w.now) for seat in due(w)}
        delayed = w.table.state.runner.delayed
        assert all(held.counts_at > w.now and not delayed.has_lapsed(held, match) for held in delayed.pending)
        assert len({(held.seat, held.action) for held in delayed.pending}) == len(delayed.pending)
        w.check_replicas()


def carry_out(w, player, op, number):
    """Carry out the operation `op` of a player; `number` chooses among its variants."""
    if op == "catch":
        player.send_action(Action(("catch", number % 4)))
    elif op == "announce":
        player.send_action(ANNOUNCE)
    elif op == "again":
        if player._pending_act is not None:
            player._send(player._pending_act)
    elif op == "drop":
        player.drop()
    elif GAME.legal(player.view):
        legal = GAME.legal(player.view)
        player.send_action(legal[number % len(legal)])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, max_size=120), st.integers(0, 3))
def test_nobody_is_caught_within_the_grace_in_random_play(world, steps, grace):
    w, people = silent(world, catch_grace=grace, max_rounds=2)
    watch = Watch(w, grace)
    for op, who, number in steps:
        player = people[who]
        if op == "come" and not player.link:
            player.come()
        elif op == "wait":
            w.now += number / 16
        elif player.link and op not in ("come", "turn"):
            carry_out(w, player, op, number)
        if op in ("turn", "act", "drop"):
            watch.turn()
            while w.wake is not None and w.wake <= w.now:
                watch.turn()
    for player in people:
        if not player.link:
            player.come()
    watch.turn()
    w.now += 10
    watch.turn()
    watch.turn()
    assert all(player._pending_act is None for player in people), "everything has been answered"
    assert replay(w.table.state.runner.match.record).digest == w.table.state.runner.match.digest
