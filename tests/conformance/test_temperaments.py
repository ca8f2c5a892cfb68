"""Temperaments of bots show in real decisions, are the same on every machine, and do not change bots that have none."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest

from core import games
from core.engine.memory import Memory
from core.engine.temperament import (
    BOLD,
    CAREFUL,
    PLAIN,
    QUEEN_LOVER,
    TEMPERAMENTS,
)
from core.engine.view import View
from net.protocol.bot_names import BOT_NAMES, temperament_of, usual_bot_name

COMPARED_DECISION_COUNT = 150
"""Number of decisions, each with at least two legal actions, in which temperaments are compared in each game."""

MIN_SHARE_OF_DIFFERENT_ACTIONS_BY_SLUG = {
    "mad-queens": 0.3,
    "mad-queens-classic": 0.3,
    "big-queen": 0.05,
    "queens-dungeon": 0.03,
    "queen-bees-ii": 0.05,
}
"""Maps the slug of a game to the smallest share of the compared decisions in which a careful and a bold bot of the
level *normal* must act differently.
"""


def views_with_choice(slug: str, view_count: int) -> Iterator[tuple[View, Memory]]:
    """Yield `view_count` views with a choice, each with its seat's memory, from matches of plain bots of level
    *normal*."""
    game = games[slug]
    for seed in range(100):
        match = game.start(4, f"temperament-{seed}")
        memories = [game.memory(match.view(seat)) for seat in range(4)]
        while not match.over:
            seat = min(match.awaited)
            view = match.view(seat)
            if len(match.legal(seat)) > 1:
                yield view, memories[seat]
                view_count -= 1
                if not view_count:
                    return
            changes = match.act(seat, game.levels["normal"](game, view, memories[seat]))
            for memory in memories:
                memory.note(changes)


@pytest.mark.parametrize("slug", games)
def test_temperaments_change_some_decisions_and_a_bot_without_one_plays_as_the_bot_of_the_game(slug):
    game = games[slug]
    normal, bot = game.levels["normal"], next(iter(game.bots.values()))
    differing, fond = 0, 0
    for view, memory in views_with_choice(slug, COMPARED_DECISION_COUNT):
        chosen = {temperament: normal.for_temperament(temperament)(game, view, memory) for temperament in TEMPERAMENTS}
        assert chosen[PLAIN] == bot(view)
        assert set(chosen.values()) <= set(game.legal(view))
        differing += chosen[CAREFUL] != chosen[BOLD]
        fond += chosen[QUEEN_LOVER] != chosen[PLAIN]
    assert differing >= MIN_SHARE_OF_DIFFERENT_ACTIONS_BY_SLUG[slug] * COMPARED_DECISION_COUNT
    assert fond


@pytest.mark.parametrize("slug", games)
def test_level_easy_has_no_temperaments_and_the_others_have_all(slug):
    tempered = {name: set(level.levels_by_temperament) for name, level in games[slug].levels.items()}
    others = set(TEMPERAMENTS) - {PLAIN}
    assert tempered == {"easy": set(), "normal": others, "hard": others}


def test_bots_of_a_temperament_decide_the_same_on_every_machine():
    decided = [
        str(games[slug].levels["normal"].for_temperament(temperament)(games[slug], view, memory))
        for slug in games
        for view, memory in views_with_choice(slug, 20)
        for temperament in TEMPERAMENTS
    ]
    assert sha256(repr(decided).encode()).hexdigest()[:16] == "da82b3bdd2bc768a"


def test_name_of_a_bot_decides_its_temperament():
    """The temperament follows from the bot's name, and no journal keeps it.

    So the temperament of a name must never change: else matches would go on differently after a restart.
    """
    assert len(BOT_NAMES) == 22
    assert [temperament_of(name) for name in ("Ada", "Bea", "Cleo", "Dora")] == [
        PLAIN,
        CAREFUL,
        BOLD,
        QUEEN_LOVER,
    ]
    assert temperament_of(f"{usual_bot_name(1 + len(BOT_NAMES))} 2") == CAREFUL
    assert temperament_of("Ann") == PLAIN
