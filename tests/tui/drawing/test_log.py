"""The log of a match beside a table."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.cards import FOUR_COLOURS, Canvas
from tui.drawing.brush import Brush
from tui.drawing.log import Line, paint_log
from tui.drawing.rect import Rect


def log_text(width: int, height: int, *lines: Line, to_bottom: bool = False) -> str:
    """Return the text of a log of this size with these lines."""
    canvas = Canvas(width, height)
    paint_log(Brush(canvas, FOUR_COLOURS), Rect(0, 0, width, height), lines, to_bottom=to_bottom)
    return str(canvas)


def log_rows(height: int, *lines: Line, to_bottom: bool = False) -> list[str]:
    """Return the rows of a log with 20 columns, without their spaces at both ends."""
    text = log_text(20, height, *lines, to_bottom=to_bottom)
    return [row.strip() for row in text.split("\n")]


def test_log_with_few_lines_begins_at_the_top() -> None:
    assert log_rows(5, Line("One."), Line("Two.", "Ada")) == ["", "One.", "Ada: Two.", "", ""]


def test_log_aligned_to_the_bottom_has_the_newest_line_in_the_last_row() -> None:
    assert log_rows(4, Line("One."), Line("Two.", "Ada"), to_bottom=True) == ["", "", "One.", "Ada: Two."]


@pytest.mark.parametrize(("height", "step"), [(6, 1), (7, 2), (13, 4), (24, 4), (25, 4), (29, 8), (50, 8)])
def test_lines_of_a_log_stay_in_their_rows_until_it_is_full_and_then_several_move_out(height, step) -> None:
    lines = [Line(f"Line {number}.") for number in range(4 * height)]
    before = log_rows(height, *lines[:1])
    for count in range(2, len(lines)):
        now = log_rows(height, *lines[:count])
        assert f"Line {count - 1}." in now
        if "" in before[1:]:
            assert now[1 : before.index("", 1)] == before[1 : before.index("", 1)]
        else:
            assert now[1 : height - step + 1] == [*before[step + 1 :], f"Line {count - 1}."]
        before = now


@given(st.lists(st.integers(0, 60), min_size=1, max_size=40), st.integers(4, 60))
def test_log_ends_with_the_newest_line_and_has_few_free_rows_if_more_lines_fit(lengths, height) -> None:
    lines = [Line(f"{number}" + " x" * length) for number, length in enumerate(lengths)]
    shown, most = ([row for row in log_rows(height, *lines, to_bottom=end) if row] for end in (False, True))
    assert shown == most[-len(shown) :]
    rows = height - 1
    assert shown == most or rows - len(shown) <= min(max(rows // 4, 6), rows // 2)


@pytest.mark.parametrize("height", [6, 12, 24, 50])
def test_log_says_whether_earlier_lines_are_hidden(height) -> None:
    canvas = Canvas(20, height)
    for count in range(2 * height):
        lines = [Line(f"Line {number}.") for number in range(count)]
        hides_earlier = paint_log(Brush(canvas, FOUR_COLOURS), Rect(0, 0, 20, height), lines)
        assert hides_earlier == (count > 0 and "Line 0." not in str(canvas)) == (count >= height)


@pytest.mark.parametrize("height", range(2, 9))
@pytest.mark.parametrize("text", ["word " * 45, "w" * 400])
def test_log_shows_the_beginning_of_a_line_longer_than_the_log(text, height) -> None:
    shown = log_text(20, height, Line("Before."), Line(text, "Ada"))
    assert "Ada:" in shown
    assert "…" in shown
    assert "Before." not in shown


@pytest.mark.parametrize("words_per_line", [3, 9, 12])
def test_long_lines_of_a_full_log_also_move_out_several_rows_at_once(words_per_line) -> None:
    lines = [Line(f"{number} " + "word " * words_per_line) for number in range(60)]
    tops = [log_rows(30, *lines[:count])[1] for count in range(20, len(lines))]
    moves = sum(one != other for one, other in pairwise(tops))
    assert 2 * moves <= len(tops)
