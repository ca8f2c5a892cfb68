"""A guest's program: the same screens as everywhere, for somebody who may not touch the host's machine.

It begins at the table, and leaving the table ends it. Nothing is kept of what a guest likes, no file is read or
written for them, and a fault in it closes this screen and no other.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final, TextIO

from rich.console import Console, RenderableType
from textual.app import SystemCommand
from textual.driver import Driver
from textual.filter import Monochrome, NoColor
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

import tui.app.app
from net.client.api import Client
from tui.app.app import QueensApp
from tui.cards.palette import TRUECOLOR, colours_of
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.screens.base import BaseScreen
from tui.settings import Settings
from tui.ssh.driver import GuestDriver
from tui.ssh.guest_session import FAULT, LEFT
from tui.ssh.stylesheet_cache import SharedStylesheet
from tui.ssh.terminal import ClientTerminal

NOWHERE: Final = Path(os.devnull)
"""The folder of a guest: nothing can be read in it or written."""


class EntryScreen(BaseScreen):
    """What a guest sees until the table is there."""

    def contents(self) -> Iterable[Widget]:
        yield Static("One moment …", markup=False)


class GuestApp(QueensApp):
    """Mad Queens in the terminal of a guest over SSH.

    `client` is the guest's end of the table, and `code` what opens it to others. `farewell` is what to say to the guest
    after it has ended; `report` is told of a fault, `shown` is called with the first painting; `turn` says in how many
    seconds it is this guest's turn to be shown who comes and goes, and `busy` whether somebody is just coming.
    """

    # Textual looks for style sheets beside the file of the class; one that comes later makes it read all again.
    CSS_PATH: ClassVar = [
        Path(tui.app.app.__file__).parent / path
        for path in (
            *QueensApp.CSS_PATH,
            "../screens/lobby.tcss",
            "../screens/result.tcss",
            "../screens/confirm_dialog.tcss",
        )
    ]

    def __init__(
        self,
        terminal: ClientTerminal,
        client: Client,
        name: str,
        environment: Mapping[str, str],
        *,
        ascii_only: bool = False,
        code: str = "",
        report: Callable[[BaseException], None] = lambda error: None,
        shown: Callable[[], None] = lambda: None,
        turn: Callable[[], float] = lambda: 0.0,
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        self.terminal = terminal
        self.farewell = LEFT
        self._report = report
        self._shown: Callable[[], None] | None = shown
        super().__init__(
            Settings(name=name, animation="none"),
            NOWHERE,
            ascii_only=ascii_only,
            environment=environment,
        )
        self._turn, self._busy = turn, busy
        self._client = client
        self._code = code
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self._draw_for(environment)

    def _draw_for(self, environment: Mapping[str, str]) -> None:
        """Forget what the host's own terminal is like; this one is another."""
        colours = colours_of(environment)
        self.features = frozenset()
        self.no_color = colours == 0
        self._filters = [one for one in self._filters if not isinstance(one, Monochrome | NoColor)]
        if self.no_color:
            self._filters.append(NoColor() if self.native_ansi_color else Monochrome())
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

    # What Textual redirects, it redirects for the whole process: here to where it is anyway.

    @property  # type: ignore[override]
    def _capture_stdout(self) -> TextIO:
        return sys.stdout

    @_capture_stdout.setter
    def _capture_stdout(self, capture: object) -> None:
        pass

    @property  # type: ignore[override]
    def _capture_stderr(self) -> TextIO:
        return sys.stderr

    @_capture_stderr.setter
    def _capture_stderr(self, capture: object) -> None:
        pass

    # Beginning and end

    def get_default_screen(self) -> BaseScreen:
        return EntryScreen()

    def watch_terminal(self) -> None:
        """Look at no terminal: that would be the host's own."""

    def post_display_hook(self) -> None:
        if self._shown is not None and self._screen_stack and not isinstance(self.screen, EntryScreen):
            shown, self._shown = self._shown, None
            shown()

    async def go_home(self, sentence: str = "") -> None:
        """End: a guest has no home here."""
        self.farewell = sentence or self.farewell
        await self._leave_and_exit()

    def close_with(self, sentence: str) -> None:
        """End, and say why."""
        self.farewell = sentence
        self.exit()

    async def on_mount(self) -> None:
        self.run_worker(self._begin_at_table())

    async def _begin_at_table(self) -> None:
        from tui.ssh.guest_table_session import GuestTableSession

        table = self._client.table
        where = table.address if table is not None else ""
        handle = TableHandle(self._client, code=self._code)
        self.visit = GuestTableSession(self, handle, TableRequest("join", address=where), self._turn, self._busy)
        self.later(self.visit.arrive)

    async def choose(self, name: str) -> None:
        """Do nothing of what can be chosen at home."""

    def begin(self, request: TableRequest) -> None:
        """Go to no other table: it would be from the host's machine."""

    def keep_settings(self) -> None:
        """Remember nothing."""

    # A fault is this guest's alone, and what was going on in the program is nobody's business

    def _handle_exception(self, error: Exception) -> None:
        self._return_code = 1
        if self._exception is None:
            self.farewell = FAULT
            self._report(error)
            self._exception = error
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        self._handle_exception(RuntimeError("The program has come to a stop."))

    def panic(self, *renderables: RenderableType) -> None:
        self._fatal_error()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    # Nothing may touch the host on behalf of a guest

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Show where a link leads; the browser would be the host's."""
        self.notice(f"Open this on your machine: {url}")

    def deliver_screenshot(self, *arguments: Any, **options: Any) -> str | None:
        """Keep no picture."""
        return None

    def save_screenshot(self, *arguments: Any, **options: Any) -> str:
        """Keep no picture."""
        return ""

    def action_suspend_process(self) -> None:
        """Suspend nothing: the process is the host's."""

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer no commands of Textual's own."""
        return ()
