"""The order of the choices of a hint by their points ahead, so that none of these numbers contradicts the advice.

`leads` are for each choice the points ahead in each of the same imagined rounds, `worths` what these rounds were worth.
A choice with more points ahead can be worth less only if the match may end.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from core.big_queen.equal_choices import kind_of_card
from core.big_queen.layout import ANSWER_YES
from core.engine.action import Action
from core.engine.cards import Card
from core.engine.coach import INTERVAL_DEVIATIONS
from core.engine.comparison import equally_good_indices, index_of_best_shown, is_behind_in_none, mean_gain
from core.engine.view import View

LAYING_VERBS: Final = ("meld", "add")
"""The verbs of the actions that lay cards of the hand."""

MAX_LEAD_GIVEN_UP_TO_LAY: Final = 5
"""To lay cards is advised in place of a discard that may be as good if it has at most this number of points ahead less:
the smallest possible difference between two results of a round."""

DEVIATIONS_PER_DOUBLED_COUNT: Final = 0.4
"""Added to the number of standard errors for each doubling of the number of other choices, so that some choice that is
as good as the best is called worse no more often than with one other choice: in 4 to 7 % of cases, up to 20 choices.
The sum is close to the bound of Tukey's range test, which compares the luckiest with all others."""

MAX_DIFFERENCE_OF_EQUAL_LEADS: Final = 1e-9
"""Two numbers of points are the same if they differ by less than this."""


def index_to_advise(best: int, leads: Sequence[Sequence[float]], worths: Sequence[Sequence[float]]) -> int:
    """Return the index of the choice to advise if the one at index `best` is the best: of those that may be as good,
    the one with most points ahead, which a reader of the figures would expect."""
    while (shown := index_of_best_shown(best, equally_good_indices(best, leads, worths), leads, worths)) != best:
        best = shown  # it has more points ahead, so this ends
    return best


def index_of_plain_choice(
    best: int,
    actions: Sequence[Action],
    hand: Sequence[Card],
    leads: Sequence[Sequence[float]],
    worths: Sequence[Sequence[float]],
) -> int:
    """Return the index of the choice to advise if the one at index `best` is a discard and a plainer one is as good.

    That is to lay cards without a 2, if it may be as good and has hardly fewer points ahead: cards on the table are
    safe, whatever the imagined rounds missed. If there is none, it is to discard a single card of the `hand` instead of
    breaking up a pair, if both have the same points ahead.
    """
    if actions[best].verb != "discard":
        return best
    gains = {at: mean_gain(leads[at], leads[best])[0] for at in equally_good_indices(best, leads, worths)}
    lays = [
        at
        for at, gain in gains.items()
        if actions[at].verb in LAYING_VERBS
        and gain >= -MAX_LEAD_GIVEN_UP_TO_LAY
        and all(card.rank != "2" for card in actions[at].cards)
    ]
    if lays:
        return max(lays, key=gains.__getitem__)
    rank_counts = Counter(card.rank for card in hand)
    if rank_counts[actions[best].cards[0].rank] == 1:
        return best
    return next(
        (
            at
            for at, gain in gains.items()
            if actions[at].verb == "discard"
            and len(actions[at]) == len(actions[best])
            and rank_counts[actions[at].cards[0].rank] == 1
            and actions[at].cards[0].rank != "2"
            and abs(gain) < MAX_DIFFERENCE_OF_EQUAL_LEADS
        ),
        best,
    )


def close_indices(
    best: int,
    leads: Sequence[Sequence[float]],
    worths: Sequence[Sequence[float]],
    leads_as_shown: Sequence[float],
    *,
    is_plain: bool = False,
) -> list[int]:
    """Return the indices of the choices that may be as good as the one at index `best` and have no more points ahead.

    `leads_as_shown` are for each choice its mean points ahead, rounded as people see them.
    The more choices there are, the farther behind must one be that is called worse: the one with most points is the
    luckiest of them all, and of ten that are as good some would else look worse.
    With `is_plain` the best is a plain choice for which points ahead were given up, so that they may have more.

    One that has neither more points nor a greater worth than a choice that is called worse is none of them: its results
    only vary more.
    """
    deviations = INTERVAL_DEVIATIONS + DEVIATIONS_PER_DOUBLED_COUNT * math.log2(max(len(leads) - 1, 1))
    close = equally_good_indices(best, leads, worths, points_as_shown=leads_as_shown, deviations=deviations)
    close = [at for at in close if is_plain or mean_gain(leads[at], leads[best])[0] <= 0]
    gains = [mean_gain(worth, worths[best])[0] for worth in worths]
    numbers = list(zip(leads_as_shown, gains, strict=True))
    worse = [at for at in range(len(leads)) if at != best and at not in close]
    return [at for at in close if not any(is_behind_in_none(numbers[other], numbers[at]) for other in worse)]


def has_worse_with_more_points(best: int, close: Sequence[int], leads: Sequence[Sequence[float]]) -> bool:
    """Return whether a choice that is worse than the one at index `best` has more points ahead than one that is too
    `close` to call: its worth is lower than its points say, as the match may end."""
    gains = [mean_gain(lead, leads[best])[0] for lead in leads]
    least = min((gains[at] for at in close), default=math.inf)
    return any(gain > least for at, gain in enumerate(gains) if at != best and at not in close)


def can_be_laid_together(view: View, first: Action, second: Action) -> bool:
    """Return whether both actions lay cards and can be done in the same turn, one of them with equal cards instead of
    its own, so that neither is given up."""
    both_lay = first.verb in LAYING_VERBS and second.verb in LAYING_VERBS
    return both_lay and can_all_be_laid(view, (*first.cards, *second.cards))


def can_all_be_laid(view: View, laid: Sequence[Card]) -> bool:
    """Return whether the seat has these cards, or equal ones, and enough others to lay all of them in one turn."""
    held = view.cards(f"hand/{view.seat}")
    least = 1 if view.facts["asked"] == ANSWER_YES else 2  # the discard, and a card that stays unless the seat goes out
    has_all = Counter(map(kind_of_card, laid)) <= Counter(map(kind_of_card, held))
    return has_all and len(held) - len(laid) >= least
