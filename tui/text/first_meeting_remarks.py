"""The coach's remarks on what happens to a person for the first time in a match, each made only once; the sentences are
in the games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core import Remark, View, games
from core.engine.first_meetings import FirstMeeting, meetings_said_by_remark
from net.client.events import MatchChanged


class NewMeeting(NamedTuple):
    """Something that happens to a person for the first time.

    `name` is the key under which the settings keep it once the person has met it, `sentence` the remark on it.
    """

    name: str
    sentence: str


class FirstMeetings:
    """The record of what has happened to a person once, so that it is not remarked on again.

    `known` has the keys of these things, which the settings keep; new ones are appended to it, and after that `keep` is
    called, to save it.
    """

    def __init__(self, known: list[str], keep: Callable[[], None]) -> None:
        self._known = known
        self._keep = keep

    def remark_on(self, played: MatchChanged) -> str:
        """Return the remark on the first thing among the changes that is new to the person, or "" if nothing is.

        The remark counts as shown. A spectator gets no remarks. Other new things in the same changes are remarked on
        when they happen again.
        """
        found = self.find_new(played)
        return found.sentence if found is not None and self.record_shown(found) else ""

    def find_new(self, played: MatchChanged) -> NewMeeting | None:
        """Return the first thing among the changes that is new to the person; None if nothing is. The remark on it does
        not count as shown."""
        for name, meeting in _meetings(played):
            if name not in self._known:
                return NewMeeting(name, meeting.sentence)
        return None

    def record_shown(self, meeting: NewMeeting) -> bool:
        """Store that the remark on a meeting is shown now; return False if it was shown before."""
        if meeting.name in self._known:
            return False
        self._known.append(meeting.name)
        self._keep()
        return True


def _meetings(played: MatchChanged) -> Iterator[tuple[str, FirstMeeting]]:
    """Yield what happens to the person of a view in the changes that lead to it, with its key in `Settings.met`."""
    view: View = played.view
    if view.seat is None:
        return
    of_game = games[view.game].first_meetings
    for change in played.changes:
        if isinstance(change, Remark):
            for name, meeting in meetings_said_by_remark(of_game, change, change.seat == view.seat):
                yield f"{view.game} {name}", meeting
