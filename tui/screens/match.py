"""MatchScreen: passes events to the board of the game, and the person's decisions to the client."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.binding import ActiveBinding, BindingType
from textual.widget import Widget

from core import View, games
from net.client.events import ChatReceived, MatchBegan, MatchChanged, MatchEnded
from net.protocol.table_state import ShownClock, TableInfo, gives_hints, only_bots_decide
from tui.boards import Board
from tui.boards.common.board import WAIT_FOR_HINT_SENTENCE
from tui.boards.common.keys import GO_ON_BUTTON
from tui.boards.games import board_for
from tui.lessons import GAMES_WITH_LESSON
from tui.screens.base import BaseScreen
from tui.screens.match_hint import MatchHint
from tui.screens.program import TableContext
from tui.settings import Pace, Settings
from tui.table.hint import why_no_hint
from tui.text.first_meeting_remarks import FirstMeetings, NewMeeting
from tui.text.rulebook import short_rules_at_table
from tui.text.table import TIME_IS_UP_SENTENCE
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, HINT_KEY, listed_key, useless_key_sentence
from tui.widgets.settle_time import TOO_QUICK_SENTENCE
from tui.widgets.table_status import TableStatus

if TYPE_CHECKING:
    from textual.widgets import Input


DURATION_FACTOR_BY_PACE: Final[dict[Pace, float]] = {"slow": 1.6, "normal": 1.0, "fast": 0.4}
"""Maps the pace in the settings to the factor for the duration of animations on a board."""

QUICK_DURATION_FACTOR: Final = 0.5
"""A further factor for the duration of animations if the settings want them quick."""


REMARK_DELAY_SECONDS: Final = 0.3
"""A remark that could not be shown during an animation is tried again after this many seconds."""

TOO_SOON_NOTE_SECONDS: Final = 0.6
"""The time after which the note about an ignored key that came too soon is shown, unless another key comes before."""

LESSON_OFFER_SENTENCE: Final = "New here? F5: a four-minute lesson."
"""The note on the board of the first match of a person who has not been offered a lesson yet."""

HINT_HELP_SENTENCE: Final = "A hint (I) also points at what the coach would do: the key of the marked button does it."
"""What help says about the key of the hint."""

FIGURES_LABEL: Final = "Figures"
"""What the key of the hint does while only the first sentence of a hint is shown."""

KEY_LIST_SENTENCE: Final = "F1 lists the keys."
"""The end of the reply to a key that does nothing."""

FAST_END_SENTENCE: Final = "Only bots are left. P speeds them up."
"""The note on the board when only bots still play."""


def duration_factor(settings: Settings) -> float:
    """Return the factor for the duration of animations on a board (2: twice as slow)."""
    return DURATION_FACTOR_BY_PACE[settings.pace] * (QUICK_DURATION_FACTOR if settings.animation == "quick" else 1.0)


class MatchScreen(BaseScreen):
    """The screen of a match that is played or watched.

    Its style sheet is loaded with those of the program, before the first screen.
    """

    SCREEN_TITLE = "The match"
    HELP_TEXT = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("enter", "standings", "Standings", 10, primary=True),
        listed_key("enter", "go_on", GO_ON_BUTTON.label, 10, in_bar=False, priority=True),  # the board has its button
        listed_key("p", "play_on_fast", "Speed up the bots", 10, primary=True),
        listed_key("f5", "learn", "New here? Learn the game", 10),
        listed_key(HINT_KEY, "hint", "Hint", 10),
        listed_key("t", "talk", "Talk", 11),
        listed_key("m", "table", "Table", 12),
        listed_key("escape", "back", "Leave", ESCAPE_KEY_POSITION),
    ]

    def __init__(self, session: TableContext, began: MatchBegan) -> None:
        super().__init__()
        self.session = session
        self._began = began
        self._ended: MatchEnded | None = None
        self._result_requested = False
        self._paused = session.client.table is not None and session.client.table.paused
        self._gives_hints = session.client.table is None or gives_hints(session.client.table)
        self._clock: ShownClock | None = None
        self._only_bots_decide = False
        self._offers_lesson = False
        self._plays_fast = False
        self._may_decide = False
        self.view: View = began.view

    def contents(self) -> Iterable[Widget]:
        """Yield the table status, the board and the chat line."""
        settings = self.program.settings
        kind = board_for(self._began.view.game)
        animate = self.app.animation_level != "none"
        self._normal_pace = duration_factor(settings)
        self.board: Board[Any] = kind(
            self._began,
            self.program.look,
            animate=animate,
            pace=self._normal_pace,
            budget=self.program.byte_budget,
            id="board",
        )
        self.board.asks_about_slips = settings.questions
        self.board.has_buttons_beside = True  # a page that is used with fingers shows those of a match
        self.hint = MatchHint(self, self.board, self.session.client, games[self.view.game])
        yield TableStatus(
            self.session.client, lambda: self.session.connection_trouble, lambda: self.board.awaited_seats
        )
        yield self.board
        if self.session.solo:
            return
        from tui.widgets.chat_line import ChatLine

        line = ChatLine("Say something, Enter to send, Esc to leave")
        line.display = False
        yield line

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has something to do in the present state of the match; None if it will have on the person's
        turn: the bar shows it dim, so that the keys beside it keep their places."""
        if action == "standings":
            return self._ended is not None
        if action == "go_on":
            return self.is_mounted and self.board.has_focus and self.board.has_result_to_read
        if action == "learn":
            return self._offers_lesson and self._ended is None
        if action == "play_on_fast":
            return self._only_bots_decide and not self._plays_fast
        if action == "hint":
            if self.view.seat is None or self._ended is not None or self._own_game_is_over:
                return False
            return True if self._may_decide else None
        return not self.session.solo if action in ("talk", "table") else True

    def key_description(self, active: ActiveBinding) -> str:
        """Return what the key bar writes about an active key at this moment; "" if it does not list the key."""
        if active.node is self.board:
            return self.board.key_description(active)
        action = active.binding.action
        if action == "back" and not self.session.solo and self.query_one("#line").has_focus:
            return "Back to the match"
        if action == "back" and self.board.has_result_to_read:
            return ""  # Enter is listed, as on the board; Esc does the same
        if action == "standings" and self.board.end_is_ahead:
            return GO_ON_BUTTON.label
        if action == "back" and (covering := self.board.log_view.covering_part):
            return f"Close {covering}"
        if action == "hint" and (not self._gives_hints or self.board.has_result_to_read):
            return ""
        if action == "hint" and self.hint.is_open:
            return FIGURES_LABEL if self.hint.has_more else ""  # Esc is listed as the key that closes it
        if self._ended is not None and action not in ("standings", "answer_question"):
            return ""
        return super().key_description(active)

    def help_key_description(self, active: ActiveBinding) -> str:
        """Return what the help writes about an active key: of that of the hint also what the bar leaves to Esc."""
        is_hint = active.binding.action == "hint" and self._gives_hints
        return active.binding.description if is_hint else super().help_key_description(active)

    def rules_summary(self) -> str:
        """Return the short rules, which begin with the aim of the game, and then the explanation of hint and board."""
        offers_hint = self._gives_hints and self.check_action("hint", ()) is not False
        parts = (
            short_rules_at_table(games[self.view.game], self.view.options),
            games[self.view.game].pack_sentence(self.view.seats, self.view.options),
            HINT_HELP_SENTENCE if offers_hint else "",
            self.board.help_text,
        )
        return "\n\n".join(part.strip() for part in parts if part)

    def too_small_sentence(self) -> str:
        view = self.view
        mine = view.seat is not None and not self.session.connection_trouble and games[view.game].legal(view)
        return f"{super().too_small_sentence()} {'It is your move.' if mine else ''}".rstrip()

    # Events of the table

    def show_changes(self, changed: MatchChanged, *, more_changes_follow: bool = False) -> None:
        """Show the changes of the match on the board; if the person's clock has run out, the log says so."""
        own_game_was_over, self.view = self._own_game_is_over, changed.view
        if self._own_game_is_over != own_game_was_over:
            self.refresh_bindings()
        if not more_changes_follow and not self.session.connection_trouble:  # after a return only the last turn counts
            self._report_turn()
        self.adapt_to_size(*self.size)
        self._update_waiting_at_summaries()
        client = self.session.client
        if self._clock is not None and self._clock.end_time is not None and self._clock.end_time <= client.table_time():
            self._clock = None
            self.board.add_chat("", TIME_IS_UP_SENTENCE)
        self.board.show_played(changed, more_wait=more_changes_follow)
        if self.program.settings.remarks:
            self._add_first_meeting_remark(changed)
        self._offer_to_play_on_fast()

    def _update_waiting_at_summaries(self) -> None:
        """Let the result of a round or hand wait for the person if nobody else has to wait for them: alone with bots,
        without a clock, and while they have something to decide in this match."""
        table = self.session.client.table
        if table is None:
            return
        is_alone = self.session.solo and not table.terms.clock
        plays = self.view.seat is not None and not self.view.facts["over"] and not only_bots_decide(table, self.view)
        self.board.set_waits_at_summaries(is_alone and plays)

    def _add_first_meeting_remark(self, changed: MatchChanged) -> None:
        """Add a remark to the log on what happens to the person for the first time, below the line that says so."""
        found = self._first_meetings.find_new(changed)
        if found is not None:
            self._show_remark(found)

    @property
    def _first_meetings(self) -> FirstMeetings:
        """The record, from the settings, of what has happened to the person once."""
        return FirstMeetings(self.program.settings.met, self.program.save_settings)

    def _show_remark(self, meeting: NewMeeting) -> None:
        """Show a remark, and store that it was shown; if an animation does not allow it yet, try again after
        `REMARK_DELAY_SECONDS`.

        A person who leaves before gets the remark when the same happens again.
        """
        meetings = self._first_meetings
        if meetings.is_known(meeting):
            return
        if self.board.add_remark(meeting.change, meeting.sentence):
            meetings.record_shown(meeting)
        else:
            self.set_timer(REMARK_DELAY_SECONDS, lambda: self._show_remark(meeting))

    @property
    def _own_game_is_over(self) -> bool:
        """Whether the person has nothing more to decide in this match, although others may still play."""
        view = self.view
        return view.seat is not None and bool(games[view.game].end_cause(view, view.seat))

    def _report_turn(self) -> None:
        """Report to the program whether it is the person's turn; if that changes, the key bar is drawn again."""
        view, could_decide = self.view, self._may_decide
        self._may_decide = view.seat is not None and self._ended is None and bool(games[view.game].legal(view))
        self.program.show_turn(self._may_decide)
        if self._may_decide != could_decide:
            self.refresh_bindings()

    def _offer_to_play_on_fast(self) -> None:
        """Offer to play on fast as soon as only bots still decide; end the offer when a person decides again."""
        table = self.session.client.table
        now = table is not None and table.phase == "playing" and only_bots_decide(table, self.view)
        if now != self._only_bots_decide:
            self._only_bots_decide, self._plays_fast = now, False
            if self.is_mounted:
                self.board.animation.pace = self._normal_pace
                self.board.clear_note()
                if now:
                    self.board.show_note(FAST_END_SENTENCE)
                self.refresh_bindings()

    def show_table(self, table: TableInfo) -> None:
        """Show the names of the seats, the clock, pauses and whether there are hints; offer to play on fast if only
        bots still decide."""
        if table.paused != self._paused:
            self._paused = table.paused
            if self.is_mounted:
                self.board.clear_note()
        if self._gives_hints != gives_hints(table):
            self._gives_hints = not self._gives_hints
            self.refresh_bindings()
        if self.is_mounted:
            self._show_seat_names(table)
        self._offer_to_play_on_fast()
        self.update_status()

    def _show_seat_names(self, table: TableInfo) -> None:
        """Update the names on the board, as a seat may have been taken over since the match began."""
        names = tuple(seat.name for seat in table.seats)
        if table.phase == "playing" and len(names) == self.view.seats and all(names):
            self.board.set_names(names)

    def update_status(self) -> None:
        """Show clock, pauses and whether the host answers.

        Store the person's own clock, so that its end can be reported.
        """
        client = self.session.client
        self._clock = client.clock if client.clock is not None and client.clock.seat == client.seat else None
        if self.is_mounted:
            self.query_one(TableStatus).refresh_status()
            self.board.show_host_silent(bool(self.session.connection_trouble))
            if not self.session.connection_trouble:
                self._report_turn()

    def show_end(self, match_ended: MatchEnded) -> None:
        """Show the end of the match; the board stays until the person opens the standings."""
        self._ended = match_ended
        self.program.show_turn(False)
        self.hint.close()
        self.board.show_end(match_ended)
        self.refresh_bindings()

    def show_chat(self, line: ChatReceived) -> None:
        """Show a line of chat."""
        self.board.add_chat(line.name, line.text)

    def show_notice(self, sentence: str) -> None:
        """Show one sentence on the board, such as why a request was refused."""
        if sentence:
            self.board.show_note(sentence)

    # Keys and clicks

    def on_unmount(self) -> None:
        self.program.show_turn(False)

    def on_mount(self) -> None:
        self._report_turn()
        self.board.focus()
        if self.program.settings.remarks:
            self._add_first_meeting_remark(MatchChanged(self._began.opening_changes, self._began.view))
        self._update_waiting_at_summaries()
        if self.session.client.table is not None:
            self._show_seat_names(self.session.client.table)
            self.show_table(self.session.client.table)
        if self.session.solo and self.program.settings.may_offer_lesson:
            self._offer_lesson()

    def _offer_lesson(self) -> None:
        """Offer the lesson of this game, if it has one, in a note, and on a key until the match is over; that happens
        only once.
        """
        if self.view.game not in GAMES_WITH_LESSON:
            return
        self._offers_lesson = self.program.settings.lesson_offered = True
        self.program.save_settings()
        self.board.show_note(LESSON_OFFER_SENTENCE)
        self.refresh_bindings()

    async def action_learn(self) -> None:
        """Show the lesson of this game above the match, which waits for the person."""
        await self.program.show_lesson(self.view.game)

    def on_key(self, event: events.Key) -> None:
        """Reply to a key without use, and report to the host that the person is present, so that a stand-in bot stops:
        any key counts."""
        self.session.client.dismiss_stand_in()
        if self.board.has_result_to_read:
            return  # a reply would end what waits for its reader
        if self.board.has_focus and not self.is_key_active(event.key):
            self.board.reply_to_key(f"{useless_key_sentence(event)} {KEY_LIST_SENTENCE}")
        elif event.key == HINT_KEY and self.check_action("hint", ()) is None:
            self.board.reply_to_key(why_no_hint(self.session.client))

    def on_click(self) -> None:
        self.session.client.dismiss_stand_in()

    def on_board_action_chosen(self, message: Board.ActionChosen) -> None:
        self._clock = None
        self.session.client.send_action(message.action)
        if self.session.connection_trouble:
            self.update_status()  # it says that the decision waits

    def on_board_decided_too_soon(self) -> None:
        """Show why a key or a click did nothing: at once if a hint is being worked out, else unless another comes at
        once, as from a held key."""
        if self.board.awaits_hint:
            self.board.show_note(WAIT_FOR_HINT_SENTENCE)
            return
        run = self.board.commands_run
        self.set_timer(TOO_SOON_NOTE_SECONDS, lambda: self._show_too_soon_note(run))

    def _show_too_soon_note(self, command_count: int) -> None:
        """Show that a decision came too soon, if it was the last of `command_count` commands, the person can still
        decide, and no note says what happened before it."""
        is_last = self.board.commands_run == command_count and not self.board.has_note
        if is_last and self.board.decision_counts and self.board.legal:
            self.board.show_note(TOO_QUICK_SENTENCE)

    def action_standings(self) -> None:
        """Show the final standings, once, if the match is over; first the end of the match, if the board has not come
        to it yet."""
        ended = self._ended
        if ended is not None and self.board.end_is_ahead:
            self.board.go_on()
        elif ended is not None and not self._result_requested:
            self._result_requested = True  # a second Enter would bring a second result in its place
            self.program.call_after_current_screen(lambda: self.session.show_result(ended))

    def action_go_on(self) -> None:
        """Go on where the board waits for its reader at a result: show the rest of it, or what has happened since."""
        self.session.client.dismiss_stand_in()
        self.board.go_on()

    def action_play_on_fast(self) -> None:
        """Ask the bots to finish the match fast, and animate it fast."""
        self._plays_fast = True
        self.session.client.play_on_fast()
        self.board.clear_note()
        self.board.animation.play_on_fast()
        self.refresh_bindings()

    def action_hint(self) -> None:
        """Show the coach's hint for the person's decision; where it is shown, its figures, and then close it."""
        if not self.board.has_result_to_read:  # there is nothing to decide on in what is shown
            self.hint.show_next()

    def action_page(self, by: int) -> None:
        """Page through the log, if the board has no other use for these keys."""
        self.board.action_page_log(by)

    def action_talk(self) -> None:
        """Open the chat line."""
        line = self.query_one("#line")
        line.display = True
        line.focus()

    def action_table(self) -> None:
        """Open the table menu."""
        from tui.screens.table_menu import open_table_menu  # with dialogs and requests, which a match begins without

        open_table_menu(self, self.session.client)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        text = message.value.strip()
        if text:
            self.session.client.send_chat(text)
        message.input.clear()
        self._close_chat_line()

    def _close_chat_line(self) -> None:
        """Hide the chat line and focus the board."""
        self.query_one("#line").display = False
        self.board.focus()

    async def action_back(self) -> None:
        """Close the chat line, the hint or the log over the table.

        If none is open, leave the match or open its result.
        """
        if not self.session.solo and self.query_one("#line").has_focus:
            self._close_chat_line()
        elif self.hint.is_open:
            self.hint.close()
        elif self.board.log_view.covers_table:
            self.board.action_toggle_log()
        elif self._ended is not None:
            self.action_standings()  # they are seen before the match is left
        else:
            self.program.ask_to_leave()
