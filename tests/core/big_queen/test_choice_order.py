"""The order of the choices of a hint: which of them are called worse than the best."""

from __future__ import annotations

from random import Random

from core.big_queen.choice_order import close_indices
from core.engine.comparison import mean_gain


def test_choice_is_not_called_worse_that_is_shown_with_as_many_points_as_one_too_close_to_call():
    best = [0.0] * 60
    close, surely_less = [-60.4, 40.0] * 30, [-10.3] * 60
    leads = [best, close, surely_less]
    assert close_indices(0, leads, leads, [0, -10, -10]) == [1, 2]
    assert close_indices(0, leads, leads, [0, -10, -11]) == [1]


def test_of_ten_choices_that_are_as_good_the_luckiest_does_not_make_others_look_worse():
    """With the error of a single comparison, some choice would be called worse in most of these cases."""
    random, cases_with_worse = Random(7), 0
    for _ in range(200):
        leads = [[random.gauss(0, 80) for _ in range(100)] for _ in range(10)]
        best = max(range(10), key=lambda at: sum(leads[at]))
        shown = [round(mean_gain(lead, leads[best])[0]) for lead in leads]
        cases_with_worse += len(close_indices(best, leads, leads, shown)) < 9
    assert cases_with_worse < 60
