"""The program in the terminal: the way from screen to screen, and the table one is at."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from net.client.api import Client
from net.client.events import Event
from tui.app.appearance import Dressed
from tui.app.key_queue import Typed
from tui.app.terminal_watch import LOOK_SECONDS, is_gone
from tui.connect.address import full_address
from tui.connect.background_tables import BackgroundTables
from tui.connect.open_table import open_table, opening_failure
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableOpener
from tui.screens.base import BaseScreen
from tui.screens.home import HomeScreen
from tui.settings import Settings
from tui.text.table import (
    CHANGED_KEY_ANSWERS,
    HOSTED_LEAVE_CHOICES,
    HOSTED_LEAVE_QUESTION,
    QUIT_QUESTION_HOSTING,
    TABLE_STAYS_OPEN,
    changed_key_question,
)
from tui.widgets.menu import Choice

if TYPE_CHECKING:
    from net.discovery.browse import Lookout
    from net.errors import ChangedKey
    from tui.app.table_session import TableSession


SETTLED_SECONDS: Final = 1.0
"""How long after it is ready the program has surely shown its first screen."""

KEPT: Final = "The match that you left before this one is kept: Past matches, on the home screen, goes on with it."


class QueensApp(Dressed):
    """Mad Queens in a terminal.

    `request` is the table to go to first; one to join may still have to be chosen. `opener` opens tables. `lookout`
    looks for tables nearby; without it nobody does. For the rest see `Dressed`.
    """

    TITLE = "Mad Queens"
    # A style sheet that a screen brings along makes Textual read all of them again; a match must be quick to begin.
    CSS_PATH: ClassVar = ["../screens/base.tcss", "../screens/home.tcss", "../screens/match.tcss"]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", "Quit", show=False, priority=True)]

    class Told(Message):
        """The table's host told us something."""

        def __init__(self, visit: TableSession, event: Event) -> None:
            super().__init__()
            self.visit = visit
            self.event = event

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        request: TableRequest | None = None,
        *,
        ascii_only: bool = False,
        environment: Mapping[str, str] | None = None,
        opener: TableOpener = open_table,
        lookout: Lookout | None = None,
    ) -> None:
        self._opener = opener
        self.lookout = lookout
        self._request = request
        self.visit: TableSession | None = None
        self.background_tables = BackgroundTables()
        self.sentence = settings.trouble
        super().__init__(settings, folder, ascii_only=ascii_only, environment=environment)

    def as_meant(self, event: Typed) -> Typed:
        """Take a capital for its letter, wherever nobody is writing: every label shows capitals."""
        if isinstance(event, events.Key):
            writing = self.focused is not None and self.focused.check_consume_key(event.key, event.character)
            return event if writing else as_labelled(event)
        return event

    # From screen to screen

    def get_default_screen(self) -> BaseScreen:
        straight = self._request is not None and self._request.kind != "join"  # to join takes time, and home says so
        return HomeScreen(furnished=not straight)

    async def on_mount(self) -> None:
        if not self.is_headless:
            self.watch_terminal()
        if self._request is not None and self._request.kind == "join" and not self._request.address:
            from tui.screens.join import JoinScreen

            await self.push_screen(JoinScreen(self._request))
        elif self._request is not None:
            self.begin(self._request)

    def watch_terminal(self) -> None:
        """Leave when the terminal of this process is gone, and begin to collect garbage when all is shown."""
        self.set_interval(LOOK_SECONDS, self._leave_with_terminal)
        self.set_timer(SETTLED_SECONDS, _collect_garbage)

    async def choose(self, name: str) -> None:
        """Do what was chosen on the home screen."""
        if name == "quit":
            await self.action_quit()
        elif name == "table":
            self.run_worker(self._back_to_table(), exclusive=True, group="table")
        elif name == "play":
            table = self.last_table
            self.begin(TableRequest("play", table.game, table.seats, table.seats - 1, table.options))
        else:
            await self.push_screen(self._room(name))

    def _room(self, name: str) -> BaseScreen:
        """Make the screen of that name; its file is read only now."""
        if name == "rules":
            from tui.screens.rules import RulesScreen

            return RulesScreen(self.last_table.game)
        if name == "settings":
            from tui.screens.settings import SettingsScreen

            return SettingsScreen()
        if name == "join":
            from tui.screens.join import JoinScreen

            return JoinScreen()
        if name == "past":
            from tui.screens.history import HistoryScreen

            return HistoryScreen()
        from tui.screens.table_setup import TableSetupScreen

        return TableSetupScreen("host" if name == "host" else "play")

    def begin(self, request: TableRequest) -> None:
        """Carry a plan out: go to the table that it describes."""
        self.run_worker(self._go_to_table(request), exclusive=True, group="table")

    async def _go_to_table(self, request: TableRequest) -> None:
        from core import RulesError
        from net.errors import ChangedKey, CodeRejected, NetError
        from tui.app.table_session import TableSession

        await self.leave_table()
        if request.kind == "join":
            self.notice(f"Looking for the table at {request.address} …")
        elif request.kind == "play":
            asyncio.get_running_loop().call_soon(_read_ahead, request.game)
        try:
            handle = await self._opener(request, self.settings)
        except (NetError, RulesError, OSError) as error:
            await self._stay(opening_failure(error, request), request, isinstance(error, CodeRejected))
            if isinstance(error, ChangedKey):
                self._ask_about_key(error, request)
            return
        self.notice("")
        if request.kind == "join":
            self.settings.remember_address(full_address(request.address, request.port))
            self.keep_settings()
        if self._leaves_behind(request) and handle.resumable and not handle.notices:
            handle = replace(handle, notices=KEPT)
        self.visit = TableSession(self, handle, request)
        self.later(self.visit.arrive)

    def _leaves_behind(self, request: TableRequest) -> bool:
        """Whether a plan begins a match alone though there is one to go on with."""
        home = self.screen_stack[0]
        return (
            request.kind == "play"
            and request.unfinished is None
            and isinstance(home, HomeScreen)
            and bool(home.unfinished)
        )

    async def _stay(self, reason: str, request: TableRequest, wants_code: bool) -> None:
        """Say why a door did not open; who wanted to join can try once more, with another code if that was it."""
        from tui.screens.join import JoinScreen

        self.sentence = reason
        await self._furnish_home()
        if request.kind == "join" and not isinstance(self.screen, JoinScreen):
            await self.push_screen(JoinScreen(request))
        if wants_code and isinstance(self.screen, JoinScreen):
            self.screen.ask_for_code()
        self.notice(reason)

    def _ask_about_key(self, error: ChangedKey, request: TableRequest) -> None:
        """Let the person decide about a host that shows another key than before."""
        from tui.screens.confirm_dialog import ConfirmDialog

        def decide(agreed: bool | None) -> None:
            if agreed:
                self.begin(replace(request, accept=error.shown))

        self.push_screen(ConfirmDialog(changed_key_question(error), *CHANGED_KEY_ANSWERS), decide)

    async def on_queens_app_told(self, message: Told) -> None:
        if message.visit is self.visit:
            await message.visit.hear(message.event)

    def client(self) -> Client | None:
        """Return our end of the table we are at, if we are at one."""
        return self.visit.client if self.visit else None

    async def leave_table(self) -> None:
        """Leave the table we are at, if any; one that is hosted here closes."""
        visit, self.visit = self.visit, None
        if visit is not None:
            await visit.leave()

    async def _leave_open(self) -> None:
        """Leave a table that is hosted here to the others."""
        visit, self.visit = self.visit, None
        if visit is not None:
            await self.background_tables.leave(visit.handle, visit.request)
        await self.go_home(f"{TABLE_STAYS_OPEN}; B leads back to it.")

    async def _back_to_table(self) -> None:
        """Go back to the table hosted here that was left last."""
        from net.errors import NetError
        from tui.app.table_session import TableSession

        try:
            handle, request = await self.background_tables.resume_last()
        except NetError as error:
            self.notice(str(error))
            return
        self.visit = TableSession(self, handle, request)
        self.later(self.visit.arrive)

    async def go_home(self, sentence: str = "") -> None:
        """Leave the table and every other screen, and say on the home screen why if there is a reason."""
        await self.leave_table()
        await self._furnish_home()
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        self.notice(sentence)

    async def _furnish_home(self) -> None:
        home = self.screen_stack[0]
        if isinstance(home, HomeScreen):
            await home.furnish()

    def later(self, way: Callable[[], Awaitable[None]]) -> None:
        """Go somewhere as soon as the screen that asks for it is done: no screen can wait for its own removal."""
        self.call_later(way)

    async def go_back(self) -> None:
        """Leave the screen on top, if it is not the home screen."""
        if len(self.screen_stack) > 1:
            await self.pop_screen()

    async def show_only(self, screen: BaseScreen) -> None:
        """Show a screen right above the home screen, which itself never shows in between and takes no key."""
        while len(self.screen_stack) > 2:
            await self.pop_screen()
        if len(self.screen_stack) == 2:
            await self.switch_screen(screen)
        else:
            await self.push_screen(screen)

    def notice(self, sentence: str) -> None:
        """Say one sentence on the screen that is on top."""
        self.sentence = sentence
        screen = self.screen
        say = getattr(screen, "say", None)
        if say is not None and screen.is_mounted:
            say(sentence)

    def explain(self, room: BaseScreen) -> None:
        """Explain a screen."""
        from tui.screens.help import HelpScreen

        self.push_screen(HelpScreen(room))

    def open_rules(self, game: str = "") -> None:
        """Open the rulebook of a game, or of the one at hand."""
        from tui.screens.rules import RulesScreen

        table = self.visit.client.table if self.visit else None
        game = game or (table.game if table else "")
        self.push_screen(RulesScreen(game if game in self.games else self.last_table.game))

    async def action_quit(self) -> None:
        """Quit; a running match asks once."""
        from tui.screens.confirm_dialog import ConfirmDialog

        question = (
            self.visit.farewell if self.visit is not None else QUIT_QUESTION_HOSTING if self.background_tables else ""
        )
        if isinstance(self.screen, ConfirmDialog) or not question:
            await self._leave_and_exit()
        else:
            self.push_screen(ConfirmDialog(question, "Quit"), self._quit_if)

    def ask_to_leave(self) -> None:
        """Leave the table for the home screen; a running match asks once."""
        from tui.screens.confirm_dialog import ConfirmDialog

        question = self.visit.farewell if self.visit is not None else ""
        if question and self.visit is not None and self.visit.request.kind == "host":
            from tui.screens.choice_dialog import ChoiceDialog

            ways = (Choice(name, "", words, remark) for name, words, remark in HOSTED_LEAVE_CHOICES)
            self.push_screen(ChoiceDialog(HOSTED_LEAVE_QUESTION, ways), self._leave_by)
        elif question:
            self.push_screen(ConfirmDialog(question, "Leave"), self._go_home_if)
        else:
            self.later(self.go_home)

    def _leave_by(self, way: str | None) -> None:
        if way == "open":
            self.later(self._leave_open)
        elif way == "close":
            self.later(self.go_home)

    def _go_home_if(self, agreed: bool | None) -> None:
        if agreed:
            self.later(self.go_home)

    def _quit_if(self, agreed: bool | None) -> None:
        if agreed:
            self.later(self._leave_and_exit)

    async def _leave_with_terminal(self) -> None:
        if is_gone(sys.__stdin__.fileno() if sys.__stdin__ is not None else 0):
            await self._leave_and_exit()

    async def _leave_and_exit(self) -> None:
        await self.leave_table()
        await self.background_tables.close()
        self.exit()


def as_labelled(event: events.Key) -> events.Key:
    """Return the key press of a capital (Shift, Caps Lock) as that of its letter, and any other one as it is."""
    letter = event.character or ""
    if not (len(letter) == 1 and letter.isupper()) or event.key.startswith(("ctrl+", "alt+", "super+")):
        return event
    return events.Key(letter.lower(), letter.lower())


def _read_ahead(game: str) -> None:
    """Read what a match is shown by, while the table waits for the disk."""
    import tui.screens.match  # noqa: F401
    from tui.boards import board_for

    board_for(game)


def _collect_garbage() -> None:
    """Collect garbage from now on, if that had to wait for the first screen, but not what is there for good."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
