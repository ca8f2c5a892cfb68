"""A seed for tests of a sealed play."""

from __future__ import annotations

from core import Action, games


def seed_of_long_sealed_plays(seats: int) -> int:
    """Return a seed of Mad Queens, sealed, with which nobody's first two cards end their play."""
    for seed in range(1000):
        match = games["mad-queens"].start(seats, seed=seed, options={"visibility": "sealed"})
        for seat in range(seats):
            for _ in range(2):
                if seat in match.choices:
                    match.act(seat, Action(("reveal",)))
        if len(match.choices) == seats and match.facts[match.layout.fact("play").index] == 1:
            return seed
    raise AssertionError("there is no such seed")
