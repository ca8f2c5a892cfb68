"""The smallest windows in which the program works: 60 columns by 18 rows, or 48 columns by 28 rows."""

from __future__ import annotations

import pytest

from tui.text.window_size import MIN_WINDOW_SIZES_TEXT, is_window_large_enough


@pytest.mark.parametrize("size", [(60, 18), (48, 28), (59, 28), (400, 18), (48, 150)])
def test_window_of_a_smallest_size_or_a_larger_one_is_large_enough(size):
    assert is_window_large_enough(*size)


@pytest.mark.parametrize("size", [(60, 17), (59, 27), (47, 150), (0, 0)])
def test_window_below_both_smallest_sizes_is_too_small(size):
    assert not is_window_large_enough(*size)


def test_both_smallest_sizes_are_named_in_one_phrase():
    assert MIN_WINDOW_SIZES_TEXT == "60 columns by 18 rows, or 48 by 28"
