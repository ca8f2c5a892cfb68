"""The order of the choices of a hint: which of them are called worse than the best."""

from __future__ import annotations

from random import Random

import pytest

from core.big_queen.choice_order import close_indices
from core.engine.comparison import mean_gain


def test_choice_is_not_called_worse_that_is_shown_with_as_many_points_as_one_too_close_to_call():
    best = [0.0] * 60
    close, surely_less = [-60.4, 40.0] * 30, [-10.3] * 60
    leads = [best, close, surely_less]
    assert close_indices(0, leads, leads, [0, -10, -10]) == [1, 2]
    assert close_indices(0, leads, leads, [0, -10, -11]) == [1]


def test_choice_that_a_worse_one_surpasses_in_points_and_in_worth_is_not_too_close_to_call():
    """Its results only vary more; a reader sees that the choice which is called worse has better numbers."""
    best = [0.0] * 60
    varied, surely_less = [-240.0, 140.0] * 30, [-60.0] * 60  # the second one's worth is lower: the match may end
    leads, worths = [best, varied, [1.0] * 60], [best, varied, [-40.0] * 60]
    assert close_indices(0, leads, worths, [0, -50, 1]) == []
    worths[2] = surely_less
    assert close_indices(0, leads, worths, [0, -50, 1]) == [1]


@pytest.mark.parametrize("choice_count", [2, 5, 10, 20])
def test_some_choice_that_is_as_good_is_called_worse_as_seldom_among_many_as_of_two(choice_count):
    """The best is the luckiest of them all: with the error of a single comparison, one of ten would be called worse in
    most cases."""
    random, cases_with_worse = Random(7), 0
    for _ in range(200):
        leads = [[random.gauss(0, 80) for _ in range(60)] for _ in range(choice_count)]
        best = max(range(choice_count), key=lambda at: sum(leads[at]))
        shown = [round(mean_gain(lead, leads[best])[0]) for lead in leads]
        cases_with_worse += len(close_indices(best, leads, leads, shown)) < choice_count - 1
    assert cases_with_worse < 25
