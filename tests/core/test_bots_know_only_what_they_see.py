"""Bots are given views and memories. From neither can a bot reach the match, its random streams, or the dealer."""

from __future__ import annotations

import gc
import inspect
from random import Random
from types import FunctionType, ModuleType

import pytest

from core import Dealer, Match, games
from core.engine.random_stream import RandomStream
from tests.support.source_tree import imports_of, python_files, relative_path

CLASSES_WITH_SECRETS = (Match, Dealer, RandomStream)
"""Classes whose objects hold what a bot must not know."""


def reachable_objects(*roots: object) -> list[object]:
    """Return every object that can be reached from the `roots`, except classes, modules and functions."""
    found: dict[int, object] = {}
    left = list(roots)
    while left:
        one = left.pop()
        if id(one) in found or isinstance(one, type | ModuleType | FunctionType):
            continue
        found[id(one)] = one
        left += gc.get_referents(one)
    return list(found.values())


@pytest.mark.parametrize("slug", games)
def test_match_cannot_be_reached_from_a_view_or_a_memory(slug):
    game = games[slug]
    match = game.start(game.usual_seats, 7)
    memories = [game.memory(match.view(seat)) for seat in range(match.seats)]
    random = Random(7)
    for _ in range(40):
        seat = random.choice(sorted(match.waiting))
        changes = match.act(seat, random.choice(match.legal(seat)))
        for memory in memories:
            memory.note(changes)
    for seat, memory in enumerate(memories):
        assert not [one for one in reachable_objects(match.view(seat), memory) if isinstance(one, CLASSES_WITH_SECRETS)]


def test_bots_and_memories_import_neither_matches_nor_the_dealer():
    forbidden = ("core.engine.dealer", "core.engine.random_stream", "core.engine.registry", "core.engine.simulation")
    for path in python_files("core"):
        if path.stem in ("bot", "memory"):
            for module, name in imports_of(path):
                assert module not in forbidden, relative_path(path)
                assert not module.endswith((".match", ".state")), relative_path(path)
                assert name not in ("Match", "Dealer", "RandomStream"), relative_path(path)


@pytest.mark.parametrize("slug", games)
def test_bot_takes_nothing_but_a_view(slug):
    for name, bot in games[slug].bots.items():
        needed = [one for one in inspect.signature(bot).parameters.values() if one.default is one.empty]
        assert [one.annotation for one in needed] == ["View"], name


@pytest.mark.parametrize("slug", games)
def test_level_takes_nothing_but_a_game_a_view_and_a_memory(slug):
    for name, level in games[slug].levels.items():
        for decide in (level, level.think):
            taken = [one.annotation for one in inspect.signature(decide).parameters.values()]
            assert taken == ["Game", "View", "Memory"], name


def test_search_of_reachable_objects_finds_a_match_inside_others():
    match = games["queen-bees-ii"].start(4, 1)
    assert any(one is match for one in reachable_objects([{"somewhere": (match,)}]))
