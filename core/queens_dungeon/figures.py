"""The figures of the coach of Queen's Dungeon by their labels, and a reason with the figure that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.engine.coach import Choice
from core.trick_taking.reasons import Wordings

DUNGEON_LABEL: Final = "into the dungeon"
"""The label (`Figure.label`) of the probability that this trick sends the seat to the dungeon."""

OWN_QUOTA_LABEL: Final = "your quota made"
"""The label of the probability that the seat, which deals, makes its quota."""

DEALERS_QUOTA_LABEL: Final = "dealer's quota made"
"""The label of the probability that the dealer, another seat, makes the quota."""

POINTS_LABEL: Final = "{} this hand"
"""The label of the points that a choice brings in this hand."""


class Reason(NamedTuple):
    """Why a choice is the best, and what it is about."""

    parts: tuple[Wordings, ...]
    """The sentences of the reason, the most important first (`reason_of_parts`)."""
    label: str = ""
    """The label of the figure that decides in the reason, with which a table of the choices begins; "" for none."""


def values_of_figure(label: str, best: Choice, worse: Sequence[Choice]) -> list[float]:
    """Return the values of a figure of the best choice and of each worse one; none if one of them lacks it."""
    values = [figure.value for one in (best, *worse) for figure in one.figures if figure.label == label]
    return values if len(values) == 1 + len(worse) else []


def points_of_hand(choice: Choice) -> float:
    """Return the points that a choice brings in this hand on average."""
    return next(figure.value for figure in choice.figures if figure.label == POINTS_LABEL)


def dungeon_risk(choice: Choice) -> float:
    """Return the probability that a choice sends the seat to the dungeon with this trick."""
    return next((figure.value for figure in choice.figures if figure.label == DUNGEON_LABEL), 0.0)
