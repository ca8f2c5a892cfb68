"""The table session: decides which screen shows an event of the client."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import copy_context
from typing import TYPE_CHECKING, Final, Protocol

from net.client.api import Client
from net.client.events import (
    ChatReceived,
    Event,
    MatchBegan,
    MatchChanged,
    MatchEnded,
    NoticeReceived,
    VerificationResult,
)
from net.errors import NetError
from net.protocol.table_state import CAN_TAKE_OVER_SENTENCE, SeatQuestion, TableInfo
from tui.connect.table_handle import TableHandle
from tui.crash_message import WRONG_TABLE_DATA_SENTENCE, wants_traceback
from tui.screens.base import BaseScreen
from tui.screens.dialog import Dialog
from tui.screens.program import Program
from tui.table.event_reader import EventReader
from tui.text.table import (
    ANSWER_KEYS_SENTENCE,
    LOBBY_LEAVE_QUESTION,
    hint_news,
    leave_question,
    missed_lines_heading,
    seat_question_sentence,
)
from tui.widgets.settle_time import ShownValue

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.screens.lobby import LobbyScreen
    from tui.screens.match import MatchScreen
    from tui.screens.result import ResultScreen

MAX_CHAT_LINES: Final = 200
"""At most this many lines of chat are stored for screens that are shown later."""

MATCH_KEPT_SENTENCE: Final = "You can go on with it from the home screen."
"""The sentence that follows the question before a person leaves a saved match, and says how the match goes on."""

MATCH_UNDER_WAY_HEADING: Final = "The match is under way. When you came:"
"""The heading in the log above the state of the match, for a person who joins while it is played."""

TAKE_OVER_HINT: Final = "Press M, then pick the name of a bot."
"""The hint after the notice that a spectator can take over a bot's seat: which keys do it."""


class TableProgram(Program, Protocol):
    """The part of the application that a table session calls, as a protocol."""

    @property
    def screen(self) -> Screen[object]:
        """The screen on top."""

    async def replace_all_but_home(self, screen: BaseScreen) -> None:
        """Show a screen right above the home screen."""

    def call_later(self, callback: Callable[..., object], *arguments: object) -> bool:
        """Queue a call behind all messages of the application; return whether the application still runs."""


class TableSession:
    """Controller between the client's events and the screens, from the arrival at a table until it is left.

    Events are handled one after the other as messages of the application, so the screen for one event exists before the
    next event is handled. `chat` has the latest lines of chat and the table's notices, for screens that are shown
    later.
    """

    def __init__(self, app: TableProgram, handle: TableHandle) -> None:
        self.app = app
        self.handle = handle
        self.client: Client = handle.client
        self.request = handle.request
        self.chat: deque[ChatReceived] = deque(maxlen=MAX_CHAT_LINES)
        self.reader: EventReader[Awaitable[None]] = EventReader(handle.client, handle.save_token)
        self.reader.subscribe(self)
        self._notices_shown = False
        self._lobby: LobbyScreen | None = None
        self._match: MatchScreen | None = None
        self._result: ResultScreen | None = None
        self.verdict: VerificationResult | None = None
        self.connection_trouble = ""
        self._shown_question = ShownValue()
        self._context = copy_context()
        self._changes_waiting = 0

    @property
    def solo(self) -> bool:
        """Whether the table is in this process only, so that nobody else can join."""
        return self.handle.solo

    @property
    def is_playing(self) -> bool:
        """Whether a match is being played at the table."""
        return self.reader.is_playing

    @property
    def leave_question(self) -> str:
        """The question that is asked before the person leaves; "" if leaving ends nothing."""
        hosting = self.request.kind == "host"
        question = leave_question(self.client, self.is_playing, hosting)
        if not question and not self.solo and (hosting or self.client.seat is not None):
            return LOBBY_LEAVE_QUESTION
        return f"{question} {MATCH_KEPT_SENTENCE}" if question and self.handle.can_resume else question

    async def open_to_browsers(self) -> None:
        """Serve the table to browsers from now on, or show why that fails."""
        try:
            sentence = await self.handle.open_to_browsers()
        except NetError as error:
            sentence = str(error)
        self.app.show_notice(sentence)

    def answer_question(self, agrees: bool) -> None:
        """Answer the question about a seat that is shown: yes if `agrees`, else no.

        Nothing happens if it was not shown long enough to be read, or is not asked any more.
        """
        for question in self.client.questions[:1]:
            if self._shown_question.is_settled(question):
                self.client.answer_question(question, agrees)

    async def show_first_screen(self) -> None:
        """Listen to the client and show the match or the lobby; at a solo table without a match start one.

        Call it before any event, from a handler of the application.
        """
        if self.handle.notices:
            self.chat.append(ChatReceived("", self.handle.notices))
        self.client.set_listener(self.receive_event)
        if self.handle.host is not None:
            self.handle.host.announcer.report_trouble_to(lambda trouble: self.receive_event(NoticeReceived(trouble)))
        began = self.reader.read_present_state()
        if began is not None:
            await self.on_match_began(began, under_way=True)
        elif self.solo:
            self.client.start_match()
        elif self.reader.result_still_shown is not None:
            self.verdict = self.client.verdict
            await self.show_result(self.reader.result_still_shown)
        else:
            if self.reader.missed_result_sentences:
                self.chat.append(ChatReceived("", self.reader.missed_result_sentences))
            await self.show_lobby()
        await self.on_questions(self.client.questions)

    def receive_event(self, event: Event) -> None:
        """Queue an event of the client, to be handled unless the table has been left before that."""
        self._context.run(self._queue_event, event)

    def _queue_event(self, event: Event) -> None:
        """Queue an event in the context of this program, because it may be reported while another guest's
        program runs.
        """
        self._changes_waiting += isinstance(event, MatchChanged)
        self.app.call_later(self._handle_queued_event, event)

    async def _handle_queued_event(self, event: Event) -> None:
        """Show an event that was queued, now that all events before it have been shown."""
        self._changes_waiting -= isinstance(event, MatchChanged)
        await self._handle_unless_left(event)

    async def _handle_unless_left(self, event: Event) -> None:
        """Show an event, unless the table has been left.

        After an error at a table that another program hosts go home, because that host may have sent wrong data.
        """
        if self.app.session is not self:
            return
        try:
            await self.handle_event(event)
        except Exception:
            if not self.client.is_remote or wants_traceback():
                raise
            await self.app.go_home(WRONG_TABLE_DATA_SENTENCE, is_unasked=True)

    async def handle_event(self, event: Event) -> None:
        """Show an event on the screen that it concerns."""
        await self.reader.read(event)

    # What an event tells: the methods of `EventSubscriber`

    async def on_table_changed(self, earlier: TableInfo | None, table: TableInfo) -> None:
        if self._lobby is not None:
            self._lobby.show_table(table)
        if self._match is not None:
            self._match.show_table(table)
        if self._result is not None and self._result.is_mounted:
            self._result.show_table()
        if isinstance(self.app.screen, Dialog):
            self.app.screen.update_answers()
        hints = "" if earlier is None else hint_news(earlier, table, self.client.seat)
        if hints and not self.solo:
            self._add_chat(ChatReceived("", hints))
        seat = self.reader.take_seat_news()
        if seat and self.client.seat is None:
            self._add_chat(ChatReceived("", seat))
        ownership = self.reader.take_ownership_news()  # keys do other things for an owner
        if ownership:
            self._add_chat(ChatReceived("", ownership))

    async def on_match_began(self, began: MatchBegan, under_way: bool) -> None:
        self.verdict = None
        self._lobby = self._result = None
        self._match = self._match_screen(began)
        await self.app.replace_all_but_home(self._match)
        if under_way and (began.past is None or not began.past.has_changes):  # else the log tells it
            self._match.show_chat(ChatReceived("", f"{MATCH_UNDER_WAY_HEADING} {self._match.board.description}"))
        if self.handle.notices and not self._notices_shown:
            self._notices_shown = True  # no lobby has shown them
            self._match.show_chat(ChatReceived("", self.handle.notices))

    def _match_screen(self, began: MatchBegan) -> MatchScreen:
        """Return the screen of a match: the big screen for a person who shows the match to a room."""
        if self.request.is_big_screen and self.client.seat is None:
            from tui.screens.big_screen import BigScreen

            return BigScreen(self, began)
        from tui.screens.match import MatchScreen

        return MatchScreen(self, began)

    async def on_match_changed(self, changed: MatchChanged) -> None:
        if self._match is not None:
            if changed.changes and self.reader.are_first_missed_changes():
                self._match.show_chat(ChatReceived("", missed_lines_heading()))
            self._match.show_changes(changed, more_changes_follow=self._changes_waiting > 0)

    async def on_match_ended(self, match_ended: MatchEnded) -> None:
        if self._match is not None:
            self._match.show_end(match_ended)

    async def on_match_stopped(self, reason: str) -> None:
        if self.solo:
            await self.app.go_home(reason, is_unasked=True)
            return
        await self.show_lobby()
        self._add_chat(ChatReceived("", reason))

    async def on_match_verified(self, result: VerificationResult) -> None:
        """Show the verdict on the last match; a bad verdict is also shown as a line of chat if the screen with the
        result is gone."""
        self.verdict = result
        if self._result is not None:
            self._result.show_verdict(result)
        elif result.fair is False:
            self._add_chat(ChatReceived("", result.sentence))

    async def on_clock_set(self) -> None:
        if self._match is not None:
            self._match.update_status()

    async def on_chat(self, line: ChatReceived) -> None:
        self._add_chat(line)

    async def on_notice(self, sentence: str) -> None:
        hint = f" {TAKE_OVER_HINT}" if sentence == CAN_TAKE_OVER_SENTENCE else ""
        self._add_chat(ChatReceived("", f"{sentence}{hint}"))

    async def on_questions(self, questions: Sequence[SeatQuestion]) -> None:
        """Show the first question about a seat in the log; above a match and in the lobby it stays until it is
        answered.
        """
        table, question = self.client.table, next(iter(questions), None)
        if table is None:
            return
        if self._shown_question.update(question) and question is not None:
            self._add_chat(ChatReceived("", f"{seat_question_sentence(question, table)} {ANSWER_KEYS_SENTENCE}"))
        if self._lobby is not None:
            self._lobby.show_table(table)
        if self._match is not None:
            self._match.update_status()
        if isinstance(self.app.screen, Dialog):
            self.app.screen.update_answers()
        self.app.screen.refresh_bindings()

    async def on_refusal(self, reason: str) -> None:
        self.app.show_notice(reason)

    async def on_connection_news(self, sentence: str, is_repeated: bool) -> None:
        """Show news of the connection; above a match it stays until the host answers.

        `is_repeated`: it is the same news as the last time, so the log gets no line.
        """
        self.connection_trouble = sentence if self.reader.is_reconnecting else ""
        if self._match is not None and self.connection_trouble:
            self._match.update_status()
        else:
            self.app.show_notice(sentence)

    async def on_reconnected(self, sentence: str) -> None:
        self._clear_connection_trouble()
        self.app.show_notice(sentence)

    def _clear_connection_trouble(self) -> None:
        """Remove the sentence that the host does not answer."""
        self.connection_trouble = ""
        if self._match is not None:
            self._match.update_status()

    async def on_host_restarted(self, reason: str) -> None:
        self._clear_connection_trouble()
        self.chat.clear()
        await self.show_lobby()
        self._add_chat(ChatReceived("", reason))

    async def on_host_lost(self, reason: str) -> None:
        await self.app.go_home(reason, is_unasked=True)

    def _add_chat(self, line: ChatReceived) -> None:
        """Store a line of chat, and show it on the screens of the table; a line without a name is a notice of the
        table."""
        self.chat.append(line)
        result = self._result if self._result is not None and self._result.is_mounted else None
        for screen in (self._lobby, self._match, result):
            if screen is not None:
                screen.show_chat(line)

    # Screens

    async def show_lobby(self) -> None:
        """Show the lobby, unless a match has begun in the meantime."""
        from tui.screens.lobby import LobbyScreen

        if self.is_playing:
            return
        self._notices_shown = True  # the lobby shows the notices as chat
        self.client.put_result_away()
        self._match = self._result = None
        self._lobby = LobbyScreen(self)
        await self.app.replace_all_but_home(self._lobby)

    async def show_result(self, match_ended: MatchEnded) -> None:
        """Show the final standings, unless the next match has begun in the meantime."""
        from tui.screens.result import ResultScreen

        if self.is_playing:
            return
        view = self._match.view if self._match is not None else self.client.view
        self._lobby = self._match = None
        self._result = ResultScreen(self, match_ended, view)
        await self.app.replace_all_but_home(self._result)

    async def leave(self) -> None:
        """Leave the table; a table hosted here closes."""
        await self.handle.leave()

    async def drop(self) -> None:
        """Disconnect without a goodbye, as if the connection were broken: the person has not left, so their seat waits
        for them.
        """
        await self.handle.drop()
