"""Matches of any game played at random, for tests of boards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from core import Action, Change, Match, games

MatchStep = tuple[Match, int, tuple[Change, ...]]
"""Tuple of a match, the seat that has just acted, and the changes of its action."""


def random_action(match: Match, seat: int, chance: random.Random) -> Action:
    """Return an action of a seat: in two of five cases a banking if one is legal, otherwise the first legal action."""
    legal = match.legal(seat)
    banking = [action for action in legal if action.verb == "bank"]
    return chance.choice(banking) if banking and chance.random() < 0.4 else legal[0]


def random_steps(slug: str, seats: int, seed: int, **options: object) -> Iterator[MatchStep]:
    """Play a whole match in a random order of seats, each by a random action; yield a `MatchStep` after each action."""
    match = games[slug].start(seats=seats, seed=seed, options=options)
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(sorted(match.waiting))
        yield match, seat, match.act(seat, random_action(match, seat, chance))


@pytest.fixture
def play_at_random() -> Callable[..., Iterator[MatchStep]]:
    """Fixture that returns the function `random_steps`, which plays a match at random and yields each of its steps."""
    return random_steps
