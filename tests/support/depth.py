"""How much the random tests play: a part in the README's test command, more with `QUEENS_DEEP=1` (`.ci/run`).

With `QUEENS_DEEP=full` they play all that the promises name; that takes an hour.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

import pytest
from hypothesis import settings

from core import games

Case = TypeVar("Case")

IS_FULL_RUN: Final = os.environ.get("QUEENS_DEEP") == "full"
"""Whether the random tests play as much as the promises name, however long that takes."""

IS_DEEP_RUN: Final = IS_FULL_RUN or os.environ.get("QUEENS_DEEP") == "1"
"""Whether the random tests play as much as a run of `.ci/run` has time for."""


GAMES_TO_START: Final = tuple(games) if IS_DEEP_RUN else ("mad-queens", "big-queen", "queens-dungeon")
"""Slugs of one game for each kind of board, in the deeper runs of all games; for tests that start the program once for
each.
"""


def by_depth(usual_count: int, deep_count: int, full_count: int | None = None) -> int:
    """Return how many matches, seeds or the like a test plays: `usual_count`, or what the depth asked for has time for.

    Without `full_count` it is `deep_count` in both deeper runs.
    """
    if IS_FULL_RUN and full_count is not None:
        return full_count
    return deep_count if IS_DEEP_RUN else usual_count


def examples(usual_count: int, deep_count: int, **others: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator: a test of Hypothesis tries `by_depth(usual_count, deep_count)` examples, and is marked as
    `deep`.

    Each run draws other examples; the first one is always the simplest. `others` are settings of Hypothesis.
    """
    tried = settings(max_examples=by_depth(usual_count, deep_count), deadline=None, **others)
    return lambda test: pytest.mark.deep(tried(test))


def sample_cases(cases: Sequence[Case], usual_count: int) -> list[Case]:
    """Return `usual_count` of the cases of a test, spread evenly over them; in the deeper runs all."""
    number = len(cases) if IS_DEEP_RUN else min(usual_count, len(cases))
    return [cases[place * len(cases) // number] for place in range(number)]


ONLY_DEEP_MARKS: Final = (
    pytest.mark.deep,
    pytest.mark.skipif(not IS_DEEP_RUN, reason="played with QUEENS_DEEP=1 only"),
)
"""The marks of a test case that runs in the deeper runs alone."""


def parametrize(
    names: str | Sequence[str], cases: Iterable[Any], usual_count: int, **others: Any
) -> pytest.MarkDecorator:
    """Return `pytest.mark.parametrize` of these cases, of which all but `usual_count` are played in the deeper runs
    alone.

    Those that are always played are spread evenly, the first and the last among them. The deep run leaves them out, so
    it takes less time than with `sample_cases`. `others` are the other arguments of `pytest.mark.parametrize`.
    """
    several = not isinstance(names, str) or "," in names
    listed = list(cases)
    number = min(usual_count, len(listed))
    played = {place * (len(listed) - 1) // max(number - 1, 1) for place in range(number)}
    marked = [
        case if place in played else pytest.param(*(case if several else (case,)), marks=ONLY_DEEP_MARKS)
        for place, case in enumerate(listed)
    ]
    return pytest.mark.parametrize(names, marked, **others)


def only_deep(test: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a test that runs in the deeper runs alone, because it checks nothing for players that no other test
    checks.
    """
    for mark in ONLY_DEEP_MARKS:
        test = mark(test)
    return test
