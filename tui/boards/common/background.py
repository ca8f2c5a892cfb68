"""The background of every board: the smallest sizes, the background of the card table, and the log beside the table or
over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.boards.common.commands import ToggleLog
from tui.boards.common.scene import TableScene
from tui.cards import Canvas, style
from tui.drawing import Brush, ClickArea, Line, Rect, paint_log, wrap
from tui.drawing.styles import Tone
from tui.drawing.table_rows import rows_of_lines, with_figures_joined
from tui.text.window_size import MIN_WINDOW_SIZES, MIN_WINDOW_SIZES_TEXT, is_window_large_enough, is_window_narrow

ROWS_AROUND_BOARD: Final = 2
"""The number of rows that a screen takes beside its board in the smallest window: its key bar, and a clock or a replay.
"""

MIN_BOARD_COLUMNS: Final = MIN_WINDOW_SIZES[0][0]
"""A board that is not narrow has at least this many columns."""

MIN_BOARD_ROWS: Final = MIN_WINDOW_SIZES[0][1] - ROWS_AROUND_BOARD
"""A board that is not narrow has at least this many rows."""

MIN_NARROW_BOARD_COLUMNS: Final = MIN_WINDOW_SIZES[1][0]
"""A narrow board, of less than `MIN_BOARD_COLUMNS`, has at least this many columns."""

MIN_NARROW_BOARD_ROWS: Final = MIN_WINDOW_SIZES[1][1] - ROWS_AROUND_BOARD
"""A narrow board has at least this many rows."""

MIN_COLUMNS_WITH_LOG_BESIDE_TABLE: Final = 76
"""The log stands beside the table if the board has at least this many columns."""

MAX_LOG_WIDTH_OVER_TABLE: Final = 44
"""A log that lies over the table is at most this many columns wide."""

LOG_TITLE: Final = "LOG"
"""The title of the log."""

EARLIER_KEY_LABEL: Final = "<"
"""The label of the key that shows earlier lines of the log."""

LATER_KEY_LABEL: Final = ">"
"""The label of the key that shows later lines of the log."""

MIN_ROWS_FOR_ROW_OF_NOTE: Final = 3
"""Where a table of choices has no room for all of them, the note on its numbers stays below it if there are at least
this number of rows for each row of the note."""

OTHERS_IN_TABLE: Final = "Others: at most"
"""The beginning of the last row of a table of choices that has no room for all of them, before the number of the best
of the others."""


def is_too_small(width: int, height: int) -> bool:
    """Return whether a board of this many columns and rows is too small to show a table."""
    return not is_window_large_enough(width, height + ROWS_AROUND_BOARD)


def is_narrow(width: int) -> bool:
    """Return whether a board of this width has its narrow layout, with all zones below each other."""
    return is_window_narrow(width)


def min_board_rows(width: int) -> int:
    """Return the least height in rows of a board of this width, which is at least `MIN_NARROW_BOARD_COLUMNS`."""
    return MIN_NARROW_BOARD_ROWS if is_narrow(width) else MIN_BOARD_ROWS


def paint_background(scene: TableScene) -> Brush:
    """Return a brush on a canvas of the scene's size, filled with the background of a card table."""
    look = scene.look
    base = style(None, look.palette.felt) if look.solid else style()
    return Brush(Canvas(scene.width, scene.height, base), look, disables_buttons=scene.is_locked)


def paint_request_for_larger_window(brush: Brush, scene: TableScene, awaited_text: str) -> None:
    """Paint the request for a larger window, and whom the table waits for."""
    size = f"The table needs a window of {MIN_WINDOW_SIZES_TEXT}."
    y = max((scene.height - 4) // 2, 0)
    for text, bold in ((awaited_text, True), (size, False)):
        for line in wrap(brush.displayable_text(text), max(scene.width - 2, 1)):
            brush.write(1, y, line, "highlight" if bold else "ink", bold=bold, width=scene.width - 2)
            y += 1


def paint_log_zone(
    brush: Brush, place: Rect | None, table: Rect, scene: TableScene, hint_over_table: Rect | None = None
) -> list[ClickArea]:
    """Paint the log in its zone `place`; without a zone, if the log is open, over the right side of the table.

    A hint stands in the zone of the log. If there is no such zone, it stands in `hint_over_table`; if that is None, on
    the right side of the table. Returns the click area that closes a log over the table; none for a log in its zone.
    """
    if scene.hint:
        _paint_hint(
            brush, place or hint_over_table or right_side_of_table(table, table.bottom), scene, whole=place is not None
        )
        return []
    if place is not None:
        _paint_log(brush, place, scene)
        return []
    if not scene.log_open:
        return []
    rect = right_side_of_table(table, table.bottom)
    _paint_log(brush, rect, scene)
    return [(rect, ToggleLog())]


def right_side_of_table(table: Rect, bottom: int) -> Rect:
    """Return the right side of the table, down to the row `bottom`: log or hint cover it if they have no zone.

    On a narrow board it is the whole width of the table.
    """
    width = table.width if is_narrow(table.width) else min(MAX_LOG_WIDTH_OVER_TABLE, table.width - 12)
    return Rect(table.right - width, table.y, width, bottom - table.y)


def _paint_hint(brush: Brush, rect: Rect, scene: TableScene, *, whole: bool) -> None:
    """Paint the lines of the hint from the top of a rectangle, as many as fit whole, and a row on those that do not.

    Where not all fit, the figures take the place of the reason, which was shown before them; then a table of choices,
    which names the best one, takes that of the verdict, or of the notes below it, the first of which stays longest, if
    the verdict then fits, or of both. Figures that have a row each are joined at last. With `whole` its background
    fills the rectangle, else only the rows of the hint.
    """
    texts = _texts_of_hint(brush, scene, rect.width - 3, rect.height)
    rows = _rows_that_fit(brush, texts, rect.width - 3, rect.height)
    if not whole:
        rect = Rect(rect.x, rect.y, rect.width, min(len(rows), rect.height))
    brush.fill_ground(rect, "panel")
    if not brush.look.solid:
        brush.canvas.fill(rect.x, rect.y, 1, rect.height, style(dim=True), brush.displayable_text("│"))
    for y, (row, line) in enumerate(rows[: rect.height], rect.y):
        is_title = line.is_heading and not line.columns
        tone: Tone = "gold" if is_title else "ink" if line.is_about_me or line.is_heading else "muted"
        is_best = line.is_about_me and bool(line.columns)
        brush.write(rect.x + 2, y, row, tone, bold=is_title or is_best, width=rect.width - 3)


def _texts_of_hint(brush: Brush, scene: TableScene, width: int, height: int) -> Sequence[tuple[Line, list[str]]]:
    """Return the lines of a hint that are shown, each with its rows of at most `width` cells: all, or those that matter
    most, so that there are at most `height` rows; if there is no way to have so few, the fewest lines, and below a
    table of choices the first note, if it is short."""
    told = len(scene.hint) - len(scene.hint_figures)
    names_best = any(line.columns and not line.is_figure and not line.is_heading for line in scene.hint_figures)
    shown: Sequence[tuple[Line, list[str]]] = ()
    for lines in (scene.hint, with_figures_joined(scene.hint)):
        texts = [*zip(lines, rows_of_lines(lines, width, brush.displayable_text), strict=True)]
        has_figures = told < len(lines)
        reason = {number for number in range(told) if has_figures and not lines[number].is_heading}
        verdict = {number for number in range(told) if names_best and lines[number].is_heading}
        notes = [number for number, line in enumerate(lines) if line.is_note]
        least = ({*notes[1:]}, {*notes})  # the first says what the numbers count
        without_notes = (reason | some | more for some in least for more in (set(), verdict))
        for missing in (set(), reason, reason | verdict, *without_notes):
            shown = [text for number, text in enumerate(texts) if number not in missing]
            if sum(len(text) for _, text in shown) <= height:
                return shown
        if names_best and notes and MIN_ROWS_FOR_ROW_OF_NOTE * len(texts[notes[0]][1]) <= height:
            shown = [*shown, texts[notes[0]]]
    return shown


def _rows_that_fit(
    brush: Brush, texts: Sequence[tuple[Line, list[str]]], width: int, height: int
) -> list[tuple[str, Line]]:
    """Return rows of text, each with its line, for the first lines that fit whole, and a last row on the others.

    `texts` are the lines with their rows. A heading stands only above another line. The last row of a table says what
    the best of the choices that are left out is worth, so that nobody needs to see them to decide; a note that is the
    last line stays below it.
    """
    if texts[-1][0].is_note and texts[-1][1] and sum(len(text) for _, text in texts) > height:
        *others, (note, note_rows) = texts
        fitting = _rows_that_fit(brush, others, width, height - len(note_rows))
        return [*fitting, *((row, note) for row in note_rows)]
    shown = len(texts)
    while shown > 1 and sum(len(text) for _, text in texts[:shown]) + (shown < len(texts)) > height:
        shown -= 1
        while shown > 1 and texts[shown - 1][0].is_heading:
            shown -= 1
    rows = [(row, line) for line, text in texts[:shown] for row in text][:height]
    left = [line for line, _ in texts[shown:] if not line.is_heading]
    if left:
        numbers = [line.columns for line in left if line.columns]
        last = Line(f"{len(left)} more")
        are_choices = not any(line.is_figure for line, _ in texts)
        if are_choices and numbers and any(line.is_heading and line.columns for line, _ in texts):
            best = max((columns[-1] for columns in numbers), key=_number_in_column)
            last = Line(OTHERS_IN_TABLE, columns=(*("" for _ in numbers[0][1:]), best))
        *_, (row, *_) = rows_of_lines([*(line for line, _ in texts), last], width, brush.displayable_text)
        rows = [*rows[: height - 1], (row, last)]
    return rows


def _number_in_column(text: str) -> float:
    """Return the number that stands in a column of a table, such as ``-3.2`` or ``~40%``."""
    return float(text.strip("~%"))


def _paint_log(brush: Brush, rect: Rect, scene: TableScene) -> None:
    """Paint the log up to the last visible line below its title; where earlier or later lines are hidden, the keys that
    show them stand beside the title and below the lines."""
    brush.fill_ground(rect, "panel")
    covered = min(scene.log_rows_covered, rect.height)
    rect = Rect(rect.x, rect.y + covered, rect.width, rect.height - covered)
    newer = scene.newer_lines
    lines = Rect(rect.x, rect.y, rect.width, rect.height - bool(newer))
    shown = scene.log[: len(scene.log) - newer]
    hides_earlier = paint_log(brush, lines, shown, to_bottom=covered > 0 or newer > 0)
    if not covered and lines.height > 1:  # the log leaves its first row free
        x = brush.write(rect.x + 2, rect.y, LOG_TITLE, "gold", bold=True, width=rect.width - 3)
        if hides_earlier:
            _write_key(brush, x + 2, rect.y, EARLIER_KEY_LABEL, "earlier")
    if newer:
        _write_key(brush, rect.x + 2, rect.bottom - 1, LATER_KEY_LABEL, f"{newer} later")


def _write_key(brush: Brush, x: int, y: int, key: str, label: str) -> None:
    """Write the label of a key and what it shows, as in the key bar."""
    brush.write(brush.write(x, y, key, "gold", bold=True) + 1, y, label, "muted")
