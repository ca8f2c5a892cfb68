"""Log lines of Mad Queens."""

from __future__ import annotations

from typing import Final

from core import Change, Remark, View
from tui.boards.common.log_writer import LogWriter
from tui.drawing import Line

CROWD_SEATS: Final = 20
"""The number of seats above which a player's log has only remarks about that player and about the whole table."""


class MadQueensLogWriter(LogWriter):
    """Writes the log of Mad Queens: a heading for each play or turn.

    At a table of many seats, a player's log has only their own remarks.
    """

    def lines_of(self, change: Change, view: View) -> list[Line]:
        """Return the lines of a change: one for each remark that this audience's log contains."""
        if not isinstance(change, Remark):
            return []
        seat = change.seat
        if seat is None:
            text = self.sentence(change)
            return [Line(text.rstrip("."), heading=True) if change.key == "play" else Line(text)]
        if view.seats > CROWD_SEATS and seat != view.seat and view.seat is not None:
            return []
        mine = seat == view.seat
        return [Line(self.sentence(change), self.name(seat, view), mine, heading=change.key == "turn")]
