"""Levels of the bots at a table: bots remember what their seats saw, think in small steps, and never hold up a
match.
"""

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
from tests.support.depth import GAMES_TO_START, count_for_depth, parametrize, sample_cases

SHORT_MATCH_OPTIONS_BY_SLUG = {
    "mad-queens": {"visibility": "sealed"},
    "mad-queens-classic": {},
    "big-queen": {"hand_size": 4, "max_rounds": 1},
    "queens-dungeon": {"target": 60},
    "queen-bees-ii": {},
}
"""Maps the slug of a game to options with which a match is short."""

COMPARED_ACTIONS = count_for_depth(12, 10_000)
"""Number of actions for which hard bots at a table are compared with hard bots without a table; a whole match would
take seconds.
"""

THINKING_TICK_SECONDS = 0.001
"""Virtual time that passes with each call of the table (tick) while a bot thinks."""


@pytest.fixture
def replace_hard_level(monkeypatch):
    """Return a function that replaces the level `hard` of a game by a function that thinks."""

    def change_hard_level(slug, think):
        game = games[slug]
        levels = {**game.levels, "hard": Level(think)}
        monkeypatch.setitem(games._loaded, slug, replace(game, levels=levels))

    return change_hard_level


def harness_of_bots(make_harness, slug, seed, level="hard", pace=0.0, people=0):
    """Return a harness in which a match of bots of a level has just begun, and the people in its first seats."""
    seats = games[slug].usual_seats
    harness = make_harness(game=slug, seats=seats, options=SHORT_MATCH_OPTIONS_BY_SLUG[slug], seed=seed, pace=pace)
    owner = harness.join_person("Ann", watch=not people)
    players = [owner, *(harness.join_person(name) for name in ("Bob", "Cat")[: people - 1])] if people else []
    for seat in range(people, seats):
        owner.add_bot(level, seat)
    owner.start_match()
    harness.run_tick()
    return harness, owner, players


def run_next_tick(harness):
    """Let the table handle everything that has arrived (a tick), a little later; if nothing has arrived, wait until the
    time for which the table asked.
    """
    harness.now += THINKING_TICK_SECONDS
    if not harness.inbox and harness.wake_at is not None:
        harness.now = max(harness.now, harness.wake_at)
    harness.run_tick()


def run_ticks(harness, limit=100_000, after_tick=None, is_reached=lambda: False):
    """Run ticks, at most `limit`, until the match is over or `is_reached()` is true; call `after_tick` after each."""
    for _ in range(limit):
        if harness.table.state.active_runner is None or is_reached():
            return
        run_next_tick(harness)
        if after_tick is not None:
            after_tick()
    raise AssertionError("the match does not end")


def journalled_actions(harness):
    """Return the actions in the journal as (seat, text)."""
    return [(entry.seat, entry.action) for entry in harness.all_entries if isinstance(entry, ActionEntry)]


def action_count(harness):
    """Return the number of actions in the match that is being played."""
    return len(harness.table.state.active_runner.match.actions)


@pytest.mark.deep
@pytest.mark.parametrize("slug", sample_cases(["big-queen", "queens-dungeon", "queen-bees-ii"], 1))
@pytest.mark.parametrize("seed", range(count_for_depth(1, 3, 5)))
def test_hard_bots_at_a_table_play_as_they_do_alone_and_a_restart_changes_nothing(make_harness, slug, seed):
    """The host is restarted at random moments, mostly while a bot thinks."""
    harness, ann, _ = harness_of_bots(make_harness, slug, seed, pace=0.8)
    alone = play_match_without_table(harness, slug, "hard", COMPARED_ACTIONS)
    chance, restarts = random.Random(seed), []

    def restart_sometimes():
        """Restart the host some ten times in a match."""
        if chance.random() < 0.002 and harness.table.state.active_runner is not None:
            restarts.append(harness.now)
            harness.restart_host()
            ann.connect()
            harness.run_tick()

    run_ticks(harness, after_tick=restart_sometimes, is_reached=lambda: action_count(harness) >= COMPARED_ACTIONS)
    assert journalled_actions(harness)[:COMPARED_ACTIONS] == alone[:COMPARED_ACTIONS]
    assert restarts or slug == "big-queen"


class PlayedEnoughError(Exception):
    """Raised to end a match that is played without a table."""


def play_match_without_table(harness, slug, level, limit=10_000):
    """Return the actions that the bots of a level take, without a table, in a match like the one that has just begun in
    the harness. Bots that think end it after `limit` actions.
    """
    match = harness.table.state.active_runner.match
    alone = harness.game.start(match.seats, match.dealer.seed, SHORT_MATCH_OPTIONS_BY_SLUG[slug])
    names = harness.table.state.active_runner.names

    def limited_level(level):
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
            [limited_level(harness.game.levels[level].for_temperament(temperament_of(name))) for name in names],
        )
    return [(seat, str(action)) for seat, action in alone.actions]


@pytest.mark.deep
@parametrize("slug", GAMES_TO_START, 1)
def test_memory_of_a_level_fits_the_view_while_people_come_and_go(make_harness, replace_hard_level, slug):
    """People act while bots think, and a person's seat is given to a bot and taken back."""
    decided = [
        seat
        for seed in range(count_for_depth(2, 8, 20))
        for seat in play_and_collect_deciding_seats(make_harness, replace_hard_level, slug, seed)
    ]
    assert 1 in decided


def play_and_collect_deciding_seats(make_harness, replace_hard_level, slug, seed):
    """Play a match in which people come and go, and check the memory with which each bot thinks; return the seats of
    the bots that decided, in order.
    """
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

    replace_hard_level(slug, think)
    harness, ann, (_, bob) = harness_of_bots(make_harness, slug, seed, pace=0.05, people=2)
    chance = random.Random(seed)

    def act_or_leave():
        """Make people act at random; sometimes give Bob's seat to a level, or let him take it back."""
        for player in (ann, bob):
            legal = harness.game.legal(player.view) if player.connection_id and player.view is not None else ()
            if legal and chance.random() < 0.1:
                player.send_action(chance.choice(legal))
        if chance.random() < 0.02 and bob.seat is not None and harness.table.state.active_runner is not None:
            bob.lose_connection()
            harness.run_tick()
            ann.give_seat_to_bot(1, "hard")
            harness.run_tick()
            bob.connect()
            harness.run_tick()
        elif chance.random() < 0.01 and bob.seat is None:
            bob.take_seat(1)

    run_ticks(harness, after_tick=act_or_leave)
    assert not faults
    return decided


def test_only_one_bot_thinks_in_a_tick_and_no_longer_than_its_pace_allows(make_harness, replace_hard_level):
    pieces = []

    def think(game, view, memory):
        """Count ten pieces of work."""
        for _ in range(10):
            pieces.append(view.seat)
            yield
        return next(iter(game.bots.values()))(view)

    replace_hard_level("mad-queens", think)
    harness, _, _ = harness_of_bots(make_harness, "mad-queens", 1, pace=1.0)
    planned = {seat: turn.decision_time for seat, turn in harness.table.state.active_runner.bots._turns.items()}
    seats = len(planned)
    assert seats > 2
    before = len(journalled_actions(harness))
    for number in range(10 * seats):
        assert len(pieces) <= number + 1
        run_next_tick(harness)
    assert {seat: pieces.count(seat) for seat in planned} == dict.fromkeys(planned, 10)
    assert pieces[:seats] == pieces[seats : 2 * seats], "they think in turns"
    assert len(journalled_actions(harness)) == before, "all have thought, and nobody acts before the planned time"
    harness.now = min(planned.values())
    harness.run_tick()
    assert len(journalled_actions(harness)) == before + 1


def think_for_ever(game, view, memory):
    """The function of a bot level that never decides: it yields without end."""
    while True:
        yield


def fail_in_thought(game, view, memory):
    """The function of a bot level that raises an error while it thinks."""
    yield
    raise ZeroDivisionError


def think_of_illegal_action(game, view, memory):
    """The function of a bot level that returns an action which no game has."""
    yield
    return games["big-queen"].parse("yes") if game.slug != "big-queen" else games["mad-queens"].parse("bank")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("slug", "think"),
    sample_cases(
        list(product(SHORT_MATCH_OPTIONS_BY_SLUG, [think_for_ever, fail_in_thought, think_of_illegal_action])), 4
    ),
)
def test_bot_whose_level_fails_plays_at_the_usual_level(make_harness, replace_hard_level, slug, think):
    replace_hard_level(slug, think)
    harness, _, _ = harness_of_bots(make_harness, slug, 3)
    alone = play_match_without_table(harness, slug, "normal")
    took = []
    for _ in range(100 * int(MAX_THOUGHT_SECONDS / THINKING_TICK_SECONDS)):
        if harness.table.state.active_runner is None or len(took) > 3:
            break
        acted, since = len(journalled_actions(harness)), harness.now
        while harness.table.state.active_runner is not None and len(journalled_actions(harness)) == acted:
            run_next_tick(harness)
        took.append(harness.now - since)
    assert max(took) <= MAX_THOUGHT_SECONDS + 0.1
    played = journalled_actions(harness)
    for seat in {seat for seat, _ in played}:  # where all act at the same time they do so in any order
        own = [action for actor, action in played if actor == seat]
        assert own == [action for actor, action in alone if actor == seat][: len(own)]


def test_level_that_has_failed_thinks_about_the_next_decision_even_if_it_follows_at_once(
    make_harness, replace_hard_level
):
    """Whoever takes a trick in Queen Bees II leads to the next one, so nobody acts between these two decisions."""
    begun = []

    def fail_to_think(game, view, memory):
        """Count the thoughts, and raise an error in each."""
        begun.append(view.seat)
        yield
        raise ZeroDivisionError

    replace_hard_level("queen-bees-ii", fail_to_think)
    harness, _, _ = harness_of_bots(make_harness, "queen-bees-ii", 1)
    while len(journalled_actions(harness)) < 26:
        run_next_tick(harness)
    played = [seat for seat, _ in journalled_actions(harness)]
    assert any(seat == then for seat, then in pairwise(played))
    assert begun[: len(played)] == played


def test_memory_of_a_bot_that_fails_is_replaced_by_a_new_one(make_harness, replace_hard_level):
    """Whatever a memory does, its bot decides, the table goes on, and later decisions have a new memory."""
    decided = []

    def think(game, view, memory):
        """Decide by the bot of the game, and break the memory."""
        yield
        decided.append(view.seat)
        memory.hidden_piles.clear()
        memory.pools.clear()
        return level_of_bot(next(iter(game.bots.values())))(game, view, memory)

    replace_hard_level("queen-bees-ii", think)
    harness, _, _ = harness_of_bots(make_harness, "queen-bees-ii", 1)
    run_ticks(harness, is_reached=lambda: len(decided) > 20)
    assert len(decided) > 20


def test_no_bot_thinks_while_the_match_is_paused(make_harness, replace_hard_level):
    replace_hard_level("mad-queens", think_for_ever)
    harness, ann, _ = harness_of_bots(make_harness, "mad-queens", 1, pace=1.0)
    assert harness.wake_at is not None
    assert harness.wake_at <= harness.now
    ann.pause_match()
    harness.run_tick()
    assert harness.wake_at is None or harness.wake_at > harness.now
