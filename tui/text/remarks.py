"""Remarks on what a person meets for the first time in a match, each once in a life; the games say what to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core import Remark, View, games
from core.engine.first_meetings import FirstMeeting, meetings_in
from net.client.events import MatchChanged


class FirstMeetings:
    """What a person has met in matches: `known` lists it, and `keep` is called when it has become longer."""

    def __init__(self, known: list[str], keep: Callable[[], None]) -> None:
        self._known = known
        self._keep = keep

    def note(self, played: MatchChanged) -> str:
        """Return the sentence on the first new thing among changes of a match, or "" if nothing is new.

        A spectator meets nothing. What comes after it in the same changes is met another time.
        """
        for name, meeting in _meetings(played):
            if name not in self._known:
                self._known.append(name)
                self._keep()
                return meeting.sentence
        return ""


def _meetings(played: MatchChanged) -> Iterator[tuple[str, FirstMeeting]]:
    """Yield what the person of a view meets in the changes that lead to it, each with its name in the settings."""
    view: View = played.view
    if view.seat is None:
        return
    of_game = games[view.game].first_meetings
    for change in played.changes:
        if isinstance(change, Remark):
            for name, meeting in meetings_in(of_game, change, change.seat == view.seat):
                yield f"{view.game} {name}", meeting
