"""The coach's remarks on what happens to a person for the first time in a match, each made only once; the sentences are
in the games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core import Remark, View, games
from core.engine.first_meetings import meetings_said_by_remark
from net.client.events import MatchChanged


class NewMeeting(NamedTuple):
    """Something that happens to a person for the first time.

    `name` is the key under which the settings keep it once the person has met it, `sentence` the remark on it. `change`
    is the remark of the match that says that it has happened.
    """

    name: str
    sentence: str
    change: Remark


class FirstMeetings:
    """The record of what has happened to a person once, so that it is not remarked on again.

    `known` has the keys of these things, which the settings keep; new ones are appended to it, and after that `keep` is
    called, to save it.
    """

    def __init__(self, known: list[str], keep: Callable[[], None]) -> None:
        self._known = known
        self._keep = keep

    def find_new(self, changed: MatchChanged) -> NewMeeting | None:
        """Return the first thing among the changes that is new to the person; None if nothing is new.

        The remark on it does not count as shown yet. For a spectator nothing is new. Other new things in the same
        changes are remarked on when they happen again.
        """
        return next((meeting for meeting in _meetings_in(changed) if meeting.name not in self._known), None)

    def is_known(self, meeting: NewMeeting) -> bool:
        """Return whether the remark on a meeting has been shown."""
        return meeting.name in self._known

    def record_shown(self, meeting: NewMeeting) -> bool:
        """Store that the remark on a meeting is shown now; return False if it was shown before."""
        if self.is_known(meeting):
            return False
        self._known.append(meeting.name)
        self._keep()
        return True


def _meetings_in(changed: MatchChanged) -> Iterator[NewMeeting]:
    """Yield what happens to the person of a view in the changes that lead to it, new or not."""
    view: View = changed.view
    if view.seat is None:
        return
    of_game = games[view.game].first_meetings
    for change in changed.changes:
        if isinstance(change, Remark):
            for name, meeting in meetings_said_by_remark(of_game, change, change.seat == view.seat):
                if meeting.is_met_in is None or meeting.is_met_in(view):
                    yield NewMeeting(f"{view.game} {name}", meeting.sentence, change)
