"""Bots at a table act when the match waits for them, and out of turn where their game allows it."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

import pytest

from core import games, replay
from core.engine.temperament import BOLD, QUEEN_LOVER
from core.mad_queens import REVEAL_ACTION
from net.journal.entries import ActionEntry
from net.table.match_runner import MatchRunner
from net.table.seats import AUTOMATIC_PLAYER
from tests.support.depth import parametrize

BIG_QUEEN_GAME = games["big-queen"]
"""The game Big Queen."""
QUEENS_DUNGEON_GAME = games["queens-dungeon"]
"""The game Queen's Dungeon."""
BOT_SECONDS = 0.8
"""Approximate number of seconds that a bot takes for a decision in these tests."""


@cache
def match_with_unannounced_card(grace_seconds):
    """Return a match of Big Queen in which seat 1 has not announced its last card and seat 2 is on turn.

    `grace_seconds` is the time for which nobody can be caught. The match is shared: copy it before use.
    """
    for seed in range(1000):
        match = BIG_QUEEN_GAME.start(4, seed=seed, options={"hand_size": 4, "catch_grace": grace_seconds})
        for seat, verbs in ((0, ("deal",)), (1, ("draw", "meld", "discard"))):
            for verb in verbs:
                actions = [action for action in match.legal(seat) if action.verb == verb]
                if actions:
                    match.act(seat, actions[0])
        if len(match.piles[1]) == 1:
            return match
    raise AssertionError("there is no such seed")


def new_match_runner(grace_seconds=2, pace=BOT_SECONDS, bots=None):
    """Return a runner of a copy of the match with an unannounced card, at the time 0.

    `grace_seconds` is the time before a catch and `pace` how long bots take for a decision, both in seconds; `bots` are
    the names of bots by seat.
    """
    runner = MatchRunner(1, match_with_unannounced_card(grace_seconds).copy(), ("Ann", "Bob", "Cat", "Dan"), pace, 0.0)
    for seat, bot in (bots or {}).items():
        runner.set_bot(seat, bot)
    return runner


def run_bots_until(runner, end_time):
    """Let the bots act until no action is due up to `end_time`; return (time, seat, action) of each action."""
    done = []
    now = 0.0
    for _ in range(1000):
        done += [(now, entry.seat, entry.action) for entry in runner.play_due(now)]
        when = runner.wake_at()
        if when is None or when > end_time:
            return done
        now = max(now, when)
    raise AssertionError("the bots spin")


def test_bot_catches_an_opponent_only_after_the_grace():
    done = run_bots_until(new_match_runner(bots={0: "teammate"}), 60)
    assert [(seat, action) for _, seat, action in done] == [(0, "catch 1")]
    assert 2 + 0.6 * BOT_SECONDS <= done[0][0] <= 2 + 1.4 * BOT_SECONDS


def test_bot_catches_no_partner():
    assert run_bots_until(new_match_runner(bots={3: "teammate"}), 60) == []


def test_bot_announces_its_own_last_card_without_the_grace():
    done = run_bots_until(new_match_runner(bots={1: "teammate"}), 60)
    assert [(seat, action) for _, seat, action in done] == [(1, "announce")]
    assert done[0][0] <= 1.4 * BOT_SECONDS, "there is no grace for the one who owes it"


def test_only_one_of_several_bots_catches_a_player():
    done = run_bots_until(new_match_runner(bots={0: "teammate", 2: "teammate"}), 2 + 1.4 * BOT_SECONDS)
    assert sum(action == "catch 1" for *_, action in done) == 1


@pytest.mark.parametrize("pace", [BOT_SECONDS, 0.3])
def test_action_of_a_bot_out_of_turn_does_not_delay_its_own_turn(pace):
    """Cat, who is on turn, draws, plays and discards in her usual time, whether or not somebody can be caught."""
    runs = [run_bots_until(new_match_runner(grace, pace, {2: "teammate"}), 30) for grace in (0, 2, 30)]
    turns = [[verb for *_, action in done if (verb := action.split()[0]) != "catch"] for done in runs]
    assert turns[0] == turns[1] == turns[2]
    for done in runs:
        times = [0.0] + [when for when, _, action in done if not action.startswith("catch")]
        assert all(later - sooner <= 1.4 * pace + 1e-9 for sooner, later in pairwise(times))
    assert any(action.startswith("catch") for *_, action in runs[0])


def test_seat_without_a_bot_gets_no_action_while_the_match_waits_for_others():
    automatic = new_match_runner(bots={0: AUTOMATIC_PLAYER, 1: AUTOMATIC_PLAYER, 3: AUTOMATIC_PLAYER})
    assert run_bots_until(automatic, 60) == []
    assert automatic.wake_at() is None


def test_bot_does_nothing_after_its_seat_is_cleared():
    cat = new_match_runner(bots={0: "teammate"})
    cat.play_due(0.0)
    assert cat.wake_at() is not None
    cat.clear_bot(0)
    assert cat.wake_at() is None
    assert run_bots_until(cat, 60) == []


def play_against_bots(harness, player, choose, max_ticks=50_000):
    """Play for one person against bots by `choose(view)`, which may return None; return all actions with their times.

    Raise `AssertionError` if the match stands still, or does not end within `max_ticks` ticks.
    """
    entries = []
    for _ in range(max_ticks):
        if harness.table.state.active_runner is None:
            return entries
        view = player.view
        if view is not None and not player._pending_act and harness.game.legal(view):
            action = choose(view)
            if action is not None:
                player.send_action(action)
        if not harness.inbox:
            assert harness.wake_at is not None, "everybody waits for somebody"
            harness.now = max(harness.now, harness.wake_at)
        harness.run_tick()
        entries += [(harness.now, entry) for entry in harness.new_match_entries() if isinstance(entry, ActionEntry)]
    raise AssertionError("the match does not end")


def test_bots_catch_a_person_who_forgets_to_announce(make_harness):
    """Ann never announces her last card: each time her opponents catch her after the grace, and her partner never
    does.
    """

    def choose_without_announcing(view):
        """Return the action of the game's bot, but never announce or catch; None if no action is needed."""
        mine = view.facts["turn"] == view.seat and view.facts["asked"] != "waiting"
        action = BIG_QUEEN_GAME.bots["teammate"](view) if mine or view.facts["asked"] == "waiting" else None
        if action is not None and action.verb in ("announce", "catch"):
            return None
        return BIG_QUEEN_GAME.parse(str(action).removesuffix(" announce")) if action is not None else None

    caught = 0
    for seed in range(4):
        harness = make_harness(
            game="big-queen", seats=4, options={"hand_size": 5, "target": 500}, seed=seed, pace=BOT_SECONDS, bots=3
        )
        ann = harness.join_person("Ann")
        ann.start_match()
        harness.run_tick()
        silent_since = None
        for when, entry in play_against_bots(
            harness, ann, lambda view: choose_without_announcing(view) if BIG_QUEEN_GAME.legal(view) else None
        ):
            if entry.action == "catch 0":
                assert silent_since is not None
                assert when >= silent_since + 2
                assert entry.seat in (1, 3)
                assert entry.by == "bot"
                caught += 1
            if entry.seat == 0 and entry.action.startswith("discard"):
                silent_since = when
        match = harness.table.state.runner.match
        assert match.over
        assert ann.standings == match.standings
        assert replay(match.record).digest == match.digest
    assert caught


def test_bots_in_honour_mode_accuse_nobody_and_do_not_act_without_end(make_harness):
    harness = make_harness(
        game="queens-dungeon", seats=4, options={"reneging": "honour", "target": 100}, pace=BOT_SECONDS, bots=3
    )
    [ann] = harness.start_match_of("Ann")
    chance = random.Random(3)

    def choose_without_caring(view):
        """Return a random legal action, also wrong cards; out of turn seldom one, else None."""
        if view.facts["turn"] == view.seat:
            return chance.choice(QUEENS_DUNGEON_GAME.legal(view))
        return chance.choice((None, *QUEENS_DUNGEON_GAME.legal(view))) if chance.random() < 0.05 else None

    entries = play_against_bots(harness, ann, choose_without_caring)
    by_bots = [entry for _, entry in entries if entry.seat]
    assert {entry.action.split()[0] for entry in by_bots} <= {"play", "trump"}
    assert len({entry.by for _, entry in entries}) == 2
    match = harness.table.state.runner.match
    assert ann.standings == match.standings
    assert replay(match.record).digest == match.digest


@parametrize("slug", games, 3)
def test_stand_in_bots_play_every_game_to_its_end(make_harness, slug):
    game = games[slug]
    seats = 4
    options = {name: value for name, value in {"reneging": "honour", "time_limit": 600}.items() if name in game.options}
    harness = make_harness(game=slug, seats=seats, options=options, pace=0.0, bots=1)
    *people, eve = harness.start_match_of("Ann", "Bob", "Eve")
    for player in people:
        player.lose_connection()
    harness.play_match([eve], limit=100_000)
    match = harness.table.state.runner.match
    assert match.over
    assert replay(match.record).digest == match.digest


def test_bot_takes_longer_the_more_choices_it_has_and_never_the_same_time():
    runner = MatchRunner(1, games["queen-bees-ii"].start(3, seed=5), ("Ann", "Bob", "Cat"), BOT_SECONDS, 0.0)
    for seat in range(3):
        runner.set_bot(seat, "steady")
    seconds, now = {}, 0.0
    while not runner.match.over:
        (seat,) = runner.match.awaited
        choices = len(runner.match.legal(seat))
        runner.play_due(now)
        when = runner.wake_at()
        seconds.setdefault(min(choices, 3), []).append(when - now)
        now = when
        runner.play_due(now)
    means = [sum(seconds[choices]) / len(seconds[choices]) for choices in sorted(seconds)]
    assert min(seconds) == 1
    assert means == sorted(means)
    assert max(seconds[1]) < 0.65 * BOT_SECONDS
    assert all(0.3 * BOT_SECONDS < one < 1.4 * BOT_SECONDS for some in seconds.values() for one in some)
    assert all(len(set(some)) == len(some) for some in seconds.values())


def test_bot_takes_longer_to_choose_between_close_choices_than_between_clear_ones():
    """For "reveal or bank" the time depends on how close the two are, not on the number of choices; revealing the first
    card is no choice.
    """
    match = games["mad-queens"].start(1, seed=5)
    runner = MatchRunner(1, match, ("Ann",), BOT_SECONDS, 0.0)
    runner.set_bot(0, "normal")
    level, now, seconds = games["mad-queens"].levels["normal"], 0.0, {"none": [], "clear": [], "close": []}
    while not match.over:
        doubt = level.doubt(match.view(0))
        kind = "none" if len(match.legal(0)) == 1 else "clear" if doubt < 0.3 else "close" if doubt > 0.7 else ""
        runner.play_due(now)
        when = runner.wake_at()
        seconds.setdefault(kind, []).append(when - now)
        now = when
        runner.play_due(now)
    none, clear, close = (sum(some) / len(some) for some in (seconds[kind] for kind in ("none", "clear", "close")))
    assert none < clear < close
    assert all(0.3 * BOT_SECONDS < one < 1.4 * BOT_SECONDS for some in seconds.values() for one in some)


def test_bot_has_the_temperament_of_its_name_also_after_a_restart(make_harness):
    """Cleo is bold and Dora loves Queens; the stand-in bot of a person has no temperament, even if the person has the
    name of a bot.
    """
    harness = make_harness(seats=4, bots=2, pace=1.0)
    people = [harness.join_person("Ann"), harness.join_person("Dora")]
    people[0].start_match()
    harness.run_tick()
    people[1].say_goodbye()
    harness.run_tick()
    assert [seat.name for seat in harness.table.info().seats] == ["Ann", "Dora 2", "Cleo", "Dora"]
    normal = harness.game.levels["normal"]
    players = harness.table.state.active_runner.bots._players
    assert [players[seat] for seat in (1, 2, 3)] == [
        normal,
        normal.for_temperament(BOLD),
        normal.for_temperament(QUEEN_LOVER),
    ]
    harness.restart_host()
    again = harness.table.state.active_runner.bots._players
    assert [again[seat] for seat in (2, 3)] == [
        normal.for_temperament(BOLD),
        normal.for_temperament(QUEEN_LOVER),
    ]


def test_bots_whose_people_begin_wait_for_the_first_action_of_a_person_in_each_match_and_never_again(make_harness):
    harness = make_harness(seats=3, bots=2, pace=BOT_SECONDS, people_begin=True)
    (ann,) = harness.start_match_of("Ann")
    match = harness.table.state.active_runner.match
    for _ in range(20):
        harness.pass_time(BOT_SECONDS)
        harness.run_tick()
    assert not match.actions, "nobody moves while Ann looks around"
    ann.send_action("reveal")
    for _ in range(20):
        harness.pass_time(BOT_SECONDS)
        harness.run_tick()
    assert match.actions[0] == (0, REVEAL_ACTION)
    assert {seat for seat, _ in match.actions} == {0, 1, 2}
    assert match.awaited == {0}, "the bots have finished their play; Ann has not"


def test_bots_do_not_wait_for_a_person_who_has_left_or_whose_turn_comes_after_theirs(make_harness):
    harness = make_harness(seats=3, bots=1, pace=BOT_SECONDS, people_begin=True)
    ann, bob = harness.start_match_of("Ann", "Bob")
    match = harness.table.state.active_runner.match
    ann.send_action("reveal")
    harness.run_tick()
    harness.pass_time(2 * BOT_SECONDS)
    harness.run_tick()
    assert {seat for seat, _ in match.actions} == {0}, "Bob looks around"
    bob.say_goodbye()
    harness.run_tick()
    harness.pass_time(2 * BOT_SECONDS)
    harness.run_tick()
    assert 2 in {seat for seat, _ in match.actions}
    for seed in range(20):
        harness = make_harness(game="queen-bees-ii", seats=4, bots=3, pace=BOT_SECONDS, people_begin=True, seed=seed)
        harness.start_match_of("Ann")
        match = harness.table.state.active_runner.match
        begins = match.awaited
        harness.pass_time(2 * BOT_SECONDS)
        harness.run_tick()
        assert bool(match.actions) == (begins != {0})
