"""The log beside a table: lines stay where they are until it is full, then several scroll out at once.

If each new line moved all others, the whole column would be sent to the terminal each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from msgspec import Struct

from core import Change
from tui.cards import Canvas, Look, style
from tui.drawing.brush import Brush
from tui.drawing.rect import Rect
from tui.drawing.wrap import printable, wrap


class Line(Struct, frozen=True):
    """A line of the log: a sentence, the `player_name` of the player it is about ("" for none), and how it is drawn."""

    text: str
    """The text of the line, a sentence."""
    player_name: str = ""
    is_about_me: bool = False
    """Whether the line is about the player at this screen."""
    is_heading: bool = False
    """Whether the line begins a play, hand or round, and so has no name."""
    is_note: bool = False
    """Whether the line only explains those above it, and is left out first where there is little room."""
    is_figure: bool = False
    """Whether the line is a row of a table with one figure of each choice, and not with the figures of one choice."""
    columns: tuple[str, ...] = ()
    """The numbers right of the text, if the line is a row of a table, or in its heading the words above them."""
    change: Change | None = None
    """The change of the match that the line tells; None for other lines."""


LOG_SCROLL_STEPS: Final = (1, 2, 4, 8)
"""The numbers of lines that may scroll out at once.

Of these, the largest one is used that is at most a third of the rows and leaves few of them free.
"""


def max_free_rows(height: int) -> int:
    """Return how many of the `height` rows for lines may be free while earlier lines are hidden: a quarter, in a small
    log six, but never more than half. More would look as if lines were withheld; fewer would make lines move more
    often, and each move sends the whole column."""
    return min(max(height // 4, 6), height // 2)


def paint_log(brush: Brush, rect: Rect, lines: Sequence[Line], *, to_bottom: bool = False) -> bool:
    """Paint the end of the log, from the second row on; with `to_bottom` the newest line is in the last row. Return
    whether earlier lines are hidden.

    `lines` are those from the beginning, or from a multiple of the largest of `LOG_SCROLL_STEPS` on.
    """
    if rect.width <= 3 or rect.height <= 0:
        return bool(lines)
    first_of = _first_line_that_fits if to_bottom else _first_line_shown
    first = first_of(lines, rect.width - 3, rect.height - 1)
    shown = tuple(lines[max(0 if to_bottom else first, len(lines) - rect.height) :])
    brush.canvas.blit_canvas(rect.x, rect.y, _paint_log_canvas(rect.width, rect.height, shown, brush.look, to_bottom))
    return first > 0


def _first_line_that_fits(lines: Sequence[Line], width: int, height: int) -> int:
    """Return the index of the first line from which all later ones fit; the last one is shown in any case."""
    left, first = height, len(lines)
    while first and (left := left - len(_log_rows(lines[first - 1], width))) >= 0:
        first -= 1
    return min(first, max(len(lines) - 1, 0))


def _first_line_shown(lines: Sequence[Line], width: int, height: int) -> int:
    """Return the index of the first line that is shown.

    It is a multiple of a scroll step, so that it stays the same while newer lines fit below. If even the smallest step
    would leave more than `max_free_rows`, it is the first line from which all later ones fit.
    """
    first = _first_line_that_fits(lines, width, height)
    start = max(first - LOG_SCROLL_STEPS[-1], 0)
    rows = [len(_log_rows(line, width)) for line in lines[start:]]
    for step in (step for step in reversed(LOG_SCROLL_STEPS) if first and 3 * step <= height):
        in_steps = -(-first // step) * step
        shown_before = accumulate(rows[in_steps - step - start :])  # the rows from the first line of before
        filled = next(count for count in shown_before if count > height) - sum(rows[in_steps - step - start :][:step])
        if height - filled <= max_free_rows(height):
            return in_steps
    return first


@lru_cache(maxsize=16)
def _paint_log_canvas(width: int, height: int, lines: tuple[Line, ...], look: Look, to_bottom: bool) -> Canvas:
    """Return the log painted on a canvas, cached while its lines stay the same."""
    brush = Brush(Canvas(width, height), look)
    brush.fill_ground(Rect(0, 0, width, height), "panel")
    if not look.solid:
        brush.canvas.fill(0, 0, 1, height, style(dim=True), brush.displayable_text("│"))
    rows_shown = sum(len(_log_rows(line, width - 3)) for line in lines)
    y = height - 1 if to_bottom else min(height - 1, rows_shown)  # the first row stays empty
    for line in reversed(lines):
        rows = _log_rows(line, width - 3)
        if y == height - 1 and len(rows) >= height > 1:  # the newest line is always shown, clipped if need be
            rows = [*rows[: height - 2], rows[height - 2][: width - 6] + brush.displayable_text("…")]
        y -= len(rows)
        if y < 0:
            break
        _paint_entry(brush, 2, y + 1, line, rows, width - 3)
    return brush.canvas


@lru_cache(maxsize=512)
def _log_rows(line: Line, width: int) -> list[str]:
    """Return a line broken into rows; a heading has an empty row above it."""
    text = f"{line.player_name}: {line.text}" if line.player_name else line.text
    rows = wrap(printable(text), width)
    return ["", *rows] if line.is_heading else rows


def _paint_entry(brush: Brush, x: int, y: int, line: Line, rows: list[str], width: int) -> None:
    """Paint a line that has been broken into `rows`, the name of its player in bold."""
    for offset, text in enumerate(rows):
        if line.is_heading:
            brush.write(x, y + offset, text, "gold", bold=True, width=width)
        else:
            brush.write(
                x, y + offset, text, "ink" if line.is_about_me or not line.player_name else "muted", width=width
            )
    head = f"{line.player_name}:"
    if line.player_name and rows and rows[0].startswith(head) and not line.is_heading:
        brush.write(x, y, head, "highlight" if line.is_about_me else "ink", bold=True, width=width)
