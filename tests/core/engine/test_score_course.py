"""The course of scores over the parts of a match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.score_course import MAX_COURSE_PARTS, steps_over_parts, values_over_parts


def test_each_part_of_a_course_is_equally_long():
    """The first play has 8 actions, the second 2: the value after 8 actions stands in the middle."""
    course = values_over_parts((0, 4, 8, 9, 10), (0, 4, 8, 8, 8), (0, 8))
    assert (course[0], course[len(course) // 2], course[-1]) == (0, 8, 8)
    assert course[len(course) // 4] == pytest.approx(4)
    assert all(value == 8 for value in course[len(course) // 2 :])


def test_course_without_parts_stays_as_it_is():
    for part_starts in ((), (0,)):
        assert values_over_parts((0, 3, 5), (1, 2, 3), part_starts) == (1, 2, 3)
    assert values_over_parts((), (), (0, 4)) == ()


@given(st.sets(st.integers(1, 400), max_size=30), st.lists(st.integers(-50, 50), min_size=402, max_size=402))
def test_values_at_the_beginnings_of_parts_are_those_of_the_match(later_starts, values):
    steps, part_starts = tuple(range(402)), (0, *sorted(later_starts))
    course = values_over_parts(steps, values, part_starts)
    assert (course[0], course[-1]) == (values[0], values[-1])
    assert min(values) <= min(course)
    assert max(course) <= max(values)
    if len(part_starts) in (2, 3, 4, 5, 6, 8, 10):  # parts that begin at one of the places
        for number, start in enumerate(part_starts):
            place, rest = divmod(number * MAX_COURSE_PARTS, len(part_starts))
            assert not rest
            assert course[place] == pytest.approx(values[start])


def test_a_match_is_divided_by_its_parts_however_many_actions_each_has():
    """Else the last plays, in which one seat plays on alone, would share a step."""
    assert steps_over_parts(106, (0, 100, 102, 104), 4) == (0, 100, 102, 104, 106)
    assert steps_over_parts(106, (0, 100, 102, 104), 8) == (0, 50, 100, 101, 102, 103, 104, 105, 106)
    assert steps_over_parts(106, (0, 100, 102, 104), 2) == (0, 102, 106)
    assert steps_over_parts(8, (), 4) == (0, 2, 4, 6, 8)


@given(st.data())
def test_steps_of_a_match_begin_at_its_start_rise_and_end_at_its_end(data):
    count = data.draw(st.integers(0, 300))
    part_starts = data.draw(st.sets(st.integers(1, max(count - 1, 1)), max_size=20)) if count > 1 else ()
    max_steps = data.draw(st.integers(1, 40))
    for starts in ((), (0, *sorted(part_starts))):
        steps = steps_over_parts(count, starts, max_steps)
        assert (steps[0], steps[-1]) == (0, count)
        assert list(steps) == sorted(set(steps))
        assert len(steps) <= max_steps + 1
        if len(starts) <= max_steps:
            assert set(starts) <= set(steps)
