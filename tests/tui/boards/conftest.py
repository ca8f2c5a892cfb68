from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from core import Action, Change, Match, games

Step = tuple[Match, int, tuple[Change, ...]]


def decide(match: Match, seat: int, chance: random.Random) -> Action:
    """Return an action of a seat: bank now and then, else the first legal action."""
    legal = match.legal(seat)
    banking = [action for action in legal if action.verb == "bank"]
    return chance.choice(banking) if banking and chance.random() < 0.4 else legal[0]


def random_steps(slug: str, seats: int, seed: int, **options: object) -> Iterator[Step]:
    """Play a whole match at random; after each action yield the match, the seat that acted, and the changes."""
    match = games[slug].start(seats=seats, seed=seed, options=options)
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(sorted(match.waiting))
        yield match, seat, match.act(seat, decide(match, seat, chance))


@pytest.fixture
def play() -> Callable[..., Iterator[Step]]:
    """Return what plays a match at random: `random_steps`."""
    return random_steps
