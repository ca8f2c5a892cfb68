"""The confidence bounds of measured figures equal those of the textbooks, and hold the true value as often as
promised.
"""

from __future__ import annotations

from math import gamma, pi, sqrt
from random import Random
from statistics import stdev

import pytest

from core.engine.confidence import bounds_of_mean, bounds_of_share, standard_deviation

TRIAL_COUNT = 2000
"""Number of intervals that are computed to count how many hold the true value; the standard error of that share is half
a percentage point.
"""


def student_t_probability(deviations: float, degrees_of_freedom: int) -> float:
    """Return the probability that a value of Student's t distribution lies within this number of deviations of 0, by
    Simpson's rule.
    """
    steps, freedom = 2000, degrees_of_freedom
    width = deviations / steps
    factor = gamma((freedom + 1) / 2) / (sqrt(freedom * pi) * gamma(freedom / 2))
    heights = [factor * (1 + (step * width) ** 2 / freedom) ** (-(freedom + 1) / 2) for step in range(steps + 1)]
    return 2 * width / 3 * (heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2]))


@pytest.mark.parametrize("number", [*range(2, 40), 60, 100, 300])
def test_bounds_of_a_mean_are_as_wide_as_students_t_distribution_requires(number):
    total, squares = 0, number - 1  # mean 0, variance 1
    bounds = bounds_of_mean(total, squares, number)
    assert bounds is not None
    assert bounds.low == -bounds.high
    assert student_t_probability(bounds.high * sqrt(number), number - 1) == pytest.approx(0.95, abs=1e-4)


def test_standard_deviation_is_that_of_a_sample_and_that_of_one_value_is_unknown():
    chance = Random(5)
    values = [chance.randrange(60) for _ in range(40)]
    squares = sum(value * value for value in values)
    assert standard_deviation(sum(values), squares, len(values)) == pytest.approx(stdev(values))
    assert standard_deviation(12, 36, 4) == 0
    assert standard_deviation(7, 49, 1) is None


def test_mean_of_one_value_has_no_bounds_and_mean_of_equal_values_has_no_margin():
    assert bounds_of_mean(7, 49, 1) is None
    assert bounds_of_mean(21, 147, 3) == (7, 7)


@pytest.mark.parametrize(
    ("hits", "number", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (250, 1000, 0.2241, 0.2778),
        (1, 1, 0.2065, 1),
    ],
)
def test_bounds_of_a_share_are_those_of_the_wilson_interval(hits, number, low, high):
    assert bounds_of_share(hits, number) == pytest.approx((low, high), abs=1e-4)


def test_bounds_hold_the_true_value_in_about_95_of_100_measurements():
    chance = Random(1)
    held_mean = held_share = 0
    for _ in range(TRIAL_COUNT):
        values = [chance.randint(1, 6) for _ in range(12)]
        mean = bounds_of_mean(sum(values), sum(value**2 for value in values), len(values))
        held_mean += mean is not None and mean.low <= 3.5 <= mean.high
        share = bounds_of_share(sum(chance.random() < 0.25 for _ in range(100)), 100)
        held_share += share.low <= 0.25 <= share.high
    for held in (held_mean, held_share):
        assert 0.93 <= held / TRIAL_COUNT <= 0.97
