"""A search for a seed of Mad Queens with which a sealed play (others do not see its cards) lasts long enough for
tests.
"""

from __future__ import annotations

from core import Action, games


def find_seed_of_long_sealed_plays(seats: int) -> int:
    """Return a seed of Mad Queens with which, in a sealed play, nobody's play ends with the first two cards."""
    for seed in range(1000):
        match = games["mad-queens"].start(seats, seed=seed, options={"visibility": "sealed"})
        for seat in range(seats):
            for _ in range(2):
                if seat in match.choices:
                    match.act(seat, Action(("reveal",)))
        if len(match.choices) == seats and match.facts[match.layout.fact("play").layout_index] == 1:
            return seed
    raise AssertionError("there is no such seed")
