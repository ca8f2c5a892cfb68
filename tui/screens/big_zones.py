"""The zones of the big screen: whose turn it is, the scores with the instructions to join, and the end of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from rich.cells import cell_len
from rich.style import Style

from tui.cards import Canvas
from tui.drawing import Line, clip, printable, wrap
from tui.drawing.big_letters import big_letter_rows, big_text_width, has_big_letters, huge_letter_rows, wrap_big_text
from tui.drawing.qr_code import qr_code_rows
from tui.drawing.styles import Styles
from tui.widgets.canvas_view import CanvasView
from tui.widgets.qr_view import DARK_ON_LIGHT_STYLE

TURN_ZONE_ROWS: Final = 5
"""The height in rows of the zone that says whose turn it is."""

ROWS_OF_BIG_LETTERS: Final = 3
"""The height of big letters in rows."""

ROWS_OF_HUGE_LETTERS: Final = 5
"""The height of huge letters in rows, at scale 1."""

WINNER_LETTER_SCALES: Final = (3, 2, 1, 0)
"""The scales of the letters for a winner's name, the largest first; 0 stands for big letters, not huge ones."""

ZONE_MARGIN: Final = 2
"""The number of free columns on either side of a zone."""

MAX_SENTENCES_SHOWN: Final = 3
"""The big screen shows at most this many sentences of the log."""

MAX_LINES_OF_SENTENCE: Final = 2
"""A sentence of the log in big letters has at most this many lines."""

MIN_ROWS_FOR_TOP_IN_BIG_LETTERS: Final = 20
"""If the scores have at least this many rows, but not all players fit in big letters, only the first players are shown,
in big letters.
"""

MIN_SCORE_ROWS: Final = 10
"""The QR code leaves at least this many rows for the scores, if there are players for all of them."""

_RANK_COLUMNS: Final = 4
"""The width in columns of a marker and a rank before a name."""

QR_CODE_HEADING: Final = "Play along in any browser"
"""The text above the QR code."""

COMMAND_HEADING: Final = "Play along with"
"""The text above the command to type."""


class ScoreEntry(Struct, frozen=True):
    """A row of the scores: a player or a team; `is_awaited`: the match waits for it.

    `rank` is from 1, and `points` is the score.
    """

    rank: int
    name: str
    points: int
    is_awaited: bool = False


def fits_in_big_letters(text: str, width: int, styles: Styles) -> bool:
    """Return whether a text can be written in one line of big letters of at most `width` columns."""
    return not styles.look.ascii and has_big_letters(text) and big_text_width(text) <= width


def paint_big_word(canvas: Canvas, x: int, y: int, word: str, pen: Style) -> None:
    """Paint a word of capitals in big letters."""
    for row, text in enumerate(big_letter_rows(word)):
        canvas.text(x, y + row, text, pen)


def paint_in_middle(canvas: Canvas, text: str, pen: Style, styles: Styles) -> None:
    """Paint a text in the middle of a canvas, in the largest letters that fit."""
    room = canvas.width - 2 * ZONE_MARGIN
    for scale in () if styles.look.ascii else WINNER_LETTER_SCALES:
        lines = wrap_big_text(text, room, scale)
        high = ROWS_OF_HUGE_LETTERS * scale + scale if scale else ROWS_OF_BIG_LETTERS
        if lines and len(lines) * high < canvas.height:
            top = (canvas.height - len(lines) * high + scale) // 2
            for number, line in enumerate(lines):
                x = (canvas.width - big_text_width(line, scale)) // 2
                rows = huge_letter_rows(line, scale) if scale else big_letter_rows(line)
                for row, blocks in enumerate(rows):
                    canvas.text(x, top + number * high + row, blocks, pen)
            return
    said = wrap(styles.displayable_text(printable(text)), room)[: canvas.height]
    for y, row_text in enumerate(said, (canvas.height - len(said)) // 2):
        canvas.text((canvas.width - cell_len(row_text)) // 2, y, row_text, pen)


class BigTurnView(CanvasView):
    """A widget that shows in large letters whose turn it is, with the title of the game where there is room."""

    def __init__(self, title: str) -> None:
        super().__init__(id="big-head", ground="panel")
        self._title = title
        self._text = ""

    def show_text(self, text: str) -> None:
        """Show this text on whose turn it is."""
        if text != self._text:
            self._text = text
            self.repaint()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the text, and the title at the right."""
        room = canvas.width - 2 * ZONE_MARGIN
        title = self._title.upper()
        if fits_in_big_letters(self._text, room, styles):
            paint_big_word(canvas, ZONE_MARGIN, 1, self._text.upper(), styles.gold)
            room -= big_text_width(self._text)
        else:
            words = clip(styles.displayable_text(printable(self._text)), room)
            canvas.text(ZONE_MARGIN, 2, words, styles.gold)
            room -= cell_len(words)
        if fits_in_big_letters(title, room - 4 * ZONE_MARGIN, styles):
            paint_big_word(canvas, canvas.width - ZONE_MARGIN - big_text_width(title), 1, title, styles.quiet)
        elif len(self._title) <= room - ZONE_MARGIN:
            canvas.text(canvas.width - ZONE_MARGIN - len(self._title), 2, self._title, styles.quiet)


class BigScoresView(CanvasView):
    """A widget that shows the scores, the best first, and how others join: a QR code, or the command to type.

    `address` is that of the page for browsers or "", `command` is the shell command.
    """

    def __init__(self, address: str, command: str) -> None:
        super().__init__(id="big-side", ground="panel")
        self._address = address
        self._command = command
        self._entries: tuple[ScoreEntry, ...] = ()

    def show_entries(self, entries: tuple[ScoreEntry, ...]) -> None:
        """Show these scores."""
        if entries != self._entries:
            self._entries = entries
            self.repaint()

    def show_address(self, address: str, command: str) -> None:
        """Show another address and command to join."""
        if (address, command) != (self._address, self._command):
            self._address, self._command = address, command
            self.repaint()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the instructions to join at the bottom, and the scores above them."""
        end = self._paint_join_instructions(canvas, styles)
        self._paint_scores(canvas, styles, end - 1)

    # The way to join

    def _paint_join_instructions(self, canvas: Canvas, styles: Styles) -> int:
        """Paint how to join at the bottom; return the first row that is used."""
        room = canvas.width - 2 * ZONE_MARGIN
        text = self._address or self._command
        if not text:
            return canvas.height
        wrapped = wrap(text, room)
        code = self._qr_code_rows(canvas, styles, len(wrapped) + 2)
        y = canvas.height - 1 - len(wrapped)
        first = y - len(code) - 1
        heading = QR_CODE_HEADING if self._address else COMMAND_HEADING
        canvas.text(ZONE_MARGIN, first, clip(heading, room), styles.gold)
        x = ZONE_MARGIN + max((room - len(code[0])) // 2, 0) if code else 0
        for number, row in enumerate(code):
            canvas.text(x, first + 1 + number, row, DARK_ON_LIGHT_STYLE)
        for number, row in enumerate(wrapped):
            canvas.text(ZONE_MARGIN, y + number, row, styles.strong)
        return first

    def _qr_code_rows(self, canvas: Canvas, styles: Styles, rows_of_text: int) -> Sequence[str]:
        """Return the rows of the QR code, in double size if there is room; empty if there is no room at all.

        `rows_of_text` is the number of rows of the text above and below it.
        """
        if not self._address or styles.look.ascii:
            return ()
        rows = qr_code_rows(self._address)
        players = len(self._entries)
        doubled = _double_qr_code(rows)
        for code, least in ((doubled, players * (ROWS_OF_BIG_LETTERS + 1)), (rows, min(2 * players, MIN_SCORE_ROWS))):
            room = canvas.height - rows_of_text - 2 - least
            if len(code) <= room and len(code[0]) <= canvas.width - 2 * ZONE_MARGIN:
                return code
        return ()

    # The scores

    def _paint_scores(self, canvas: Canvas, styles: Styles, end_row: int) -> None:
        """Paint the scores down to row `end_row`: in big letters, or else one line each, as many as fit."""
        entries, rows = self._entries, end_row - 1
        if not entries or rows < 1:
            return
        step = _rows_of_each_score(len(entries), rows, styles)
        large = step >= ROWS_OF_BIG_LETTERS
        shown = entries if len(entries) * step <= rows + 1 else entries[: max((rows - 1) // step, 1)]
        columns = max(big_text_width(str(entry.points)) if large else len(str(entry.points)) for entry in shown)
        room = canvas.width - 2 * ZONE_MARGIN - _RANK_COLUMNS - columns - 2
        big_names = large and all(fits_in_big_letters(entry.name, room, styles) for entry in shown)
        above = 0
        for number, entry in enumerate(shown):
            y = 1 + number * step
            rank = " =" if entry.rank == above else f"{entry.rank:>2}"
            above = entry.rank
            pen = styles.key if entry.is_awaited else styles.strong
            middle = y + 1 if large else y
            canvas.text(ZONE_MARGIN, middle, rank, styles.quiet)
            if entry.is_awaited:
                canvas.text(ZONE_MARGIN - 1, middle, styles.displayable_text("▸"), pen)
            if big_names:
                paint_big_word(canvas, ZONE_MARGIN + _RANK_COLUMNS, y, entry.name.upper(), pen)
            else:
                name = clip(styles.displayable_text(printable(entry.name)), room)
                canvas.text(ZONE_MARGIN + _RANK_COLUMNS, middle, name, pen)
            points = str(entry.points)
            if large:
                paint_big_word(canvas, canvas.width - ZONE_MARGIN - big_text_width(points), y, points, pen)
            else:
                canvas.text(canvas.width - ZONE_MARGIN - len(points), y, points, pen)
        more = len(entries) - len(shown)
        if more:
            canvas.text(ZONE_MARGIN + _RANK_COLUMNS, 1 + len(shown) * step, f"and {more:,} more", styles.quiet)


class BigLogView(CanvasView):
    """A widget that shows the last sentences of the log, the newest at the bottom, in large letters where they fit."""

    def __init__(self) -> None:
        super().__init__(id="big-log", ground="panel")
        self._lines: tuple[Line, ...] = ()

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Show the last of these lines of the log."""
        lines = lines[-MAX_SENTENCES_SHOWN:]
        if lines != self._lines:
            self._lines = lines
            self.repaint()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint as many sentences as there are rows for, the newest bright."""
        y, room = canvas.height, canvas.width - 2 * ZONE_MARGIN
        for number, line in enumerate(reversed(self._lines)):
            text = f"{line.player_name}: {line.text}" if line.player_name else line.text
            pen = styles.gold if line.is_heading else styles.quiet if number else styles.strong
            words = None if styles.look.ascii else wrap_big_text(text.removesuffix("."), room)
            if words and len(words) <= MAX_LINES_OF_SENTENCE and len(words) * ROWS_OF_BIG_LETTERS < y:
                y -= len(words) * ROWS_OF_BIG_LETTERS
                for row, word in enumerate(words):
                    paint_big_word(canvas, ZONE_MARGIN, y + row * ROWS_OF_BIG_LETTERS, word, pen)
            else:
                rows = wrap(styles.displayable_text(printable(text)), room)
                if len(rows) + 1 >= y:
                    if number:
                        return
                    rows = rows[: max(y - 2, 1)]
                y -= len(rows) + 1
                for row, said in enumerate(rows):
                    canvas.text(ZONE_MARGIN, y + row, said, pen)


def _rows_of_each_score(entries: int, rows: int, styles: Styles) -> int:
    """Return the largest height in rows of a score with which `entries` scores fit into `rows` rows.

    It is four or three in big letters, otherwise two or one.
    """
    sizes = (2, 1) if styles.look.ascii else (ROWS_OF_BIG_LETTERS + 1, ROWS_OF_BIG_LETTERS, 2)
    fitting = next((size for size in sizes if entries * size <= rows + 1), 0)
    return fitting or (
        ROWS_OF_BIG_LETTERS + 1 if ROWS_OF_BIG_LETTERS in sizes and rows >= MIN_ROWS_FOR_TOP_IN_BIG_LETTERS else 2
    )


def _double_qr_code(rows: Sequence[str]) -> Sequence[str]:
    """Return a QR code in half blocks at double size: two columns and a whole row for each module."""
    upper = ("".join("██" if cell in "▀█" else "  " for cell in row) for row in rows)
    lower = ("".join("██" if cell in "▄█" else "  " for cell in row) for row in rows)
    return [row for pair in zip(upper, lower, strict=True) for row in pair]
