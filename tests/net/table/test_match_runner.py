"""The time limit of a match, an option of Queen's Dungeon (QD-20): the table takes its own action when it is over."""

from __future__ import annotations

import pytest

from core import Action, games, replay
from net.client.events import MatchChanged, RefusalReceived
from net.journal.entries import ActionEntry

GAME = games["queens-dungeon"]
TIME = ActionEntry(1, 4, "time", "table")
FOR_EVER = {"target": 100_000}


def table(world, minutes, people=1, **kw):
    options = FOR_EVER | {"time_limit": minutes}
    w = world(game="queens-dungeon", seats=4, options=options, bots=4 - people, **kw)
    players = [w.player(f"P{number}") for number in range(people)]
    players[0].start_match()
    w.turn()
    return w, players


def test_hand_in_which_time_is_up_is_the_last(world):
    w, (ann,) = table(world, 3, pace=1.0)
    written = []
    for _ in range(10_000):
        if w.table.state.playing is None:
            break
        if not ann._pending_act and GAME.legal(ann.view):
            ann.send_action(GAME.bots["warden"](ann.view))
        elif not w.inbox:
            w.now = w.wake
        w.turn()
        w.check_replicas()
        written += [(w.now, entry, ann.view.facts["hand"]) for entry in w.journal()]
    sent_messages = [(when, hand) for when, entry, hand in written if entry == TIME]
    assert [when for when, _ in sent_messages] == [180.0]
    match = w.table.state.runner.match
    assert match.over
    ranks = [standing.rank for standing in match.standings]
    assert written[-1][2] == sent_messages[0][1], "no hand after that, for the highest is alone"
    assert ranks.count(1) == 1
    assert ann.standings == match.standings
    assert replay(match.record).digest == match.digest
    assert sum(w.table.state.runner.steps) == len(match.actions) - 1
    assert w.wake is None


def test_table_wakes_when_time_is_up_without_any_input(world):
    w, people = table(world, 2, people=4)
    assert w.wake == 120.0
    w.now = 119.99
    w.turn()
    assert not w.journal()
    assert w.wake == 120.0
    w.now = 120.0
    w.turn()
    assert w.journal() == [TIME]
    assert w.wake is None, "it is said once"
    for player in people:
        assert player.last(MatchChanged).view.facts["last-hand"] is True
    w.check_replicas()
    w.now = 500.0
    w.turn()
    assert not w.journal()


def test_time_is_up_is_announced_before_the_actions_of_the_same_tick(world):
    w, people = table(world, 1, people=4)
    dealer = next(player for player in people if GAME.legal(player.view))
    dealer.send_action(GAME.legal(dealer.view)[0])
    w.now = 75.0
    w.turn()
    assert [entry.action.split()[0] for entry in w.journal()] == ["time", "trump"]
    w.check_replicas()


@pytest.mark.parametrize("minutes", [0, 5])
def test_no_person_can_announce_that_time_is_up(world, minutes):
    w, people = table(world, minutes, people=4)
    for player in people:
        player.send_action(Action(("time",)))
    w.turn()
    assert not w.journal()
    assert [player.count(RefusalReceived) for player in people] == [1] * 4
    assert w.wake == (300.0 if minutes else None)


def test_next_match_has_its_own_time_limit(world):
    w = world(game="queens-dungeon", seats=4, options={"target": 1, "time_limit": 10}, bots=3)
    ann = w.player("Ann")
    w.now = 1000.0
    for number in (1, 2):
        ann.start_match()
        w.turn()
        assert w.wake == w.now or w.wake == w.now + 600
        w.play([ann])
        assert w.table.state.matches == number
        assert "time" not in str(w.table.state.runner.match.record).split()
        w.now += 100.0
        w.turn()
        assert w.wake is None
