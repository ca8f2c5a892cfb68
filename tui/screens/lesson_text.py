"""The texts of a lesson on its screen: words beside or below the board, and below them what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rich.cells import cell_len

from tui.cards import Canvas
from tui.drawing import Rect, wrap
from tui.drawing.styles import Styles
from tui.lessons.lesson import Lesson
from tui.lessons.lesson_run import STAY_SENTENCE
from tui.widgets.canvas_view import CanvasView

WORDS_MARGIN_COLUMNS: Final = 2
"""The columns on either side of words below the board; beside the board there is one fewer at the right."""

LEAST_LOG_ROWS: Final = 7
"""The fewest rows of the log that stay visible below the words; if there would be fewer, the words take all rows."""


class LessonText(NamedTuple):
    """What a lesson says: `words`, what there is to see or what an action has brought; `task`, what to do; `progress`.

    `stressed` is whether the words are the answer to a done task. `reply`, below the words, says why a choice or a key
    was not the right one, or "".
    """

    words: str = ""
    task: str = ""
    progress: str = ""
    stressed: bool = False
    reply: str = ""

    def said_rows(self, width: int) -> list[tuple[str, bool]]:
        """Return the rows of words and reply in `width` columns, each with whether it is stressed."""
        words = wrap(self.words, width) if self.words else []
        replies = wrap(self.reply, width) if self.reply else []
        return [(row, self.stressed) for row in words] + [(row, True) for row in replies]

    def task_rows(self, width: int) -> list[str]:
        """Return the rows of the task in `width` columns; the last one has room for the progress."""
        return wrap(self.task, max(width - cell_len(self.progress) - 1, 1)) or [""]

    def rows(self, width: int) -> int:
        """Return how many rows words, reply and task take below each other."""
        return len(self.said_rows(width)) + len(self.task_rows(width))


def most_rows(lesson: Lesson, width: int) -> int:
    """Return how many rows the longest words of a lesson take in `width` columns, with the longest reply to them."""
    return max(len(said.said_rows(width)) for said in _all_words(lesson))


def _all_words(lesson: Lesson) -> Iterable[LessonText]:
    """Yield all texts and answers of a lesson, each with the longest reply to it, without tasks."""
    for scene in lesson.scenes:
        for step in scene.steps:
            yield LessonText(step.answer)
            for reply in (*step.instead.values(), STAY_SENTENCE) if step.action else ("",):
                yield LessonText(step.text_on_screen, reply=reply)


class LessonWords(CanvasView):
    """The words of a lesson in the place of the log."""

    def __init__(self) -> None:
        super().__init__(id="words", ground="panel")
        self.says = LessonText()

    def show(self, says: LessonText, zone: Rect | None, rows: int) -> None:
        """Show these words in the zone of the log, with room for `rows` of them; without a zone hide the widget."""
        self.says = says
        self.display = zone is not None
        if zone is None:
            return
        height = rows + 1 if zone.height - rows - 1 >= LEAST_LOG_ROWS else zone.height
        self.styles.offset = (zone.x, zone.y)
        self.styles.width, self.styles.height = zone.width, height
        self.repaint()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the words with a bar beside them."""
        for y, (row, stressed) in enumerate(self.says.said_rows(canvas.width - WORDS_MARGIN_COLUMNS - 1)):
            _paint_bar(canvas, y, styles)
            canvas.text(WORDS_MARGIN_COLUMNS, y, styles.writable_text(row), styles.strong if stressed else styles.plain)


class LessonPanel(CanvasView):
    """The rows below the board of a lesson: the task, and the words above it if they have no other place."""

    def __init__(self) -> None:
        super().__init__(id="panel", ground="panel")
        self.says = LessonText()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the text with a bar beside it, and the progress at the right of the last row."""
        width = canvas.width - 2 * WORDS_MARGIN_COLUMNS
        said = self.says.said_rows(width)
        rows = [(row, styles.strong if stressed else styles.plain) for row, stressed in said]
        rows += [(row, styles.gold) for row in self.says.task_rows(width)]
        for y, (row, row_pen) in enumerate(rows):
            _paint_bar(canvas, y, styles)
            canvas.text(WORDS_MARGIN_COLUMNS, y, styles.writable_text(row), row_pen)
        progress = self.says.progress
        canvas.text(canvas.width - WORDS_MARGIN_COLUMNS - cell_len(progress), len(rows) - 1, progress, styles.quiet)


def _paint_bar(canvas: Canvas, y: int, styles: Styles) -> None:
    """Paint the bar that marks a row of a lesson."""
    canvas.text(0, y, "|" if styles.look.ascii else "▌", styles.gold)
