"""Bounds of figures that are measured in many matches: where the true value lies, with a confidence of 95 %."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

NORMAL_DEVIATIONS: Final = 1.959964
"""Half the width of a 95 % interval of a normal distribution, in standard deviations."""

STUDENT_T_DEVIATIONS: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""Half the width of a 95 % interval of Student's t distribution in standard errors, for 1 to 30 degrees of freedom."""


class Bounds(NamedTuple):
    """The bounds of a figure; of 100 measurements, some 95 have the true value between them."""

    low: float
    high: float


def standard_deviation(total: float, squares: float, value_count: int) -> float | None:
    """Return the standard deviation of `value_count` values as a sample shows it; None for fewer than two values.

    `total` is the sum of the values, and `squares` the sum of their squares.
    """
    if value_count < 2:
        return None
    return sqrt(max(squares - total * total / value_count, 0.0) / (value_count - 1))


def bounds_of_mean(total: float, squares: float, value_count: int) -> Bounds | None:
    """Return the bounds of the mean of `value_count` values, by Student's t; None for fewer than two values.

    `total` is the sum of the values, and `squares` the sum of their squares.
    """
    deviation = standard_deviation(total, squares, value_count)
    if deviation is None:
        return None
    mean = total / value_count
    error = _student_t_deviations(value_count - 1) * deviation / sqrt(value_count)
    return Bounds(mean - error, mean + error)


def bounds_of_share(hit_count: float, trial_count: int) -> Bounds:
    """Return the bounds of the share of hits in `trial_count` trials, by Wilson's score interval.

    A trial may also be a part of a hit, such as a shared win: the interval is then wider than it need be.
    """
    square = NORMAL_DEVIATIONS**2 / trial_count
    share = hit_count / trial_count
    middle = share + square / 2
    error = sqrt(max(share * (1 - share), 0.0) * square + square**2 / 4)
    return Bounds(max((middle - error) / (1 + square), 0.0), min((middle + error) / (1 + square), 1.0))


def _student_t_deviations(freedom: int) -> float:
    """Return half the width, in standard errors, of a 95 % interval of Student's t with `freedom` degrees of freedom.

    For more than 30 degrees of freedom it is approximated by an expansion in powers of 1 / `freedom`.
    """
    if freedom <= len(STUDENT_T_DEVIATIONS):
        return STUDENT_T_DEVIATIONS[freedom - 1]
    z = NORMAL_DEVIATIONS
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
