"""The levels of play: all of them play every game legally, and decide the same where they see and remember the same."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from core import games
from core.engine.temperament import TEMPERAMENTS
from tests.bench.bots import Row, play_row
from tests.conformance.conftest import representative_seats
from tests.conformance.test_imagined import RememberingPlayer
from tests.support.depth import by_depth, parametrize

LEVELS = ("easy", "normal", "hard")
"""The names of the levels that a bot can have, from weak to strong."""

DECISION_COUNT = by_depth(150, 10_000)
"""How many decisions each level makes in each game."""

DECISIONS_PER_HARD_ONE = by_depth(20, 5, 1)
"""How many decisions the other levels make for each one of the level that thinks ahead, which takes longer."""


@pytest.mark.parametrize("slug", games)
def test_every_game_has_three_levels(slug):
    assert tuple(games[slug].levels) == LEVELS


@pytest.mark.deep
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("slug", games)
@pytest.mark.parametrize("name", LEVELS)
def test_level_decides_legally_with_all_options(slug, name):
    """In states that no bot would reach as well: the others, and the level itself, play at random.

    Temperaments take turns.
    """
    game = games[slug]
    level = game.levels[name]
    tables = [seats for seats in representative_seats(game) if seats <= 8]
    left, number = DECISION_COUNT // (DECISIONS_PER_HARD_ONE if name == "hard" else 1), 0
    while left > 0:
        number += 1
        player = RememberingPlayer(slug, tables[number % len(tables)], f"legal-{slug}-{name}-{number}")
        for _ in player.states(100):
            if player.seat in player.match.awaited:
                view, temperament = player.match.view(player.seat), TEMPERAMENTS[left % len(TEMPERAMENTS)]
                assert level.for_temperament(temperament)(game, view, player.memory) in player.match.legal(player.seat)
                left -= 1


@parametrize("slug", games, 1)
def test_levels_play_a_whole_match_against_each_other(slug):
    """A person follows it by the changes shown, so the memories are fed by them alone."""
    game = games[slug]
    options = {name: value for name, value in {"target": 100, "max_rounds": 1}.items() if name in game.options}
    match = game.start(game.usual_seats, "levels", options)
    memories = [game.memory(match.view(seat)) for seat in range(match.seats)]
    while not match.over:
        seat = min(match.awaited)
        action = game.levels[LEVELS[seat % 3]](game, match.view(seat), memories[seat])
        changes = match.act(seat, action)
        for viewer, memory in enumerate(memories):
            memory.note([known for change in changes if (known := change.seen_by(viewer)) is not None])


@pytest.mark.deep
@pytest.mark.parametrize("slug", ["queen-bees-ii", "queens-dungeon"])
def test_thinking_ahead_leads_to_the_same_action_wherever_the_same_is_seen(slug):
    """In the true match and in an imagined one, which hides other cards, the seat decides the same."""
    game, hard = games[slug], games[slug].levels["hard"]
    for number in range(by_depth(1, 3)):
        player = RememberingPlayer(slug, 4, f"same-{slug}-{number}")
        tried = 0
        for _ in player.states(60):
            match, seat = player.match, player.seat
            if seat in match.awaited and len(match.legal(seat)) > 1:
                imagined = match.imagined_match(seat, player.memory, Random(number))
                decided = hard(game, match.view(seat), player.memory)
                assert hard(game, imagined.view(seat), player.memory) == decided
                tried += 1
            if tried == 4:
                break


@parametrize("slug", games, 3)
def test_thoughts_in_turns_lead_to_the_same_actions_as_thoughts_at_once(slug):
    """Several bots of one table think at once, one step each in turn: each decides as if it had thought alone."""
    game, hard = games[slug], games[slug].levels["hard"]
    at_once: dict[int, object] = {}
    thoughts = {}
    for number in range(4):
        player = RememberingPlayer(slug, game.usual_seats, f"pieces-{slug}-{number}")
        for _ in player.states(30):
            if player.seat in player.match.awaited and len(player.match.legal(player.seat)) > 1:
                view = player.match.view(player.seat)
                at_once[number] = hard(game, view, player.memory)
                thoughts[number] = hard.think(game, view, player.memory)
                break
    assert thoughts
    deal_in_turns, pieces = {}, 0
    while thoughts:
        for number, thought in list(thoughts.items()):
            try:
                next(thought)
                pieces += 1
            except StopIteration as end:
                deal_in_turns[number] = end.value
                del thoughts[number]
    assert deal_in_turns == at_once
    if slug in ("queen-bees-ii", "queens-dungeon"):
        assert pieces > 8 * len(at_once)


@parametrize(("slug", "pinned"), [("queen-bees-ii", "575b1cbd506a1836"), ("queens-dungeon", "b1cd9e77a241fb0c")], 1)
def test_hard_players_play_the_same_match_on_every_machine(slug, pinned):
    """A hash of the first 20 actions of a match between four hard bots, which think ahead."""
    game = games[slug]
    match = game.start(4, "pinned")
    memories = [game.memory(match.view(seat)) for seat in range(4)]
    while len(match.actions) < 20:
        seat = min(match.awaited)
        choices = match.legal(seat)
        action = game.levels["hard"](game, match.view(seat), memories[seat]) if choices[0][0] == "play" else choices[0]
        changes = match.act(seat, action)
        for memory in memories:
            memory.note(changes)
    assert sha256(repr(match.actions).encode()).hexdigest()[:16] == pinned


@pytest.mark.deep
def test_player_who_thinks_ahead_wins_most_matches_against_greedy_ones():
    row, matches = Row("queen-bees-ii", 3, {}, "hard", "easy"), by_depth(1, 3)
    assert play_row(row, matches, "greedy").wins > matches / 2
