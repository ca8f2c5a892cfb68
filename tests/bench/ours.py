"""Our games, played at random through the public API, with every change recorded."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from core import Game, Match, games
from tests.bench.measure import Playout, microseconds

MAX_ACTIONS = 2000
"""Where a playout stops that has not ended by then: at random, some games go on for hours."""


Tables: TypeAlias = dict[str, tuple[Game, int]]
"""What to measure: a name for each game and number of seats."""


def playout(game: Game, seats: int) -> Playout:
    """Return what plays one match of this game by random legal actions, new match and deal included."""

    def play(rng: Random) -> int:
        match = game.start(seats, seed=rng.getrandbits(40))
        choice, act, legal = rng.choice, match.act, match.legal
        actions = 0
        while not match.over and actions < MAX_ACTIONS:
            for seat in sorted(match.waiting):
                if choices := legal(seat):
                    act(seat, choice(choices))
                    actions += 1
        return actions

    return play


def tables(names: list[str]) -> Tables:
    """Return the tables to measure, all games if no names are given; Mad Queens with a crowd as well."""
    chosen = {slug: game for slug, game in games.items() if not names or slug in names}
    found = {f"{slug}, {game.usual_seats} seats": (game, game.usual_seats) for slug, game in chosen.items()}
    if "mad-queens" in chosen:
        found["mad-queens, 1000 seats"] = (chosen["mad-queens"], 1000)
    return found


def positions(game: Game, seats: int, number: int) -> list[Match]:
    """Return so many positions from the first part of a random match, one after another."""
    rng = Random(1)
    match = game.start(seats, seed=1)
    found: list[Match] = []
    while len(found) < number:
        if match.over:
            match = game.start(seats, seed=rng.getrandbits(40))
        seat = rng.choice([seat for seat in sorted(match.waiting) if match.legal(seat)])
        match.act(seat, rng.choice(match.legal(seat)))
        found.append(match.copy())
    return found


def copy_and_view(game: Game, seats: int) -> tuple[float, float]:
    """Return the microseconds of `match.copy()` and of the first `match.view(seat)` after an action."""
    found = positions(game, seats, 200 if seats < 100 else 5)
    turn = iter(range(10**9))

    def copy() -> Match:
        return found[next(turn) % len(found)].copy()

    copying = microseconds(copy, len(found))
    fresh = [match.copy() for match in found * 5]  # a view is kept until the next action, so each is asked for once
    viewing = microseconds(lambda: fresh.pop().view(0), len(found))
    return copying, viewing
