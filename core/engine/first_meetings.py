"""First meetings: what a game tells a person when something of it happens to them for the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from core.engine.piles import Remark

MAX_MEETING_CELLS: Final = 54
"""The longest sentence: one line of the smallest window."""


class FirstMeeting(NamedTuple):
    """Something that happens in a match, and what a person is told when it happens to them for the first time."""

    sentence: str
    """What the person is told, in at most `MAX_MEETING_CELLS` cells."""
    own: bool = True
    """Whether only remarks about the person's own seat count, and not those about any seat."""
    seen_in: Callable[[Remark], bool] | None = None
    """Returns whether a remark says that this has happened. If None, the remarks say so whose key is the name of the
    meeting in `Game.first_meetings`."""


def meetings_in(meetings: Mapping[str, FirstMeeting], remark: Remark, own: bool) -> Iterator[tuple[str, FirstMeeting]]:
    """Yield the name and the meeting of each of `meetings` that a remark says has happened, in their order.

    `meetings` are all those of the game, by name; `own` is whether the remark is about the person's own seat.
    """
    for name, meeting in meetings.items():
        seen = meeting.seen_in(remark) if meeting.seen_in is not None else name == remark.key
        if seen and (own or not meeting.own):
            yield name, meeting
