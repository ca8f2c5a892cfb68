"""Playouts of the project's own games: random play through the public API, with every change recorded."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from core import Game, Match, games
from tests.bench.speed_measurement import Playout, measure_microseconds

MAX_ACTIONS_OF_PLAYOUT = 2000
"""Number of actions after which a playout stops: played at random, some games would take hours."""


MeasuredGames: TypeAlias = dict[str, tuple[Game, int]]
"""Maps the printed name of a measured game to the game and its number of seats."""


def new_playout(game: Game, seats: int) -> Playout:
    """Return a function that plays one match of a game by random legal actions and returns the number of actions."""

    def play(rng: Random) -> int:
        """Play one match and return the number of actions."""
        match = game.start(seats, seed=rng.getrandbits(40))
        choice, act, legal = rng.choice, match.act, match.legal
        actions = 0
        while not match.over and actions < MAX_ACTIONS_OF_PLAYOUT:
            for seat in sorted(match.waiting):
                if choices := legal(seat):
                    act(seat, choice(choices))
                    actions += 1
        return actions

    return play


def measured_games(slugs: list[str]) -> MeasuredGames:
    """Return the games whose slugs are in `slugs`, or all if it is empty, each with its usual number of seats.

    Mad Queens is also measured with 1000 seats.
    """
    chosen = {slug: game for slug, game in games.items() if not slugs or slug in slugs}
    found = {f"{slug}, {game.usual_seats} seats": (game, game.usual_seats) for slug, game in chosen.items()}
    if "mad-queens" in chosen:
        found["mad-queens, 1000 seats"] = (chosen["mad-queens"], 1000)
    return found


def matches_after_each_action(game: Game, seats: int, match_count: int) -> list[Match]:
    """Return copies of a random match after each of its first `match_count` actions.

    A match that ends sooner is followed by another.
    """
    rng = Random(1)
    match = game.start(seats, seed=1)
    found: list[Match] = []
    while len(found) < match_count:
        if match.over:
            match = game.start(seats, seed=rng.getrandbits(40))
        seat = rng.choice([seat for seat in sorted(match.waiting) if match.legal(seat)])
        match.act(seat, rng.choice(match.legal(seat)))
        found.append(match.copy())
    return found


def measure_copy_and_view(game: Game, seats: int) -> tuple[float, float]:
    """Return two times in microseconds: of `match.copy()`, and of the first `match.view(seat)` after an action."""
    found = matches_after_each_action(game, seats, 200 if seats < 100 else 5)
    turn = iter(range(10**9))

    def copy() -> Match:
        """Copy the next of the positions."""
        return found[next(turn) % len(found)].copy()

    copy_time = measure_microseconds(copy, len(found))
    fresh = [match.copy() for match in found * 5]  # a view is kept until the next action, so each is asked for once
    view_time = measure_microseconds(lambda: fresh.pop().view(0), len(found))
    return copy_time, view_time
