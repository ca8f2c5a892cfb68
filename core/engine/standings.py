"""The standings of a match: the score and the rank of each seat, during the match or at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Standing(NamedTuple):
    """The placing of one seat: its score and its rank, counted from 1. Seats with equal scores share a rank."""

    seat: int
    score: int
    rank: int


def rank_scores(scores: Iterable[tuple[int, int]]) -> tuple[Standing, ...]:
    """Return the standings of (seat, score) pairs: highest score first, equal scores share a rank."""
    ordered = sorted(scores, key=lambda pair: (-pair[1], pair[0]))
    standings: list[Standing] = []
    for place, (seat, score) in enumerate(ordered, start=1):
        shared = bool(standings) and standings[-1].score == score
        standings.append(Standing(seat, score, standings[-1].rank if shared else place))
    return tuple(standings)
