"""Comparison of choices in imagined matches: each is tried in the same matches, so luck does not decide between them.

A choice that is clearly worse than the one that does best so far is tried no longer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from typing import Final, TypeVar

from core.engine.action import Action
from core.engine.coach import DEVIATIONS, POINT, Figure, estimate
from core.engine.match import Match

MatchT = TypeVar("MatchT", bound=Match)
Result = TypeVar("Result")

MATCHES_BETWEEN_CHECKS: Final = 15
"""The number of imagined matches after which it is checked, from the second time on, what is clearly worse."""

CLEAR_DEVIATIONS: Final = 3.0
"""How many standard errors worse than another a choice must be to count as clearly worse."""


def tried_choices(
    imagine: Callable[[], MatchT],
    choices: Sequence[Action],
    number: int,
    play_out: Callable[[MatchT, Action], Result],
    worth: Callable[[Result], float] | None = None,
) -> Generator[None, None, list[list[Result]]]:
    """Try each choice in a `number` of matches that `imagine` returns, and return its results of `play_out`.

    Yields after each match is imagined, and after each try: a piece of work is one or the other. All choices are tried
    in the same matches, in the same order. With `worth`, which says what a result is worth, a choice is tried no longer
    once it is clearly worse than the best: it has fewer results then, those of the first matches.
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
        if worth is not None and done >= 2 * MATCHES_BETWEEN_CHECKS and not done % MATCHES_BETWEEN_CHECKS:
            best = max(rest, key=lambda at: sum(worths[at]))
            rest = [at for at in rest if not is_worse(worths[at], worths[best], CLEAR_DEVIATIONS)]
    return results


def is_worse(worth: Sequence[float], other: Sequence[float], deviations: float = DEVIATIONS) -> bool:
    """Whether a choice is worth less than another one, by more than `deviations` standard errors.

    `worth` and `other` are what both were worth in the same matches; of the longer one only the first count.
    """
    mean, error = mean_gain(worth, other)
    return mean < -deviations * error


def mean_gain(worth: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return by how much a choice is worth more than another one on average, and the standard error of that.

    The arguments are those of `is_worse`; there are two matches at least.
    """
    gains = [one - two for one, two in zip(worth, other, strict=False)]
    number, mean = len(gains), sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / (number - 1)
    return mean, math.sqrt(variance / number)


def best_choice(usual: int, worths: Sequence[Sequence[float]], caution: float, bonuses: Sequence[float] = ()) -> int:
    """Return the index of the best choice by what each was worth; `usual` is that of the one that is best as a rule.

    It is the usual one unless another one gains against it, by more than `caution` standard errors: where chance is
    great, the usual choice is a better guide than noise. A choice that is no longer tried is never the best.
    `bonuses` is added to what the choices gain, one number for each.
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


def as_good_as(best: int, worths: Sequence[Sequence[float]]) -> list[int]:
    """Return the indices of the choices that may be as good as the one at `best`.

    They were tried in the same matches, and are not worth less by more than the error.
    """
    most = len(worths[best])
    return [
        at for at, worth in enumerate(worths) if at != best and len(worth) == most and not is_worse(worth, worths[best])
    ]


def loss_of(worth: Sequence[float], best: Sequence[float], step: float = 1) -> Figure:
    """Return by how many points a choice is worth less than the best one, from the same matches.

    The arguments are as for `mean_gain`, and `step` as for `core.engine.coach.estimate`.
    """
    return estimate("loss", [two - one for one, two in zip(worth, best, strict=False)], POINT, step)
