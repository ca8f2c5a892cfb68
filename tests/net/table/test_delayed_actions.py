"""Delayed actions at a table, which count only some seconds (the grace) after they became possible (RULINGS 4.4), in
their order.
"""

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
"""The game of these tests: Big Queen."""
SHORT_MATCH_OPTIONS = {"hand_size": 4}
"""Options of Big Queen with which the matches of these tests are short."""
DEAL, DRAW, ANNOUNCE, CATCH = (GAME.parse(text) for text in ("deal", "draw", "announce", "catch 1"))
LATE_CATCH_REFUSAL = "Your catch was held back to be fair to slow connections, and came too late."
"""The sentence that refuses a delayed catch which is no longer possible."""


@cache
def seed_with_early_set():
    """Return a seed with which seat 1 can lay a set in its first turn, and so has one card left."""
    for seed in range(1000):
        match = GAME.start(4, seed=seed, options=SHORT_MATCH_OPTIONS)
        match.act(0, DEAL)
        match.act(1, DRAW)
        if any(action.verb == "meld" for action in match.legal(1)):
            return seed
    raise AssertionError("there is no such seed")


def first_action(player, verb):
    """Return the first legal action of a player with this verb."""
    return next(action for action in GAME.legal(player.view) if action.verb == verb)


def harness_with_unannounced_card(make_harness, **options):
    """Return a harness of four people, of whom the person in seat 1 has not announced their last card."""
    harness = make_harness(game="big-queen", seats=4, seed=seed_with_early_set(), options=SHORT_MATCH_OPTIONS | options)
    people = [harness.join_person(name) for name in ("Ann", "Bob", "Cat", "Dan")]
    people[0].start_match()
    harness.run_tick()
    people[0].send_action(DEAL)
    harness.run_tick()
    for verb in ("draw", "meld", "discard"):
        people[1].send_action(first_action(people[1], verb))
        harness.run_tick()
    assert seats_to_announce(harness) == (1,)
    return harness, people


def seats_to_announce(harness):
    """Return the seats that have one card left and have not announced it."""
    match = harness.table.state.runner.match
    return match.facts[match.layout.fact("due").layout_index]


def hand_size(harness, seat):
    """Return the number of cards in the hand of a seat."""
    return len(harness.table.state.runner.match.piles[seat])


def messages_of_class(harness, kind):
    """Return the messages of this class that were sent in the latest tick, the latest call of the table."""
    return [message for message in harness.sent_messages() if isinstance(message, kind)]


def run_tick_at(harness, now):
    """Run a tick, in which the table handles all that has arrived, at the time `now` in seconds."""
    harness.now = now
    harness.run_tick()


def test_delayed_catch_counts_after_the_grace(make_harness):
    harness, (ann, _bob, _cat, _dan) = harness_with_unannounced_card(make_harness)
    run_tick_at(harness, 0.5)
    ann.send_action(CATCH)
    harness.run_tick()
    assert ann.last_event(ActionDelay) == ActionDelay(1.5)
    assert not harness.new_match_entries()
    assert not messages_of_class(harness, ActionAnswered)
    assert harness.wake_at == 2.0
    run_tick_at(harness, 1.999)
    assert hand_size(harness, 1) == 1
    run_tick_at(harness, 2.0)
    assert harness.new_match_entries() == [ActionEntry(1, 0, "catch 1", "person")]
    assert [message.id for message in messages_of_class(harness, ActionAnswered)] == [2]
    assert hand_size(harness, 1) == 2
    assert harness.wake_at is None
    assert ann.event_count(RefusalReceived) == 0
    harness.check_replicas()
    assert replay(harness.table.state.runner.match.record).digest == harness.table.state.runner.match.digest


def test_announcement_during_the_grace_prevents_the_catch(make_harness):
    harness, (ann, bob, _cat, _dan) = harness_with_unannounced_card(make_harness)
    ann.send_action(CATCH)
    harness.run_tick()
    run_tick_at(harness, 1.9)
    bob.send_action(ANNOUNCE)
    harness.run_tick()
    assert ann.last_event(RefusalReceived).reason == LATE_CATCH_REFUSAL
    assert (seats_to_announce(harness), hand_size(harness, 1)) == ((), 1)
    run_tick_at(harness, 5.0)
    assert hand_size(harness, 1) == 1
    assert harness.wake_at is None
    assert "catch" not in str(harness.table.state.runner.match.record)


def test_announcement_at_the_end_of_the_grace_prevents_the_catch(make_harness):
    harness, (ann, bob, _cat, _dan) = harness_with_unannounced_card(make_harness)
    ann.send_action(CATCH)
    harness.run_tick()
    bob.send_action(ANNOUNCE)
    run_tick_at(harness, 2.0)
    assert ann.last_event(RefusalReceived).reason == LATE_CATCH_REFUSAL
    assert hand_size(harness, 1) == 1


def test_first_catch_received_counts_and_the_second_is_refused(make_harness):
    harness, (ann, _bob, _cat, dan) = harness_with_unannounced_card(make_harness)
    dan.send_action(CATCH)
    ann.send_action(CATCH)
    harness.run_tick()
    run_tick_at(harness, 2.0)
    assert harness.new_match_entries() == [ActionEntry(1, 3, "catch 1", "person")]
    assert ann.last_event(RefusalReceived).reason == LATE_CATCH_REFUSAL
    assert (dan.event_count(RefusalReceived), hand_size(harness, 1)) == (0, 2)


def test_catch_sent_after_the_grace_does_not_overtake_a_delayed_one(make_harness):
    harness, (ann, _bob, _cat, dan) = harness_with_unannounced_card(make_harness)
    ann.send_action(CATCH)
    harness.run_tick()
    dan.send_action(CATCH)
    run_tick_at(harness, 2.0)
    assert harness.new_match_entries() == [ActionEntry(1, 0, "catch 1", "person")]
    assert dan.last_event(RefusalReceived).reason == LATE_CATCH_REFUSAL
    assert dan.event_count(ActionDelay) == 0


def test_without_a_grace_a_catch_counts_at_once(make_harness):
    harness, (ann, *_) = harness_with_unannounced_card(make_harness, catch_grace=0)
    ann.send_action(CATCH)
    harness.run_tick()
    assert harness.new_match_entries() == [ActionEntry(1, 0, "catch 1", "person")]
    assert ann.event_count(ActionDelay) == 0


def test_impossible_action_is_refused_without_delay(make_harness):
    harness, (ann, bob, *_) = harness_with_unannounced_card(make_harness)
    ann.send_action(Action(("catch", 3)))
    bob.send_action(CATCH)
    harness.run_tick()
    assert (ann.event_count(RefusalReceived), bob.event_count(RefusalReceived)) == (1, 1)
    assert not messages_of_class(harness, ActionDelayed)


def test_person_can_act_while_their_catch_is_delayed(make_harness):
    harness, (_ann, _bob, cat, _dan) = harness_with_unannounced_card(make_harness)
    cat.send_action(CATCH)
    harness.run_tick()
    cat.send_action(DRAW)
    harness.run_tick()
    assert harness.new_match_entries() == [ActionEntry(1, 2, "draw", "person")]
    assert cat.event_count(RefusalReceived) == 0
    run_tick_at(harness, 2.0)
    assert harness.new_match_entries() == [ActionEntry(1, 2, "catch 1", "person")]
    cat.send_action(first_action(cat, "discard"))
    harness.run_tick()
    assert harness.table.state.runner.steps[2] == 3
    assert cat.event_count(RefusalReceived) == 0


def test_duplicate_of_a_delayed_action_is_answered_and_executed_once(make_harness):
    harness, (ann, *_) = harness_with_unannounced_card(make_harness)
    again = Act(9, 1, harness.table.state.runner.steps[0], "catch 1")
    ann._send(again)
    harness.run_tick()
    run_tick_at(harness, 0.5)
    ann._send(again)
    ann._send(Act(10, 1, harness.table.state.runner.steps[0], "catch 1"))
    harness.run_tick()
    assert [(held.id, held.seconds) for held in messages_of_class(harness, ActionDelayed)] == [(9, 1.5), (10, 1.5)]
    run_tick_at(harness, 2.0)
    assert [done.id for done in messages_of_class(harness, ActionAnswered)] == [10]
    ann._send(Act(10, 1, 0, "catch 1"))
    harness.run_tick()
    assert [done.id for done in messages_of_class(harness, ActionAnswered)] == [10]
    assert (not harness.new_match_entries(), hand_size(harness, 1)) == (True, 2)


def test_returning_person_learns_that_their_action_is_still_delayed(make_harness):
    harness, (ann, *_) = harness_with_unannounced_card(make_harness)
    ann.send_action(CATCH)
    harness.run_tick()
    ann.lose_connection()
    run_tick_at(harness, 1.0)
    ann.connect()
    harness.run_tick()
    harness.run_tick()
    assert ann._pending_act is not None, "it has not been answered"
    assert ann.event_count(ActionDelay) == 2
    run_tick_at(harness, 2.0)
    assert (ann._pending_act, ann.event_count(RefusalReceived), hand_size(harness, 1)) == (None, 0, 2)
    harness.check_replicas()


def test_delayed_action_of_a_disconnected_person_counts(make_harness):
    harness, (ann, *_) = harness_with_unannounced_card(make_harness)
    ann.send_action(CATCH)
    harness.run_tick()
    ann.lose_connection()
    run_tick_at(harness, 2.0)
    assert ActionEntry(1, 0, "catch 1", "person") in harness.new_match_entries()
    ann.connect()
    harness.run_tick()
    assert (ann._pending_act, ann.event_count(RefusalReceived)) == (None, 0)


@pytest.mark.parametrize("ticks", [True, False], ids=["tick by tick", "in one tick"])
def test_delayed_catch_never_counts_for_a_later_announcement_that_is_missing(make_harness, ticks):
    """Ann's delayed catch of Bob must not count after everybody's next turn, though Bob again does not announce."""
    harness, people = harness_with_unannounced_card(make_harness, catch_grace=30)
    ann, bob = people[:2]
    running = harness.table.state.runner
    ann.send_action(CATCH)
    harness.run_tick()
    twin = running.match.copy()
    for seat in (2, 3, 0, 1):
        for verb in ("draw", "discard"):
            action = next(action for action in twin.legal(seat) if action.verb == verb and len(action) < 3)
            step = running.steps[seat] + (verb == "discard" if not ticks else 0)
            twin.act(seat, action)
            people[seat]._last_action_id += 1
            people[seat]._send(Act(people[seat]._last_action_id, 1, step, str(action)))
            if ticks:
                harness.run_tick()
    harness.run_tick()
    assert (seats_to_announce(harness), hand_size(harness, 1)) == ((1,), 1)
    assert ann.last_event(RefusalReceived).reason == LATE_CATCH_REFUSAL
    assert not running.delayed_actions.pending
    run_tick_at(harness, 40.0)
    assert hand_size(harness, 1) == 1
    ann.send_action(CATCH)
    harness.run_tick()
    assert hand_size(harness, 1) == 2, "and now the grace of the later occasion has run as well"
    assert bob.event_count(RefusalReceived) == 0


def test_delayed_catch_is_invisible_to_others(make_harness):
    def bytes_of_others(catching):
        """Return the bytes of the others, whether Ann catches (`catching`) or not."""
        harness, (ann, bob, cat, dan) = harness_with_unannounced_card(make_harness)
        if catching:
            ann.send_action(CATCH)
        harness.run_tick()
        run_tick_at(harness, 1.0)
        bob.send_action(ANNOUNCE)
        harness.run_tick()
        return bob.received_bytes, cat.received_bytes, dan.received_bytes

    assert bytes_of_others(True) == bytes_of_others(False)


random_steps = st.tuples(
    st.sampled_from(("act", "act", "act", "catch", "catch", "announce", "again", "drop", "come", "wait", "turn")),
    st.integers(0, 3),
    st.integers(0, 40),
)
"""Hypothesis strategy for what happens next: an operation, the number of a person, and a variant of the operation."""


class GraceChecker:
    """Checks after every tick of a table that nobody is caught within the grace, the time in which a player may still
    announce.
    """

    def __init__(self, harness, grace):
        self.harness, self.grace = harness, grace
        self.since = dict.fromkeys(seats_to_announce(harness), harness.now)
        self.caught = 0

    def run_tick(self):
        """Run a tick; check that no catch came within the grace, that every delayed action is still possible and there
        once, and that all clients have the table's state.
        """
        harness, match = self.harness, self.harness.table.state.runner.match
        before = len(match.actions)
        harness.run_tick()
        for seat, action in match.actions[before:]:
            if action.verb == "catch":
                self.caught += 1
                assert harness.now >= self.since[int(action[1])] + self.grace, f"{seat} was too quick"
        self.since = {seat: self.since.get(seat, harness.now) for seat in seats_to_announce(harness)}
        delayed = harness.table.state.runner.delayed_actions
        assert all(held.counts_at > harness.now and not delayed.has_lapsed(held, match) for held in delayed.pending)
        assert len({(held.seat, held.action) for held in delayed.pending}) == len(delayed.pending)
        harness.check_replicas()


def carry_out_step(harness, player, step, variant):
    """Carry out the operation `step` of a player; `variant` chooses among its variants."""
    if step == "catch":
        player.send_action(Action(("catch", variant % 4)))
    elif step == "announce":
        player.send_action(ANNOUNCE)
    elif step == "again":
        if player._pending_act is not None:
            player._send(player._pending_act)
    elif step == "drop":
        player.lose_connection()
    elif GAME.legal(player.view):
        legal = GAME.legal(player.view)
        player.send_action(legal[variant % len(legal)])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(random_steps, max_size=120), st.integers(0, 3))
def test_nobody_is_caught_within_the_grace_in_random_play(make_harness, steps, grace):
    harness, people = harness_with_unannounced_card(make_harness, catch_grace=grace, max_rounds=2)
    grace_check = GraceChecker(harness, grace)
    for step, who, number in steps:
        player = people[who]
        if step == "come" and not player.connection_id:
            player.connect()
        elif step == "wait":
            harness.now += number / 16
        elif player.connection_id and step not in ("come", "turn"):
            carry_out_step(harness, player, step, number)
        if step in ("turn", "act", "drop"):
            grace_check.run_tick()
            while harness.wake_at is not None and harness.wake_at <= harness.now:
                grace_check.run_tick()
    for player in people:
        if not player.connection_id:
            player.connect()
    grace_check.run_tick()
    harness.now += 10
    grace_check.run_tick()
    grace_check.run_tick()
    assert all(player._pending_act is None for player in people), "everything has been answered"
    assert replay(harness.table.state.runner.match.record).digest == harness.table.state.runner.match.digest
