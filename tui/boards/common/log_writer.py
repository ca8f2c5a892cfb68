"""The writer of the log of a match: a line for each change, in the words of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from core import Change, Remark, View
from tui.drawing import Line


class LogWriter:
    """Writes the log lines of changes; a game that needs other lines overrides `lines_of`.

    `names` are the names of the seats, `sentence` puts a remark of the game into words (`Game.sentence`).
    """

    def __init__(self, names: Sequence[str], sentence: Callable[[Remark], str]) -> None:
        self.names = names
        self.sentence = sentence

    def lines(self, changes: Iterable[Change], view: View) -> list[Line]:
        """Return the lines of some changes, each with its change, in order; `view` says for which audience."""
        return [replace(line, change=change) for change in changes for line in self.lines_of(change, view)]

    def lines_of(self, change: Change, view: View) -> list[Line]:
        """Return the lines of one change: by default a line for a remark, and none for other changes."""
        return [self.remark_line(change, view)] if isinstance(change, Remark) else []

    def remark_line(self, remark: Remark, view: View) -> Line:
        """Return the line of a remark, under the name of the seat that it is about."""
        if remark.seat is None:
            return Line(self.sentence(remark))
        return Line(self.sentence(remark), self.name(remark.seat, view), remark.seat == view.seat)

    def name(self, seat: int, view: View) -> str:
        """Return the name of a seat; ``You`` for the audience's own seat."""
        return "You" if seat == view.seat else self.names[seat]
