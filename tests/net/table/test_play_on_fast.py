"""Playing on fast: bots decide fast when only bots decide in the match until its end."""

from __future__ import annotations

from core import games
from net.client.events import RefusalReceived
from net.limits import FAST_DECISION_SECONDS
from net.protocol.table_state import only_bots_decide

GAME = games["mad-queens"]
PACE = 5.0


def play_until_out(world, player, *others):
    """Bank and then end the game as one person, and bank as the others, until that person's game has ended."""
    for _ in range(400):
        if GAME.end_cause(player.view, player.seat):
            return
        for one in (player, *others):
            legal = {action.verb: action for action in GAME.legal(one.view)}
            wanted = ("end", "bank", "reveal") if one is player else ("bank", "reveal")
            action = next((legal[verb] for verb in wanted if verb in legal), None)
            if action is not None:
                one.send_action(action)
        world.run_tick()
        world.pass_time(PACE)
    raise AssertionError("the person's game does not end")


def seconds_until_the_end(world):
    """Run the match to its end, and return how many seconds of virtual time that took."""
    begun = world.now
    while world.table.state.playing is not None:
        world.now = max(world.now, world.wake_at)
        world.run_tick()
    return world.now - begun


def refusal_count(player):
    """Return how many requests of a player have been refused."""
    return player.event_count(RefusalReceived)


def test_bots_play_on_fast_when_the_only_person_is_out(new_world):
    def world_with_ann_out():
        """Return a world of Ann and two bots in which Ann's game has ended, and Ann."""
        world = new_world(seats=3, bots=2, pace=PACE)
        (ann,) = world.start_match_of("Ann")
        ann.play_on_fast()
        world.run_tick()
        assert refusal_count(ann) == 1, "Ann plays herself"
        play_until_out(world, ann)
        return world, ann

    world, ann = world_with_ann_out()
    steps = len(world.table.state.playing.match.actions)
    assert only_bots_decide(ann.table, ann.view)
    ann.play_on_fast()
    world.run_tick()
    assert refusal_count(ann) == 1
    fast = seconds_until_the_end(world)
    more = len(world.table.state.runner.match.actions) - steps
    assert more > 5
    assert fast <= more * 1.4 * FAST_DECISION_SECONDS + 0.1
    slow_world, _ = world_with_ann_out()
    assert seconds_until_the_end(slow_world) > 10 * fast
    assert slow_world.table.state.runner.match.digest == world.table.state.runner.match.digest, "only the time differs"


def test_request_to_play_on_fast_is_refused_while_another_person_decides(new_world):
    world = new_world(seats=3, bots=1, pace=PACE)
    ann, bob = world.start_match_of("Ann", "Bob")
    play_until_out(world, ann, bob)
    assert not GAME.end_cause(bob.view, 1)
    assert not only_bots_decide(ann.table, ann.view)
    ann.play_on_fast()
    world.run_tick()
    assert refusal_count(ann) == 1


def test_spectator_makes_bots_play_fast_until_a_person_sits_down(new_world):
    world = new_world(seats=3, bots=3, pace=PACE)
    ann = world.join_person("Ann", watch=True)
    ann.start_match()
    world.run_tick()
    assert only_bots_decide(ann.table, ann.view)
    ann.play_on_fast()
    world.run_tick()
    world.pass_time(1.0)
    assert refusal_count(ann) == 0
    done = len(world.table.state.playing.match.actions)
    assert done >= 10
    world.table.state.playing.bots.remove(0)
    world.pass_time(1.0)
    later = len(world.table.state.playing.match.actions)
    world.pass_time(1.0)
    assert len(world.table.state.playing.match.actions) - later <= 2, "the bots think as before"


def test_request_to_play_on_fast_is_refused_between_matches(new_world):
    world = new_world(seats=3, bots=2)
    ann = world.join_person("Ann")
    ann.play_on_fast()
    world.run_tick()
    assert refusal_count(ann) == 1
