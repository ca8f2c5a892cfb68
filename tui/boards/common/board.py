"""The base class of all boards: the interface for screens, and the behaviour common to all boards.

A screen uses a board without knowing which game is played. A board keeps the queue of animation frames, the log, a
note such as a refusal, and the action that the host has not answered. The board of a game adds scene, frames and
commands: the methods of `game_methods`. A command is a value of a subclass of `BoardCommand`, such as `ToggleLog`;
keys, by the methods ``action_…``, and click areas run it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import ClassVar, Final, Generic

from textual import events
from textual.binding import ActiveBinding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.timer import Timer

from core import Action, Change, Remark, View, games
from net.client.events import MatchBegan, MatchChanged, MatchEnded
from net.client.shown_match import MatchPast
from tui.boards.common.animation import BoardAnimation
from tui.boards.common.commands import ToggleLog
from tui.boards.common.decision_gate import DecisionGate
from tui.boards.common.frame_queue import FrameT
from tui.boards.common.game_methods import GameMethods
from tui.boards.common.hint_pointer import HintPointer
from tui.boards.common.key_bar_state import KeyBarState
from tui.boards.common.keys import GO_ON_KEYS, LOG_KEYS
from tui.boards.common.log_view import LogView
from tui.boards.common.log_writer import LogWriter
from tui.boards.common.note import TimedNote
from tui.boards.common.picture_output import PictureOutput
from tui.boards.common.scene import TableScene
from tui.cards import FOUR_COLOURS, Canvas, Look, look_with_back_of_game
from tui.drawing import BoardCommand, Button, Line, Picture
from tui.drawing.byte_budget import ByteBudget
from tui.drawing.styles import Styles, styles_on
from tui.text.table import changed_names_sentence
from tui.widgets import settle_time
from tui.widgets.canvas_view import CanvasView

MIN_CROWDED_REPAINT_SECONDS: Final = 0.03
"""Two repaints of a match with very many seats are at least this many seconds apart."""

TIMER_MARGIN_SECONDS: Final = 0.01
"""The time added to a timer after which a duration must have passed, as timers end up to a millisecond early."""

MAX_COMMANDS_TYPED_AHEAD: Final = 2
"""At most this many commands typed before the host's answer wait to run after it; if there are more, the oldest is
dropped.
"""


CURSOR_IS_BACK_SENTENCE: Final = "Hint closed: the cursor is back where it was before the hint."
"""The note after a hint is closed and has given back the pointer that it had moved."""

WAIT_FOR_HINT_SENTENCE: Final = "Wait for the hint, or press Esc; then choose."
"""The reply to a decision that comes while a hint is worked out, which does not count."""

_SENTENCES_BEFORE_HINT: Final = frozenset((CURSOR_IS_BACK_SENTENCE, WAIT_FOR_HINT_SENTENCE))
"""The notes that are no longer true once another hint is shown."""

LOG_IS_SHOWN_SENTENCE: Final = "The log is shown already."
"""The reply to the key of the log on a board that shows it beside the table."""


class Board(GameMethods[FrameT], CanvasView, Generic[FrameT], can_focus=True):
    """The base of the widgets that show a match to a player or a spectator.

    `began`: the event of the beginning of the match. `look`: the colours, and how cards are painted. `animate`: if
    False, every change is shown at once. `pace`: a factor for the duration of all animations (2 is twice as slow).
    `clock` returns the time in seconds. `budget` bounds the bytes of movement; without one there is no bound. The
    screen calls `begin`, `show_played` and `show_end` with the events of the host; an action that the person chooses is
    posted as `Board.ActionChosen`. With `has_buttons_beside` somebody who uses fingers has large buttons beside the
    screen, so the board then paints no low ones.

    A key or a click ends an animation, so input never waits for one. That key or click chooses nothing else; nor does
    any, for `SETTLE_SECONDS` after something new to decide on has been shown, so that nobody decides on what they have
    not seen. `GameMethods` says what the board of a game defines.
    """

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [*LOG_KEYS]

    DISPLAY_ONLY_ACTIONS: ClassVar[frozenset[str]] = frozenset(("toggle_log", "page_log(-1)", "page_log(1)"))
    """The actions of key bindings that change only the display; they also work in a replay."""

    is_replay = False
    """Whether the board replays a finished match, so that no action can be chosen; a spectator's board does not."""

    asks_about_slips = False
    """Whether an action that is probably a slip is sent only when it is chosen twice."""

    table_only = False
    """Whether the table fills the board: there is no log, there are no standings, and a spectator sees no hand."""

    log_rows_covered = 0
    """The number of the first rows of the log that are covered; the newest line is then in the last row."""

    taught_later: frozenset[str] = frozenset()
    """The verbs and topics that a lesson teaches later: no button offers the verbs, and the table leaves the topics
    out.
    """

    task_verb = ""
    """The verb of the action that a lesson asks for now; "" outside lessons."""

    is_locked = False
    """Whether keys and clicks do nothing on the board; `set_locked` sets it."""

    after_repaint: Callable[[], None] | None = None
    """A function that is called after each repaint, or None: a screen repaints its own picture of the match with it."""

    _host_silent = False
    """Whether the host does not answer."""

    awaits_hint = False
    """Whether a hint is being worked out, so that no decision counts."""
    _painted_key_bar_state = KeyBarState()
    """What the last painting told the key bar."""

    class ActionChosen(Message):
        """Event: the person has chosen `action`, which is legal in the view they see."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    class DecidedTooSoon(Message):
        """Event: the person has decided on something that was not on the screen long enough, or while a hint is worked
        out, so nothing is done."""

    def __init__(
        self,
        began: MatchBegan,
        look: Look = FOUR_COLOURS,
        *,
        animate: bool = True,
        pace: float = 1.0,
        clock: Callable[[], float] = monotonic,
        budget: ByteBudget | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._clock = clock
        self.has_buttons_beside = False
        self._output = PictureOutput(self, self._picture_for_pointer, self._paint_travels_over, budget)
        self.look = look_with_back_of_game(look, self.default_back_pattern(began.view))
        self.animation: BoardAnimation[FrameT] = BoardAnimation(
            self._show_frame, self._paint_frame, self._end_animation, self.set_timer, clock, enabled=animate, pace=pace
        )
        self.begin(began)

    def begin(self, began: MatchBegan) -> None:
        """Show the match that `began`: with its opening, or if it has begun before, as if all that is known of its past
        had been shown here.

        The match shown before is dropped.
        """
        self._game = games[began.view.game]
        self._names = began.names
        self.animation.drop()
        self._paint_timer: Timer | None = None
        self._gate = DecisionGate(self._clock, self.set_timer, self.handle_end_of_waiting, self._repaint)
        self._open_question = ""
        self._pointed_at: Action | None = None
        self._hint_pointer = HintPointer()
        self.awaits_hint = False
        self._note = TimedNote(self.set_timer, self._repaint)
        self._output.picture = None
        if began.past is not None:
            self._begin_with_past(began, began.past)
        else:
            self._begin_at_view(began)
            self.log_view.add_missed(self._log_writer.lines(began.missed_changes, began.view))
            self.animation.add(self.opening_frames(began))
        self.place_cursor()
        self.animation.play_opening(running=self.is_running)
        self._repaint()

    def _begin_at_view(self, began: MatchBegan) -> None:
        """Reset all that the board builds up from changes, and show the view of `began`."""
        self._view = self._shown_view = began.view
        self.log_view = LogView(lambda: self.size.width)
        self.set_up(began)

    def _begin_with_past(self, began: MatchBegan, past: MatchPast) -> None:
        """Build up from the past of a match what the board would show if it had been here, without animation."""
        missed_start, missed_stop = past.missed
        first = MatchBegan(past.first_view, began.names, past.opening_changes)
        self._begin_at_view(first)
        self.log_view.add(self._apply_frames_unseen(self.opening_frames(first)))
        self.log_view.add(self._apply_changes_unseen(past.batches[:missed_start]))
        self.log_view.add_missed(self._apply_changes_unseen(past.batches[missed_start:missed_stop]))
        self.log_view.add(self._apply_changes_unseen(past.batches[missed_stop:]))
        sentence = changed_names_sentence(began.first_names, began.names, began.view.seat)
        if sentence and past.has_changes:
            self.log_view.add([Line(sentence)])
        self._view = self._shown_view = began.view
        self.end_effects()

    def _apply_changes_unseen(self, batches: Iterable[Sequence[Change]]) -> list[Line]:
        """Apply past changes, batch by batch; only the state after them is shown. Return their lines of the log."""
        lines: list[Line] = []
        for changes in batches:
            changed = MatchChanged(tuple(changes), self._view.apply_all(changes))
            frames = self.frames_of(changed)
            self._view = changed.view
            lines += self._apply_frames_unseen(frames)
        return lines

    def _apply_frames_unseen(self, frames: Iterable[FrameT]) -> list[Line]:
        """Store the states of frames that are not shown, and return their lines of the log."""
        lines: list[Line] = []
        for frame in frames:
            self._shown_view = frame.view
            self.apply_frame(frame)
            lines += frame.lines
        return lines

    @property
    def _log_writer(self) -> LogWriter:
        """Return the writer of this game's log lines."""
        return LogWriter(self._names, self._game.sentence)

    # What is shown

    def _picture_for_pointer(self, width: int, height: int) -> Picture:
        """Return the picture of the present scene; for fingers without low buttons, if these are large beside it."""
        picture = self.picture(width, height)
        return picture.without_low_buttons(self.look) if self.has_buttons_beside and self.used_with_fingers else picture

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons of the picture that was painted last."""
        return () if self._output.picture is None else self._output.picture.buttons

    @property
    def shown_legal_actions(self) -> tuple[Action, ...]:
        """The legal actions that the painted table offers; while an older state is shown, those of that state."""
        return self.legal

    @property
    def shown_view(self) -> View:
        """The view of the frame that is shown: during an animation an older one than the view of the match."""
        return self._shown_view

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self._names

    @property
    def awaited_seats(self) -> tuple[int, ...]:
        """The seats that the match waits for in the frame that is shown; by default the one on turn."""
        turn = self._shown_view.facts.get("turn")
        return (turn,) if type(turn) is int and not self._shown_view.facts["over"] else ()

    @property
    def table_scene(self) -> TableScene:
        """The part of the scene that the boards of all games have, such as names, log and size, for the view shown
        now."""
        width, height = self.size
        return TableScene(
            view=self._shown_view,
            names=self._names,
            legal=() if self.is_locked else self.shown_legal_actions,
            decision_counts=self.decision_counts,
            is_replay=self.is_replay,
            waits_for_reader=self.waits_for_reader,
            results_wait=self.animation.stops_at_summaries,
            is_locked=self.is_locked,
            host_silent=self._host_silent,
            log=self.log_view.lines,
            log_open=self.log_view.open,
            table_only=self.table_only,
            taught_later=self.taught_later,
            task_verb=self.task_verb,
            newer_lines=self.log_view.newer,
            log_rows_covered=self.log_rows_covered,
            hint=self.log_view.hint,
            hint_figures=self.log_view.figures,
            advised=self.log_view.advised,
            note=self._note.text,
            title=self._game.title,
            width=width,
            height=height,
            look=self.look,
        )

    # Events from the screen

    def show_played(self, changed: MatchChanged, *, more_wait: bool = False) -> None:
        """Show the changes of `changed`, animated unless too many frames wait.

        A note about the previous decision is removed; if the changes answer the action sent, the next one may be sent.
        `more_wait`: further changes follow at once, so that a state at rest is not painted before them.
        """
        frames = self.frames_of(changed)
        could_act, before = bool(self.legal), self._own_progress_value
        self._view = changed.view
        if bool(self.legal) != could_act or self._own_progress_value != before:
            self._close_hint(is_decision_over=True)
            self.clear_note()  # note and hint were about the previous decision
        if self.awaits_answer:
            self._gate.record_progress(self.progress_value)
        at_rest = self.animation.play(frames, running=self.is_running)
        if at_rest and not more_wait:
            self._repaint_soon()
        if not self.awaits_answer:
            self.continue_input()

    def show_decision(self, action: Action) -> None:
        """Show, in a replay, the table on which a seat took an action, with nothing over it and, if the board can point
        at the cards of a match that is over, pointing at those of the action.

        It is to be called after `begin`, once the view is the one before the action.
        """
        self._repaint()

    def show_end(self, match_ended: MatchEnded) -> None:
        """Show that the match is over, and close the question that is open on the board, if any."""
        self._open_question = ""
        self._repaint()

    def show_note(self, sentence: str) -> None:
        """Show one sentence, such as a refusal, until the next key or for `note.NOTE_SECONDS`.

        The action that was sent counts as answered by it.
        """
        self._note.text = sentence
        self._gate.stop_waiting()
        self._repaint()

    def show_host_silent(self, silent: bool) -> None:
        """Show while `silent` that the host does not answer, so that the board waits for the host and not for a
        player."""
        if silent != self._host_silent:
            self._host_silent = silent
            self._repaint()

    def set_locked(self, locked: bool) -> None:
        """Take no keys and clicks while `locked`, such as while a lesson is read, and show all buttons dim."""
        self.is_locked, self.can_focus = locked, not locked
        self._repaint()

    def set_lesson_step(self, taught_later: frozenset[str], task_verb: str) -> None:
        """Set `taught_later`, the verbs and topics that a lesson teaches later, so that the table does not show them
        yet, and `task_verb`, the verb of the action that it asks for now."""
        if (taught_later, task_verb) != (self.taught_later, self.task_verb):
            self.taught_later, self.task_verb = taught_later, task_verb
            self._repaint()

    def set_log_rows_covered(self, rows: int) -> None:
        """Set `log_rows_covered`, so that no line of the log is cut where the text of a lesson ends."""
        if rows != self.log_rows_covered:
            self.log_rows_covered = rows
            self._repaint()

    def reply_to_key(self, sentence: str) -> None:
        """Show one sentence about a key that does nothing; like any other key it ends the animation that runs, and says
        no to a question about a slip."""
        self._gate.begin_command()
        self._skip_animation()
        self._note.text = sentence
        self._repaint()

    @property
    def has_note(self) -> bool:
        """Whether a note is shown."""
        return bool(self._note.text)

    def clear_note(self) -> None:
        """Remove the note."""
        if self._note.text:
            self._note.text = ""
            self._repaint()

    def show_hint(self, lines: Sequence[Line], advised: Action | None = None, *, is_worked_out: bool = True) -> None:
        """Show the lines of a hint in place of the log, mark the action `advised` and point at it, until the next
        decision.

        Unless the hint `is_worked_out`, the lines say that it comes, and no decision counts before it is here: the
        person would make that which they want to see judged. Without any `lines` the hint is closed, and the pointer
        goes back, unless the person has moved it since.
        """
        self.show_present_state()
        if lines:
            self.log_view.show_hint(lines, advised)
            self.awaits_hint = not is_worked_out
            if self._note.text in _SENTENCES_BEFORE_HINT:
                self._note.text = ""
        else:
            self._close_hint()
        if advised is not None and advised in self.legal:
            self._pointed_at, before = advised, self.pointer
            self.point_at(advised)
            self._hint_pointer.record_move(before, self.pointer)
        self._repaint()

    def _close_hint(self, *, is_decision_over: bool = False) -> None:
        """Show the log again in place of a hint, if one is shown, and give back the pointer that the hint has moved,
        unless the person has moved it since or the decision is over.

        A note says that it is back, and a decision counts again only once that was on the screen for `SETTLE_SECONDS`,
        so that nobody chooses the one in the belief to choose the other.
        """
        self.log_view.close_hint()
        self.awaits_hint = False
        if self._note.text == WAIT_FOR_HINT_SENTENCE:
            self._note.text = ""
        if is_decision_over:
            self._hint_pointer.forget()
        elif (previous := self._hint_pointer.previous(self.pointer)) is not None and previous != self.pointer:
            self.move_pointer(previous)
            self._pointed_at = None
            self._note.text = CURSOR_IS_BACK_SENTENCE

    def show_figures(self, lines: Sequence[Line]) -> None:
        """Show the lines with the figures of the hint that is open, too."""
        self.log_view.figures = tuple(lines)
        self._repaint()

    def add_remark(self, change: Remark, sentence: str) -> bool:
        """Add a sentence on a change to the log, below the line of the change; return False if it is too early for
        that.

        It is too early while an animation has not shown that line yet, or while the log is hidden and any animation
        runs.
        """
        remark = Line(sentence)
        if self.animating and not self.log_view.is_in_sight:
            return False
        if not self.log_view.insert_after(change, remark):
            if self.animating:
                return False
            self.log_view.add((remark,))
        self._show_line_on_table(remark)
        self._repaint()
        return True

    def add_chat(self, name: str, text: str) -> None:
        """Add a line of chat to the log; while the log is hidden, show it on the table for some seconds."""
        line = Line(text, name)
        self.log_view.add((line,))
        self._show_line_on_table(line)
        self._repaint()

    def _show_line_on_table(self, line: Line) -> None:
        """Show a line of the log as a note if the log is hidden."""
        if not self.log_view.is_in_sight:
            self._note.text = self.log_view.text_on_table(line)

    def set_names(self, names: tuple[str, ...]) -> None:
        """Replace the names of the seats, for example when another person has taken a seat."""
        if names != self._names:
            self._names = names
            self._repaint()

    # BoardAnimation

    @property
    def animating(self) -> bool:
        """Whether an animation is running: a frame is shown or frames are queued."""
        return self.animation.active

    def _show_frame(self, frame: FrameT) -> None:
        """Store the state of a frame, and add its lines to the log."""
        self._shown_view = frame.view
        self.log_view.add(frame.lines)
        self.apply_frame(frame)

    def _paint_frame(self) -> None:
        """Paint the state of the frame that is shown; movement only if it fits into the byte budget."""
        self._repaint(only_travels=self.animation.shown.only_travels_differ, in_budget=self.animation.is_mid_movement)

    def _end_animation(self) -> None:
        """Store the present state as the one that is shown: all frames have been applied at once."""
        self._shown_view = self._view
        self.end_effects()

    @property
    def waits_for_reader(self) -> bool:
        """Whether the result of a round or hand is shown until the person goes on."""
        return self.animation.stopped_at_summary

    @property
    def has_result_to_read(self) -> bool:
        """Whether a result that waits for its reader is shown, or will be when the animation reaches it."""
        return self.waits_for_reader or self.animation.summary_is_ahead

    @property
    def end_is_ahead(self) -> bool:
        """Whether the match is over, and the animation has not come to its last frame yet."""
        return self._view.facts["over"] is True and len(self.animation) > 0

    def set_waits_at_summaries(self, waits: bool) -> None:
        """Set whether the result of a round or hand is shown until the person goes on, or for some seconds only."""
        waited = self.waits_for_reader
        self.animation.stops_at_summaries = waits
        if waited and not waits:
            self.animation.go_on()

    def go_on(self) -> None:
        """Go on to the result of a round or hand if it is still to come, and after it with what has happened since, at
        the newest line of the log."""
        if self.waits_for_reader:
            self.log_view.go_to_end()
            self.animation.go_on()
        else:
            self.animation.skip_to_stop()

    # Picture

    @property
    def text_styles(self) -> Styles:
        return styles_on(self.look)

    def use_look(self, look: Look) -> None:
        self.look = look_with_back_of_game(look, self.default_back_pattern(self._view))
        self._repaint()

    def make_canvas(self, width: int, height: int) -> Canvas:
        return self._output.paint(width, height)

    def _paint_travels_over(self, table: Canvas) -> Canvas:
        """Return a copy of the canvas of the table with the travels of the present frame painted over it."""
        return self.animation.shown.canvas_with_travels(table, self.look, self.place_of)

    def _repaint(self, *, only_travels: bool = False, in_budget: bool = False) -> None:
        """Paint the present scene at once if the board is visible, and update what the key bar says of Esc.

        With `only_travels` only cards and points on their way are painted, over the table as it was. With `in_budget`
        nothing is shown if the terminal has had too many bytes in the last second.
        """
        if self._paint_timer is not None:
            self._paint_timer.stop()
            self._paint_timer = None
        if self.is_mounted and self.size.area:
            buttons_before = self.buttons
            self._output.show(only_travels=only_travels, in_budget=in_budget)
            if self.has_buttons_beside and self.used_with_fingers and self.buttons != buttons_before:
                self.refresh(Region(0, 0, 1, 1))  # the page gets its buttons after a painting
            self._record_decision_shown()
            self._note.start_time()
            if self.after_repaint is not None:
                self.after_repaint()
            if self._painted_key_bar_state != (state := self._key_bar_state):
                self._painted_key_bar_state = state
                self.screen.refresh_bindings()

    @property
    def _key_bar_state(self) -> KeyBarState:
        """The state on which the key bar depends, as it is now."""
        return KeyBarState(
            escape_closes=self.escape_closes,
            asks_question=self.asks_question,
            hint_is_open=self.log_view.hint_is_open,
            log_covers_table=self.log_view.covers_table,
            has_result_to_read=self.has_result_to_read,
            end_is_ahead=self.end_is_ahead,
        )

    @property
    def _own_decision_value(self) -> object:
        """The value that changes when the player of this board has something new to decide on; None for a spectator.

        The advice of a hint is part of it, because it moves the cursor, and so is whether one is being worked out.
        """
        return None if self._view.seat is None else (self.decision_value, self._pointed_at, self.awaits_hint)

    def _record_decision_shown(self) -> None:
        """Store when something new to decide on is first shown, and repaint once a decision on it counts."""
        is_new = self._gate.record_shown(None if self.animating else self._own_decision_value)
        if is_new and self.legal:
            self.set_timer(settle_time.SETTLE_SECONDS + TIMER_MARGIN_SECONDS, self._repaint_soon)

    @property
    def _is_settled(self) -> bool:
        """Return whether the present state was on the screen for `SETTLE_SECONDS`, and no hint about it is being worked
        out, so that a decision counts."""
        return not self.animating and not self.awaits_hint and self._gate.is_settled(self._own_decision_value)

    @property
    def decision_counts(self) -> bool:
        """Whether a decision counts now: it has been on the screen for `SETTLE_SECONDS`, and neither an answer nor a
        hint is awaited."""
        return self._is_settled and not self.awaits_answer

    def show_present_state(self) -> bool:
        """End the animation, and show the present state, with a note on what another player did last in it.

        Returns whether the person had seen this state for `SETTLE_SECONDS` before, and waits for no hint, so that a
        key may decide on it.
        """
        self._gate.begin_command()
        settled = self._is_settled
        self._skip_animation()
        return settled

    def _skip_animation(self) -> None:
        """End the animation that runs, if any; while the log is hidden, a note says what another player did last in it,
        as it was not seen."""
        if not self.animating:
            return
        self.animation.finish()
        line = self.animation.last_line
        if line is not None and not line.is_about_me and not self.log_view.is_in_sight:
            self._note.text = self.log_view.text_on_table(line)

    def _repaint_soon(self) -> None:
        """Repaint at once, but movement only in the byte budget; in a crowded match at most a few times a second."""
        if not self.crowded or not self.is_running:
            self._repaint(in_budget=self.animation.is_mid_movement)
        elif self._paint_timer is None:
            self._paint_timer = self.set_timer(MIN_CROWDED_REPAINT_SECONDS, self._repaint)

    def on_mount(self) -> None:
        self.animation.play_opening(running=self.is_running)

    def on_resize(self, event: events.Resize) -> None:
        self._repaint()

    # Help

    def key_description(self, active: ActiveBinding) -> str:
        """Return what help writes about an active key; "" for a key without use in this match."""
        action = active.binding.action
        if active.binding.key == "escape" and self.has_result_to_read:
            return ""  # Enter is listed; Esc does the same
        if self.is_action_unused(action) or (action == "toggle_log" and not self.log_view.can_be_opened):
            return ""
        return active.binding.description

    @property
    def escape_closes(self) -> bool:
        """Whether Esc closes something on the board now, such as a question, and does not leave the match."""
        return self.asks_question

    @property
    def asks_question(self) -> bool:
        """Whether the board asks something now that Esc answers with no, such as whether a doubted action is meant."""
        return bool(self._open_question) or self._note.is_question

    # Input

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has something to do now; one without use is answered by the screen.

        By default a key without use in this match has nothing to do.
        """
        return not self.is_action_unused(action)

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions of the person; none for a spectator or in a replay."""
        return () if self._view.seat is None or self.is_replay else self._game.legal(self._view)

    def send(self, action: Action) -> bool:
        """Send the chosen action to the host, and accept no other until the host answers or for `RESEND_SECONDS`.

        Returns whether it was sent: an action that is probably a slip is sent only when it is chosen twice in a row.
        What the coach advises is no slip.
        """
        may_be_slip = self.asks_about_slips and action != self.log_view.advised
        question = self.slip_question(action) if may_be_slip else ""
        if question and not self._gate.is_confirmed(action, self.progress_value):
            self._note.ask(f"{question} Press {self.key_of_slip(action)} again to {action.verb}.")
            return False
        self._close_hint(is_decision_over=True)
        self.log_view.go_to_end()
        self._gate.send(self.progress_value)
        self.call_after_refresh(self.post_message, self.ActionChosen(action))  # what answers the key is painted first
        return True

    @property
    def awaits_answer(self) -> bool:
        """Whether an action was sent and has not been answered."""
        return self._gate.awaits_answer

    @property
    def _own_progress_value(self) -> object:
        """The value that changes with each action of the player of this board; None for a spectator."""
        return None if self._view.seat is None else self.progress_value

    @property
    def commands_run(self) -> int:
        """How many commands of keys and clicks have been run, those that came too soon included."""
        return self._gate.commands_run

    def action_toggle_log(self) -> None:
        """Show or hide the log; where it is shown anyway, end the animation that runs, or say that it is."""
        if self.animating or self.log_view.can_be_opened:
            self.run_command(ToggleLog())
        else:
            self.reply_to_key(LOG_IS_SHOWN_SENTENCE)

    def toggle_log(self) -> None:
        """Show the log in place of a hint; if no hint is shown, open the log over the table, or close it."""
        self.log_view.toggle()
        self._close_hint()

    def action_page_log(self, step: int) -> None:
        """Page in the log towards its beginning (`step` -1) or its newest line (1); a log without a zone is opened."""
        self.log_view.page(step)
        self._repaint()

    def on_key(self, event: events.Key) -> None:
        """While a result has to be read, go on to it by any key of the board, and after it by one of `GO_ON_KEYS`.

        The key then does nothing else; those that page in the log work as always.
        """
        if not self.has_result_to_read:
            return
        goes_on = event.key in GO_ON_KEYS
        if goes_on or self._is_own_key(event.key):
            event.stop()
            if goes_on or not self.waits_for_reader:
                self.go_on()

    def _is_own_key(self, key: str) -> bool:
        """Return whether a key is one of this board, even without use in this match, and does not page in the log."""
        return any(binding not in LOG_KEYS for binding in self._bindings.key_to_bindings.get(key, ()))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.action_page_log(-1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.action_page_log(1)

    def click_target(self, x: int, y: int) -> BoardCommand | None:
        return None if self.is_locked or self._output.picture is None else self._output.picture.command_at(x, y)

    def on_click(self, event: events.Click) -> None:
        command = self.click_target(event.x, event.y)
        if self.has_result_to_read:
            event.stop()
            self.go_on()
        elif command is not None:
            event.stop()
            self.run_command(command)
        elif self.animating and not self.is_locked:
            self._skip_animation()
            self._repaint()
