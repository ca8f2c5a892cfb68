"""The time limit of a match, an option of Queen's Dungeon (QD-20): the table takes its own action when it is over."""

from __future__ import annotations

import pytest

from core import Action, games, replay
from net.client.events import MatchChanged, RefusalReceived
from net.journal.entries import ActionEntry

GAME = games["queens-dungeon"]
TIME = ActionEntry(1, 4, "time", "table")
FOR_EVER = {"target": 100_000}


def world_with_time_limit(new_world, minutes, people=1, **kw):
    """Start a match of Queen's Dungeon with a time limit in minutes at a simulated table (`World`).

    Return the world and the clients of its people; bots fill the other seats.
    """
    options = FOR_EVER | {"time_limit": minutes}
    world = new_world(game="queens-dungeon", seats=4, options=options, bots=4 - people, **kw)
    players = [world.join_person(f"P{number}") for number in range(people)]
    players[0].start_match()
    world.run_tick()
    return world, players


def test_hand_in_which_time_is_up_is_the_last(new_world):
    world, (ann,) = world_with_time_limit(new_world, 3, pace=1.0)
    written = []
    for _ in range(10_000):
        if world.table.state.playing is None:
            break
        if not ann._pending_act and GAME.legal(ann.view):
            ann.send_action(GAME.bots["warden"](ann.view))
        elif not world.inbox:
            world.now = world.wake_at
        world.run_tick()
        world.check_replicas()
        written += [(world.now, entry, ann.view.facts["hand"]) for entry in world.new_match_entries()]
    sent_messages = [(when, hand) for when, entry, hand in written if entry == TIME]
    assert [when for when, _ in sent_messages] == [180.0]
    match = world.table.state.runner.match
    assert match.over
    ranks = [standing.rank for standing in match.standings]
    assert written[-1][2] == sent_messages[0][1], "no hand after that, for the highest is alone"
    assert ranks.count(1) == 1
    assert ann.standings == match.standings
    assert replay(match.record).digest == match.digest
    assert sum(world.table.state.runner.steps) == len(match.actions) - 1
    assert world.wake_at is None


def test_table_wakes_when_time_is_up_without_any_input(new_world):
    world, people = world_with_time_limit(new_world, 2, people=4)
    assert world.wake_at == 120.0
    world.now = 119.99
    world.run_tick()
    assert not world.new_match_entries()
    assert world.wake_at == 120.0
    world.now = 120.0
    world.run_tick()
    assert world.new_match_entries() == [TIME]
    assert world.wake_at is None, "it is said once"
    for player in people:
        assert player.last_event(MatchChanged).view.facts["last-hand"] is True
    world.check_replicas()
    world.now = 500.0
    world.run_tick()
    assert not world.new_match_entries()


def test_time_is_up_is_announced_before_the_actions_of_the_same_tick(new_world):
    world, people = world_with_time_limit(new_world, 1, people=4)
    dealer = next(player for player in people if GAME.legal(player.view))
    dealer.send_action(GAME.legal(dealer.view)[0])
    world.now = 75.0
    world.run_tick()
    assert [entry.action.split()[0] for entry in world.new_match_entries()] == ["time", "trump"]
    world.check_replicas()


@pytest.mark.parametrize("minutes", [0, 5])
def test_no_person_can_announce_that_time_is_up(new_world, minutes):
    world, people = world_with_time_limit(new_world, minutes, people=4)
    for player in people:
        player.send_action(Action(("time",)))
    world.run_tick()
    assert not world.new_match_entries()
    assert [player.event_count(RefusalReceived) for player in people] == [1] * 4
    assert world.wake_at == (300.0 if minutes else None)


def test_next_match_has_its_own_time_limit(new_world):
    world = new_world(game="queens-dungeon", seats=4, options={"target": 1, "time_limit": 10}, bots=3)
    ann = world.join_person("Ann")
    world.now = 1000.0
    for number in (1, 2):
        ann.start_match()
        world.run_tick()
        assert world.wake_at == world.now or world.wake_at == world.now + 600
        world.play_match([ann])
        assert world.table.state.matches == number
        assert "time" not in str(world.table.state.runner.match.record).split()
        world.now += 100.0
        world.run_tick()
        assert world.wake_at is None
