"""The comparison of choices in imagined matches: which of them are too close to call."""

from __future__ import annotations

from statistics import mean

import pytest

from core.engine.coach import CHANCE_UNIT, MATCH_LOST_LABEL, MATCH_WON_LABEL
from core.engine.comparison import (
    clear_loss_of_wins,
    close_indices_as_shown,
    equally_good_indices,
    figures_about_match_end,
    index_of_best_shown,
    numbers_shown_of_match_end,
)

WIN_WORTH = 400
"""What a match that is won adds to the worth of a choice, and one that is lost takes from it."""

BEST_POINTS = [30, 20, 40, 30, 25, 35] * 5
"""The points of the best choice in imagined matches."""

WINS_OF_BEST_CHOICE = [1, -1, 1, -1, 1, 1] * 5
"""For each of these matches 1 if it is won after the best choice, and -1 if it is lost."""


@pytest.mark.parametrize(
    ("points_added", "wins", "is_equal"),
    [
        (0, WINS_OF_BEST_CHOICE, True),
        (-8, WINS_OF_BEST_CHOICE, False),
        (-8, [-1, 1, 1, -1, 1, 1] * 5, False),
        (8, [-1, 1, 1, -1, 1, -1] * 5, False),
        (0, [-1, -1, -1, -1, 1, -1] * 5, False),
        (8, [1, 1, 1, -1, 1, 1] * 5, True),
    ],
    ids=[
        "same points, same wins",
        "fewer points, same wins",
        "fewer points, other wins",
        "more points, fewer wins",
        "same points, clearly fewer wins",
        "more points, more wins",
    ],
)
def test_choices_are_too_close_to_call_by_the_points_that_people_see(points_added, wins, is_equal):
    """In a hand that may end the match the worth varies so much that it tells nothing about points."""
    noise = [1, -1, 2, -2, 0, 0] * 5
    points = [own + points_added + off for own, off in zip(BEST_POINTS, noise, strict=True)]
    worths = [own + WIN_WORTH * won for own, won in zip(points, wins, strict=True)]
    best_worths = [own + WIN_WORTH * won for own, won in zip(BEST_POINTS, WINS_OF_BEST_CHOICE, strict=True)]
    assert equally_good_indices(0, [BEST_POINTS, points], [best_worths, worths]) == [1] * is_equal


@pytest.mark.parametrize(("points_added", "worth_added", "is_equal"), [(-1, -1, True), (-2, -2, False), (0, -8, False)])
def test_difference_that_nobody_notices_makes_no_choice_worse(points_added, worth_added, is_equal):
    points = [own + points_added for own in BEST_POINTS]
    worths = [own + worth_added for own in BEST_POINTS]
    assert equally_good_indices(0, [BEST_POINTS, points], [BEST_POINTS, worths]) == []
    assert equally_good_indices(0, [BEST_POINTS, points], [BEST_POINTS, worths], 1) == [1] * is_equal


def test_end_of_the_match_is_told_of_each_choice_if_any_of_them_may_bring_it():
    won, lost = figures_about_match_end([[400, 0], [0, -400]])
    assert [(one.label, one.value) for one in won] == [(MATCH_WON_LABEL, 0.5), (MATCH_LOST_LABEL, 0)]
    assert [(one.label, one.value) for one in lost] == [(MATCH_WON_LABEL, 0), (MATCH_LOST_LABEL, 0.5)]
    assert [one.label for one in figures_about_match_end([[0, 0], [0, -400]])[0]] == [MATCH_LOST_LABEL]
    assert figures_about_match_end([[0, 0]]) == [()]


def test_choice_that_is_shown_with_as_many_points_as_one_too_close_to_call_is_not_worse():
    varied = [own - 2 + (60 if at % 2 else -60) for at, own in enumerate(BEST_POINTS)]
    steady = [own - 2.04 for own in BEST_POINTS]
    choices = [BEST_POINTS, varied, steady]
    shown = [round(mean(points), 1) for points in choices]
    assert equally_good_indices(0, choices) == [1]
    assert equally_good_indices(0, choices, points_as_shown=shown) == [1, 2]
    lower_worths = [BEST_POINTS, varied, [own - 5 for own in steady]]
    assert equally_good_indices(0, choices, lower_worths, points_as_shown=shown) == [1], "the match may end"


def test_of_choices_too_close_to_call_the_one_with_most_points_is_advised():
    better = [own + 2 for own in BEST_POINTS]
    choices = [BEST_POINTS, better, [own + 1 for own in BEST_POINTS]]
    assert index_of_best_shown(0, [1, 2], choices, choices) == 1
    assert index_of_best_shown(0, [2], choices, choices) == 2
    assert index_of_best_shown(1, [0, 2], choices, choices) == 1
    lower_worths = [better, BEST_POINTS, BEST_POINTS]
    assert index_of_best_shown(0, [1], choices, lower_worths) == 0, "the match may end"


def test_loss_of_wins_is_what_a_choice_costs_at_least_whatever_becomes_of_matches_that_go_on():
    loss = clear_loss_of_wins([-400] * 20 + [400] * 20, [400] * 40)
    assert loss is not None
    assert (loss.value, loss.unit) == (0.5, CHANCE_UNIT)
    assert clear_loss_of_wins([0] * 40, [400] * 40) is None, "those that go on may all be won"
    assert clear_loss_of_wins([400] * 40, [400] * 40) is None
    assert clear_loss_of_wins([400] * 40, [-400] * 20 + [400] * 20) is None
    part = clear_loss_of_wins([-400] * 20 + [0] * 20, [0] * 10 + [400] * 30)
    assert part is not None
    assert part.value == 0.5, "if all that go on are won, the choice lost 20 of 40 and the best none"


@pytest.mark.parametrize(("worth_taken", "indices"), [(0, [1, 2]), (1, [2])])
def test_choice_with_more_points_than_one_too_close_to_call_is_not_worse(worth_taken, indices):
    """It varies less, so that alone it would be; unless the end of the match makes it worse than its points say."""
    steady = [own - 2 for own in BEST_POINTS]
    varied = [own + off for own, off in zip(BEST_POINTS, [-60, 54] * 15, strict=True)]
    points = [BEST_POINTS, steady, varied]
    worths = [BEST_POINTS, [own - worth_taken for own in steady], varied]
    assert equally_good_indices(0, points[:2]) == []
    assert equally_good_indices(0, points, worths) == indices


@pytest.mark.parametrize(
    ("numbers", "close", "indices"),
    [
        ([(-19, 1), (-25, -1), (-23, 8)], [1], []),
        ([(-19, 1), (-25, -1), (-23, -2)], [1], [1]),
        ([(-19, 1), (-25, -1), (-19, 8)], [1], [1, 2]),
        ([(1,), (-3,), (-2,), (-4,)], [1, 3], []),
        ([(1,), (-2,), (-2,)], [1], []),
        ([(5,), (5,), (4,)], [], [1]),
    ],
    ids=[
        "worse one is ahead in both numbers",
        "worse one is ahead in one number",
        "worse one is not behind the best",
        "worse one has more points",
        "worse one has as many points",
        "as many points as the best",
    ],
)
def test_no_number_that_people_see_contradicts_that_a_choice_is_called_worse(numbers, close, indices):
    assert close_indices_as_shown(0, close, numbers) == indices


def test_first_figure_about_the_end_of_the_match_is_the_one_in_which_the_best_choice_is_ahead():
    ends = [[400, 0, 0, 0], [400, 0, -400, -400]]
    assert [one.label for one in figures_about_match_end(ends, 0)[0]] == [MATCH_LOST_LABEL, MATCH_WON_LABEL]
    assert numbers_shown_of_match_end(figures_about_match_end(ends, 0)) == [(0,), (-50,)]
    ends = [[400, 400, -400, 0], [400, 0, -400, 0]]
    assert [one.label for one in figures_about_match_end(ends, 0)[0]] == [MATCH_WON_LABEL, MATCH_LOST_LABEL]
    assert numbers_shown_of_match_end(figures_about_match_end(ends, 0)) == [(50,), (25,)]
    assert numbers_shown_of_match_end(figures_about_match_end([[0, 0], [0, 0]])) == [(), ()]
