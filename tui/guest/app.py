"""GuestApp: the application that a guest sees, with the same screens and without access to the host's machine.

It begins where the guest is, at a table or in the hall of a club. Leaving ends it, but from a table of a club the way
leads back to the hall. It keeps no settings and uses no file; a crash ends only this program.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from msgspec import structs
from rich.console import Console
from textual.app import SystemCommand
from textual.driver import Driver
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

import tui.app.app
from tui.app.app import QueensApp
from tui.app.textual_internals import GuardedApp, stop_drawing
from tui.boards import Board
from tui.cards.palette import TRUECOLOR, terminal_colours
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.guest.driver import GuestDriver
from tui.guest.farewells import CRASHED_SEAT_KEPT_FAREWELL
from tui.guest.hall_session import GuestHallSession
from tui.guest.program_spec import ProgramSession, ProgramSpec
from tui.guest.table_session import GuestTableSession
from tui.screens.base import ONE_MOMENT_TEXT, BaseScreen
from tui.settings import Settings
from tui.widgets.background_work import begin_work
from tui.widgets.canvas_view import CanvasView

UNUSABLE_DATA_FOLDER: Final = Path(os.devnull)
"""The data folder of a guest: a path in which nothing can be read or written."""


class WaitingScreen(BaseScreen):
    """The screen that is shown until the first screen of the table is painted."""

    def contents(self) -> Iterable[Widget]:
        yield Static(ONE_MOMENT_TEXT, markup=False)


class GuestApp(GuardedApp, QueensApp):
    """Mad Queens in the terminal of a guest, which the session `program_session` runs.

    `farewell` is the sentence to write to the guest after the end, at first the one for a guest who has left.
    """

    saves_settings = False

    # Textual looks for style sheets beside the file of the class; one that comes later makes it read all again.
    CSS_PATH: ClassVar = [
        Path(tui.app.app.__file__).parent / path
        for path in (
            *QueensApp.CSS_PATH,
            "../screens/lobby.tcss",
            "../screens/result.tcss",
            "../screens/dialog.tcss",
        )
    ]

    def __init__(self, spec: ProgramSpec, program_session: ProgramSession) -> None:
        self.terminal = spec.terminal
        self.farewell = spec.farewell
        self._program_session = program_session
        self._is_shown = False
        super().__init__(
            Settings(
                name=spec.guest_name, animation="quick", remarks=False, notify="off"
            ),  # nobody would remember what a guest has met
            UNUSABLE_DATA_FOLDER,
            ascii_only=spec.ascii_only,
            environment=spec.environment,
        )
        self._visit = spec.visit
        self._continues_visit = spec.continues_visit
        self._use_terminal_colours(spec.environment)

    def _use_terminal_colours(self, environment: Mapping[str, str]) -> None:
        """Use the colours of the guest's terminal instead of those of the host, which Textual has set up."""
        colours = terminal_colours(environment)
        self.features = frozenset()
        self.replace_colour_filters(no_colour=colours == 0)
        self.console = Console(
            color_system="truecolor" if colours == TRUECOLOR else "256" if colours == 256 else "standard",
            file=self.console.file,
            markup=True,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            _environ=dict(environment),
            force_terminal=True,
            safe_box=False,
            soft_wrap=False,
        )

    def get_driver_class(self) -> type[Driver]:
        return GuestDriver

    # Start and end

    def get_default_screen(self) -> BaseScreen:
        return WaitingScreen()

    def watch_terminal(self) -> None:
        """Do nothing: the terminal of this process is the host's."""

    def post_display_hook(self) -> None:
        """Tell the session of each painting, and when the first screen of the table or the hall has been painted."""
        if not self._is_shown and not isinstance(self.top_screen, WaitingScreen | None):
            self._is_shown = True
            self._program_session.record_first_screen()
        self._program_session.record_painting()

    async def go_home(self, sentence: str = "", *, is_unasked: bool = False) -> None:
        """Go back to the hall of the club; without a club end the program, as the home screen is the host's."""
        if self.hall is not None:
            await super().go_home(sentence, is_unasked=is_unasked)
            return
        self.farewell = sentence or self.farewell
        await self._leave_and_exit()

    def use_fingers(self, fingers: bool) -> None:
        """From now on, make what can be tapped larger if the device is used with `fingers`, or smaller if it has a
        mouse.
        """
        if fingers != self.used_with_fingers:
            self.used_with_fingers = fingers
            self.call_later(self._paint_views_again)

    def _paint_views_again(self) -> None:
        """Repaint everything on the screen, in the height that it needs now."""
        for screen in self.screen_stack:
            for view in screen.query(CanvasView):
                view.repaint(layout=True)

    def stop_drawing(self) -> None:
        """Draw nothing more, because the guest has disconnected."""
        stop_drawing(self)

    def end_with_farewell(self, sentence: str) -> None:
        """End the program with `sentence` as its farewell."""
        self.farewell = sentence
        self.exit()

    async def on_mount(self) -> None:
        begin_work(self, None, self._begin_visit)

    async def _begin_visit(self) -> None:
        """Begin the sessions of the hall and the table where the guest is, which show their first screens."""
        visit = self._visit
        if visit.hall is not None:
            self.hall = GuestHallSession(self, visit.hall, self._program_session)
        if visit.table is not None:
            self._show_table(structs.replace(visit.table, notices=visit.take_notices()))
        elif self.hall is not None:
            self.call_after_current_screen(partial(self.hall.show_hall, visit.take_notices()))

    def _show_table(self, handle: TableHandle) -> None:
        """Begin the session at an open table.

        Only at the first one the guest may have been before, in lines.
        """
        continues_visit, self._continues_visit = self._continues_visit, False
        self.session = GuestTableSession(
            self,
            handle,
            self._program_session,
            continues_visit=continues_visit,
            before_events=self.decide_board_animation,
        )
        self.call_after_current_screen(self.session.show_first_screen)

    def decide_board_animation(self) -> None:
        """Animate boards from now on if few guests are connected to this host; else show each change at once."""
        moves = self._program_session.may_animate_boards()
        self.animation_level = "full" if moves else "none"
        boards = [widget for screen in self.screen_stack for widget in screen.query("#board")]
        for board in boards:  # a match whose board has not been made yet makes it by the level
            if isinstance(board, Board):
                board.animation.enabled = moves

    async def follow_home_choice(self, name: str) -> None:
        """Do nothing: the choices of the home screen are the host's."""

    def go_to_table(self, request: TableRequest) -> None:
        """Do nothing: another table would be opened or joined from the host's machine."""

    def save_settings(self) -> None:
        """Do nothing: a guest's settings are not saved."""

    # The clipboard

    def copy_to_clipboard(self, text: str) -> None:
        """Copy a text on the guest's machine."""
        if not self._program_session.copy_text(text):
            super().copy_to_clipboard(text)

    def copy_text(self, text: str, sentence: str) -> None:
        """Copy `text` to the guest's clipboard, and show `sentence`.

        A guest whose carrier has its own way of copying is shown the sentence of the carrier.
        """
        if not self._program_session.copy_text(text):
            super().copy_text(text, sentence)

    # Faults

    def handle_crash(self, error: Exception) -> None:
        """Report the error, and set the sentence about a crash as the farewell."""
        self.farewell = CRASHED_SEAT_KEPT_FAREWELL
        self._program_session.report_crash(error)

    # What Textual would do on the host's machine

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Show the address as text, because a browser would open on the host."""
        self.show_notice(f"Open this on your machine: {url}")

    def deliver_screenshot(self, *arguments: Any, **options: Any) -> str | None:
        """Do nothing: the picture would be on the host's disk."""
        return None

    def save_screenshot(self, *arguments: Any, **options: Any) -> str:
        """Save nothing and return "" as the path: the picture would be on the host's disk."""
        return ""

    def action_suspend_process(self) -> None:
        """Do nothing: the process is the host's."""

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Return none of the commands that Textual offers."""
        return ()
