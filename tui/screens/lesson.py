"""LessonScreen: a lesson on the board of its game; its text says what to see and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget

from core import games
from tui.boards import Board
from tui.boards.common.background import min_board_rows
from tui.boards.common.board import TIMER_MARGIN_SECONDS
from tui.boards.games import board_for
from tui.connect.request import TableRequest
from tui.drawing import Rect
from tui.lessons.lesson import Lesson
from tui.lessons.lesson_run import LessonRun
from tui.lessons.registry import first_open_step, kept_step_sentence
from tui.screens.base import BaseScreen
from tui.screens.lesson_text import TEXT_MARGIN_COLUMNS, LessonPanel, LessonSideText, LessonText, longest_text_rows
from tui.screens.match import DURATION_FACTOR_BY_PACE, duration_factor
from tui.screens.name import name_question, save_name
from tui.text.rulebook import short_rules
from tui.widgets import settle_time
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, HINT_KEY, listed_key, useless_key_sentence
from tui.widgets.settle_time import TOO_QUICK_SENTENCE, ShownValue

OTHERS_ACTION_SECONDS: Final = 0.5
"""The time between two actions of the other seats, at the usual pace."""

WATCHING_TASK: Final = "Watch."
"""The task while the board shows what the actions of a step do."""

ANSWER_SETTLE_FACTOR: Final = 5
"""An answer must have been on the screen this many times as long as any other text before Enter goes on from it: it
appears by itself, and a person who presses Enter sooner wanted to skip the movement before it.
"""

NO_HINT_IN_LESSON_SENTENCE: Final = "Hints come in the match: press I there to ask the coach."
"""The reply to `HINT_KEY` in a lesson."""

LAST_STEP_TASK: Final = "Enter begins a match against bots."
"""The task of the last step."""

LAST_STEP_IN_MATCH_TASK: Final = "Enter leads back to your match."
"""The task of the last step of a lesson that lies over a match."""


class LessonScreen(BaseScreen):
    """The screen that plays a lesson, from the step at which the person left it.

    Each step has two parts: the text with its task, until the person has done it, and then the answer, until Enter. The
    reply to a wrong choice or key stands where the task stood, below the hand, and the task below the text; where the
    text is not beside the board, the reply is above the task. The text stays while the board shows the actions of the
    step; Enter skips that. The board stops at an event that it shows only for a moment, such as a whole trick, and the
    answer is read then; one Enter after that leads to the next step at once. Everything else that the answer is
    about is on the board before the answer is shown. Whenever Enter does something, the board is locked.

    The text stands in place of the log; if it does not fit there, below the board; and if it does not fit there either,
    it lies over the board until Enter is pressed.
    """

    SCREEN_TITLE = "A lesson"
    HELP_TEXT = (
        "A lesson goes step by step: the text says what to see, its last line what to do. Leave whenever you like; "
        "the lesson waits where you left it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("enter", "go_on", "Go on", 0, primary=True),
        Binding("space", "go_on", show=False),
        listed_key("f4", "step_back", "Step back", 12),
        listed_key("escape", "back", "Leave", ESCAPE_KEY_POSITION),
    ]
    DEFAULT_CSS = """
    LessonScreen { layers: table text; overflow: hidden; }
    LessonScreen #board { width: 100%; height: 1fr; }
    LessonScreen #panel { layer: text; dock: bottom; margin-bottom: 1; width: 100%; height: 1; background: $panel; }
    LessonScreen #words { layer: text; position: absolute; background: $panel; display: none; }
    """

    def __init__(self, lesson: Lesson, steps_done: int) -> None:
        super().__init__()
        self._lesson = lesson
        self._run = LessonRun(lesson, first_open_step(lesson, steps_done))
        self._timer: Timer | None = None
        self._reading = True
        self._refusal = ""
        self._key_reply = ""
        self._answering = False
        self._answer_was_read = False
        self._words_shown = ShownValue()
        self._most_rows: dict[int, int] = {}

    def contents(self) -> Iterable[Widget]:
        """Yield the board and the panel."""
        kind = board_for(self._lesson.game)
        settings = self.program.settings
        self._pace = DURATION_FACTOR_BY_PACE[settings.pace]
        animate = self.app.animation_level != "none"
        self.board: Board[Any] = kind(
            self._run.match_began,
            self.program.look,
            animate=animate,
            pace=duration_factor(settings),
            budget=self.program.byte_budget,
            id="board",
        )
        yield self.board
        yield LessonSideText()
        yield LessonPanel()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "go_on" and self.board.is_locked:
            return None if self._reading and not self._text_counts_as_read else True
        if action == "go_on":
            return False
        return self._run.steps_done > 0 or self._answering if action == "step_back" else True

    def key_description(self, active: Any) -> str:
        if active.node is getattr(self, "board", None):
            return self.board.key_description(active)
        if active.binding.action == "go_on" and self._run.is_last:
            return "Back to the match" if self._is_over_match else "Play a match"
        if active.binding.action == "go_on" and not self._reading:
            return "Skip"
        return super().key_description(active)

    def rules_summary(self) -> str:
        return f"{short_rules(games[self._lesson.game].rules)}\n{self.board.help_text}".rstrip()

    def rulebook_game(self) -> str:
        return self._lesson.game

    @property
    def default_focus(self) -> str:
        return "#board"

    @property
    def _is_over_match(self) -> bool:
        """Whether the lesson lies over a match, to which it leads back."""
        return self.program.session is not None

    # What is shown

    def on_mount(self) -> None:
        self._begin_step()

    def adapt_to_size(self, width: int, height: int) -> None:
        """Show the text where it has room at this size."""
        super().adapt_to_size(width, height)
        self._show_text()

    def _longest_text_rows(self, width: int) -> int:
        """Return the number of rows that the longest text of this lesson takes in `width` columns."""
        if width not in self._most_rows:
            self._most_rows[width] = longest_text_rows(self._lesson, width)
        return self._most_rows[width]

    @property
    def _text(self) -> LessonText:
        """The present text and task: the answer, or the step's text with the reply to a wrong choice."""
        step, number = self._run.step, self._run.steps_done
        progress = f"Step {number + 1} of {self._lesson.steps}"
        if self._answering and not self._reading:  # the answer may run ahead of the board
            return LessonText(step.text_on_screen, WATCHING_TASK, progress, reply=self._key_reply)
        if self._answering:  # the key bar says what Enter does
            return LessonText(step.answer, "", progress, is_answer=True, reply=self._key_reply)
        last = LAST_STEP_IN_MATCH_TASK if self._is_over_match else LAST_STEP_TASK
        task = f"{step.task} {step.keys_hint}".rstrip() or (last if self._run.is_last else "")
        return LessonText(step.text_on_screen, task, progress, reply=self._key_reply or self._refusal)

    def _text_zone(self, task_rows: int) -> Rect | None:
        """Return the zone of the log, if all texts of the lesson fit into it, else None.

        `task_rows` stay free below the board.
        """
        width, height = self.app.size
        rows = height - 1 - task_rows
        zone = self.board.log_zone(width, rows) if rows >= min_board_rows(width) else None
        return (
            zone
            if zone is not None and self._longest_text_rows(zone.width - TEXT_MARGIN_COLUMNS - 1) <= zone.height
            else None
        )

    @property
    def _rows_below(self) -> int:
        """The number of rows below the board for text and task; it is the same at every step."""
        width = self.app.size.width - 2 * TEXT_MARGIN_COLUMNS
        return self._longest_text_rows(width) + max(self._task_rows, len(self._text.task_rows(width)))

    @property
    def _task_rows(self) -> int:
        """The number of rows below the board for the task; it is the same at every step."""
        width = self.app.size.width - 2 * TEXT_MARGIN_COLUMNS
        steps = [step for scene in self._lesson.scenes for step in scene.steps]
        longest = f"Step {self._lesson.steps} of {self._lesson.steps}"
        return max(len(LessonText("", f"{step.task} {step.keys_hint}", longest).task_rows(width)) for step in steps)

    def _show_text(self) -> None:
        """Show the text of the step where there is room for it.

        That is the zone of the log; where this is too small, the rows below the board; where these are too few, too, a
        part of the screen over the board, until the person has read the text.
        """
        panel, words = self.query_one(LessonPanel), self.query_one(LessonSideText)
        width = self.app.size.width
        says, rows = self._text, self._task_rows
        zone = self._text_zone(rows)
        words.show(
            says.beside_board, zone, self._longest_text_rows(zone.width - TEXT_MARGIN_COLUMNS - 1) if zone else 0
        )
        self.board.set_log_rows_covered(words.rows_covered)
        if zone is not None:
            says = says.below_board
            rows = max(rows, len(says.task_rows(width - 2 * TEXT_MARGIN_COLUMNS)))
        elif self._covers_board:
            if not self._reading:
                says = says._replace(main_text=says.main_text if says.is_answer else "", reply=self._key_reply)
            rows = says.rows(width - 2 * TEXT_MARGIN_COLUMNS)
        else:
            rows = self._rows_below
        panel.says = says
        panel.styles.height = rows
        self.board.styles.margin = (0, 0, 1 if zone is None and self._covers_board else rows, 0)
        panel.repaint()

    @property
    def _covers_board(self) -> bool:
        """Whether the text of a step lies over the board, because it fits neither beside nor below it."""
        if self._text_zone(self._task_rows) is not None:
            return False
        width, height = self.app.size
        return height - 1 - min_board_rows(width) < self._rows_below

    def _begin_step(self) -> None:
        """Show the present step.

        The board takes keys once its text is read, or at once if the text does not cover it.
        """
        self.program.settings.lessons[self._lesson.game] = (
            self._lesson.steps if self._run.is_last else self._run.steps_done
        )
        self.program.save_settings()
        self._refusal = self._key_reply = ""
        self._answering = self._answer_was_read = False
        self.board.animation.stops_at_events = True
        self.board.set_lesson_step(self._run.taught_later, self._run.task_verb)
        self._set_reading(not self._run.step.action or self._covers_board)

    @property
    def _identity_of_text(self) -> object:
        """A value that differs between any two texts which the person reads before Enter."""
        return (self._run.steps_done, self._answering, self._refusal, self._reading)

    @property
    def _text_counts_as_read(self) -> bool:
        """Whether the text has been on the screen so long that Enter goes on from it; until then Enter is dim."""
        return self._words_shown.is_settled(self._identity_of_text, self._read_seconds)

    @property
    def _read_seconds(self) -> float:
        """The time after which the present text counts as read."""
        return settle_time.SETTLE_SECONDS * (ANSWER_SETTLE_FACTOR if self._answering else 1)

    def _set_reading(self, reading: bool) -> None:
        """Store whether the text is read now: while it is, or a movement is shown, this screen takes the keys, and at
        any other time the board."""
        self._reading = reading
        if self._words_shown.update(self._identity_of_text) and reading:
            self.set_timer(self._read_seconds + TIMER_MARGIN_SECONDS, self.refresh_bindings)
        self.board.set_locked(reading or self._timer is not None)
        self._last_focused = None
        self.set_focus(None if self.board.is_locked else self.board)
        self._show_text()
        self.refresh_bindings()

    # What is done

    def on_key(self, event: events.Key) -> None:
        """Reply to a key without use."""
        # a dim key needs no reply: it works in a moment
        reply = NO_HINT_IN_LESSON_SENTENCE if event.key.lower() == HINT_KEY else useless_key_sentence(event)
        reply = "" if self.is_key_active(event.key) else reply
        if (self._timer is None or self._reading) and reply != self._key_reply:
            self._key_reply = reply
            self._show_text()

    def on_board_action_chosen(self, message: Board.ActionChosen) -> None:
        """Carry the chosen action out if it is the right one, else show why it is not; do nothing on a locked board."""
        self.board.show_note("")
        if self.board.is_locked:
            return
        self._key_reply, self._refusal = "", self._run.choose(message.action)
        if self._refusal:
            self._set_reading(self._covers_board)
            return
        self._answering = True
        self._timer = self.set_interval(OTHERS_ACTION_SECONDS * self._pace, self._play_next_action)
        self._set_reading(False)
        self._play_next_action()

    def on_board_decided_too_soon(self) -> None:
        """Show that a key or a click came too soon."""
        self._key_reply = TOO_QUICK_SENTENCE
        self._show_text()

    def _play_next_action(self) -> None:
        """Carry out the next action of the step, unless the board still shows the one before; called again and again by
        a timer.

        After the last action, end the step, or have its answer read if the person has not read it yet. Without
        animation, carry out all actions of the step at once, up to an event at which the board stops.
        """
        if self._read_text_if_board_stopped():
            return
        if self.board.animating:
            return
        while (event := self._run.next_event()) is not None:
            may_stop = not self._run.step.answer_tells_of_others or self._run.is_step_played
            self.board.animation.stops_at_events = may_stop and not self._answer_was_read
            self.board.show_played(event)
            if self.board.animation.enabled or self._read_text_if_board_stopped():
                return
        self._stop_timer()
        if self._answer_was_read:
            self._end_step()
        else:
            self._set_reading(True)

    def _read_text_if_board_stopped(self) -> bool:
        """Return whether the board has stopped at an event, so that the answer is read now."""
        if self.board.animation.stopped and not self._reading:
            self._set_reading(True)
        return self.board.animation.stopped

    def _play_to_answer(self) -> None:
        """Carry out the remaining actions of the step without a pause, up to an event at which the board stops."""
        while self._timer is not None and not self._reading:
            while self.board.animating and not self.board.animation.stopped:
                self.board.animation.next_frame()
            self._play_next_action()

    def _stop_timer(self) -> None:
        """Stop carrying out the actions of the step."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _end_step(self) -> None:
        """Begin the next step, which may deal another scene."""
        if self._run.begin_next_step():
            self.board.begin(self._run.match_began)
        self._begin_step()

    def action_go_on(self) -> None:
        """Skip to the answer; or continue after reading: with the task, or with the next step, without the movements
        that are left of this one.

        After the last step, begin a match, or go back to the one below the lesson.
        """
        if not self._reading:
            self._play_to_answer()
            return
        if self._timer is not None:
            self._answer_was_read = True
            self._reading = False
            animation = self.board.animation
            animation.stops_at_events = False  # one stop a step is enough: the answer has been read
            animation.go_on()
            self._play_to_answer()
        elif self._answering:
            self._end_step()
        elif self._run.step.action:
            self._set_reading(False)
        elif not self._run.is_last:
            self._end_step()
        elif self._is_over_match:
            self.program.call_after_current_screen(self.program.go_back)
        else:
            self._begin_match()

    def _begin_match(self) -> None:
        """Begin a match of the game against bots; a person who has not been asked for their name is asked first."""
        game = games[self._lesson.game]
        request = TableRequest("play", game.slug, game.usual_seats, game.usual_seats - 1)
        if self.program.settings.named:
            self.program.go_to_table(request)
            return

        def save_and_begin(name: str | None) -> None:
            """Save the typed name (None: none was typed), and begin the match."""
            save_name(self.program, name or "")
            self.program.go_to_table(request)

        self.app.push_screen(name_question(self.program), save_and_begin)

    async def action_back(self) -> None:
        self.program.call_after_current_screen(self._leave)

    async def _leave(self) -> None:
        """Return to the screen below, and say there at which step the lesson goes on, if it does."""
        await self.program.go_back()
        if sentence := kept_step_sentence(self._lesson, self.program.settings.lessons[self._lesson.game]):
            self.program.show_notice(sentence)

    def action_step_back(self) -> None:
        """Go back to the beginning of the step whose answer is read, else to the step before."""
        self._stop_timer()
        self._run = LessonRun(self._lesson, self._run.steps_done - (not self._answering))
        self.board.begin(self._run.match_began)
        self._begin_step()
