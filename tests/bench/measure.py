"""Measuring on a machine that has other things to do: everything in turn, many times over, and then the median."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from time import perf_counter
from typing import TypeAlias

Playout: TypeAlias = Callable[[Random], int]
"""Plays one game at random and returns how many actions that took."""


def rate(playout: Playout, rng: Random, seconds: float) -> float:
    """Return how many actions a second `playout` makes, measured for about so many seconds."""
    actions = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds or not actions:
        actions += playout(rng)
    return actions / spent


def rates(playouts: Mapping[str, Playout], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Return the rates of all playouts, one for each round; in a round each has its turn."""
    rngs = {name: Random(name) for name in playouts}
    found: dict[str, list[float]] = {name: [] for name in playouts}
    for _ in range(rounds):
        for name, playout in playouts.items():
            found[name].append(rate(playout, rngs[name], seconds))
    return found


def median_ratio(these: list[float], those: list[float]) -> float:
    """Return the median of how these rates compare with those of the same round."""
    return median(one / other for one, other in zip(these, those, strict=True))


def microseconds(step: Callable[[], object], repeats: int, rounds: int = 5) -> float:
    """Return the median time of `step`, called `repeats` times in each round."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(repeats):
            step()
        times.append(perf_counter() - start)
    return median(times) / repeats * 1e6
