"""Measures speed on a busy machine in rounds: in each round everything that is compared is measured once, in turn.

The result is the median of a time over the rounds, or the median of the ratio between two rates of the same round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from time import perf_counter
from typing import TypeAlias

Playout: TypeAlias = Callable[[Random], int]
"""A function that plays one match at random and returns the number of actions that it took."""


def measure_rate(playout: Playout, rng: Random, seconds: float) -> float:
    """Return the actions per second of `playout`, measured for about `seconds`."""
    actions = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds or not actions:
        actions += playout(rng)
    return actions / spent


def measure_rates(playouts: Mapping[str, Playout], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Return for each playout its actions per second in each round; in a round all playouts are measured, one after the
    other.
    """
    rngs = {name: Random(name) for name in playouts}
    found: dict[str, list[float]] = {name: [] for name in playouts}
    for _ in range(rounds):
        for name, playout in playouts.items():
            found[name].append(measure_rate(playout, rngs[name], seconds))
    return found


def median_ratio(numerators: list[float], denominators: list[float]) -> float:
    """Return the median of the ratios between the rates of two things measured in the same rounds."""
    return median(one / other for one, other in zip(numerators, denominators, strict=True))


def measure_microseconds(step: Callable[[], object], repeats: int, rounds: int = 5) -> float:
    """Return the median time of one call of `step`, in microseconds; in each round it is called `repeats` times."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(repeats):
            step()
        times.append(perf_counter() - start)
    return median(times) / repeats * 1e6
