"""The writer of the log lines of Big Queen."""

from __future__ import annotations

from core import Remark, View
from tui.boards.common.log_writer import LogWriter
from tui.drawing import Line


class BigQueenLogWriter(LogWriter):
    """Writes the log of Big Queen: a deal is a heading, and the line of a catch names the player who made it."""

    def remark_line(self, remark: Remark, view: View) -> Line:
        """Return the line of a remark; if the remark is about a deal, a heading with the dealer."""
        seat = remark.seat
        if seat is not None and remark.key == "deal":
            dealer = "You deal" if seat == view.seat else f"{self.names[seat]} deals"
            return Line(f"{dealer}. {self.sentence(remark)}", is_heading=True)
        line = super().remark_line(remark, view)
        if seat is None or remark.key != "caught":
            return line
        catcher = remark.particulars[0]
        assert isinstance(catcher, int)
        who = "you" if catcher == view.seat else self.names[catcher]
        return Line(f"Caught by {who} {line.text.removeprefix('Caught ')}", line.player_name, line.is_about_me)
