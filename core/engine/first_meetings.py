"""First meetings: sentences that a game shows a person when a special event happens to them for the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from core.engine.piles import Remark
from core.engine.view import View

MAX_MEETING_CELLS: Final = 54
"""Maximum width in cells of the sentence of a first meeting, so that it fits in one line of the smallest window."""


class FirstMeeting(NamedTuple):
    """An event of a match, and the sentence that a person is shown when it happens to them for the first time."""

    sentence: str
    """The sentence that the person is shown, at most `MAX_MEETING_CELLS` cells wide."""
    own_seat_only: bool = True
    """Whether the event counts only if it happens to the person's own seat."""
    is_said_by: Callable[[Remark], bool] | None = None
    """Returns whether a remark says that the event has happened. If None, a remark says so if its key is the name of
    the meeting in `Game.first_meetings`."""
    is_met_in: Callable[[View], bool] | None = None
    """Returns whether the event has happened according to the view of the person after it, too; None if the remark is
    enough."""


def meetings_said_by_remark(
    meetings: Mapping[str, FirstMeeting], remark: Remark, is_about_own_seat: bool
) -> Iterator[tuple[str, FirstMeeting]]:
    """Yield (name, meeting) for each of `meetings` whose event has happened according to a remark, in their order.

    `meetings` are all those of the game, by name; `is_about_own_seat` is whether the remark is about the person's own
    seat.
    """
    for name, meeting in meetings.items():
        seen = meeting.is_said_by(remark) if meeting.is_said_by is not None else name == remark.key
        if seen and (is_about_own_seat or not meeting.own_seat_only):
            yield name, meeting
