"""Advice for a seat: figures about each choice that it has, and the choice that a coach would make.

Advice follows from a view and a memory of the seat, so it reveals nothing that the seat may not know. A coach returns a
generator that works the advice out in short pieces and yields between them, so a program can do other things meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from core.engine.action import Action

CHANCE_UNIT: Final = "chance"
"""The unit of a figure that is a probability, from 0 to 1."""

POINT_UNIT: Final = "point"
"""The unit of a figure in points, in a game without another word for them."""

AT_STAKE_LABEL: Final = "{} at stake"
"""The form of `Figure.label` for points that are lost if a choice fails, as in ``12 points at stake``."""

MATCH_WON_LABEL: Final = "match won now"
"""The label of the probability that a choice wins the match in the present hand or round."""
MATCH_LOST_LABEL: Final = "match lost now"
"""The label of the probability that a choice loses the match in the present hand or round."""

MATCH_END_REASON: Final = "You get {} points if you {}, but this gives you the better chance to win the match: {}."
"""The reason for a choice that brings fewer points than another one because the match may end; the first ``{}`` says
how many the other choice brings, the second is that choice, the third the advised one.
"""

CONFIDENCE: Final = 0.95
"""The probability that the true value lies within the error of a figure that comes from samples."""

INTERVAL_DEVIATIONS: Final = 1.96
"""Half the width of an interval with the confidence `CONFIDENCE`, in standard errors."""


SKEWED_INTERVAL_DEVIATIONS: Final = 2.2
"""Half the width, in standard errors, of a 95 % interval for samples that are not 0 or 1: larger, as a few dozen
samples with rare great losses are not normally distributed."""


MAX_ERROR_WITH_DECIMALS: Final = 1
"""The worths of choices are shown whole if one of them may be off by this much or more, else with one decimal."""


class Measure(Enum):
    """What the worth of a choice counts, in points."""

    ROW_WITH_NEXT_CARD = "row with next card"
    """The points of the seat's row and of its next card, turned now or later, less what may be lost."""
    GAIN_IN_HAND = "gain in hand"
    """The points of the seat, or its team, in this hand less the mean of those of all players."""
    LEAD_AFTER_ROUND = "lead after round"
    """The points of the team in this round less those of the other team."""
    POINTS_OF_DEAL = "points of deal"
    """All points of the seat from this deal, those that it has already included."""


class Figure(NamedTuple):
    """A number about a choice that the coach gives, such as the chance that a card is caught, with its label, unit and
    bounds."""

    label: str
    """The meaning of the number, in a word or two for a player, to stand before the number or around a ``{}``:
    ``caught``, ``{} in hand``."""
    value: float
    """The number that the figure shows, in its unit."""
    error: float = 0
    """0 if the number is exact, or if the label says "about", as the error is not known; else the true value lies
    within `value` ± `error` with the probability `CONFIDENCE`."""
    unit: str = CHANCE_UNIT
    """`CHANCE_UNIT`, `POINT_UNIT`, or another unit in the singular: ``card``."""


def percent_of(chance: float) -> int:
    """Return a probability in percent; 0 and 100 only if it is exactly that."""
    percent = round(100 * chance)
    return percent if chance in (0, 1) else min(99, max(1, percent))


class Choice(NamedTuple):
    """A legal action, the figures about it, and what it is worth."""

    action: Action
    figures: tuple[Figure, ...] = ()
    worth: Figure | None = None
    """The worth of the choice, in the measure in which choices are compared; None if the coach does not know it."""
    wording: str = ""
    """What a player calls the action, such as ``take Q♦ with Q♣ Q♥``; "" if it is called as it is written."""
    loss: Figure | None = None
    """The amount by which the choice is worth less than the best one, measured in the same imagined matches, so that
    its error is smaller than that of the two worths; None where the worths are exact: then the loss is their
    difference. A choice that the rules make worse than another legal one has a loss without a worth."""
    parts: tuple[Figure, ...] = ()
    """The numbers whose sum is the worth, in its unit; () if the coach does not tell them. Choices of one decision have
    the same label for what they have in common."""
    measure: Measure | None = None
    """The measure in which choices are compared, that of `worth`; None if the coach does not know the worth."""
    is_question: bool = False
    """Whether the choice only asks other seats something: afterwards the seat makes the same decision again, so that no
    better choice is missed by it."""
    same_as: Action | None = None
    """An earlier choice that comes to the same, because the two differ only in cards that are worth the same; None if
    there is none. Hints do not name such a choice: the earlier one stands for it."""
    ends_turn: bool = False
    """Whether the seat can do nothing more in its turn after the choice, in a game in which others let it go on."""
    made_good_by: Action | None = None
    """The action by which the seat avoids the loss if it is the next one that the seat does; None if there is none."""


def decimals_of_worths(choices: Iterable[Choice]) -> int:
    """Return with how many decimals a table of these choices shows their worths: 0 or 1."""
    error = max((choice.worth.error for choice in choices if choice.worth is not None), default=0)
    return 0 if error >= MAX_ERROR_WITH_DECIMALS else 1


def worth_as_shown(choice: Choice) -> float:
    """Return the worth of a choice, which must have one, to a tenth: the sum of its parts as these are shown."""
    assert choice.worth is not None
    return round(sum(round(part.value, 1) for part in choice.parts) if choice.parts else choice.worth.value, 1) or 0.0


def worths_as_shown(choices: Sequence[Choice]) -> list[float]:
    """Return the worths of choices, which all must have one, rounded as in a table of just these."""
    decimals = decimals_of_worths(choices)
    return [round(choice.worth.value, decimals) for choice in choices if choice.worth is not None]


def match_end_reason(best_text: str, best_points: float, other_text: str, other_points: float) -> str:
    """Return the reason for a choice that is better than another one because the match may end.

    The texts are what a player calls the two; the points are those that people see, rounded, so that none is said to
    bring more that is shown with as many.
    """
    how_many = "more" if other_points > best_points else "about as many"
    return MATCH_END_REASON.format(how_many, other_text, best_text)


class Advice(NamedTuple):
    """The coach's advice for one decision: the choices with their figures, and the best of them."""

    choices: tuple[Choice, ...]
    """A choice for each legal action of the seat, in the order of these actions. One that can be of no use has neither
    figures nor a worth, and hints do not name it."""
    best: Choice | None
    """The choice that the coach would make; None if the seat need not act and should not."""
    equally_good: tuple[Choice, ...]
    """The other choices that may be as good as the best: the difference is within the error."""
    reason: str
    """The reason why the best choice is the best, in words that a beginner understands. It names the choice, at its end
    after a colon or as a sentence of its own at its beginning."""
    compatible: tuple[Choice, ...] = ()
    """The other choices that the seat can still make in the same turn after the best one, so that neither is given
    up."""
    max_equal_difference: float = 0
    """A choice that may be as good is shown as equal to the best if their worths, as shown, differ by at most this, or
    by one in the last digit."""


AdviceWork: TypeAlias = Generator[None, None, Advice]
"""A generator that works out advice: it yields after each short piece of work, usually half a millisecond or less, and
returns the advice."""


def estimate_mean(label: str, samples: Sequence[float], unit: str = CHANCE_UNIT, min_difference: float = 1) -> Figure:
    """Return the mean of samples as a figure with this `label` and `unit`.

    Its error is never 0, because samples may miss a rare value. For a probability (`CHANCE_UNIT`, each sample 0 or 1)
    it is the error of Agresti and Coull, which holds near 0 and 1, too. For another number it is computed with two more
    samples, one `min_difference` above the mean and one below; `min_difference` is the least by which two samples can
    differ.
    """
    number, total = len(samples), sum(samples)
    mean = total / number
    if unit == CHANCE_UNIT:
        weight = number + INTERVAL_DEVIATIONS**2
        centre = (total + INTERVAL_DEVIATIONS**2 / 2) / weight
        half = INTERVAL_DEVIATIONS * math.sqrt(centre * (1 - centre) / weight)
        return Figure(label, mean, half + abs(centre - mean), unit)
    squares = sum((sample - mean) ** 2 for sample in samples) + 2 * min_difference**2
    return Figure(label, mean, SKEWED_INTERVAL_DEVIATIONS * math.sqrt(squares / number / (number - 1)), unit)
