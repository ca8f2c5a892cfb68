"""Comparison of choices, each of which is tried in the same imagined matches, so that luck does not decide."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from typing import Final, TypeVar

from core.engine.action import Action
from core.engine.coach import (
    CHANCE_UNIT,
    INTERVAL_DEVIATIONS,
    MATCH_LOST_LABEL,
    MATCH_WON_LABEL,
    POINT_UNIT,
    Figure,
    estimate_mean,
    percent_of,
)
from core.engine.match import Match

MatchT = TypeVar("MatchT", bound=Match)
ResultT = TypeVar("ResultT")

LEAST_END_OF_WIN: Final = 1
"""The result of a match that is won is at least this; that of one that goes on is 0, that of one that is lost less."""

MIN_DEVIATIONS_TO_BE_CLEARLY_WORSE: Final = 3.0
"""A choice is clearly worse than another one if it is worse by at least this number of standard errors."""


def try_choices(
    imagine: Callable[[], MatchT],
    choices: Sequence[Action],
    match_count: int,
    play_out: Callable[[MatchT, Action], ResultT],
) -> Generator[None, None, list[list[ResultT]]]:
    """Try each choice in the same `match_count` matches, and return for each choice the list of its results.

    `imagine` returns the next match; `play_out` carries out a choice in a copy of it and returns the result. Yields
    after each match that is imagined and after each try. No choice is given up before the last match: after a few, one
    that was only unlucky looks clearly worse, and its mean would be too low.
    """
    results: list[list[ResultT]] = [[] for _ in choices]
    for _ in range(match_count):
        match = imagine()
        yield
        for choice, choice_results in zip(choices, results, strict=True):
            choice_results.append(play_out(match.copy(), choice))
            yield
    return results


def is_worse(worths: Sequence[float], other_worths: Sequence[float], deviations: float = INTERVAL_DEVIATIONS) -> bool:
    """Return whether a choice is worth less than another one, by more than `deviations` standard errors.

    `worths` is what the choice was worth in each match, `other_worths` what the other choice was worth, in the same
    order of matches.
    """
    mean, error = mean_gain(worths, other_worths)
    return mean < -deviations * error


def mean_gain(worths: Sequence[float], other_worths: Sequence[float]) -> tuple[float, float]:
    """Return (mean, error): by how much a choice is worth more than another one on average, and its standard error.

    `worths` is what the choice was worth in each match, two at least, and `other_worths` what the other choice was
    worth, in the same order of matches.
    """
    gains = [one - two for one, two in zip(worths, other_worths, strict=True)]
    match_count, mean = len(gains), sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / (match_count - 1)
    return mean, math.sqrt(variance / match_count)


def index_of_best_choice(
    usual_index: int, worths_by_choice: Sequence[Sequence[float]], caution: float, bonuses: Sequence[float] = ()
) -> int:
    """Return the index of the best choice.

    `worths_by_choice` are for each choice its worths in the same matches. `usual_index` is the index of the choice that
    a level of play would make: it is the best unless another choice is worth more by at least `caution` standard
    errors, because where chance is great the usual choice is a better guide than noise. `bonuses`, one number for each
    choice, are added to the worths.
    """
    gains = [mean_gain(choice_worths, worths_by_choice[usual_index]) for choice_worths in worths_by_choice]
    sure = [mean - caution * error for mean, error in gains]
    if bonuses:
        sure = [gain + bonuses[at] - bonuses[usual_index] for at, gain in enumerate(sure)]
    best = max(range(len(sure)), key=sure.__getitem__)
    return best if sure[best] > 0 else usual_index


def equally_good_indices(
    best_index: int,
    points_by_choice: Sequence[Sequence[float]],
    worths_by_choice: Sequence[Sequence[float]] | None = None,
    invisible_difference: float = 0,
    points_as_shown: Sequence[float] = (),
    deviations: float = INTERVAL_DEVIATIONS,
) -> list[int]:
    """Return the indices of the choices that may be as good as the one at index `best_index`.

    `points_by_choice` are for each choice its points, as people see them, in the same matches, and `worths_by_choice`
    what it was worth there, by default the same. A choice may be as good if it has neither fewer points nor a lower
    worth by more than this number of standard errors (`deviations`). One that has clearly more points, and is worth
    less all the same, is not as good.

    One that has more points than another which may be as good, though not more than the best, is not called worse
    either, unless its worth is lower than its points say: the other's points only vary more. Nor is one that is shown
    with as many: `points_as_shown` are for each choice its mean points as people see them, rounded, if they do.

    A choice is as good at any rate if its points differ by at most `invisible_difference`, which nobody notices, and
    its worth is not lower by more than that. The worths then count in points.
    """
    worths_by_choice = points_by_choice if worths_by_choice is None else worths_by_choice
    best_points, best_worths = points_by_choice[best_index], worths_by_choice[best_index]
    indices: list[int] = []
    lower: dict[int, float] = {}
    for at, (points, worths) in enumerate(zip(points_by_choice, worths_by_choice, strict=True)):
        if at == best_index:
            continue
        gain, worth_gain = mean_gain(points, best_points)[0], mean_gain(worths, best_worths)[0]
        is_invisible = abs(gain) <= invisible_difference and worth_gain >= -invisible_difference
        is_lower = is_worse(points, best_points, deviations) or is_worse(worths, best_worths, deviations)
        has_clearly_more_points = is_worse(best_points, points, MIN_DEVIATIONS_TO_BE_CLEARLY_WORSE)
        if is_invisible or not (is_lower or (has_clearly_more_points and worth_gain < 0)):
            indices.append(at)
        elif worth_gain >= gain:
            lower[at] = gain
    if points_as_shown:
        least = min(points_as_shown[at] for at in (best_index, *indices))
        looks_as_good = [at for at, gain in lower.items() if gain <= 0 and points_as_shown[at] >= least]
    else:
        least = min((mean_gain(points_by_choice[at], best_points)[0] for at in indices), default=0)
        looks_as_good = [at for at, gain in lower.items() if least < gain <= 0]
    return sorted([*indices, *looks_as_good])


def index_of_best_shown(
    best_index: int,
    close_indices: Sequence[int],
    points_by_choice: Sequence[Sequence[float]],
    worths_by_choice: Sequence[Sequence[float]] | None = None,
) -> int:
    """Return the index of the choice to advise if those at `close_indices` may be as good as the one at `best_index`.

    People see the points, so it is the one of them with most points on average, among those with no lower worth. The
    other arguments are those of `equally_good_indices`.
    """
    worths_by_choice = points_by_choice if worths_by_choice is None else worths_by_choice
    gains = {
        other: mean_gain(points_by_choice[other], points_by_choice[best_index])[0]
        for other in close_indices
        if mean_gain(worths_by_choice[other], worths_by_choice[best_index])[0] >= 0
    }
    return max((other for other, gain in gains.items() if gain > 0), key=gains.__getitem__, default=best_index)


def loss_against_best(worths: Sequence[float], best_worths: Sequence[float], min_difference: float = 1) -> Figure:
    """Return by how many points a choice is worth less than the best one, with its error.

    `worths` and `best_worths` are what the two were worth in the same matches; `min_difference` is the smallest
    possible difference of two worths.
    """
    return estimate_mean(
        "loss", [two - one for one, two in zip(worths, best_worths, strict=True)], POINT_UNIT, min_difference
    )


def clear_loss_of_wins(match_ends: Sequence[float], best_match_ends: Sequence[float]) -> Figure | None:
    """Return by how much a choice makes winning the match less likely than the best one; None if that is not clear.

    The arguments are the results of the same matches after the two choices, as in `figures_about_match_end`. A match
    that goes on may still be won or lost, so the loss is the smaller one of those with either result for all such
    matches: at least so much is lost.
    """
    pairs = list(zip(match_ends, best_match_ends, strict=True))
    losses = [
        estimate_mean("loss", [float((two >= least) - (one >= least)) for one, two in pairs], POINT_UNIT)
        for least in (LEAST_END_OF_WIN, 0)
    ]
    loss = min(losses, key=lambda one: one.value - one.error)
    return loss._replace(unit=CHANCE_UNIT) if loss.value > loss.error else None


def index_given_up_for_match_end(
    best_index: int,
    close_indices: Sequence[int],
    points_by_choice: Sequence[Sequence[float]],
    worths_by_choice: Sequence[Sequence[float]],
) -> int | None:
    """Return the index of the choice that brings more points than the best one and is worth less, as the match may end.

    Of several it is the one that brings most; None if there is none. The choices at `close_indices` may be as good as
    the best, so they are not given up. The other arguments are those of `equally_good_indices`.
    """
    gains = {
        other: mean_gain(points, points_by_choice[best_index])[0]
        for other, (points, worths) in enumerate(zip(points_by_choice, worths_by_choice, strict=True))
        if other not in close_indices and mean_gain(worths, worths_by_choice[best_index])[0] < 0
    }
    return max((other for other, gain in gains.items() if gain > 0), key=gains.__getitem__, default=None)


def close_indices_as_shown(
    best_index: int, close_indices: Sequence[int], numbers_by_choice: Sequence[Sequence[float]]
) -> list[int]:
    """Return the indices of the choices that may be called as good as the best one, without a contradiction between
    that and the numbers that people see.

    `close_indices` are those of the choices that may be as good, `numbers_by_choice` for each choice the numbers shown,
    rounded as they are shown, and greater where they are better. Another choice that is not behind the best one in any
    number is added; one that is in no number ahead of a choice called worse is left out.
    """

    best_numbers = numbers_by_choice[best_index]
    numbers_by_index = {at: numbers for at, numbers in enumerate(numbers_by_choice) if at != best_index}
    as_good = {at for at, numbers in numbers_by_index.items() if is_behind_in_none(numbers, best_numbers)}
    close = [at for at in numbers_by_index if at in close_indices or at in as_good]
    worse = [numbers for at, numbers in numbers_by_index.items() if at not in close]
    return [at for at in close if not any(is_behind_in_none(one, numbers_by_index[at]) for one in worse)]


def is_behind_in_none(numbers: Sequence[float], other_numbers: Sequence[float]) -> bool:
    """Return whether none of the numbers of a choice is less than the same number of another one."""
    return all(one >= other for one, other in zip(numbers, other_numbers, strict=True))


def figures_about_match_end(
    match_ends_by_choice: Sequence[Sequence[float]], best_index: int = 0
) -> list[tuple[Figure, ...]]:
    """Return for each choice how likely the match is won in the present hand or round, and how likely it is lost.

    `match_ends_by_choice` are for each choice the results of the matches: above 0 if it was won, below 0 if it
    was lost, 0 if it goes on. If it is never won after any choice, nothing is said of that, nor if it is never lost.
    The first figure is the one in which the choice at `best_index` is farther ahead of the others.
    """
    ends = [end for match_ends in match_ends_by_choice for end in match_ends]
    best_ends, choice_count = match_ends_by_choice[best_index], len(match_ends_by_choice)

    def lead_of_best(label_and_sign: tuple[str, int]) -> int:
        """Return in how many matches more, times the number of choices, the best choice is ahead in a figure."""
        _, sign = label_and_sign
        return sign * (choice_count * sum(sign * end > 0 for end in best_ends) - sum(sign * end > 0 for end in ends))

    signs = ((MATCH_WON_LABEL, 1), (MATCH_LOST_LABEL, -1))
    told = [(label, sign) for label, sign in signs if any(sign * end > 0 for end in ends)]
    told.sort(key=lead_of_best, reverse=True)
    return [
        tuple(estimate_mean(label, [sign * end > 0 for end in match_ends]) for label, sign in told)
        for match_ends in match_ends_by_choice
    ]


def numbers_shown_of_match_end(figures_by_choice: Sequence[Sequence[Figure]]) -> list[tuple[int, ...]]:
    """Return for each choice the one number about the end of the match that a table of choices shows, greater where it
    is better: the per cent of cases in which the match is won, or, below 0, of those in which it is lost.

    `figures_by_choice` are those of `figures_about_match_end`, of which the first counts in which the choices differ;
    if they differ in none, there is no number.
    """
    for figures in zip(*figures_by_choice, strict=True):
        if len({figure.value for figure in figures}) > 1:
            sign = -1 if figures[0].label == MATCH_LOST_LABEL else 1
            return [(sign * percent_of(figure.value),) for figure in figures]
    return [()] * len(figures_by_choice)
