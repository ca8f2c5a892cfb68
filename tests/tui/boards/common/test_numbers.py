"""Numeric facts of a view are read as numbers, and values of other types raise an error."""

from __future__ import annotations

import pytest

from core import games
from tui.boards.common.numbers import as_number, fact_number, seat_scores


def test_score_of_each_seat_is_a_number_of_the_view():
    view = games["mad-queens"].start(3, seed="7").view(None)
    assert seat_scores(view) == [fact_number(view, f"score/{seat}") for seat in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("value", ["7", None, (7,)])
def test_value_of_another_type_is_not_read_as_a_number(value):
    with pytest.raises(TypeError, match="is not a number"):
        as_number(value)
