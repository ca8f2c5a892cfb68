"""Advice: what each choice of a seat leads to, in figures, and the choice that a coach would make.

Advice follows from a view and a memory of the seat, so it tells nobody what the seat may not know. A coach returns a
generator that works the advice out in short pieces and yields between them, so a program can do other things meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

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


@dataclass(frozen=True, slots=True)
class Figure:
    """A number about a choice.

    label  what it is, in a word or two for a player, before the number or around a ``{}``: ``caught``, ``{} in hand``
    value  the number
    error  0 if the number is exact; else the truth lies within `value` ± `error` in `CONFIDENCE` of all cases
    unit   `CHANCE`, `POINT`, or another thing in the singular: ``card``
    """

    label: str
    value: float
    error: float = 0
    unit: str = CHANCE


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action, the figures about it, and what it is worth.

    worth  a figure in which choices differ, or None
    loss   by how much the choice is worth less than the best one, measured in the same imagined matches, so that its
           error is smaller than that of the two worths; None where the worths are exact: then it is their difference
    words  what a player calls the action, where that is not how it is written: ``take Q♦ with Q♣ Q♥``; else ""
    """

    action: Action
    figures: tuple[Figure, ...] = ()
    worth: Figure | None = None
    words: str = ""
    loss: Figure | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice for a decision.

    choices  every legal action of the seat, in their order
    best     the choice that the coach would make; None if the seat need not act, and does better not to
    as_good  other choices that may be as good: they differ from the best by no more than the error
    reason   why, in one sentence that a beginner understands
    """

    choices: tuple[Choice, ...]
    best: Choice | None
    as_good: tuple[Choice, ...]
    reason: str


AdviceThought: TypeAlias = Generator[None, None, Advice]
"""A generator that works out advice: it yields after each short piece of work and returns the advice.

A piece takes half a millisecond or less as a rule, as in `core.engine.game.Level`.
"""


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
