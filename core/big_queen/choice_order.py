"""The order of the choices of a hint by their points ahead, so that none of these numbers contradicts the advice.

`leads` are for each choice the points ahead in the imagined rounds in which it was tried, `worths` what these rounds
were worth. A choice with more points ahead can be worth less only if the match may end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.engine.comparison import equally_good_indices, index_of_best_shown, mean_gain


def index_to_advise(best: int, leads: Sequence[Sequence[float]], worths: Sequence[Sequence[float]]) -> int:
    """Return the index of the choice to advise if the one at index `best` is the best: of those that may be as good,
    the one with most points ahead, which a reader of the figures would expect."""
    while (shown := index_of_best_shown(best, equally_good_indices(best, leads, worths), leads, worths)) != best:
        best = shown  # it has more points ahead, so this ends
    return best


def as_in_all_rounds(
    best: int, samples_by_choice: Sequence[list[float]], worths: Sequence[Sequence[float]]
) -> list[list[float]]:
    """Return the samples of the choices as they compare with the choice at index `best` in all rounds.

    `samples_by_choice` are the leads or the worths of the choices in the rounds in which they were tried. A choice that
    was dropped after some rounds was clearly worse than the one that led then, not than `best`, which may have been
    unlucky in these few: so it is as far behind that leader as in these rounds, and `mean_gain` against `best` says so.
    """
    compared = list(samples_by_choice)
    for at in sorted(range(len(worths)), key=lambda at: -len(worths[at])):  # a leader before those it was compared with
        rounds = len(worths[at])
        longer = [other for other, other_worths in enumerate(worths) if len(other_worths) > rounds]
        if longer:
            leader = max(longer, key=lambda other: sum(worths[other][:rounds]))
            luck = (
                mean_gain(samples_by_choice[leader][:rounds], samples_by_choice[best])[0]
                - mean_gain(compared[leader], samples_by_choice[best])[0]
            )
            compared[at] = [sample - luck for sample in samples_by_choice[at]]
    return compared


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
