"""The endings of the imagined rounds in which the coach of Big Queen tries a choice, their means, and in words what
makes one choice better than another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.engine.coach import POINT_UNIT, percent_of
from core.engine.english import count

MIN_SHARE_DIFFERENCE_NAMED: Final = 0.1
"""Two shares of the imagined rounds are named beside each other if they differ by at least this much."""


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


def text_on_other_points(best: MeanEnding, other: MeanEnding) -> str:
    """Return what another choice brings both teams compared with the best one, as in "your team scores 9 points fewer
    and the other team 3 more"; and who then goes out more often, if the shares clearly differ.

    Returns "" if it is the same, in whole points.
    """
    own, theirs = round(other.own_points - best.own_points), round(other.other_points - best.other_points)
    told = [f"your team scores {_points_more_or_fewer(own)}"] if own else []
    if theirs:
        told.append(f"the other team {'' if own else 'scores '}{_points_more_or_fewer(theirs)}")
    if told and other.other_share_of_ends - best.other_share_of_ends >= MIN_SHARE_DIFFERENCE_NAMED:
        told.append(_text_on_shares("goes out", other.other_share_of_ends, best.other_share_of_ends))
        if not theirs:
            told[-1] = f"the other team {told[-1]}"
    elif told and best.own_share_of_ends - other.own_share_of_ends >= MIN_SHARE_DIFFERENCE_NAMED:
        told.append(_text_on_shares("yours goes out", other.own_share_of_ends, best.own_share_of_ends))
    return " and ".join(told) if len(told) < 3 else f"{told[0]}, {told[1]} and {told[2]}"


def _points_more_or_fewer(difference: int) -> str:
    """Return a difference of points in words, as in "3 points fewer"."""
    return f"{count(abs(difference), POINT_UNIT)} {'more' if difference > 0 else 'fewer'}"


def _text_on_shares(verb: str, share: float, share_of_best: float) -> str:
    """Return how often something happens after a choice and after the best one."""
    return f"{verb} in {percent_of(share)}% of the rounds instead of {percent_of(share_of_best)}%"
