"""Prominent texts: a banner in big letters, and a note of one sentence."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from rich.style import Style

from tui.drawing.big_letters import big_letter_rows
from tui.drawing.brush import Brush
from tui.drawing.rect import Rect
from tui.drawing.styles import BadgeKind, badge_style, text_style
from tui.drawing.wrap import clip, wrap

MAX_NOTE_ROWS: Final = 4
"""A note has at most this many rows; a longer one is cut."""


class Banner(Struct, frozen=True):
    """A message in big letters over a board: its word, the kind of its background (`badge_kind`), and a sentence that
    explains it.

    `shorter_sentences` say the same in fewer words, the longest first, for where the sentence does not fit in one line.
    """

    word: str
    badge_kind: BadgeKind
    sentence: str
    shorter_sentences: tuple[str, ...] = ()

    def lines(self, brush: Brush, width: int, max_rows: int = 1) -> list[str]:
        """Return the longest sentence that fits in one line of `width` columns; if none does, the longest that fits in
        `max_rows` lines, else all lines of the longest."""
        forms = [wrap(brush.displayable_text(one), max(width, 1)) for one in (self.sentence, *self.shorter_sentences)]
        return next((lines for rows in (1, max_rows) for lines in forms if len(lines) <= rows), forms[0])


def paint_banner(brush: Brush, rect: Rect, banner: Banner) -> None:
    """Paint a banner: its word in big letters, and beside it its sentence.

    If the rectangle has fewer than five rows, the word is a badge; if it is too narrow, the sentence stands below the
    word.
    """
    if rect.height < 5:
        x = brush.write_badge(rect.x, rect.y, banner.word, banner.badge_kind)
        lines = banner.lines(brush, rect.right - x - 1, max(rect.height, 2))[: max(rect.height, 2)]
        for offset, line in enumerate(lines):
            if offset:
                brush.fill_ground(Rect(rect.x, rect.y + offset, rect.width, 1), "felt")
            brush.write(x + 1, rect.y + offset, line, "ink", bold=True)
        return
    rows = big_letter_rows(banner.word, brush.look.ascii)
    width = len(rows[1]) + 6
    x = rect.x
    ground = badge_style(brush.look, banner.badge_kind)
    lines = banner.lines(brush, rect.right - x - width - 3)
    if len(lines) > 3:
        _paint_high_banner(brush, rect, banner, ground)
        return
    if brush.look.coloured:
        brush.canvas.fill(x, rect.y, width, 5, ground)
    for offset, row in enumerate(rows):
        pen = ground if brush.look.coloured else text_style(brush.look, "ink", True)
        brush.canvas.text(x + 3, rect.y + 1 + offset, row, pen)
    for y, line in enumerate(lines, rect.y + 2 - (len(lines) - 1) // 2):
        brush.write(x + width + 3, y, line, "ink", bold=True)


def _paint_high_banner(brush: Brush, rect: Rect, banner: Banner, ground: Style) -> None:
    """Paint a banner that fills its rectangle: the word in big letters, below it the sentence.

    The letters have a free row above them, or where the sentence takes that row half a row.
    """
    pen = ground if brush.look.coloured else text_style(brush.look, "ink", True)
    if brush.look.coloured:
        brush.canvas.fill(rect.x, rect.y, rect.width, rect.height, ground)
    lines = banner.lines(brush, rect.width - 2, rect.height - 3)[: rect.height - 3]
    has_free_row = len(lines) < rect.height - 3
    rows = big_letter_rows(banner.word, brush.look.ascii, lowered=not has_free_row)
    for y, text in enumerate((*rows, *lines), rect.y + has_free_row):
        brush.canvas.text(rect.x + max(rect.width - len(text), 0) // 2, y, text[: rect.width], pen)


def note_width(rect: Rect, x: int) -> int:
    """Return how many cells of text fit into a row of a note that begins at column `x` of `rect`."""
    return rect.right - x - 3


def paint_note_line(
    brush: Brush, rect: Rect, x: int, text: str, *, is_question: bool = False, log: Rect | None = None
) -> None:
    """Paint a note in the last rows of `rect` from column `x`, at most `MAX_NOTE_ROWS`; `is_question`: it is a
    question.

    A note that needs more rows than `rect` has also covers rows above `rect`, but not the columns of the zone `log`.
    """
    lines = wrap(brush.displayable_text(text), note_width(rect, x))
    if log is not None and len(lines) > rect.height and log.x < rect.right:
        rect = Rect(rect.x, rect.y, log.x - rect.x, rect.height)
        lines = wrap(brush.displayable_text(text), note_width(rect, x))
    if len(lines) > MAX_NOTE_ROWS:
        last = " ".join(lines[MAX_NOTE_ROWS - 1 :])
        lines[MAX_NOTE_ROWS - 1 :] = [clip(last, note_width(rect, x), brush.displayable_text("…"))]
    for offset, line in enumerate(lines):
        y = rect.bottom - len(lines) + offset
        brush.fill_ground(Rect(rect.x, y, rect.width, 1), "felt")
        brush.write_badge(x, y, line, "gold" if is_question else "warn")
