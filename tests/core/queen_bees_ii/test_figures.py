"""The figures of RULINGS 8.4, everybody playing a random legal card, and the bot among such players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import pytest

from core import Match, games

BEES = games["queen-bees-ii"]
DEALS = 10_000
GAMES = 10_000


@dataclass
class Tally:
    """What was seen in so many deals: when trumps were set, the first leader's tricks, tricks won by a trump."""

    deals: int = 0
    set_at: Counter[int] = field(default_factory=Counter)
    leader_tricks: int = 0
    later: int = 0
    by_trump: int = 0


def play_deal(match: Match, chance: random.Random, tally: Tally | None = None) -> None:
    """Play one deal at random, noting what happens in it."""
    layout = match.layout
    leads, trumps = layout.fact("leader").index, layout.fact("trumps").index
    won = [layout.fact(f"tricks/{seat}").index for seat in range(match.seats)]
    facts = match.facts
    leader = int(str(facts[leads]))
    size = (52 if match.seats == 4 else 36) // match.seats
    set_at = before = 0
    for trick in range(1, size + 1):
        ranks = facts[trumps]
        assert isinstance(ranks, tuple)
        for _ in range(match.seats):
            (seat,) = match.waiting
            choices = match.choices[seat]
            if trick == size:
                before = int(str(facts[won[leader]]))
            changes = match.act(seat, choices[int(chance.random() * len(choices))])
        winning = next(change for change in changes if getattr(change, "key", "") == "trick")
        if tally is None:
            continue
        if ranks:
            tally.later += 1
            tally.by_trump += winning.particulars[0].rank in ranks
        elif any(getattr(change, "key", "") == "trumps" for change in changes):
            set_at = trick
        if trick == size:
            tally.leader_tricks += before + (winning.seat == leader)
    if tally is not None:
        tally.deals += 1
        tally.set_at[set_at] += 1


@cache
def deals(seats: int) -> Tally:
    """Play so many deals, the first of as many matches as it takes, and tally them."""
    tally, chance, seed = Tally(), random.Random(seats), 0
    while tally.deals < DEALS:
        match = BEES.start(seats, seed=seed)
        seed += 1
        while not match.over and tally.deals < DEALS:
            play_deal(match, chance, tally)
    return tally


def lengths(seats: int) -> Iterator[int]:
    """Play so many matches at random and give the number of deals of each."""
    chance = random.Random(seats)
    for seed in range(GAMES):
        match = BEES.start(seats, seed=seed)
        number = match.layout.fact("hand").index
        while match.choices:
            (seat,) = match.waiting
            choices = match.choices[seat]
            match.act(seat, choices[int(chance.random() * len(choices))])
        yield int(str(match.facts[number]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "trick", "low", "high"),
    [
        (4, 1, 93.9, 95.9),
        (4, 2, 2.6, 4.3),
        (4, 3, 0.66, 1.64),
        (4, 4, 0.07, 0.60),
        (4, 5, 0, 0.36),
        (4, 0, 0, 0.05),
        (3, 1, 94.9, 96.8),
        (3, 2, 1.9, 3.4),
        (3, 3, 0.55, 1.46),
        (3, 4, 0.06, 0.58),
        (3, 5, 0, 0.32),
        (3, 0, 0, 0.05),
    ],
)
def test_when_trumps_are_set(seats: int, trick: int, low: float, high: float) -> None:
    """Trick 5 stands for 5 or later, 0 for never."""
    counts = deals(seats).set_at
    number = sum(many for at, many in counts.items() if at >= 5) if trick == 5 else counts[trick]
    assert low <= 100 * number / DEALS <= high


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "low", "high"), [(4, 3.06, 3.23), (3, 3.79, 3.98)])
def test_tricks_of_the_first_leader(seats: int, low: float, high: float) -> None:
    assert low <= deals(seats).leader_tricks / DEALS <= high


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "share"), [(4, 0.544), (3, 0.504)])
def test_tricks_taken_by_a_trump_once_they_are_set(seats: int, share: float) -> None:
    """The tricks of a deal depend on each other; 0.01 is five times the spread between samples of this size."""
    tally = deals(seats)
    assert abs(tally.by_trump / tally.later - share) <= 0.01


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "low", "high"), [(4, 5.35, 5.42), (3, 4.59, 4.65)])
def test_deals_to_the_end_of_the_game(seats: int, low: float, high: float) -> None:
    assert low <= sum(lengths(seats)) / GAMES <= high


@pytest.mark.parametrize("seats", [3, 4])
def test_the_bot_beats_players_by_chance(seats: int) -> None:
    """One bot among random players wins at least twice its share of 60 matches."""
    chance, steady, wins = random.Random(7), BEES.bots["steady"], 0
    for seed in range(60):
        match = BEES.start(seats, seed=seed)
        while not match.over:
            (seat,) = match.waiting
            action = steady(match.view(seat)) if seat == seed % seats else chance.choice(match.legal(seat))
            match.act(seat, action)
        wins += match.standings[0].seat == seed % seats
    assert wins >= 60 * 2 / seats
