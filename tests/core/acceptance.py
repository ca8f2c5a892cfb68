"""Checks whether a simulated figure agrees with RULINGS 8, within the error that a sample of this size may have.

RULINGS 8 gives intervals of 4.5 standard errors for 10,000 games. 3.5 standard errors of 6,050 games are the same
interval, so these tests play 6,050 where RULINGS has 10,000 and detect the same deviations. All seeds are fixed: a
figure of a correct implementation misses its interval with a chance of 1 in 2,000 when seeds or streams change, and
otherwise never. Without `QUEENS_DEEP=1` they play a sixth of that, and the intervals are 2.5 times as wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from statistics import fmean, pstdev

from tests.support.depth import count_for_depth

ACCEPTED_STANDARD_ERRORS = 3.5
"""Largest accepted distance of a measured figure from the documented one, in standard errors."""

ACCEPTED_TAIL_PROBABILITY = 2.3e-4
"""Probability that a normally distributed value lies more than `ACCEPTED_STANDARD_ERRORS` standard errors above the
mean.
"""

GAMES_PER_FIGURE = count_for_depth(1_000, 6_050)
"""Number of games of one policy that are played for a figure. 6,050 games with `ACCEPTED_STANDARD_ERRORS` give the
intervals of RULINGS 8 for 10,000 games: 10,000 · (3.5 / 4.5)².
"""


def share_is_accepted(expected: float, hits: int, trials: int, rounding: float = 0.0005) -> bool:
    """Return whether `hits` among `trials` cases agrees with the share `expected` (0 to 1), which was rounded by at
    most `rounding`.
    """
    p = min(max(expected, 0.0001), 0.9999)
    return abs(hits / trials - p) <= ACCEPTED_STANDARD_ERRORS * sqrt(p * (1 - p) / trials) + rounding + 0.5 / trials


def mean_is_accepted(expected: float, values: Sequence[float], rounding: float = 0.0, sd: float | None = None) -> bool:
    """Return whether the mean of `values` agrees with the mean `expected`; `sd` is the standard deviation of one value,
    if it is known.
    """
    return (
        abs(fmean(values) - expected)
        <= ACCEPTED_STANDARD_ERRORS * (sd or pstdev(values)) / sqrt(len(values)) + rounding
    )


def max_accepted_cases(expected: float, trials: int) -> int:
    """Return the largest accepted number of rare cases among `trials` cases, if their share should be `expected` (0 to
    1). The bound is exact (binomial): a larger number comes with a chance of `ACCEPTED_TAIL_PROBABILITY` at most.
    """
    most, rest = -1, 1.0
    while rest > ACCEPTED_TAIL_PROBABILITY:
        most += 1
        rest -= comb(trials, most) * expected**most * (1 - expected) ** (trials - most)
    return most
