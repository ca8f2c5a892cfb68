"""The choices of a decision of Big Queen, compared by the coach, and the clauses that tell how they compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from core.big_queen.action_texts import activity_of_choice
from core.big_queen.round_result import MeanEnding, text_on_loss
from core.engine.action import Action
from core.engine.coach import POINT_UNIT, Choice
from core.engine.english import count
from core.engine.view import View

MAX_POINTS_TOLD_AS_EQUAL: Final = 5
"""Two choices that may be as good do about as well if their points ahead, as shown, differ by at most this: the
smallest possible difference between two results of a round."""

AS_WELL_CLAUSE: Final = "does about as well on average"
"""What is said of a choice that may be as good as another one and brings about as many points."""


class ComparedChoices(NamedTuple):
    """The choices of a seat in a view, compared by the coach."""

    view: View
    choices: Sequence[Choice]
    """All choices that are of use, those that come to the same only once."""
    best: Choice
    """The choice that the coach advises."""
    equally_good: Sequence[Choice]
    """The other choices that may be as good."""
    means: Mapping[Action, MeanEnding]
    """How the imagined rounds ended after each choice; empty if there were none."""


def sentence_on_more_points(other: Choice, more: float) -> str:
    """Return the sentence, to stand before the reason, on another choice that can be done in the same turn and is shown
    with this number of points more than the best one."""
    told = f"{activity_of_choice(other)} shows {more:g} more points"
    return f"{told[:1].upper()}{told[1:]}, but you can do both in this turn. "


def choice_with_most_points_ahead(choices: Iterable[Choice]) -> Choice | None:
    """Return the choice that is shown with most points ahead, the first one if no points are shown; None if there is no
    choice."""
    return max(choices, key=lambda choice: choice.worth.value if choice.worth is not None else 0, default=None)


def text_on_loss_of(other: Choice, best: Choice, means: Mapping[Action, MeanEnding]) -> str:
    """Return by how much another choice is worse than the best one in the imagined rounds; "" if it is not."""
    if best.action not in means or other.action not in means:
        return ""
    return text_on_loss(means[best.action], means[other.action])


def comparison_clause(best: Choice, close: Choice) -> str:
    """Return by how much a choice that the coach cannot tell from the best is shown with fewer points ahead, or more:
    ``brings 3 points less on average, which may be chance``."""
    if best.worth is None or close.worth is None:
        return "is about as good"
    less = round(best.worth.value) - round(close.worth.value)
    if abs(less) <= MAX_POINTS_TOLD_AS_EQUAL:
        return AS_WELL_CLAUSE
    return f"brings {count(abs(less), POINT_UNIT)} {'less' if less > 0 else 'more'} on average, which may be chance"
