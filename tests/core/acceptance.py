"""Acceptance of simulated figures: how far from RULINGS 8 a correct implementation may be.

RULINGS 8 gives intervals of 4.5 standard errors for 10,000 games. 3.5 standard errors of 6,050 games are the same
interval, so these tests play 6,050 where RULINGS has 10,000 and detect the same deviations. All seeds are fixed: a
figure of a correct implementation misses its interval with a chance of 1 in 2,000 when seeds or streams change, and
otherwise never. Without `QUEENS_DEEP=1` they play a sixth of that, and the intervals are 2.5 times as wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from statistics import fmean, pstdev

from tests.support.depth import by_depth

ACCEPTED_ERRORS = 3.5
"""Standard errors to either side of a figure that are accepted."""

ONE_SIDED_CHANCE = 2.3e-4
"""The chance of a value more than `ACCEPTED_ERRORS` standard errors above the mean."""

GAME_COUNT = by_depth(1_000, 6_050)
"""How many games of a policy are played for a figure.

`ACCEPTED_ERRORS` of 6,050 games are the intervals of RULINGS 8 for 10,000: 10,000 · (3.5 / 4.5)².
"""


def share_is_accepted(expected: float, found: int, of: int, rounding: float = 0.0005) -> bool:
    """Whether `found` of `of` cases agrees with an `expected` share (0 to 1) that was rounded by at most `rounding`."""
    p = min(max(expected, 0.0001), 0.9999)
    return abs(found / of - p) <= ACCEPTED_ERRORS * sqrt(p * (1 - p) / of) + rounding + 0.5 / of


def mean_is_accepted(expected: float, values: Sequence[float], rounding: float = 0.0, sd: float | None = None) -> bool:
    """Whether the mean of `values` agrees with an `expected` mean; `sd` is their standard deviation, if it is known."""
    return abs(fmean(values) - expected) <= ACCEPTED_ERRORS * (sd or pstdev(values)) / sqrt(len(values)) + rounding


def most_accepted(expected: float, of: int) -> int:
    """Return the largest accepted number of rare cases with an `expected` share (0 to 1) among `of`.

    The bound is exact (binomial): a larger number comes with a chance of `ONE_SIDED_CHANCE` at most.
    """
    most, rest = -1, 1.0
    while rest > ONE_SIDED_CHANCE:
        most += 1
        rest -= comb(of, most) * expected**most * (1 - expected) ** (of - most)
    return most
