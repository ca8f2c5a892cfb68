"""QueensApp: the Textual application; changes screens, and holds the session at the present table."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen

from core import Game, Record, games
from tui.app.appearance import Appearance
from tui.app.crash import QuietApp
from tui.app.home_choices import make_screen_of_choice
from tui.app.key_queue import KeyOrPaste, KeyQueue, lower_case_key
from tui.app.leave_questions import LeaveQuestions
from tui.app.lesson_offers import LessonOffers
from tui.app.stylesheet_cache import SharedStylesheet
from tui.app.table_switch import TableSwitch
from tui.app.terminal_watch import HANGUP_EXIT_STATUS, TERMINAL_CHECK_SECONDS, is_terminal_closed
from tui.app.textual_internals import (
    count_parameters_of_methods_once,
    has_waiting_message,
    key_is_active,
    leave_out_toasts,
    make_line_caches_when_used,
    make_textual_free_painted_lines,
    send_changed_cells_only,
    use_late_firing_timers,
    write_to_terminal,
)
from tui.app.theme import textual_theme, theme_variables
from tui.app.turn_notifier import TurnNotifier
from tui.connect.remembered_table import remembered_table
from tui.connect.request import TableRequest
from tui.connect.tables import Tables, open_table_with_late_import
from tui.crash_message import WRONG_TABLE_DATA_SENTENCE
from tui.drawing.byte_budget import ByteBudget
from tui.screens.base import BaseScreen
from tui.screens.home import PLAY_CHOICE_PREFIX, HomeScreen
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import listed_key

if TYPE_CHECKING:
    from textual.timer import Timer

    from net.client.api import Client
    from net.discovery.browse import TableBrowserFactory
    from tui.app.hall_session import HallSession
    from tui.app.table_session import TableSession
    from tui.cards import Look
    from tui.connect.club import HallHandle
    from tui.connect.table_handle import TableHandle, TableOpener
    from tui.settings import LastTableSetup, Settings, ThemeName


NOTICE_SECONDS: Final = 20.0
"""A notice at a table is removed after this many seconds, when it is out of date."""

GARBAGE_COLLECTION_DELAY_SECONDS: Final = 1.0
"""Garbage collection is enabled this many seconds after the start, when even a slow machine has painted the first
screen."""


class QueensApp(QuietApp):
    """Mad Queens in a terminal.

    `settings` are the player's, stored in `folder`. `request` is the table to open first; a request to join without an
    address shows the join screen. `ascii_only`: the terminal has no other characters. `environment` has the variables
    (``TERM`` and so on) that say what the terminal can show, by default those of this process. `opener` opens tables.
    `new_table_browser` makes a browser for the tables on this network; without it no tables are looked for. `lesson` is
    the slug of the game whose lesson is shown first, "" if the person is to choose one, or None for no lesson.
    """

    TITLE = "Mad Queens"
    # A style sheet that a screen brings along makes Textual read all of them again; a match must be quick to begin.
    CSS_PATH: ClassVar = ["../screens/base.tcss", "../screens/home.tcss", "../screens/match.tcss"]
    ENABLE_COMMAND_PALETTE = False
    saves_settings: ClassVar[bool] = True
    """Whether `save_settings` writes to the disk."""
    small_window_sentence = ""
    """The sentence in a window that is too small for the screen; "" for the usual one."""
    used_with_fingers = False
    """Whether the person touches the screen, as on a phone, so that what can be tapped is larger."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", "Quit", show=False, priority=True),
        listed_key("f2", "answer_question(True)", "Yes", 0, primary=True),
        listed_key("f3", "answer_question(False)", "No", 0, primary=True),
    ]

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        request: TableRequest | None = None,
        *,
        ascii_only: bool = False,
        environment: Mapping[str, str] | None = None,
        opener: TableOpener = open_table_with_late_import,
        new_table_browser: TableBrowserFactory | None = None,
        lesson: str | None = None,
    ) -> None:
        make_textual_free_painted_lines()
        make_line_caches_when_used()
        send_changed_cells_only()
        use_late_firing_timers()
        count_parameters_of_methods_once()
        self.settings = settings
        self.folder = folder
        self._request = request
        self._lesson = lesson
        self.new_table_browser = new_table_browser
        self.session: TableSession | None = None
        self.hall: HallSession | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        self.tables = Tables(settings, folder, opener)
        self.last_notice = settings.trouble
        self._notice_timer: Timer | None = None
        self.byte_budget = ByteBudget(monotonic)
        self.lessons = LessonOffers(self)
        self._table_switch = TableSwitch(
            self, self.leave_everything, self._show_table, self._show_hall, self._build_home_menu
        )
        self._leave_questions = LeaveQuestions(self, self.go_home, self._leave_table_open, self._leave_and_exit)
        self._appearance = Appearance(settings, os.environ if environment is None else environment, ascii_only)
        super().__init__(ansi_color=self._appearance.ansi_color)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        leave_out_toasts(self)
        self._usual_animation_level = self.animation_level
        environment = os.environ if environment is None else environment
        self._turn_notifier = TurnNotifier(settings, environment, partial(write_to_terminal, self))
        self.key_queue = KeyQueue(self, self._deliver_key)
        self.apply_settings()

    def _fatal_error(self) -> None:
        if self.session is not None and self.session.client.is_remote:
            self.crash_sentence = WRONG_TABLE_DATA_SENTENCE
        super()._fatal_error()

    # Settings and looks

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the terminal; on POSIX systems one that survives wrong bytes and a closed terminal."""
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from tui.app.terminal_driver import TerminalDriver

        return TerminalDriver

    @property
    def look(self) -> Look:
        """The look in use: the colours, and how cards are painted."""
        return self._appearance.look

    @property
    def games(self) -> Mapping[str, Game]:
        """Every game, by its slug."""
        return games

    @property
    def last_table(self) -> LastTableSetup:
        """The game, seats and options of the table that was set up last, or the default ones if those are not valid."""
        return remembered_table(self.settings)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme_variables(self.look.palette)

    def apply_settings(self) -> None:
        """Apply the present settings to the look of the program."""
        self.animation_level = "none" if self.settings.animation == "off" else self._usual_animation_level
        self._show_look()

    def preview_theme(self, name: ThemeName | None) -> None:
        """Show the screen on top in the theme `name`; if it is None, show all screens in the theme of the settings."""
        self._appearance.preview = name
        self._show_look(only_top=name is not None)

    def _show_look(self, *, only_top: bool = False) -> None:
        """Choose the look by settings and preview, and repaint all screens with it, or only the one on top."""
        self._appearance.apply_settings()
        name = f"queens-{self.look.name}"
        if name not in self.available_themes:
            self.register_theme(textual_theme(self.look))
        self.theme = name
        for screen in self.screen_stack[-1 if only_top else 0 :] if self.is_running else ():
            for view in screen.query(CanvasView):
                view.use_look(self.look)

    def save_settings(self) -> None:
        """Write the settings to disk."""
        self.settings.save(self.folder)

    def show_turn(self, is_my_turn: bool) -> None:
        """If a turn of the person begins (`is_my_turn`) while they look at another window, notify them; else end the
        notification.
        """
        self._turn_notifier.show_turn(is_my_turn, self.app_focus)

    def watch_app_focus(self, focused: bool) -> None:
        """End the notification of a turn once the person looks at the program.

        Textual calls this when `app_focus` changes.
        """
        if focused:
            self._turn_notifier.end_notification()

    # Keys

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, (events.Key, events.Paste)) and not event.is_forwarded:
            await self.key_queue.add_key(event)
        else:
            await super().on_event(event)

    async def _deliver_key(self, event: KeyOrPaste) -> None:
        """Pass a key or pasted text to Textual; outside text input a capital letter counts as its small letter."""
        if isinstance(event, events.Key):
            writing = self.focused is not None and self.focused.check_consume_key(event.key, event.character)
            event = event if writing else lower_case_key(event)
        await super().on_event(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "answer_question":
            client = self.client()
            return client is not None and bool(client.questions)
        if action in ("focus_next", "focus_previous"):
            return self.focused is None or len(self.screen.focus_chain) > 1
        return super().check_action(action, parameters)

    def action_answer_question(self, agrees: bool) -> None:
        """Answer the question about a seat that is shown, such as whether somebody may take it: yes if `agrees`."""
        if self.session is not None:
            self.session.answer_question(agrees)

    # Screens

    def get_default_screen(self) -> BaseScreen:
        # Joining takes time, and the home screen shows a notice meanwhile.
        goes_to_table = self._request is not None and self._request.kind != "join"
        return HomeScreen(build_at_once=not goes_to_table)

    async def on_mount(self) -> None:
        if not self.is_headless:
            self.watch_terminal()
        request = self._request
        if request is not None and request.kind != "play" and not request.is_big_screen and not self.settings.named:
            from tui.screens.name import name_question, save_name

            async def save_and_begin(typed: str | None) -> None:
                """Save the typed name, and show what the command line asks for."""
                save_name(self, typed or "")
                await self._show_requested_start()

            await self.push_screen(name_question(self), save_and_begin)
        else:
            await self._show_requested_start()

    async def _show_requested_start(self) -> None:
        """Show what the command line requests: a table, the tables nearby, a lesson, or the home screen."""
        if self._request is not None and self._request.kind == "join" and not self._request.address:
            from tui.screens.join import JoinScreen

            await self.push_screen(JoinScreen(self._request))
        elif self._request is not None:
            self.go_to_table(self._request)
        elif self._lesson is not None:
            self.lessons.open_lesson(self._lesson)
        elif not self.settings.named and isinstance(self.screen, HomeScreen):
            await self.lessons.greet_newcomer()
        elif isinstance(self.screen, HomeScreen):
            if self.settings.has_new_name:
                self.save_settings()
            self.lessons.offer_lesson_once()

    def watch_terminal(self) -> None:
        """Begin to watch for the loss of this process's terminal, after which the program quits.

        After the first screen, enable garbage collection.
        """
        self.set_interval(TERMINAL_CHECK_SECONDS, self._end_if_terminal_is_gone)
        self.set_timer(GARBAGE_COLLECTION_DELAY_SECONDS, _enable_garbage_collection)

    async def follow_home_choice(self, name: str) -> None:
        """Carry out a choice of the home screen, by its name: ``quit``, ``play``, ``learn`` and so on."""
        if name == "quit":
            await self.action_quit()
        elif name == "table":
            self._table_switch.begin_return_to_last_table()
        elif name == "play" or name.startswith(PLAY_CHOICE_PREFIX):
            slug = name.removeprefix(PLAY_CHOICE_PREFIX) if name.startswith(PLAY_CHOICE_PREFIX) else ""
            table = remembered_table(self.settings, slug)
            if slug:  # Play now and the set-up begin with the game that was chosen last, here too
                self.settings.remember_table(table)
                self.save_settings()
            bots = table.seats - 1
            self.go_to_table(
                TableRequest("play", table.game, table.seats, bots, table.options, bot_kinds=table.bot_kinds)
            )
        elif name == "learn":
            self.lessons.choose_lesson()
        else:
            await self.push_screen(make_screen_of_choice(name, self.last_table.game))

    def go_to_table(self, request: TableRequest) -> None:
        """Open or join the table of this request and show it, leaving the present table."""
        self._table_switch.begin_opening(request)

    def give_up_table(self) -> None:
        """Stop opening or joining a table, if that is still under way."""
        self._table_switch.give_up_opening()

    def _show_table(self, handle: TableHandle) -> None:
        """Begin the session at an open table, and show its first screen."""
        from tui.app.table_session import TableSession

        self.session = TableSession(self, handle)
        self.call_after_current_screen(self.session.show_first_screen)

    def show_club_table(self, handle: TableHandle) -> None:
        """Begin the session at an open table of the club in whose hall the person is, and show its first screen."""
        self._show_table(handle)

    def _show_hall(self, handle: HallHandle) -> None:
        """Begin the session in the hall of a club, and show it."""
        from tui.app.hall_session import HallSession

        self.hall = hall = HallSession(self, handle)
        self.call_after_current_screen(hall.show_hall)

    async def leave_club(self, sentence: str = "", *, is_unasked: bool = False) -> None:
        """Leave the hall, and the table that the person is at, and show a sentence ("" for none) on the home screen.

        `is_unasked`: the person has not asked to leave, so keys typed just before choose nothing.
        """
        await self._leave_hall()
        await self.go_home(sentence, is_unasked=is_unasked)

    async def _leave_hall(self) -> None:
        """Leave the hall of the club that the person is in, if any."""
        hall, self.hall = self.hall, None
        if hall is not None:
            await hall.handle.leave()

    async def leave_everything(self) -> None:
        """Leave the table that the person is at, and the hall of the club, if any."""
        await self.leave_table()
        await self._leave_hall()

    def has_waiting_message(self, screen: Screen[None]) -> bool:
        return has_waiting_message(screen)

    def is_key_active(self, screen: Screen[None], key: str) -> bool:
        return key_is_active(screen, key)

    def client(self) -> Client | None:
        """Return the client of the table where the person is; None if they are at no table."""
        return self.session.client if self.session else None

    async def leave_table(self) -> None:
        """Leave the table that the person is at, if any; a table hosted here closes.

        If it is being left already, wait for that. If the caller is cancelled, such as a screen that closes, the table
        is still left completely: otherwise a guest's farewell would be lost.
        """
        session, self.session = self.session, None
        if session is not None:
            leaving = asyncio.create_task(session.leave())
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)
            await asyncio.shield(leaving)
        elif self._leaving:
            await asyncio.wait(self._leaving)

    async def _leave_table_open(self) -> None:
        """Leave a table hosted here without closing it, so that the others go on."""
        session, self.session = self.session, None
        if session is not None:
            await self.tables.leave_table_open(session.handle)
        from tui.text.table import TABLE_STAYS_OPEN_TEXT

        await self.go_home(f"{TABLE_STAYS_OPEN_TEXT}; B leads back to it.")

    async def go_home(self, sentence: str = "", *, is_unasked: bool = False) -> None:
        """Leave the table, remove every screen above the home screen, and show a sentence there ("" for none).

        From a table of a club the way leads back to its hall. `is_unasked`: the person has not asked to leave, so keys
        typed just before were meant for the table and choose nothing.
        """
        await self.leave_table()
        if self.hall is not None:
            await self.hall.show_hall(sentence, is_unasked=is_unasked)
            return
        await self._build_home_menu()
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        self.show_notice(sentence)
        home = self.screen
        if is_unasked and isinstance(home, BaseScreen):
            home.delay_focus()
        elif home is self.screen_stack[0]:
            self.lessons.offer_lesson_once()

    async def _build_home_menu(self) -> None:
        """Build the menu of the home screen, if it is not built yet."""
        home = self.screen_stack[0]
        if isinstance(home, HomeScreen):
            await home.build_menu()

    def call_after_current_screen(self, action: Callable[[], Awaitable[None]]) -> None:
        """Call an action after the running handler of a screen has ended, as no screen can wait for its own removal."""
        self.call_later(action)

    async def go_back(self) -> None:
        """Remove the screen on top, unless it is the home screen."""
        if len(self.screen_stack) > 1:
            await self.pop_screen()

    async def replace_all_but_home(self, screen: Screen[None]) -> None:
        """Replace all screens above the home screen by one; the home screen is not shown in between and gets no key."""
        while len(self.screen_stack) > 2:
            await self.pop_screen()
        if len(self.screen_stack) == 2:
            await self.switch_screen(screen)
        else:
            await self.push_screen(screen)

    def show_notice(self, sentence: str) -> None:
        """Show one sentence on the screen that is on top, at a table for `NOTICE_SECONDS`."""
        self.last_notice = sentence
        screen = self.screen
        if isinstance(screen, BaseScreen) and screen.is_mounted:
            screen.show_notice(sentence)
        if self._notice_timer is not None:
            self._notice_timer.stop()
            self._notice_timer = None
        if sentence and self.session is not None:
            self._notice_timer = self.set_timer(NOTICE_SECONDS, partial(self._end_notice, sentence))

    def copy_text(self, text: str, sentence: str) -> None:
        """Copy `text` to the clipboard of the terminal (OSC 52), and show `sentence`, which confirms it."""
        self.copy_to_clipboard(text)
        self.show_notice(sentence)

    def _end_notice(self, sentence: str) -> None:
        """Remove a notice at a table if it is still shown.

        The notice that the host does not answer stays until the host does.
        """
        session = self.session
        if self.last_notice is sentence and session is not None and session.connection_trouble is not sentence:
            self.show_notice("")

    async def show_replay(
        self, record: Record, seat: int | None, verdict: str, step: int = 0, remark: str = ""
    ) -> None:
        """Show a recorded match after `step` actions, as a seat or a spectator (None) saw it.

        `remark` is a sentence about that step, `verdict` the verdict on the record.
        """
        from net.client.playback import Playback
        from tui.screens.replay import ReplayScreen

        await self.push_screen(ReplayScreen(Playback(record, seat), verdict, step, remark))

    async def show_lesson(self, game: str) -> None:
        """Show the lesson of a game above the present screen, from the step at which the person left it."""
        await self.lessons.show_lesson(game)

    def open_rules(self, game: str = "") -> None:
        """Show the rulebook of a game, by default of the game that is played."""
        from tui.screens.rules import RulesScreen

        table = self.session.client.table if self.session else None
        game = game or (table.game if table else "")
        self.push_screen(RulesScreen(game if game in self.games else self.last_table.game))

    async def action_quit(self) -> None:
        """Quit; first ask, if quitting ends a match or closes a table. While that question is open, quit at once."""
        if self.session is not None:
            question = self.session.leave_question
        else:
            from tui.text.table import QUIT_QUESTION_HOSTING

            question = QUIT_QUESTION_HOSTING if self.tables.has_open_table else ""
        await self._leave_questions.quit(question)

    def ask_to_leave(self) -> None:
        """Leave the table for the home screen, after a question if leaving costs something."""
        session = self.session
        hosted = session is not None and session.request.kind == "host"
        question, playing = ("", False) if session is None else (session.leave_question, session.is_playing)
        self._leave_questions.leave_table(question, hosted=hosted, is_playing=playing)

    def _end_if_terminal_is_gone(self) -> None:
        """Leave all tables and exit if the terminal of this process has been closed, even if no signal has reported
        that.
        """
        if is_terminal_closed(sys.__stdin__.fileno() if sys.__stdin__ is not None else 0):
            self.end(HANGUP_EXIT_STATUS)

    def end(self, status: int) -> None:
        """Leave all tables and exit with a status, after the messages already queued; returns at once.

        A person whose terminal has been closed (`HANGUP_EXIT_STATUS`) has not left: their seat waits for them as after
        a broken connection.
        """
        self.call_later(self._leave_and_exit, status)

    async def _leave_and_exit(self, status: int = 0) -> None:
        """Leave all tables, and exit with a status for the shell (0: no error)."""
        if status == HANGUP_EXIT_STATUS:
            session, self.session = self.session, None
            if session is not None:
                await session.drop()
            await self.tables.drop()
        await self.leave_everything()
        await self.tables.close()
        self.exit(return_code=status)


def _enable_garbage_collection() -> None:
    """Enable garbage collection if the start disabled it; objects that exist now are exempt (frozen)."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
