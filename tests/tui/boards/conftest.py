from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from core import Action, Change, Match, games

Step = tuple[Match, int, tuple[Change, ...]]


def decide(match: Match, seat: int, chance: random.Random) -> Action:
    """Bank now and then, else the first thing that is allowed."""
    legal = match.legal(seat)
    banking = [action for action in legal if action.verb == "bank"]
    return chance.choice(banking) if banking and chance.random() < 0.4 else legal[0]


def steps(slug: str, seats: int, seed: int, **options: object) -> Iterator[Step]:
    """Play a whole match at random; after each action yield it, whose it was, and what it changed."""
    match = games[slug].start(seats=seats, seed=seed, options=options)
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(sorted(match.waiting))
        yield match, seat, match.act(seat, decide(match, seat, chance))


@pytest.fixture
def play() -> Callable[..., Iterator[Step]]:
    return steps
