"""The state of the log on a board: its lines, the lines in sight, whether it is open, and the hint in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from core import Action, Change
from tui.boards.common.background import MIN_BOARD_COLUMNS, MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
from tui.drawing import Line, clip
from tui.drawing.log import LOG_SCROLL_STEPS
from tui.text.table import BACK_AT_TABLE_SENTENCE, missed_lines_heading

MAX_LOG_LINES: Final = 200
"""At most this many lines of the log are stored."""

LOG_LINES_REMOVED_AT_ONCE: Final = 2 * LOG_SCROLL_STEPS[-1]
"""The number of old lines that are removed at once, a multiple of each scroll step, so that the others stay in
place."""

LOG_LINES_PER_SCROLL: Final = 2
"""The number of lines that one key press or one step of the mouse wheel scrolls: not more than the smallest log shows
of long lines, so that none is skipped."""

MAX_NARROW_CHAT_ROWS: Final = 2
"""A line of chat takes at most this many rows on a narrow table."""

MIN_LOG_LINES_SHOWN: Final = 2
"""At least this many lines stay visible at the beginning of the log; if more did, long ones would hide the first."""


class LogView:
    """The lines of the log, and the range of visible lines.

    `board_width` returns the width of the board in columns. `newer`: the number of lines below the last visible one.
    `open`: whether the log covers the table if the layout has no zone for it. `figures`: the lines below verdict and
    reason of the hint, none until the person asks for them.
    """

    def __init__(self, board_width: Callable[[], int]) -> None:
        self._board_width = board_width
        self._lines: list[Line] = []
        self.newer = 0
        self.open = False
        self._hint: tuple[Line, ...] = ()
        self.figures: tuple[Line, ...] = ()
        self._advised: Action | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines up to the frame that is shown, the oldest first."""
        return tuple(self._lines)

    def show_hint(self, lines: Iterable[Line], advised: Action | None = None) -> None:
        """Show a hint, which advises the action `advised`; without any `lines` close it."""
        self._hint, self._advised, self.figures = tuple(lines), advised, ()

    def close_hint(self) -> None:
        """Show the log again in place of a hint."""
        self.show_hint(())

    @property
    def hint(self) -> tuple[Line, ...]:
        """What the coach says, which is shown in place of the log; empty for none."""
        return (*self._hint, *self.figures)

    @property
    def advised(self) -> Action | None:
        """The action that the hint advises; None without a hint, and if it advises none."""
        return self._advised

    @property
    def hint_is_open(self) -> bool:
        """Whether a hint is shown."""
        return bool(self.hint)

    @property
    def is_beside_table(self) -> bool:
        """Whether the board is so wide that it has a zone for the log."""
        return self._board_width() >= MIN_COLUMNS_WITH_LOG_BESIDE_TABLE

    @property
    def is_in_sight(self) -> bool:
        """Whether the log is shown, beside the table or over it."""
        return self.open or self.is_beside_table

    def text_on_table(self, line: Line) -> str:
        """Return a line as the text of a note, cut where it would cover too much of the table."""
        width = self._board_width()
        columns = (width - 6) * (1 if width >= MIN_BOARD_COLUMNS else MAX_NARROW_CHAT_ROWS)
        return clip(f"{line.player_name}: {line.text}" if line.player_name else line.text, columns, "...")

    @property
    def covers_table(self) -> bool:
        """Whether the log lies over the table, because it has no zone of its own."""
        return self.open and not self.hint and not self.is_beside_table

    @property
    def covering_part(self) -> str:
        """What covers other parts of the board: ``hint`` (in place of the log), ``log`` (over the table), or "" for
        nothing."""
        return "hint" if self.hint_is_open else "log" if self.covers_table else ""

    @property
    def can_be_opened(self) -> bool:
        """Whether the key of the log has something to do: it opens or closes the log over the table, or shows it in
        place of a hint."""
        return self.hint_is_open or not self.is_beside_table

    def add(self, lines: Iterable[Line]) -> None:
        """Append lines; if older lines are shown, they stay visible."""
        added = list(lines)
        self._lines += added
        surplus = max(len(self._lines) - MAX_LOG_LINES, 0)
        del self._lines[: -(-surplus // LOG_LINES_REMOVED_AT_ONCE) * LOG_LINES_REMOVED_AT_ONCE]
        if self.newer:
            self.newer = min(self.newer + len(added), len(self._lines) - MIN_LOG_LINES_SHOWN)

    def insert_after(self, change: Change, line: Line) -> bool:
        """Insert `line` after the newest line that tells `change`; return whether the log has such a line."""
        for place in range(len(self._lines) - 1, -1, -1):
            if self._lines[place].change == change:
                self._lines.insert(place + 1, line)
                return True
        return False

    def add_missed(self, missed_lines: Sequence[Line]) -> None:
        """Append the newest of the lines that a person missed while away, between a heading and a line that ends
        them."""
        if missed_lines:
            last = missed_lines[-MAX_LOG_LINES + 2 :]  # with the lines around them
            self.add([Line(missed_lines_heading(len(missed_lines), len(last))), *last, Line(BACK_AT_TABLE_SENTENCE)])

    def go_to_end(self) -> None:
        """Scroll to the newest line."""
        self.newer = 0

    def toggle(self) -> None:
        """Open the log over the table, or close it; while a hint is shown, which the board then closes, open it."""
        self.open = not self.open or self.hint_is_open

    def page(self, step: int) -> None:
        """Move one page towards the beginning (`step` -1) or the end (1); open the log if it has no zone."""
        self.newer = max(min(self.newer - LOG_LINES_PER_SCROLL * step, len(self._lines) - MIN_LOG_LINES_SHOWN), 0)
        self.open = self.open or not self.is_beside_table
