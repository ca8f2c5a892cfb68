"""How many matches the random tests play: few in the README's test command, more with `QUEENS_DEEP=1` (the deep run,
`.ci/run`).

With `QUEENS_DEEP=full` (the full run) they play everything that the promises name, which takes an hour.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

import pytest
from hypothesis import settings

from core import games

Case = TypeVar("Case")
"""Type variable: the type of the cases among which a test chooses a sample."""

IS_FULL_RUN: Final = os.environ.get("QUEENS_DEEP") == "full"
"""Whether this is the full run, in which the random tests play as much as the promises name."""

IS_DEEP_RUN: Final = IS_FULL_RUN or os.environ.get("QUEENS_DEEP") == "1"
"""Whether this is the deep or the full run."""


GAMES_TO_START: Final = tuple(games) if IS_DEEP_RUN else ("mad-queens", "big-queen", "queens-dungeon")
"""Slugs of the games for tests that start the program once for each: usually one game for each kind of board, in the
deep and full runs all games.
"""


def count_for_depth(usual_count: int, deep_count: int, full_count: int | None = None) -> int:
    """Return a number of matches, seeds or the like that fits the depth of the run: usual, deep or full.

    Without `full_count` the full run has `deep_count`, too.
    """
    if IS_FULL_RUN and full_count is not None:
        return full_count
    return deep_count if IS_DEEP_RUN else usual_count


def examples(usual_count: int, deep_count: int, **others: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator by which a Hypothesis test tries `usual_count` examples, or `deep_count` in the deep and full
    runs, and is marked as `deep`. Each run draws other examples; the first one is always the simplest. `others` are
    settings of Hypothesis.
    """
    tried = settings(max_examples=count_for_depth(usual_count, deep_count), deadline=None, **others)
    return lambda test: pytest.mark.deep(tried(test))


def sample_cases(cases: Sequence[Case], usual_count: int) -> list[Case]:
    """Return `usual_count` of the cases of a test, spread evenly over them; in the deep and full runs return all."""
    number = len(cases) if IS_DEEP_RUN else min(usual_count, len(cases))
    return [cases[place * len(cases) // number] for place in range(number)]


ONLY_DEEP_MARKS: Final = (
    pytest.mark.deep,
    pytest.mark.skipif(not IS_DEEP_RUN, reason="played with QUEENS_DEEP=1 only"),
)
"""The marks of pytest for a test case that is run only in the deep and full runs."""


def parametrize(
    names: str | Sequence[str], cases: Iterable[Any], usual_count: int, **others: Any
) -> pytest.MarkDecorator:
    """Return `pytest.mark.parametrize` of these cases; all but `usual_count` of them are run only in the deep and full
    runs.

    The cases that are always run are spread evenly, from the first to the last. The deep run leaves them out, and so
    takes less time than with `sample_cases`. `others` are the other arguments of `pytest.mark.parametrize`.
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
    """Decorator of a test that is run only in the deep and full runs, because other tests check all that matters to
    players.
    """
    for mark in ONLY_DEEP_MARKS:
        test = mark(test)
    return test
