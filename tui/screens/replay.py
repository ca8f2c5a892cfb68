"""ReplayScreen: shows a recorded match step by step, forward and backward, or automatically."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from core import Change, RulesError, games
from core.engine.registry import match_at_start
from core.engine.story import Moment, work_out_story
from net.client.events import MatchBegan, MatchEnded
from net.client.playback import Playback
from net.client.shown_match import MatchPast
from tui.boards import Board
from tui.boards.common.background import min_board_rows
from tui.boards.games import board_for
from tui.drawing import clip, wrap
from tui.screens.base import BaseScreen
from tui.screens.match import DURATION_FACTOR_BY_PACE, duration_factor
from tui.table.time_slices import run_in_slices
from tui.text.records import last_action_sentence, own_seat, seat_names, unreplayable_record_sentence
from tui.text.rulebook import short_rules_at_table
from tui.text.story import moment_with_part_text, time_line, time_line_legend, time_line_moments
from tui.text.window_size import is_window_narrow
from tui.widgets.background_work import begin_work
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, listed_key

STEP_SECONDS: Final = 1.2
"""The time for each step of automatic playback at the usual pace and speed."""

WORDS_BY_SPEED: Final = {0.5: "at half speed", 1: "", 2: "at double speed", 4: "at four times the speed"}
"""The speeds of automatic playback, from the slowest to the fastest, and how the position says them."""

MAX_STEPS_LOGGED: Final = 60
"""After a leap the log lists at most this many of the steps before the present one."""

MAX_POSITION_ROWS: Final = 5
"""The position and the verdict below the board take at most this many rows."""

NARROW_ROWS_BESIDE_SENTENCE: Final = 3
"""In a narrow window the position, the last step and the time line each take a row beside those of the sentence."""

_MORE_SENTENCE: Final = "F1 says more."
"""The sentence in place of those that have no room below the board."""

TIME_LINE_HELP: Final = (
    "The line below marks the moments of the match: ♛ each Queen, ▲ each loss worth a sentence, ■ who took the lead, "
    "● others worth a sentence. M jumps to the next one."
)
"""The help text about the time line, which shows the moments of the match by their steps."""

SPEED_KEYS_HELP: Final = "A plays the match by itself, and + and - change its speed."
"""The help text about automatic playback."""

JUMP_KEYS_HELP: Final = (
    "] or Shift+Right jumps to the next {0}; [ or Shift+Left to the beginning of this one, then to the one before."
)
"""The help text on the keys that jump to a moment or a part of the match; ``{0}`` is what its parts are called."""

MIN_LEGEND_GAP: Final = 3
"""At least this many columns are free between the position and the legend of the time line."""

STEPS_PER_PAGE_KEY: Final = 10
"""The number of steps that Page Up and Page Down move."""


class ReplayScreen(BaseScreen):
    """The screen that shows `playback` on the board of its game, at first after `step` actions.

    `sentence` is the verdict on the record, `remark` a sentence about the decision that follows that step; it stays
    while that decision is shown. The *position* is the number of actions shown so far; a *moment* is a step that the
    story of the match mentions.
    """

    SCREEN_TITLE = "Replay"
    HELP_TEXT = (
        "Step through a finished match, with every card as it lay then. Tab shows it from another seat, with the cards "
        "seen there."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("right", "forward", "Next", 0, label="→", primary=True),
        listed_key("left", "backward", "Back", 1, label="←"),
        listed_key("a", "toggle_autoplay", "Play", 2),
        listed_key("plus", "change_speed(1)", "Faster", 2, label="+"),
        listed_key("minus", "change_speed(-1)", "Slower", 2, label="-"),
        listed_key("right_square_bracket", "next_part", "Next part", 3, label="]"),
        listed_key("left_square_bracket", "previous_part", "Previous part", 4, label="[", in_bar=False),
        listed_key("m", "next_moment", "Next moment", 5),
        listed_key("tab", "show_other_seat(1)", "Seat", 6),
        listed_key("pagedown", "leap(1)", f"{STEPS_PER_PAGE_KEY} on", 7, label="PgDn"),
        listed_key("pageup", "leap(-1)", f"{STEPS_PER_PAGE_KEY} back", 8, label="PgUp", in_bar=False),
        listed_key("n", "analyse", "What happened", 9),
        listed_key("home", "go_to_beginning", "First", 10, in_bar=False),
        listed_key("end", "go_to_end", "Last", 11, in_bar=False),
        listed_key("escape", "back", "Leave", ESCAPE_KEY_POSITION),
        Binding("space", "forward", show=False),
        Binding("backspace", "backward", show=False),
        Binding("shift+right", "next_part", show=False),
        Binding("shift+left", "previous_part", show=False),
        Binding("p", "toggle_autoplay", show=False),
        Binding("equals_sign", "change_speed(1)", show=False),
        Binding("shift+tab", "show_other_seat(-1)", show=False),
    ]
    DEFAULT_CSS = """
    ReplayScreen #stage { width: 100%; height: 1fr; }
    ReplayScreen #board { width: 100%; height: 1fr; }
    ReplayScreen #where {
        dock: bottom;
        height: auto;
        margin-bottom: 1;
        padding: 0 1;
        background: $panel;
        color: $ink;
    }
    """

    def __init__(self, playback: Playback, sentence: str, step: int = 0, remark: str = "") -> None:
        super().__init__()
        self._first_step = step
        self._remark = remark
        self._playback = playback
        self._names = seat_names(playback.record)
        self._verdict = self._sentence = sentence
        self._last_step = playback.total_actions
        self._timer: Timer | None = None
        self._speed = 1.0
        self._moments: tuple[Moment, ...] = ()
        self._part_starts: tuple[int, ...] = ()

    def contents(self) -> Iterable[Widget]:
        """Yield the board and the rows with position and verdict."""
        began = self._make_match_began(self._playback.opening_changes)
        kind = board_for(began.view.game)
        animate = self.app.animation_level != "none"
        settings = self.program.settings
        self._pace = DURATION_FACTOR_BY_PACE[settings.pace]
        self._board_pace = duration_factor(settings)
        self.board: Board[Any] = kind(
            began,
            self.program.look,
            animate=animate,
            pace=self._board_pace,
            budget=self.program.byte_budget,
            id="board",
        )
        self.board.can_focus = False  # the keys are those of this screen
        self.board.is_replay = True
        yield Vertical(self.board, id="stage")
        where = Static("", id="where", markup=False)
        where.styles.max_height = MAX_POSITION_ROWS
        yield where

    def _make_match_began(self, opening: tuple[Change, ...] = ()) -> MatchBegan:
        """Return the event of a match's beginning by which the board shows the present step."""
        return MatchBegan(self._playback.view, self._names, opening)

    @property
    def _word_for_match_part(self) -> str:
        """What the parts of this match are called, such as ``play`` or ``hand``."""
        return games[self._playback.record.game].part_word_and_fact[0].lower()

    def key_description(self, active: ActiveBinding) -> str:
        if active.binding.action == "toggle_autoplay" and self._timer is not None:
            return "Stop"
        if active.binding.action == "next_part":
            return f"Next {self._word_for_match_part}"
        if active.binding.action == "previous_part":
            return f"Previous {self._word_for_match_part}"
        if active.binding.action == "back" and (covering := self.board.log_view.covering_part):
            return f"Close {covering}"
        return super().key_description(active)

    def explanation(self) -> str:
        jumps = JUMP_KEYS_HELP.format(self._word_for_match_part) if self._part_starts else ""
        return "\n\n".join(
            filter(None, (self.HELP_TEXT, self._remark, self._sentence, SPEED_KEYS_HELP, jumps, TIME_LINE_HELP))
        )

    def rules_summary(self) -> str:
        return short_rules_at_table(games[self._playback.record.game], self._playback.match.options)

    def rulebook_game(self) -> str:
        return self._playback.record.game

    def on_mount(self) -> None:
        if self._first_step or self._remark:
            self._go_to_step(self._first_step)
        else:
            self._show_position()
        begin_work(self, "moments", self._find_moments)

    async def _find_moments(self) -> None:
        """Find the moments of the match in a task of their own, and show them on the time line."""
        record = self._playback.record
        with suppress(RulesError):  # a record that breaks off has no time line
            story = await run_in_slices(work_out_story(games[record.game], match_at_start(record), record.actions))
            self._moments = time_line_moments(games[record.game], story)
            self._part_starts = story.part_starts
            self._show_position()
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "change_speed":
            return self._timer is not None and self._next_speed(int(str(parameters[0]))) is not None
        if action == "show_other_seat":
            return not self._has_only_own_view
        if action in ("next_part", "previous_part"):
            return bool(self._part_starts)
        return action != "next_moment" or bool(self._moments)

    @property
    def _has_only_own_view(self) -> bool:
        """Whether the match has a single seat, and its view is shown: then no other view shows more."""
        return self._playback.record.seats == 1 and self._playback.seat is not None

    def show_notice(self, sentence: str) -> None:
        """Show one sentence."""
        self._sentence = sentence
        self._show_position()

    def _show_position(self) -> None:
        """Show the step and the time line in the rows below the board."""
        self.query_one("#where", Static).update(Text("\n".join(self._position_rows())))

    def _position_rows(self) -> list[str]:
        """Return the rows below the board: the position, and the sentence about it or where to read that sentence."""
        playback, displayable_text = self._playback, self.program.look.displayable_text
        width, height = self.app.size
        room = max(min(height - 1 - min_board_rows(width), MAX_POSITION_ROWS), 1)
        width -= 2
        whose = "spectators" if playback.seat is None else self._names[playback.seat]
        whose = whose if self._own_seat_shown is None else "you"
        how_far = f"{playback.actions_done} of {playback.total_actions}"
        where = how_far if self._has_only_own_view else f"{how_far}, as seen by {whose}"
        if self._timer is not None and (speed := WORDS_BY_SPEED[self._speed]):
            where = f"{where}, {speed}"
        step = last_action_sentence(playback, self._own_seat_shown)
        sentence = self._sentence_here
        has_own_row = is_window_narrow(self.app.size.width) and room >= NARROW_ROWS_BESIDE_SENTENCE
        rows: list[str] = []
        if sentence:
            # the time line gives way to a sentence that has no room beside it
            besides = (NARROW_ROWS_BESIDE_SENTENCE, NARROW_ROWS_BESIDE_SENTENCE - 1) if has_own_row else (1,)
            told = (_rows_of_sentences(displayable_text(sentence), width, room - beside) for beside in besides)
            rows = next(filter(None, told), [])
        is_brief = bool(sentence) and not rows
        if is_brief:
            where = _fit_into_row(f"{how_far}   ", sentence, width)
        if has_own_row:  # always, so that only a sentence takes rows from the board
            rows = [displayable_text(step), *rows]
        elif not is_brief:
            where = f"{where}   {step}"
        line = []
        if self._moments and len(rows) + 2 <= room:
            done, total = playback.actions_done, playback.total_actions
            drawn = time_line(games[playback.record.game], self._moments, done, total, width)
            line = [displayable_text(drawn)]
            legend = displayable_text(time_line_legend(drawn))
            if cell_len(displayable_text(where)) + MIN_LEGEND_GAP + len(legend) <= width:
                where = f"{where}{' ' * (width - cell_len(where) - len(legend))}{legend}"
        return [*line, *(clip(row, width, displayable_text("…")) for row in (displayable_text(where), *rows))]

    @property
    def _own_seat_shown(self) -> int | None:
        """The seat from which the match is shown, if the person of this program had it."""
        seat = self._playback.seat
        return (
            seat if seat is not None and seat == own_seat(self._playback.record, self.program.settings.name) else None
        )

    @property
    def _sentence_here(self) -> str:
        """The sentence about the present position: the remark, its moment, or at both ends of the match the verdict.

        It is "" if there is none.
        """
        done = self._playback.actions_done
        remark = self._remark if done in (self._first_step, self._first_step + 1) else ""
        told = (
            moment_with_part_text(one, self._names, self._own_seat_shown) for one in self._moments if one.step == done
        )
        return remark or (self._sentence if done in (0, self._last_step) else "") or next(told, "")

    def adapt_to_size(self, width: int, height: int) -> None:
        """Show the rows below the board in the width of the screen."""
        super().adapt_to_size(width, height)
        self._show_position()

    async def on_key(self, event: events.Key) -> None:
        """Pass keys that only change the view on to the board."""
        for key in self.board.BINDINGS:
            if (
                isinstance(key, Binding)
                and key.show
                and key.key == event.key
                and key.action in self.board.DISPLAY_ONLY_ACTIONS
            ):
                event.stop()
                await self.board.run_action(key.action)

    # Steps

    def action_forward(self) -> None:
        """Show the next action; automatic playback stops at the end, or where the record cannot be played on."""
        playback = self._playback
        try:
            played = playback.step_forward()
        except RulesError as error:
            self._show_record_error(error)
            return
        if played is None:
            self._stop_autoplay()
            return
        self.board.show_played(played)
        self._show_end_if_over()
        self._show_position()

    def _show_record_error(self, error: RulesError) -> None:
        """Stop automatic playback, and report that the record cannot be played beyond this step."""
        self._stop_autoplay()
        self._last_step = self._playback.actions_done
        self.show_notice(unreplayable_record_sentence(error))

    def _show_end_if_over(self) -> None:
        """Show the end of the match on the board after the last step."""
        if self._playback.is_match_over:
            self.board.show_end(MatchEnded(self._playback.standings, self._names))
            self._stop_autoplay()

    def _go_to_step(self, step: int) -> None:
        """Stop automatic playback, and show the match after `step` steps, without animation."""
        self._stop_autoplay()
        try:
            self._playback.move_to(step)
        except RulesError as error:
            self._show_record_error(error)
        self._show_position_on_board()
        self._show_end_if_over()
        self._show_position()

    def _show_position_on_board(self) -> None:
        """Show the present step on the board, and the steps before it in the log."""
        playback, done = self._playback, self._playback.actions_done
        if not done:
            self.board.begin(self._make_match_began(playback.opening_changes))
            self._show_remarked_decision()
            return
        playback.move_to(done - MAX_STEPS_LOGGED)
        first_view, opening = playback.view, () if playback.actions_done else playback.opening_changes
        steps = [playback.step_forward() for _ in range(playback.actions_done, done)]
        past = MatchPast(first_view, opening, tuple(step.changes for step in steps if step is not None))
        self.board.begin(MatchBegan(playback.view, self._names, (), past=past))
        self._show_remarked_decision()

    def _show_remarked_decision(self) -> None:
        """Show the table of the decision that the remark is about, if the present step is the one before it."""
        playback = self._playback
        if self._remark and playback.actions_done == self._first_step < playback.total_actions:
            self.board.show_decision(playback.match.game.parse(playback.record.actions[self._first_step][1]))

    def action_backward(self) -> None:
        """Go back one step."""
        self._go_to_step(self._playback.actions_done - 1)

    def action_leap(self, direction: int) -> None:
        """Go `STEPS_PER_PAGE_KEY` steps forward if `direction` is 1, backward if it is -1."""
        self._go_to_step(self._playback.actions_done + direction * STEPS_PER_PAGE_KEY)

    def action_next_moment(self) -> None:
        """Go to the next moment on the time line; after the last one to the first."""
        done = self._playback.actions_done
        steps = [one.step for one in self._moments]
        self._go_to_step(next((step for step in steps if step > done), steps[0]))

    def action_next_part(self) -> None:
        """Go to the beginning of the next part of the match; from the last part to the end."""
        done = self._playback.actions_done
        self._go_to_step(next((step for step in self._part_starts if step > done), self._playback.total_actions))

    def action_previous_part(self) -> None:
        """Go to the beginning of this part of the match, and from there to that of the part before."""
        done = self._playback.actions_done
        self._go_to_step(next((step for step in reversed(self._part_starts) if step < done), 0))

    def action_go_to_beginning(self) -> None:
        """Go to the beginning."""
        self._go_to_step(0)

    def action_go_to_end(self) -> None:
        """Go to the end."""
        self._go_to_step(self._playback.total_actions)

    def action_show_other_seat(self, seats_further: int) -> None:
        """Show the same step from another seat, the one `seats_further` seats after the present one."""
        playback = self._playback
        seats = playback.record.seats
        if playback.seat is None:
            playback.seat = 0 if seats_further > 0 else seats - 1
        else:
            playback.seat = (playback.seat + seats_further) % seats
        self._go_to_step(playback.actions_done)

    def action_toggle_autoplay(self) -> None:
        """Start or stop automatic playback."""
        if self._timer is not None:
            self._stop_autoplay()
        else:
            self._start_timer()
            self.action_forward()
        self._show_position()
        self.refresh_bindings()

    def action_change_speed(self, faster: int) -> None:
        """Let automatic playback go on at the next higher speed if `faster` is 1, at the next lower one if it is -1."""
        speed = self._next_speed(faster)
        if self._timer is not None and speed is not None:
            self._timer.stop()
            self._speed = speed
            self._start_timer()
            self._show_position()
            self.refresh_bindings()

    def _next_speed(self, faster: int) -> float | None:
        """Return the speed above (`faster` is 1) or below (-1) the present one; None if there is none."""
        speeds = list(WORDS_BY_SPEED)
        place = speeds.index(self._speed) + faster
        return speeds[place] if 0 <= place < len(speeds) else None

    def _start_timer(self) -> None:
        """Start the timer of automatic playback, and let the board animate, at the present speed."""
        self._timer = self.set_interval(STEP_SECONDS * self._pace / self._speed, self.action_forward)
        self.board.animation.pace = self._board_pace / self._speed

    def _stop_autoplay(self) -> None:
        """Stop automatic playback if it runs; single steps are animated at the usual speed."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.board.animation.pace = self._board_pace
            self.refresh_bindings()

    async def action_analyse(self) -> None:
        """Open the analysis of the match for the seat from which it is shown; if it is shown as a spectator sees it,
        for the seat that the person of this program had.
        """
        from tui.screens.analysis import AnalysisScreen

        self._stop_autoplay()
        below = self.app.screen_stack[:-1]  # nothing, where the program shows this replay alone
        if below and isinstance(below[-1], AnalysisScreen):  # this replay was opened from it
            await self._leave()
            return
        seat = self._playback.seat
        if seat is None:
            seat = own_seat(self._playback.record, self.program.settings.name)
        await self.app.push_screen(AnalysisScreen(self._playback.record, seat, self._verdict))

    async def action_back(self) -> None:
        """Close the log over the table, or else leave the replay."""
        if self.board.log_view.covers_table:
            self.board.action_toggle_log()
        else:
            await self._leave()

    async def _leave(self) -> None:
        """Return to the screen below, or exit if there is none."""
        self._stop_autoplay()
        if len(self.app.screen_stack) > 1:
            await super().action_back()
        else:
            self.app.exit()


def _rows_of_sentences(text: str, width: int, max_rows: int) -> list[str]:
    """Return rows of `width` cells with a text, or with its first sentences and where to read the others; none if not
    even one sentence fits into `max_rows`. What the coach is quoted with is not parted."""
    sentences = re.split('(?<=[."”]) (?=[A-Z])', text)
    for count in range(len(sentences), 0, -1):
        told = " ".join(sentences[:count])
        is_quotation_open = told.count("“") > told.count("”") or told.count('"') % 2
        rows = wrap(told if count == len(sentences) else f"{told} {_MORE_SENTENCE}", width)
        if len(rows) <= max_rows and not is_quotation_open:
            return rows
    return []


def _fit_into_row(before: str, sentence: str, width: int) -> str:
    """Return `before` and a sentence in `width` cells.

    If the sentence does not fit, its beginning is returned, and where to read the rest.
    """
    beginning = re.split("[,.:;]", sentence)[0]
    texts = (sentence, f"{beginning}; {_MORE_SENTENCE}", _MORE_SENTENCE)
    return next((row for row in (f"{before}{text}" for text in texts) if cell_len(row) <= width), before)
