"""Every level of the bots plays every game legally, and decides the same where it sees and remembers the same."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from core import games
from core.engine.temperament import TEMPERAMENTS
from tests.bench.bots import MeasuredRow, play_row
from tests.conformance.conftest import representative_seats
from tests.conformance.test_imagined_matches import RememberingPlayer
from tests.support.depth import count_for_depth, parametrize

LEVEL_NAMES = ("easy", "normal", "hard")
"""The names of the levels that a bot can have, from weak to strong."""

DECISIONS_PER_LEVEL_AND_GAME = count_for_depth(150, 10_000)
"""Number of decisions that each level makes in each game."""

DECISIONS_PER_HARD_DECISION = count_for_depth(20, 5, 1)
"""Number of decisions that each other level makes for every decision of the level *hard*, which thinks ahead and so
takes longer.
"""


@pytest.mark.parametrize("slug", games)
def test_every_game_has_three_levels(slug):
    assert tuple(games[slug].levels) == LEVEL_NAMES


@pytest.mark.deep
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("slug", games)
@pytest.mark.parametrize("name", LEVEL_NAMES)
def test_level_decides_legally_with_all_options(slug, name):
    """All seats act at random, so the level must also decide in states that no bot would reach; each of its
    temperaments has its turn.
    """
    game = games[slug]
    level = game.levels[name]
    tables = [seats for seats in representative_seats(game) if seats <= 8]
    left, number = DECISIONS_PER_LEVEL_AND_GAME // (DECISIONS_PER_HARD_DECISION if name == "hard" else 1), 0
    while left > 0:
        number += 1
        player = RememberingPlayer(slug, tables[number % len(tables)], f"legal-{slug}-{name}-{number}")
        for _ in player.play_and_remember(100):
            if player.seat in player.match.awaited:
                view, temperament = player.match.view(player.seat), TEMPERAMENTS[left % len(TEMPERAMENTS)]
                assert level.for_temperament(temperament)(game, view, player.memory) in player.match.legal(player.seat)
                left -= 1


@parametrize("slug", games, 1)
def test_levels_play_a_whole_match_against_each_other(slug):
    """The memory of each seat is fed only with the changes that this seat is shown, as at a table."""
    game = games[slug]
    options = {name: value for name, value in {"target": 100, "max_rounds": 1}.items() if name in game.options}
    match = game.start(game.usual_seats, "levels", options)
    memories = [game.memory(match.view(seat)) for seat in range(match.seats)]
    while not match.over:
        seat = min(match.awaited)
        action = game.levels[LEVEL_NAMES[seat % 3]](game, match.view(seat), memories[seat])
        changes = match.act(seat, action)
        for viewer, memory in enumerate(memories):
            memory.note([known for change in changes if (known := change.seen_by(viewer)) is not None])


@pytest.mark.deep
@pytest.mark.parametrize("slug", ["queen-bees-ii", "queens-dungeon"])
def test_bot_that_thinks_ahead_decides_the_same_in_matches_that_look_the_same_to_it(slug):
    """A bot decides the same in the true match and in an imagined one, in which other cards are hidden."""
    game, hard = games[slug], games[slug].levels["hard"]
    for number in range(count_for_depth(1, 3)):
        player = RememberingPlayer(slug, 4, f"same-{slug}-{number}")
        tried = 0
        for _ in player.play_and_remember(60):
            match, seat = player.match, player.seat
            if seat in match.awaited and len(match.legal(seat)) > 1:
                imagined = match.imagined_match(seat, player.memory, Random(number))
                decided = hard(game, match.view(seat), player.memory)
                assert hard(game, imagined.view(seat), player.memory) == decided
                tried += 1
            if tried == 4:
                break


@parametrize("slug", games, 3)
def test_bots_that_think_in_turns_decide_as_if_each_had_thought_alone(slug):
    """Bots of one table think at the same time, one step each in turn; this does not change what each of them
    decides.
    """
    game, hard = games[slug], games[slug].levels["hard"]
    at_once: dict[int, object] = {}
    thoughts = {}
    for number in range(4):
        player = RememberingPlayer(slug, game.usual_seats, f"pieces-{slug}-{number}")
        for _ in player.play_and_remember(30):
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


@parametrize(
    ("slug", "expected_hash"), [("queen-bees-ii", "575b1cbd506a1836"), ("queens-dungeon", "cdc857ee555ec36a")], 1
)
def test_four_hard_bots_play_the_same_match_on_every_machine(slug, expected_hash):
    """The hash of the first 20 actions of a match between four hard bots, which think ahead, is `expected_hash`."""
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
    assert sha256(repr(match.actions).encode()).hexdigest()[:16] == expected_hash


@pytest.mark.deep
def test_bot_that_thinks_ahead_wins_most_matches_against_greedy_bots():
    row, matches = MeasuredRow("queen-bees-ii", 3, {}, "hard", "easy"), count_for_depth(1, 3)
    assert play_row(row, matches, "greedy").wins > matches / 2
