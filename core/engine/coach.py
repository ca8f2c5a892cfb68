"""Advice: what each choice of a seat leads to, in figures, and the choice that a coach would make.

Advice follows from a view and a memory of the seat, so it tells nobody what the seat may not know. A coach returns a
generator that works the advice out in short pieces and yields between them, so a program can do other things meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import Final, NamedTuple, TypeAlias

from core.engine.action import Action

CHANCE: Final = "chance"
"""The unit of a figure that is a probability, from 0 to 1."""

POINT: Final = "point"
"""The unit of a figure in points, in a game without another word for them."""

AT_STAKE: Final = "{} at stake"
"""The form of `Figure.label` for points that are lost if a choice goes wrong, as in ``12 points at stake``."""

CONFIDENCE: Final = 0.95
"""The share of cases in which the truth lies within the error of a figure from samples."""

DEVIATIONS: Final = 1.96
"""Half the width of an interval with the confidence `CONFIDENCE`, in standard errors."""


SKEWED_DEVIATIONS: Final = 2.2
"""Like `DEVIATIONS`, where samples are numbers: a little more, as some dozens with rare great losses are not normal."""


class Figure(NamedTuple):
    """A number about a choice."""

    label: str
    """What the number is, in a word or two for a player, to stand before the number or around a ``{}``: ``caught``,
    ``{} in hand``."""
    value: float
    """The number."""
    error: float = 0
    """0 if the number is exact; else the truth lies within `value` ± `error` in `CONFIDENCE` of all cases."""
    unit: str = CHANCE
    """`CHANCE`, `POINT`, or another unit in the singular: ``card``."""


class Choice(NamedTuple):
    """A legal action, the figures about it, and what it is worth."""

    action: Action
    figures: tuple[Figure, ...] = ()
    worth: Figure | None = None
    """What the choice is worth: a figure in which choices differ, or None."""
    words: str = ""
    """What a player calls the action, if not as it is written: ``take Q♦ with Q♣ Q♥``; else ""."""
    loss: Figure | None = None
    """By how much the choice is worth less than the best one, measured in the same imagined matches, so that its error
    is smaller than that of the two worths; None where the worths are exact: then the loss is their difference."""


class Advice(NamedTuple):
    """The advice for a decision."""

    choices: tuple[Choice, ...]
    """A choice for each legal action of the seat, in the order of these actions."""
    best: Choice | None
    """The choice that the coach would make; None if the seat need not act, and does better not to."""
    as_good: tuple[Choice, ...]
    """Other choices that may be as good as the best: they differ from it by no more than the error."""
    reason: str
    """Why the best choice is the best, in one sentence that a beginner understands."""


AdviceThought: TypeAlias = Generator[None, None, Advice]
"""A generator that works out advice: it yields after each short piece of work, half a millisecond or less as a rule,
and returns the advice."""


def estimate(label: str, samples: Sequence[float], unit: str = CHANCE, step: float = 1) -> Figure:
    """Return the mean of samples as a figure with this `label` and `unit`.

    Its error is never 0, because samples may miss a rare value. For a probability (`CHANCE`, each sample 0 or 1) it is
    the error of Agresti and Coull, which holds near 0 and 1, too. For another number it is computed with two more
    samples, one `step` above the mean and one below; `step` is the least by which two samples can differ.
    """
    number, total = len(samples), sum(samples)
    mean = total / number
    if unit == CHANCE:
        weight = number + DEVIATIONS**2
        centre = (total + DEVIATIONS**2 / 2) / weight
        half = DEVIATIONS * math.sqrt(centre * (1 - centre) / weight)
        return Figure(label, mean, half + abs(centre - mean), unit)
    squares = sum((sample - mean) ** 2 for sample in samples) + 2 * step**2
    return Figure(label, mean, SKEWED_DEVIATIONS * math.sqrt(squares / number / (number - 1)), unit)
