"""Numeric facts of a view are read as numbers, and values of other types raise an error."""

from __future__ import annotations

import pytest

from core import games
from tui.boards.common.numbers import as_number, fact_number, seat_scores


def test_score_of_each_seat_is_read_from_the_view_as_a_number():
    view = games["mad-queens"].start(3, seed="7").view(None)
    assert seat_scores(view) == [fact_number(view, f"score/{seat}") for seat in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("value", ["7", None, (7,)])
def test_fact_of_another_type_read_as_a_number_raises_an_error(value):
    with pytest.raises(TypeError, match="is not a number"):
        as_number(value)
