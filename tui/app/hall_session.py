"""The hall session: shows what happens in the hall of a club, and goes to its tables and back."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final, Protocol

from net.client.events import ChatReceived
from net.client.hall import HallAnswer, HallEvent, TableGranted
from tui.connect.club import HallHandle, TableRefused
from tui.connect.table_handle import TableHandle
from tui.screens.base import BaseScreen
from tui.screens.hall import HallScreen
from tui.screens.hall_results import HallResultsScreen
from tui.screens.program import Program
from tui.table.hall_reader import HallReader
from tui.widgets.background_work import WorkOwner, begin_work

if TYPE_CHECKING:
    from textual.screen import Screen

MAX_HALL_CHAT_LINES: Final = 200
"""At most this many lines of chat of a hall are stored."""


class HallProgram(Program, WorkOwner, Protocol):
    """The interface of the application that a hall session uses."""

    hall: HallSession | None

    @property
    def screen_stack(self) -> list[Screen[Any]]:
        """The screens, the one on top last."""

    async def replace_all_but_home(self, screen: BaseScreen) -> None:
        """Show a screen right above the home screen."""

    async def leave_club(self, sentence: str = "", *, is_unasked: bool = False) -> None:
        """Leave the hall, and the table that the person is at, and show a sentence on the home screen."""

    def show_club_table(self, handle: TableHandle) -> None:
        """Begin the session at an open table of the club."""

    def call_later(self, callback: Callable[..., object], *arguments: object) -> bool:
        """Queue a call behind all messages of the application; return whether the application still runs."""


class HallSession:
    """Controller between the client of a hall and its screen, from the arrival in the club until it is left.

    It goes on while the person is at a table. `chat` has the latest lines, and `reader` what is searched for.
    """

    def __init__(self, app: HallProgram, handle: HallHandle) -> None:
        self.app = app
        self.handle = handle
        self.client = handle.client
        arrival = [ChatReceived("", handle.notices)] if handle.notices else []  # a line that nobody has to answer
        self.chat: deque[ChatReceived] = deque(arrival, maxlen=MAX_HALL_CHAT_LINES)
        self.reader: HallReader[Awaitable[None] | None] = HallReader(handle.client, handle.save_token)
        self.reader.subscribe(self)
        self._screen: HallScreen | None = None
        self._context = copy_context()

    async def show_hall(self, sentence: str = "", *, is_unasked: bool = False) -> None:
        """Show the hall with a sentence ("" for none); `is_unasked`: keys typed just before were meant for the
        table."""
        self.client.set_listener(self._receive_event)
        self._screen = HallScreen(self)
        await self.app.replace_all_but_home(self._screen)
        self.app.show_notice(sentence)
        if is_unasked:
            self._screen.delay_focus()

    def _receive_event(self, event: HallEvent) -> None:
        """Queue an event in the context of this program, because it may be reported while another guest's
        program runs.
        """
        self._context.run(self._queue_event, event)

    def _queue_event(self, event: HallEvent) -> None:
        """Queue an event of the client behind all messages of the application."""
        self.app.call_later(self._handle_event, event)

    async def _handle_event(self, event: HallEvent) -> None:
        """Show an event of the hall, unless the club has been left."""
        if self.app.hall is not self:
            return
        shown = self.reader.read(event)
        if shown is not None:
            await shown

    @property
    def _shown_screen(self) -> HallScreen | None:
        """The screen of the hall, None while the person is at a table."""
        return self._screen if self._screen is not None and self._screen.is_mounted else None

    # Called by the reader (`tui.table.hall_reader.HallSubscriber`)

    def on_tables_listed(self) -> None:
        """Show the list of tables."""
        if self._shown_screen is not None:
            self._shown_screen.show_list()

    def on_table_granted(self, grant: TableGranted) -> None:
        """Go to the table that the person has asked for."""
        if self._shown_screen is not None:
            self.sit_down(grant.number, grant.code)

    def on_answer(self, answer: HallAnswer) -> None:
        """Show the answer on the screens that list matches and totals."""
        for shown in self.app.screen_stack:
            if isinstance(shown, HallResultsScreen) and shown.is_mounted:
                shown.show_answer(answer)

    def on_chat(self, line: ChatReceived) -> None:
        """Keep a line of chat, and show it."""
        self.chat.append(line)
        if self._shown_screen is not None:
            self._shown_screen.show_chat()

    def on_refusal(self, reason: str) -> None:
        """Show why the hall has refused a request."""
        self._show_notice(reason)

    def on_connection_news(self, sentence: str, is_repeated: bool) -> None:
        """Show that the club does not answer."""
        self._show_notice(sentence)

    def on_reconnected(self, sentence: str) -> None:
        """Show that the club answers again."""
        self._show_notice(sentence)

    def on_host_lost(self, reason: str) -> Awaitable[None] | None:
        """Leave the club, unless the person is at a table."""
        return None if self._shown_screen is None else self.app.leave_club(reason, is_unasked=True)

    def _show_notice(self, sentence: str) -> None:
        """Show a sentence in the hall; at a table it is not shown."""
        if self._shown_screen is not None:
            self.app.show_notice(sentence)

    # Called by the screen (`tui.screens.program.HallContext`)

    def sit_down(self, table_number: int, code: str = "", *, watch: bool = False) -> None:
        """Begin to go to the table of the club with this number, or only `watch` at it; returns at once.

        `code` is the table's code, "" if it needs none.
        """
        begin_work(self.app, "table", self._sit_down, table_number, code, watch)

    def leave(self) -> None:
        """Begin to leave the club; returns at once."""
        self.app.call_later(self.app.leave_club)

    async def _sit_down(self, table_number: int, code: str, watch: bool) -> None:
        """Open a table of the club and show it; ask for its code if it has one, or say why the person cannot sit down
        there."""
        try:
            handle = await self.handle.sit_down(table_number, code, watch=watch)
        except TableRefused as refused:
            if not refused.wants_code:
                self.app.show_notice(str(refused))
            elif self._screen is not None:
                self._screen.ask_for_code(table_number, str(refused), watch=watch)
        else:
            self._screen = None
            self.app.show_club_table(handle)
