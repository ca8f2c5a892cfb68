"""LessonScreen: a lesson on the board of its game; a panel below says what to see and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget

from core import games
from tui.boards import Board
from tui.boards.common.background import MIN_BOARD_ROWS
from tui.boards.games import board_for
from tui.cards import Canvas
from tui.connect.request import TableRequest
from tui.drawing import wrap
from tui.drawing.styles import Styles
from tui.lessons.lesson import Lesson, LessonStep
from tui.lessons.registry import first_step
from tui.lessons.run import LessonRun
from tui.screens.base import BaseScreen
from tui.screens.match import BOARD_PACE, board_pace
from tui.text.rulebook import short_rules
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import BACK_ORDER, listed_key

OTHERS_SECONDS: Final = 0.5
"""Seconds between two actions of the other seats, at the usual pace."""

MARGIN: Final = 2
"""The cells of the panel on either side of its text."""

READ_TASK: Final = "Enter goes on."
"""The task of a step that is only read."""

LAST_TASK: Final = "Enter begins a match against bots."
"""The task of the last step."""


class LessonText(NamedTuple):
    """What the panel says: what the last action has done, what there is to see, what to do, and how far one is."""

    answer: str = ""
    text: str = ""
    task: str = ""
    progress: str = ""

    def rows(self, width: int) -> list[tuple[str, str]]:
        """Return the rows of the panel for a text of `width` cells, each with the name of its style."""
        task = wrap(self.task, max(width - cell_len(self.progress) - 1, 1))
        return [
            *((row, "strong") for row in wrap(self.answer, width)),
            *((row, "plain") for row in wrap(self.text, width)),
            *((row, "gold") for row in task or [""]),
        ]


class LessonPanel(CanvasView):
    """The rows below the board of a lesson."""

    def __init__(self) -> None:
        super().__init__(id="panel", ground="panel")
        self.says = LessonText()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the text with a bar beside it, and how far one is at the right of the last row."""
        rows = self.says.rows(canvas.width - 2 * MARGIN)
        for y, (row, name) in enumerate(rows):
            canvas.text(0, y, "|" if styles.look.ascii else "▌", styles.gold)
            canvas.text(MARGIN, y, styles.plain_text(row), getattr(styles, name))
        progress = self.says.progress
        canvas.text(canvas.width - MARGIN - cell_len(progress), len(rows) - 1, progress, styles.quiet)


class LessonScreen(BaseScreen):
    """Plays a lesson, from the step at which the person left it.

    In a window that has no room for text and board together the text lies over the board until Enter is pressed.
    """

    TITLE_IN_WORDS = "A lesson"
    ABOUT = (
        "A lesson goes step by step: the text says what to see, its last line what to do. Leave whenever you like; the "
        "lesson goes on where you left it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("enter", "go_on", "Go on", 0, primary=True),
        Binding("space", "go_on", show=False),
        listed_key("f4", "step_back", "Step back", 12),
        listed_key("escape", "back", "Leave", BACK_ORDER),
    ]
    DEFAULT_CSS = """
    LessonScreen { layers: table text; }
    LessonScreen #board { width: 100%; height: 1fr; }
    LessonScreen #panel { layer: text; dock: bottom; margin-bottom: 1; width: 100%; height: 1; background: $panel; }
    """

    def __init__(self, lesson: Lesson, done: int) -> None:
        super().__init__()
        self._lesson = lesson
        self._run = LessonRun(lesson, first_step(lesson, done))
        self._timer: Timer | None = None
        self._reading = True
        self._refusal = ""
        self._greatest_heights: dict[int, int] = {}

    def contents(self) -> Iterable[Widget]:
        """Yield the board and the panel."""
        kind = board_for(self._lesson.game)
        settings = self.program.settings
        self._pace = BOARD_PACE[settings.pace]
        animate = self.app.animation_level != "none"
        self.board: Board[Any] = kind(
            self._run.began, self.program.look, animate=animate, pace=board_pace(settings), id="board"
        )
        yield self.board
        yield LessonPanel()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "go_on":
            return self._reading
        return self._run.done > 0 if action == "step_back" else True

    def words_of_key(self, active: Any) -> str:
        if active.node is getattr(self, "board", None):
            return self.board.words_of_key(active)
        if active.binding.action == "go_on" and self._run.is_last:
            return "Play a match"
        return super().words_of_key(active)

    def rules_summary(self) -> str:
        return f"{short_rules(games[self._lesson.game].rules)}\n{self.board.help_text}".rstrip()

    def rulebook_game(self) -> str:
        return self._lesson.game

    @property
    def default_focus(self) -> str:
        return "#board"

    # What is shown

    def on_mount(self) -> None:
        self._begin_step()

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self._show_text()

    def _text_of(self, step: LessonStep, number: int, answer: str) -> LessonText:
        """Return what the panel says in a step of this number, after an answer."""
        task = f"{step.task} {step.keys}".rstrip() or (LAST_TASK if number == self._lesson.steps - 1 else READ_TASK)
        return LessonText(answer, step.text, task, f"{number + 1} of {self._lesson.steps}")

    def _greatest_height(self, width: int) -> int:
        """Return how many rows the panel needs in a window of this width, whatever the step and its answer."""
        if width in self._greatest_heights:
            return self._greatest_heights[width]
        answer, most = "", 0
        steps = [step for scene in self._lesson.scenes for step in scene.steps]
        for number, step in enumerate(steps):
            for said in (answer, *step.instead.values()):
                most = max(most, len(self._text_of(step, number, said).rows(width - 2 * MARGIN)))
            answer = step.answer
        self._greatest_heights[width] = most
        return most

    def _show_text(self) -> None:
        """Show the text of the present step: beside the board, or if there is no room, over it while it is read."""
        panel = self.query_one(LessonPanel)
        width, height = self.app.size
        says = self._text_of(self._run.step, self._run.done, self._refusal or self._run.answer)
        if self._timer is not None:
            says = LessonText(self._run.step.answer)
        rows = self._greatest_height(width)
        beside = height - 1 - MIN_BOARD_ROWS >= rows
        if not beside:
            if not self._reading:
                says = LessonText(task="" if self._timer else self._run.step.task, progress=says.progress)
            rows = len(says.rows(width - 2 * MARGIN))
        panel.says = says
        panel.styles.height = rows
        self.board.styles.margin = (0, 0, rows if beside else 1, 0)
        panel.repaint()

    @property
    def _covers_board(self) -> bool:
        """Whether the text of a step lies over the board, as there is no room beside it."""
        width, height = self.app.size
        return height - 1 - MIN_BOARD_ROWS < self._greatest_height(width)

    def _begin_step(self) -> None:
        """Show the present step; the keys are the board's once its text is read, or at once if that is beside it."""
        self.program.settings.lessons[self._lesson.game] = self._lesson.steps if self._run.is_last else self._run.done
        self.program.keep_settings()
        self._refusal = ""
        self._set_reading(not self._run.step.action or self._covers_board)

    def _set_reading(self, reading: bool) -> None:
        """Give the keys to this screen while the text is read, else to the board."""
        self._reading = reading
        self.board.can_focus = not reading
        self._last_focused = None
        self.set_focus(None if reading else self.board)
        self._show_text()
        self.refresh_bindings()

    # What is done

    def on_board_chose(self, message: Board.Chose) -> None:
        """Carry the action out if it is what the step is about, else say why not; a step that is read has no action."""
        if self._timer is not None:
            return
        if not self._run.step.action:
            self.board.show_note("")  # it was clicked on
            return
        self._refusal = self._run.choose(message.action)
        self.board.show_note("")
        if self._refusal:
            self._set_reading(self._covers_board)
            return
        self._timer = self.set_interval(OTHERS_SECONDS * self._pace, self._play_next)
        self._play_next()
        if self._timer is not None:
            self._show_text()

    def _play_next(self) -> None:
        """Carry out the next action of the step once the board is at rest; all at once if nothing is animated."""
        if self.board.animating:
            return
        while (event := self._run.next_event()) is not None:
            self.board.played(event)
            if self.board.animated:
                return
        self._end_step()

    def _end_step(self) -> None:
        """Go on to the next step, which may deal again."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._run.go_on():
            self.board.begin(self._run.began)
        self._begin_step()

    def action_go_on(self) -> None:
        """Close the text over the board, go on from a step that is only read, or play a match after the last one."""
        if self._run.step.action:
            self._set_reading(False)
        elif not self._run.is_last:
            self._end_step()
        else:
            game = games[self._lesson.game]
            self.program.go_to_table(TableRequest("play", game.slug, game.usual_seats, game.usual_seats - 1))

    def action_step_back(self) -> None:
        """Go back to the step before."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._run = LessonRun(self._lesson, self._run.done - 1)
        self.board.begin(self._run.began)
        self._begin_step()
