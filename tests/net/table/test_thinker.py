"""Levels of play at a table: they remember what their seats saw, think piece by piece, and never hold up a match."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise, product

import pytest

from core import games
from core.engine.game import Level, level_of_bot
from core.engine.simulation import play_out
from net.journal.entries import ActionEntry
from net.limits import MAX_THOUGHT_SECONDS
from net.protocol.bot_names import temperament_of
from tests.support.depth import GAME_OF_EACH_BOARD, by_depth, parametrize, some_of

SHORT_OPTIONS = {
    "mad-queens": {"visibility": "sealed"},
    "mad-queens-classic": {},
    "big-queen": {"hand_size": 4, "max_rounds": 1},
    "queens-dungeon": {"target": 60},
    "queen-bees-ii": {},
}
"""Options with which a match is short."""

COMPARED_ACTIONS = by_depth(12, 10_000)
"""How many actions of hard bots at a table are compared with those of hard bots alone; a whole match takes seconds."""

SLICE_SECONDS = 0.001
"""How long a tick takes while somebody thinks, in the virtual time of these tests."""


@pytest.fixture
def change_hard(monkeypatch):
    """Return a function that replaces the level `hard` of a game by a function that thinks."""

    def change(slug, think):
        game = games[slug]
        levels = {**game.levels, "hard": Level(think)}
        monkeypatch.setitem(games._loaded, slug, replace(game, levels=levels))

    return change


def harness_of_bots(new_harness, slug, seed, level="hard", pace=0.0, people=0):
    """Return a harness in which a match of bots of a level has just begun, and the people in its first seats."""
    seats = games[slug].usual_seats
    harness = new_harness(game=slug, seats=seats, options=SHORT_OPTIONS[slug], seed=seed, pace=pace)
    owner = harness.join_person("Ann", watch=not people)
    players = [owner, *(harness.join_person(name) for name in ("Bob", "Cat")[: people - 1])] if people else []
    for seat in range(people, seats):
        owner.add_bot(level, seat)
    owner.start_match()
    harness.run_tick()
    return harness, owner, players


def pass_tick(harness):
    """Run the next tick: a little later, or when the table wants it."""
    harness.now += SLICE_SECONDS
    if not harness.inbox and harness.wake_at is not None:
        harness.now = max(harness.now, harness.wake_at)
    harness.run_tick()


def play_on(harness, limit=100_000, each=None, until=lambda: False):
    """Run ticks until the match is over or `until()` is true, at most `limit`; call `each` after every one."""
    for _ in range(limit):
        if harness.table.state.playing is None or until():
            return
        pass_tick(harness)
        if each is not None:
            each()
    raise AssertionError("the match does not end")


def actions_of(harness):
    """Return the actions in the journal as (seat, text)."""
    return [(entry.seat, entry.action) for entry in harness.all_entries if isinstance(entry, ActionEntry)]


def steps_of(harness):
    """Return the number of actions in the match that is being played."""
    return len(harness.table.state.playing.match.actions)


@pytest.mark.deep
@pytest.mark.parametrize("slug", some_of(["big-queen", "queens-dungeon", "queen-bees-ii"], 1))
@pytest.mark.parametrize("seed", range(by_depth(1, 3, 5)))
def test_hard_bots_at_a_table_play_as_they_do_alone_and_a_restart_changes_nothing(new_harness, slug, seed):
    """The host is restarted at random moments, mostly in the middle of a thought."""
    harness, ann, _ = harness_of_bots(new_harness, slug, seed, pace=0.8)
    alone = match_alone(harness, slug, "hard", COMPARED_ACTIONS)
    chance, restarts = random.Random(seed), []

    def restart_sometimes():
        """Restart the host some ten times in a match."""
        if chance.random() < 0.002 and harness.table.state.playing is not None:
            restarts.append(harness.now)
            harness.restart_host()
            ann.connect()
            harness.run_tick()

    play_on(harness, each=restart_sometimes, until=lambda: steps_of(harness) >= COMPARED_ACTIONS)
    assert actions_of(harness)[:COMPARED_ACTIONS] == alone[:COMPARED_ACTIONS]
    assert restarts or slug == "big-queen"


class PlayedEnoughError(Exception):
    """Ends a match without a table."""


def match_alone(harness, slug, level, limit=10_000):
    """Return the actions of the match that has just begun as its bots play it at a level without a table.

    Bots that think end it after `limit` actions.
    """
    match = harness.table.state.playing.match
    alone = harness.game.start(match.seats, match.dealer.seed, SHORT_OPTIONS[slug])
    names = harness.table.state.playing.names

    def limited(level):
        """Return a level that thinks as this one does, until the limit is reached."""

        def think(game, view, memory):
            if len(alone.actions) >= limit:
                raise PlayedEnoughError
            return (yield from level.think(game, view, memory))

        return level._replace(think=think)

    with suppress(PlayedEnoughError):
        play_out(
            harness.game,
            alone,
            [limited(harness.game.levels[level].for_temperament(temperament_of(name))) for name in names],
        )
    return [(seat, str(action)) for seat, action in alone.actions]


@pytest.mark.deep
@parametrize("slug", GAME_OF_EACH_BOARD, 1)
def test_memory_of_a_level_fits_the_view_while_people_come_and_go(new_harness, change_hard, slug):
    """People act in the middle of thoughts, and a person's seat is given to a level and taken again."""
    decided = [
        seat for seed in range(by_depth(2, 8, 20)) for seat in seats_that_decide(new_harness, change_hard, slug, seed)
    ]
    assert 1 in decided


def seats_that_decide(new_harness, change_hard, slug, seed):
    """Play such a match, check each thought's memory, and return the seats of the levels that decided, in order."""
    faults, decided = [], []

    def think(game, view, memory):
        """Think for some ticks, then keep whether the memory leads to the view as it was when the thought began."""
        for _ in range(5):
            yield
        try:
            fits = game.imagined_match(view, memory, random.Random(1)).view(view.seat) == view
        except ValueError:
            fits = False
        (decided if fits else faults).append(view.seat)
        return next(iter(game.bots.values()))(view)

    change_hard(slug, think)
    harness, ann, (_, bob) = harness_of_bots(new_harness, slug, seed, pace=0.05, people=2)
    chance = random.Random(seed)

    def act_or_leave():
        """Make people act at random; sometimes give Bob's seat to a level, or let him take it back."""
        for player in (ann, bob):
            legal = harness.game.legal(player.view) if player.connection_id and player.view is not None else ()
            if legal and chance.random() < 0.1:
                player.send_action(chance.choice(legal))
        if chance.random() < 0.02 and bob.seat is not None and harness.table.state.playing is not None:
            bob.lose_connection()
            harness.run_tick()
            ann.give_seat_to_bot(1, "hard")
            harness.run_tick()
            bob.connect()
            harness.run_tick()
        elif chance.random() < 0.01 and bob.seat is None:
            bob.take_seat(1)

    play_on(harness, each=act_or_leave)
    assert not faults
    return decided


def test_one_bot_does_one_piece_of_work_in_a_tick_and_the_pace_hides_the_thought(new_harness, change_hard):
    pieces = []

    def think(game, view, memory):
        """Count ten pieces of work."""
        for _ in range(10):
            pieces.append(view.seat)
            yield
        return next(iter(game.bots.values()))(view)

    change_hard("mad-queens", think)
    harness, _, _ = harness_of_bots(new_harness, "mad-queens", 1, pace=1.0)
    planned = {seat: turn.when for seat, turn in harness.table.state.playing.bots._turns.items()}
    seats = len(planned)
    assert seats > 2
    before = len(actions_of(harness))
    for number in range(10 * seats):
        assert len(pieces) <= number + 1
        pass_tick(harness)
    assert {seat: pieces.count(seat) for seat in planned} == dict.fromkeys(planned, 10)
    assert pieces[:seats] == pieces[seats : 2 * seats], "they think in turns"
    assert len(actions_of(harness)) == before, "all have thought, and nobody acts before the planned time"
    harness.now = min(planned.values())
    harness.run_tick()
    assert len(actions_of(harness)) == before + 1


def think_for_ever(game, view, memory):
    """Think for ever."""
    while True:
        yield


def fail_in_thought(game, view, memory):
    """Raise an error in the middle of a thought."""
    yield
    raise ZeroDivisionError


def think_of_illegal_action(game, view, memory):
    """Return an action that no game has."""
    yield
    return games["big-queen"].parse("yes") if game.slug != "big-queen" else games["mad-queens"].parse("bank")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("slug", "think"),
    some_of(list(product(SHORT_OPTIONS, [think_for_ever, fail_in_thought, think_of_illegal_action])), 4),
)
def test_level_that_fails_plays_as_the_usual_one(new_harness, change_hard, slug, think):
    change_hard(slug, think)
    harness, _, _ = harness_of_bots(new_harness, slug, 3)
    alone = match_alone(harness, slug, "normal")
    took = []
    for _ in range(100 * int(MAX_THOUGHT_SECONDS / SLICE_SECONDS)):
        if harness.table.state.playing is None or len(took) > 3:
            break
        acted, since = len(actions_of(harness)), harness.now
        while harness.table.state.playing is not None and len(actions_of(harness)) == acted:
            pass_tick(harness)
        took.append(harness.now - since)
    assert max(took) <= MAX_THOUGHT_SECONDS + 0.1
    played = actions_of(harness)
    for seat in {seat for seat, _ in played}:  # where all act at the same time they do so in any order
        own = [action for actor, action in played if actor == seat]
        assert own == [action for actor, action in alone if actor == seat][: len(own)]


def test_level_that_has_failed_thinks_about_the_next_decision_though_it_comes_at_once(new_harness, change_hard):
    """Who takes a trick in Queen Bees II leads to the next one: nobody acts between these two decisions."""
    begun = []

    def fails(game, view, memory):
        """Count the thoughts, and raise an error in each."""
        begun.append(view.seat)
        yield
        raise ZeroDivisionError

    change_hard("queen-bees-ii", fails)
    harness, _, _ = harness_of_bots(new_harness, "queen-bees-ii", 1)
    while len(actions_of(harness)) < 26:
        pass_tick(harness)
    played = [seat for seat, _ in actions_of(harness)]
    assert any(seat == then for seat, then in pairwise(played))
    assert begun[: len(played)] == played


def test_memory_that_fails_is_made_again(new_harness, change_hard):
    """Whatever a memory does, its bot decides, the table goes on, and later decisions have a memory again."""
    decided = []

    def think(game, view, memory):
        """Decide by the bot of the game, and break the memory."""
        yield
        decided.append(view.seat)
        memory.hidden.clear()
        memory.pools.clear()
        return level_of_bot(next(iter(game.bots.values())))(game, view, memory)

    change_hard("queen-bees-ii", think)
    harness, _, _ = harness_of_bots(new_harness, "queen-bees-ii", 1)
    play_on(harness, until=lambda: len(decided) > 20)
    assert len(decided) > 20


def test_nothing_is_thought_while_the_match_is_paused(new_harness, change_hard):
    change_hard("mad-queens", think_for_ever)
    harness, ann, _ = harness_of_bots(new_harness, "mad-queens", 1, pace=1.0)
    assert harness.wake_at is not None
    assert harness.wake_at <= harness.now
    ann.pause_match()
    harness.run_tick()
    assert harness.wake_at is None or harness.wake_at > harness.now
