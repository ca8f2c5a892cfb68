"""Comparison of choices in imagined matches: each is tried in the same matches, so luck does not decide between them.

A choice that is clearly worse than the one that does best so far is tried no longer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from typing import Final, TypeVar

from core.engine.action import Action
from core.engine.coach import INTERVAL_DEVIATIONS, POINT_UNIT, Figure, estimate_mean
from core.engine.match import Match

MatchT = TypeVar("MatchT", bound=Match)
Result = TypeVar("Result")

MATCHES_BETWEEN_COMPARISONS: Final = 15
"""Number of imagined matches after which clearly worse choices are dropped, again and again; the first time is
later."""

CLEARLY_WORSE_DEVIATIONS: Final = 3.0
"""A choice is clearly worse than another one if it is worse by at least this number of standard errors."""


def try_choices(
    imagine: Callable[[], MatchT],
    choices: Sequence[Action],
    number: int,
    play_out: Callable[[MatchT, Action], Result],
    worth: Callable[[Result], float] | None = None,
) -> Generator[None, None, list[list[Result]]]:
    """Try each choice in the same `number` of matches, and return for each choice the list of its results.

    `imagine` returns the next match; `play_out` carries out a choice in a copy of it and returns the result. Yields
    after each match that is imagined and after each try.

    `worth` returns what a result is worth. With it, a choice that is clearly worse than the best is not tried any
    more: its list is shorter, and has the results of the first matches. Without it, every choice is tried every time.
    """
    results: list[list[Result]] = [[] for _ in choices]
    worths: list[list[float]] = [[] for _ in choices]
    rest = list(range(len(choices)))
    for done in range(1, number + 1):
        match = imagine()
        yield
        for at in rest:
            results[at].append(play_out(match.copy(), choices[at]))
            if worth is not None:
                worths[at].append(worth(results[at][-1]))
            yield
        if worth is not None and done >= 2 * MATCHES_BETWEEN_COMPARISONS and not done % MATCHES_BETWEEN_COMPARISONS:
            best = max(rest, key=lambda at: sum(worths[at]))
            rest = [at for at in rest if not is_worse(worths[at], worths[best], CLEARLY_WORSE_DEVIATIONS)]
    return results


def is_worse(worth: Sequence[float], other: Sequence[float], deviations: float = INTERVAL_DEVIATIONS) -> bool:
    """Return whether a choice is worth less than another one, by more than `deviations` standard errors.

    `worth` is what the choice was worth in each match, `other` what the other choice was worth, in the same order of
    matches. If one of them is longer, its last matches do not count.
    """
    mean, error = mean_gain(worth, other)
    return mean < -deviations * error


def mean_gain(worth: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return (mean, error): by how much a choice is worth more than another one on average, and its standard error.

    `worth` is what the choice was worth in each match, two at least, and `other` what the other choice was worth, in
    the same order of matches. If one of them is longer, its last matches do not count.
    """
    gains = [one - two for one, two in zip(worth, other, strict=False)]
    number, mean = len(gains), sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / (number - 1)
    return mean, math.sqrt(variance / number)


def index_of_best_choice(
    usual: int, worths: Sequence[Sequence[float]], caution: float, bonuses: Sequence[float] = ()
) -> int:
    """Return the index of the best choice.

    `worths` are for each choice its worths in the matches in which it was tried. `usual` is the index of the choice
    that a level of play would make: it is the best unless another choice is worth more by at least `caution` standard
    errors, because where chance is great the usual choice is a better guide than noise. `bonuses`, one number for each
    choice, are added to the worths. A choice that was tried in fewer matches than others is never the best.
    """
    most = max(map(len, worths))
    tried = [at for at, worth in enumerate(worths) if len(worth) == most]
    if usual not in tried:
        usual = max(tried, key=lambda at: sum(worths[at]))
    gains = {at: mean_gain(worths[at], worths[usual]) for at in tried}
    sure = {at: mean - caution * error for at, (mean, error) in gains.items()}
    if bonuses:
        sure = {at: gain + bonuses[at] - bonuses[usual] for at, gain in sure.items()}
    best = max(tried, key=lambda at: sure[at])
    return best if sure[best] > 0 else usual


def equally_good_indices(best: int, worths: Sequence[Sequence[float]]) -> list[int]:
    """Return the indices of the choices that may be as good as the one at index `best`.

    `worths` are for each choice what it was worth in the matches in which it was tried. Such a choice was tried in as
    many matches as the best, and is worth less by no more than the error.
    """
    most = len(worths[best])
    return [
        at for at, worth in enumerate(worths) if at != best and len(worth) == most and not is_worse(worth, worths[best])
    ]


def loss_against_best(worth: Sequence[float], best: Sequence[float], step: float = 1) -> Figure:
    """Return by how many points a choice is worth less than the best one, with its error.

    `worth` and `best` are what the two were worth in the same matches; `step` is the smallest possible difference of
    two worths.
    """
    return estimate_mean("loss", [two - one for one, two in zip(worth, best, strict=False)], POINT_UNIT, step)
