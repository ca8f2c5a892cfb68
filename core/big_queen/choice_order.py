"""The order of the choices of a hint by their points ahead, so that none of these numbers contradicts the advice.

`leads` are for each choice the points ahead in the imagined rounds in which it was tried, `worths` what these rounds
were worth. A choice with more points ahead can be worth less only if the match may end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from core.engine.comparison import equally_good_indices, index_of_best_shown, mean_gain

_INVISIBLE_DIFFERENCE: Final = 0.001
"""A difference of points that nobody sees."""


def index_to_advise(best: int, leads: Sequence[Sequence[float]], worths: Sequence[Sequence[float]]) -> int:
    """Return the index of the choice to advise if the one at index `best` is the best: of those that may be as good,
    the one with most points ahead, which a reader of the figures would expect."""
    while (shown := index_of_best_shown(best, equally_good_indices(best, leads, worths), leads, worths)) != best:
        best = shown  # it has more points ahead, so this ends
    return best


def leads_as_shown(best: int, leads: Sequence[list[float]], worths: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the leads of the choices, where none that was soon dropped as clearly worse seems better than the one at
    index `best`: it was worse than a third choice, and in the few rounds in which it was tried, `best` may have been,
    too."""
    shown = []
    for choice_leads, choice_worths in zip(leads, worths, strict=True):
        gain = mean_gain(choice_leads, leads[best])[0]
        was_dropped = len(choice_leads) < len(leads[best])
        seems_better = was_dropped and gain > 0 and mean_gain(choice_worths, worths[best])[0] >= 0
        surplus = gain + _INVISIBLE_DIFFERENCE if seems_better else 0
        shown.append([lead - surplus for lead in choice_leads])
    return shown


def close_indices(best: int, leads: Sequence[Sequence[float]], worths: Sequence[Sequence[float]]) -> list[int]:
    """Return the indices of the choices that may be as good as the one at index `best` and have no more points
    ahead."""
    return [at for at in equally_good_indices(best, leads, worths) if mean_gain(leads[at], leads[best])[0] <= 0]


def has_worse_with_more_points(best: int, close: Sequence[int], leads: Sequence[Sequence[float]]) -> bool:
    """Return whether a choice that is worse than the one at index `best` has more points ahead than one that is too
    `close` to call: its worth is lower than its points say, as the match may end."""
    gains = [mean_gain(lead, leads[best])[0] for lead in leads]
    least = min((gains[at] for at in close), default=math.inf)
    return any(gain > least for at, gain in enumerate(gains) if at != best and at not in close)
