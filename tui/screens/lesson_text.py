"""The texts of a lesson on its screen: what there is to see, beside or below the board, and below it the task."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rich.cells import cell_len

from tui.cards import Canvas
from tui.drawing import Rect, wrap
from tui.drawing.styles import Styles
from tui.lessons.lesson import Lesson
from tui.lessons.lesson_run import WRONG_ACTION_SENTENCE
from tui.widgets.canvas_view import CanvasView

TEXT_MARGIN_COLUMNS: Final = 2
"""The number of free columns on either side of text below the board; beside the board there is one fewer at the right.
"""

MIN_LOG_ROWS_BELOW_TEXT: Final = 7
"""The log stays visible below the text if it has at least this many rows there; otherwise the text takes all rows."""


class LessonText(NamedTuple):
    """The texts of a lesson at one moment.

    `main_text` says what there is to see, or what an action has changed; `is_answer`: the task was just done, and the
    main text says what that did. `task` says what to do, "" if there is nothing to do but to read; `progress` how far
    the lesson is. `reply`, below the main text, says why a choice or a key was not the right one, or is "".
    `task_is_reply`: in place of the task, beside the hand, stands such a reply.
    """

    main_text: str = ""
    task: str = ""
    progress: str = ""
    is_answer: bool = False
    reply: str = ""
    task_is_reply: bool = False

    @property
    def beside_board(self) -> LessonText:
        """The text that stands beside the board: with a reply below the board, its end is the task."""
        return self._replace(reply=self.task) if self.reply else self

    @property
    def below_board(self) -> LessonText:
        """The text that stands below the board, where the main text stands beside it: the task, or in its place, as
        the person looks at the hand, the reply to what they have just done."""
        below = self._replace(main_text="", reply="")
        return below._replace(task=self.reply, task_is_reply=True) if self.reply else below

    def text_rows(self, width: int) -> list[tuple[str, bool]]:
        """Return the rows of main text and reply in `width` columns, each with whether it is highlighted."""
        words = wrap(self.main_text, width) if self.main_text else []
        replies = wrap(self.reply, width) if self.reply else []
        return [(row, self.is_answer) for row in words] + [(row, True) for row in replies]

    def task_rows(self, width: int) -> list[str]:
        """Return the rows of the task in `width` columns; the last one has room for the progress."""
        return wrap(self.task, max(width - cell_len(self.progress) - 1, 1)) or [""]

    def rows(self, width: int) -> int:
        """Return the number of rows that main text, reply and task take below each other."""
        return len(self.text_rows(width)) + len(self.task_rows(width))


def longest_text_rows(lesson: Lesson, width: int) -> int:
    """Return the number of rows that the longest text of a lesson takes in `width` columns, with the longest reply to
    it, or with its task.
    """
    return max(len(said.text_rows(width)) for said in _all_texts(lesson))


def _all_texts(lesson: Lesson) -> Iterable[LessonText]:
    """Yield all texts and answers of a lesson, each with the replies to it and with its task in place of a reply."""
    for scene in lesson.scenes:
        for step in scene.steps:
            yield LessonText(step.answer)
            replies = (*step.other_replies.values(), WRONG_ACTION_SENTENCE) if step.action else ("",)
            for reply in (*replies, f"{step.task} {step.keys_hint}"):
                yield LessonText(step.text_on_screen, reply=reply)


class LessonSideText(CanvasView):
    """A widget that shows the text of a lesson in the place of the log."""

    def __init__(self) -> None:
        super().__init__(id="words", ground="panel")
        self.says = LessonText()
        self.rows_covered = 0
        """The number of the first rows of the log that the text covers."""

    def show(self, lesson_text: LessonText, zone: Rect | None, rows: int) -> None:
        """Show a text in the zone of the log, with room for `rows` rows of it; without a zone hide the widget."""
        self.says = lesson_text
        self.display = zone is not None
        self.rows_covered = 0
        if zone is None:
            return
        height = rows + 1 if zone.height - rows - 1 >= MIN_LOG_ROWS_BELOW_TEXT else zone.height
        self.rows_covered = height
        self.styles.offset = (zone.x, zone.y)
        self.styles.width, self.styles.height = zone.width, height
        self.repaint()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the text with a bar beside it."""
        for y, (row, is_answer) in enumerate(self.says.text_rows(canvas.width - TEXT_MARGIN_COLUMNS - 1)):
            _paint_bar(canvas, y, styles)
            canvas.text(
                TEXT_MARGIN_COLUMNS, y, styles.displayable_text(row), styles.strong if is_answer else styles.plain
            )


class LessonPanel(CanvasView):
    """A widget with the rows below the board of a lesson: the task, and above it the text if it has no other place."""

    def __init__(self) -> None:
        super().__init__(id="panel", ground="panel")
        self.says = LessonText()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the text with a bar beside it, and the progress at the right of the last row."""
        width = canvas.width - 2 * TEXT_MARGIN_COLUMNS
        said = self.says.text_rows(width)
        rows = [(row, styles.strong if is_answer else styles.plain) for row, is_answer in said]
        task_pen = styles.strong if self.says.task_is_reply else styles.gold
        rows += [(row, task_pen) for row in self.says.task_rows(width)]
        for y, (row, row_pen) in enumerate(rows):
            if row:
                _paint_bar(canvas, y, styles)
            canvas.text(TEXT_MARGIN_COLUMNS, y, styles.displayable_text(row), row_pen)
        progress = self.says.progress
        canvas.text(canvas.width - TEXT_MARGIN_COLUMNS - cell_len(progress), len(rows) - 1, progress, styles.quiet)


def _paint_bar(canvas: Canvas, y: int, styles: Styles) -> None:
    """Paint the bar that marks a row of a lesson."""
    canvas.text(0, y, "|" if styles.look.ascii else "▌", styles.gold)
