"""The figures of RULINGS 8.1 and 8.2 for Classic, from 10,000 games each."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt
from statistics import mean

import pytest

from core import Action, Match, games
from core.mad_queens.legal import DECIDE

CLASSIC = games["mad-queens-classic"]
REVEAL = Action(("reveal",))
BANK = Action(("bank",))
GAMES = 10_000

pytestmark = pytest.mark.slow


def play(match: Match, at: int) -> None:
    """Play a match to its end by policy B(`at`): reveal until the row has so many cards, then bank."""
    rows = [match.piles[match.layout.pile(f"shown/{seat}").index] for seat in range(match.seats)]
    while match.choices:
        (seat,) = match.choices
        match.act(seat, BANK if len(rows[seat]) >= at and match.choices[seat] == DECIDE else REVEAL)


@cache
def solo(at: int) -> tuple[float, float, Counter[object]]:
    """Mean cards, mean plays, and how the games ended, of so many solo games by B(`at`)."""
    scores, plays, causes = [], [], Counter[object]()
    for seed in range(GAMES):
        match = CLASSIC.start(1, seed=seed)
        play(match, at)
        scores.append(match.score(0))
        plays.append(int(str(match.facts[match.layout.fact("play").index])))
        causes[match.facts[match.layout.fact("cause/0").index]] += 1
    return mean(scores), mean(plays), causes


def near(share: float, count: int, games: int = GAMES) -> bool:
    """Whether `count` of `games` is within 4.5 standard errors of `share`."""
    return abs(count / games - share) <= 4.5 * sqrt(share * (1 - share) / games) + 0.0005


@pytest.mark.parametrize(("at", "low", "high"), [(1, 16.19, 16.76), (2, 15.59, 16.10), (3, 14.32, 14.81)])
def test_mean_cards(at: int, low: float, high: float) -> None:
    assert low <= solo(at)[0] <= high


@pytest.mark.parametrize(("at", "low", "high"), [(1, 34.43, 35.28), (2, 22.22, 22.63), (3, 17.59, 17.87)])
def test_mean_plays(at: int, low: float, high: float) -> None:
    assert low <= solo(at)[1] <= high


@pytest.mark.parametrize(
    ("at", "cannot_pay", "fourth", "deck_out"),
    [(1, 0.041, 0.881, 0.078), (2, 0.011, 0.903, 0.087), (3, 0.002, 0.896, 0.102)],
)
def test_how_games_end(at: int, cannot_pay: float, fourth: float, deck_out: float) -> None:
    causes = solo(at)[2]
    assert near(cannot_pay, causes["cannot pay"])
    assert near(fourth, causes["fourth queen"])
    assert near(deck_out, causes["deck out"])


def test_four_seats_by_b3_do_equally_well() -> None:
    many = 4_000
    total = [0.0] * 4
    for seed in range(many):
        match = CLASSIC.start(4, seed=seed)
        play(match, 3)
        for seat in range(4):
            total[seat] += match.score(seat)
    means = [score / many for score in total]
    assert abs(mean(means) - 15.28) <= 0.02 + 4.5 * 5.3 / sqrt(4 * many)
    assert all(abs(score - 15.28) <= 0.02 + 4.5 * 5.3 / sqrt(many) for score in means)


def test_set_up_and_first_reveal() -> None:
    """The exact values of RULINGS 8.1: banned Queens, events at set-up, and how often the first reveal busts."""
    queens = busts = two_ranks = two_ranks_bust = 0
    events: Counter[int] = Counter()
    for seed in range(GAMES):
        match = CLASSIC.start(1, seed=seed)
        first = match.opening
        shown = match.piles[match.layout.pile("banned").index]
        events[sum(getattr(change, "key", "") == "joker banned" for change in first)] += 1
        queen = any(card.rank == "Q" for card in shown)
        match.act(0, REVEAL)
        caught = not match.piles[match.layout.pile("shown/0").index]
        queens += queen
        busts += caught
        two_ranks += not queen
        two_ranks_bust += caught and not queen
    assert near(2 / 13, queens)
    assert near(0.9244, events[0])
    assert near(0.0740, events[1])
    assert near(0.0015, events[2])
    assert near(0.19546, busts)
    assert near(0.17254, two_ranks_bust, two_ranks)
    assert near(0.32153, busts - two_ranks_bust, queens)
