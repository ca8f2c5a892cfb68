"""Remarks on what happens to a person for the first time in a match, each only once; the games have the sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core import Remark, View, games
from core.engine.first_meetings import FirstMeeting, meetings_in
from net.client.events import MatchChanged


class FirstMeetings:
    """What has happened to a person once, so that it is not remarked on again.

    `known` has the keys of these things, as in `Settings.met`; new ones are appended to it, and then `keep` is called,
    to save it.
    """

    def __init__(self, known: list[str], keep: Callable[[], None]) -> None:
        self._known = known
        self._keep = keep

    def remark_on(self, played: MatchChanged) -> str:
        """Return the remark on the first thing among the changes that is new to the person, or "" if nothing is.

        A spectator gets no remarks. Other new things in the same changes are remarked on when they happen again.
        """
        for name, meeting in _meetings(played):
            if name not in self._known:
                self._known.append(name)
                self._keep()
                return meeting.sentence
        return ""


def _meetings(played: MatchChanged) -> Iterator[tuple[str, FirstMeeting]]:
    """Yield what happens to the person of a view in the changes that lead to it, with its key in `Settings.met`."""
    view: View = played.view
    if view.seat is None:
        return
    of_game = games[view.game].first_meetings
    for change in played.changes:
        if isinstance(change, Remark):
            for name, meeting in meetings_in(of_game, change, change.seat == view.seat):
                yield f"{view.game} {name}", meeting
