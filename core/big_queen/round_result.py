"""The endings of the imagined rounds in which the coach of Big Queen tries a choice, their means, and in words what
makes one choice better than another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.engine.coach import POINT_UNIT
from core.engine.english import count

MIN_SHARE_DIFFERENCE_NAMED: Final = 0.1
"""A difference between two shares of the imagined rounds is named if it is at least this much."""


class RoundEnding(NamedTuple):
    """The end of one imagined round in which a choice was tried."""

    worth: float
    """The worth of the end of the round for the team."""
    lead: float
    """The points of the team in the round less those of the other team."""
    own_points: float = 0
    """The points of the team in the round."""
    is_ended_by_own_team: bool = False
    """Whether a player of the team went out."""
    is_ended_by_other_team: bool = False
    """Whether a player of the other team went out."""
    is_discard_taken: bool = False
    """Whether the other team took the card that the choice discards."""


class MeanEnding(NamedTuple):
    """The means of the endings of one choice, all from the same imagined rounds."""

    own_points: float
    """The mean points of the team in the round."""
    other_points: float
    """The mean points of the other team in the round."""
    own_share_of_ends: float
    """The share of the rounds that the team ended by going out."""
    other_share_of_ends: float
    """The share of the rounds that the other team ended by going out."""
    share_of_discard_taken: float
    """The share of the rounds in which the other team took the card that the choice discards."""


def mean_ending(endings: Sequence[RoundEnding]) -> MeanEnding:
    """Return the means of endings, of which there is at least one."""
    number = len(endings)
    own = sum(ending.own_points for ending in endings) / number
    return MeanEnding(
        own,
        own - sum(ending.lead for ending in endings) / number,
        sum(ending.is_ended_by_own_team for ending in endings) / number,
        sum(ending.is_ended_by_other_team for ending in endings) / number,
        sum(ending.is_discard_taken for ending in endings) / number,
    )


def text_on_loss(best: MeanEnding, other: MeanEnding) -> str:
    """Return by how much another choice is worse than the best one, and the cause if it lies in who goes out, as in "12
    points worse on average, as the other team goes out more often"; "" if it is not worse, in the whole points that are
    shown."""
    loss = round(best.own_points - best.other_points) - round(other.own_points - other.other_points)
    if loss <= 0:
        return ""
    cause = ""
    if other.other_share_of_ends - best.other_share_of_ends >= MIN_SHARE_DIFFERENCE_NAMED:
        cause = ", as the other team goes out more often"
    elif best.own_share_of_ends - other.own_share_of_ends >= MIN_SHARE_DIFFERENCE_NAMED:
        cause = ", as your team goes out less often"
    return f"{count(loss, POINT_UNIT)} worse on average{cause}"
