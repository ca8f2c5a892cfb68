"""The time limit of a match, an option of Queen's Dungeon (QD-20): when time is up, the table takes an action of its
own.
"""

from __future__ import annotations

import pytest

from core import Action, games, replay
from net.client.events import MatchChanged, RefusalReceived
from net.journal.entries import ActionEntry

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""
TIME_UP_ENTRY = ActionEntry(1, 4, "time", "table")
"""The journal entry of the action that the table takes when time is up."""

ENDLESS_MATCH_OPTIONS = {"target": 100_000}
"""Options of Queen's Dungeon with which no match ends by its score."""


def harness_with_time_limit(make_harness, minutes, people=1, **settings):
    """Start a match of Queen's Dungeon with a time limit in minutes at a simulated table (`TableHarness`).

    Return the harness and the clients of its people; bots fill the other seats.
    """
    options = ENDLESS_MATCH_OPTIONS | {"time_limit": minutes}
    harness = make_harness(game="queens-dungeon", seats=4, options=options, bots=4 - people, **settings)
    players = [harness.join_person(f"P{number}") for number in range(people)]
    players[0].start_match()
    harness.run_tick()
    return harness, players


def test_hand_in_which_time_is_up_is_the_last(make_harness):
    harness, (ann,) = harness_with_time_limit(make_harness, 3, pace=1.0)
    written = []
    for _ in range(10_000):
        if harness.table.state.active_runner is None:
            break
        if not ann._pending_act and GAME.legal(ann.view):
            ann.send_action(GAME.bots["warden"](ann.view))
        elif not harness.inbox:
            harness.now = harness.wake_at
        harness.run_tick()
        harness.check_replicas()
        written += [(harness.now, entry, ann.view.facts["hand"]) for entry in harness.new_match_entries()]
    sent_messages = [(when, hand) for when, entry, hand in written if entry == TIME_UP_ENTRY]
    assert [when for when, _ in sent_messages] == [180.0]
    match = harness.table.state.runner.match
    assert match.over
    ranks = [standing.rank for standing in match.standings]
    assert written[-1][2] == sent_messages[0][1], "no hand after that, for the highest is alone"
    assert ranks.count(1) == 1
    assert ann.standings == match.standings
    assert replay(match.record).digest == match.digest
    assert sum(harness.table.state.runner.steps) == len(match.actions) - 1
    assert harness.wake_at is None


def test_table_wakes_when_time_is_up_without_any_input(make_harness):
    harness, people = harness_with_time_limit(make_harness, 2, people=4)
    assert harness.wake_at == 120.0
    harness.now = 119.99
    harness.run_tick()
    assert not harness.new_match_entries()
    assert harness.wake_at == 120.0
    harness.now = 120.0
    harness.run_tick()
    assert harness.new_match_entries() == [TIME_UP_ENTRY]
    assert harness.wake_at is None, "it is said once"
    for player in people:
        assert player.last_event(MatchChanged).view.facts["last-hand"] is True
    harness.check_replicas()
    harness.now = 500.0
    harness.run_tick()
    assert not harness.new_match_entries()


def test_time_is_up_is_announced_before_the_actions_of_the_same_tick(make_harness):
    harness, people = harness_with_time_limit(make_harness, 1, people=4)
    dealer = next(player for player in people if GAME.legal(player.view))
    dealer.send_action(GAME.legal(dealer.view)[0])
    harness.now = 75.0
    harness.run_tick()
    assert [entry.action.split()[0] for entry in harness.new_match_entries()] == ["time", "trump"]
    harness.check_replicas()


@pytest.mark.parametrize("minutes", [0, 5])
def test_action_that_ends_the_time_is_refused_from_a_person(make_harness, minutes):
    harness, people = harness_with_time_limit(make_harness, minutes, people=4)
    for player in people:
        player.send_action(Action(("time",)))
    harness.run_tick()
    assert not harness.new_match_entries()
    assert [player.event_count(RefusalReceived) for player in people] == [1] * 4
    assert harness.wake_at == (300.0 if minutes else None)


def test_next_match_has_its_own_time_limit(make_harness):
    harness = make_harness(game="queens-dungeon", seats=4, options={"target": 1, "time_limit": 10}, bots=3)
    ann = harness.join_person("Ann")
    harness.now = 1000.0
    for number in (1, 2):
        ann.start_match()
        harness.run_tick()
        assert harness.wake_at == harness.now or harness.wake_at == harness.now + 600
        harness.play_match([ann])
        assert harness.table.state.matches == number
        assert "time" not in str(harness.table.state.runner.match.record).split()
        harness.now += 100.0
        harness.run_tick()
        assert harness.wake_at is None
