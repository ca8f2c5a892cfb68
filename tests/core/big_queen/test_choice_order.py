"""The order of the choices of a hint, where some were tried in fewer imagined rounds than the best."""

from __future__ import annotations

from statistics import mean

import pytest

from core.big_queen.choice_order import as_in_all_rounds, close_indices
from core.engine.comparison import as_in_all_matches

BEST = [0.0] * 30 + [90.0] * 60
"""What the best choice brings in each imagined round: less at first than in the rounds on average, which is 60."""

LEADER = [80.0] * 30 + [20.0] * 60
"""What the choice brings that leads in the first rounds; 40 on average."""

DROPPED_LATER = [77.0] * 30 + [11.0] * 15
"""A choice that is dropped after 45 rounds: it is then behind `LEADER` by 5 points on average."""

DROPPED_SOON = [62.0] * 30
"""A choice that is dropped after 30 rounds, and then behind `LEADER` by 18 points."""


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_dropped_choice_is_as_far_behind_the_best_as_the_choice_says_that_led_when_it_was_dropped(order):
    samples = [[BEST, LEADER, DROPPED_LATER, DROPPED_SOON][at] for at in order]
    compared = as_in_all_rounds(order.index(0), samples, samples)
    shown = {at: mean(as_in_all_matches(one, BEST)) for at, one in zip(order, compared, strict=True)}
    assert shown == pytest.approx({0: 60, 1: 40, 2: 35, 3: 22})


def test_choice_dropped_behind_one_that_was_dropped_itself_is_compared_by_way_of_that():
    leader_for_a_time = [90.0] * 30 + [-90.0] * 15  # dropped 30 behind `LEADER`
    samples = [BEST, LEADER, leader_for_a_time, DROPPED_SOON]  # the last one is 28 behind it
    compared = as_in_all_rounds(0, samples, samples)
    assert [mean(as_in_all_matches(one, BEST)) for one in compared] == pytest.approx([60, 40, 10, -18])


def test_choice_dropped_behind_the_best_keeps_its_samples():
    samples = [LEADER, BEST, DROPPED_SOON]
    assert as_in_all_rounds(0, samples, samples) == samples


def test_leader_is_the_choice_of_most_worth_though_another_has_more_points():
    worths = [BEST, LEADER, DROPPED_SOON]
    leads = [[1.0] * 30 + [4.0] * 60, [0.0] * 90, [2.0] * 30]
    assert [mean(as_in_all_matches(one, leads[0])) for one in as_in_all_rounds(0, leads, worths)] == [3, 0, 2]


def test_choice_is_not_called_worse_that_is_shown_with_as_many_points_as_one_too_close_to_call():
    best = [0.0] * 60
    close, surely_less = [-60.4, 40.0] * 30, [-10.3] * 60
    leads = [best, close, surely_less]
    assert close_indices(0, leads, leads, [0, -10, -10]) == [1, 2]
    assert close_indices(0, leads, leads, [0, -10, -11]) == [1]
