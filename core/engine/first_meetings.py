"""First meetings: what a game says when a person meets something for the first time in a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from core.engine.piles import Remark

MAX_MEETING_CELLS: Final = 54
"""The longest sentence: one line of the smallest window."""


@dataclass(frozen=True, slots=True)
class FirstMeeting:
    """What is said when a person meets something for the first time in a match.

    sentence  what is said, in at most `MAX_MEETING_CELLS` cells
    own       whether a remark counts only if it is about the person's own seat
    seen_in   returns whether it is met in a remark; by default in those whose key is the name of the meeting
    """

    sentence: str
    own: bool = True
    seen_in: Callable[[Remark], bool] | None = None


def meetings_in(meetings: Mapping[str, FirstMeeting], remark: Remark, own: bool) -> Iterator[tuple[str, FirstMeeting]]:
    """Yield those of a game's meetings that a remark brings, with their names, in their order.

    `own` is whether the remark is about the person's own seat.
    """
    for name, meeting in meetings.items():
        seen = meeting.seen_in(remark) if meeting.seen_in is not None else name == remark.key
        if seen and (own or not meeting.own):
            yield name, meeting
