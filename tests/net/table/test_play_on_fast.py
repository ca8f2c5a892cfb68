"""The request to play on fast: bots decide without pauses if only bots have decisions left in the match."""

from __future__ import annotations

from core import games
from net.client.events import RefusalReceived
from net.limits import FAST_DECISION_SECONDS
from net.protocol.table_state import only_bots_decide

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""
BOT_SECONDS = 5.0
"""Approximate number of seconds that a bot takes for a decision in these tests."""


def play_until_player_has_ended(harness, player, *others):
    """Bank for all these people, but end the game of `player` as soon as that is legal; return once it has ended."""
    for _ in range(400):
        if GAME.end_cause(player.view, player.seat):
            return
        for one in (player, *others):
            legal = {action.verb: action for action in GAME.legal(one.view)}
            wanted = ("end", "bank", "reveal") if one is player else ("bank", "reveal")
            action = next((legal[verb] for verb in wanted if verb in legal), None)
            if action is not None:
                one.send_action(action)
        harness.run_tick()
        harness.pass_time(BOT_SECONDS)
    raise AssertionError("the person's game does not end")


def seconds_until_the_end(harness):
    """Run the match to its end, and return how many seconds of virtual time that took."""
    begun = harness.now
    while harness.table.state.active_runner is not None:
        harness.now = max(harness.now, harness.wake_at)
        harness.run_tick()
    return harness.now - begun


def refusal_count(player):
    """Return how many requests of a player have been refused."""
    return player.event_count(RefusalReceived)


def test_bots_play_on_fast_when_the_game_of_the_only_person_has_ended(make_harness):
    def harness_with_ann_out():
        """Return a harness of Ann and two bots in which Ann's game has ended, and Ann."""
        harness = make_harness(seats=3, bots=2, pace=BOT_SECONDS)
        (ann,) = harness.start_match_of("Ann")
        ann.play_on_fast()
        harness.run_tick()
        assert refusal_count(ann) == 1, "Ann plays herself"
        play_until_player_has_ended(harness, ann)
        return harness, ann

    harness, ann = harness_with_ann_out()
    steps = len(harness.table.state.active_runner.match.actions)
    assert only_bots_decide(ann.table, ann.view)
    ann.play_on_fast()
    harness.run_tick()
    assert refusal_count(ann) == 1
    fast = seconds_until_the_end(harness)
    more = len(harness.table.state.runner.match.actions) - steps
    assert more > 5
    assert fast <= more * 1.4 * FAST_DECISION_SECONDS + 0.1
    slow_harness, _ = harness_with_ann_out()
    assert seconds_until_the_end(slow_harness) > 10 * fast
    assert slow_harness.table.state.runner.match.digest == harness.table.state.runner.match.digest, (
        "only the time differs"
    )


def test_request_to_play_on_fast_is_refused_while_another_person_decides(make_harness):
    harness = make_harness(seats=3, bots=1, pace=BOT_SECONDS)
    ann, bob = harness.start_match_of("Ann", "Bob")
    play_until_player_has_ended(harness, ann, bob)
    assert not GAME.end_cause(bob.view, 1)
    assert not only_bots_decide(ann.table, ann.view)
    ann.play_on_fast()
    harness.run_tick()
    assert refusal_count(ann) == 1


def test_spectator_makes_bots_play_fast_until_a_person_sits_down(make_harness):
    harness = make_harness(seats=3, bots=3, pace=BOT_SECONDS)
    ann = harness.join_person("Ann", watch=True)
    ann.start_match()
    harness.run_tick()
    assert only_bots_decide(ann.table, ann.view)
    ann.play_on_fast()
    harness.run_tick()
    harness.pass_time(1.0)
    assert refusal_count(ann) == 0
    done = len(harness.table.state.active_runner.match.actions)
    assert done >= 10
    harness.table.state.active_runner.bots.remove(0)
    harness.pass_time(1.0)
    later = len(harness.table.state.active_runner.match.actions)
    harness.pass_time(1.0)
    assert len(harness.table.state.active_runner.match.actions) - later <= 2, "the bots think as before"


def test_request_to_play_on_fast_is_refused_between_matches(make_harness):
    harness = make_harness(seats=3, bots=2)
    ann = harness.join_person("Ann")
    ann.play_on_fast()
    harness.run_tick()
    assert refusal_count(ann) == 1
