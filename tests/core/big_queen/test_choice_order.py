"""The order of the choices of a hint: which of them are called worse than the best."""

from __future__ import annotations

from core.big_queen.choice_order import close_indices


def test_choice_is_not_called_worse_that_is_shown_with_as_many_points_as_one_too_close_to_call():
    best = [0.0] * 60
    close, surely_less = [-60.4, 40.0] * 30, [-10.3] * 60
    leads = [best, close, surely_less]
    assert close_indices(0, leads, leads, [0, -10, -10]) == [1, 2]
    assert close_indices(0, leads, leads, [0, -10, -11]) == [1]
