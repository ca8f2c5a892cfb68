"""The state of the log on a board: its lines, the lines in sight, whether it is open, and the hint in its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tui.boards.common.background import LOG_BESIDE_COLUMNS
from tui.drawing import Line
from tui.drawing.log import LOG_STEPS

MAX_LOG_LINES: Final = 200
"""How many lines of the log are kept at most."""

LINES_FORGOTTEN: Final = 2 * LOG_STEPS[-1]
"""How many lines are forgotten at once; a multiple of each step of the log, so that the others stay in place."""

SCROLL_LINES: Final = 4
"""How many lines one key press or one step of the mouse wheel scrolls."""

MIN_LINES_SHOWN: Final = 4
"""How many lines stay visible at the beginning of the log."""


class LogView:
    """The lines of the log, and the range of visible lines.

    `newer`: the number of lines below the last visible one. `open`: whether the log covers the table if the layout has
    no zone for it. `hint`: what the coach says, which is shown in place of the log; empty for none.
    """

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self.newer = 0
        self.open = False
        self.hint: tuple[Line, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, the oldest first."""
        return tuple(self._lines)

    def add(self, lines: Iterable[Line]) -> None:
        """Append lines; if older lines are shown, they stay visible."""
        added = list(lines)
        self._lines += added
        surplus = max(len(self._lines) - MAX_LOG_LINES, 0)
        del self._lines[: -(-surplus // LINES_FORGOTTEN) * LINES_FORGOTTEN]
        if self.newer:
            self.newer = min(self.newer + len(added), len(self._lines) - MIN_LINES_SHOWN)

    def scroll_pages(self, step: int) -> None:
        """Move one page towards the beginning (-1) or the end (1)."""
        self.newer = max(min(self.newer - SCROLL_LINES * step, len(self._lines) - MIN_LINES_SHOWN), 0)

    def go_to_end(self) -> None:
        """Scroll to the newest line."""
        self.newer = 0

    def toggle(self) -> None:
        """Show the log in place of a hint; if no hint is shown, open the log over the table, or close it."""
        self.open = not self.open or bool(self.hint)
        self.hint = ()

    @staticmethod
    def is_beside_table(columns: int) -> bool:
        """Return whether a board of this width has a zone for the log."""
        return columns >= LOG_BESIDE_COLUMNS

    def covers_table(self, columns: int) -> bool:
        """Return whether the log lies over the table of a board of this width."""
        return self.open and not self.hint and not self.is_beside_table(columns)

    def page(self, step: int, columns: int) -> None:
        """Move one page towards the beginning (`step` -1) or the end (1).

        Open the log if it has no zone on this board.
        """
        self.scroll_pages(step)
        self.open = self.open or not self.is_beside_table(columns)
