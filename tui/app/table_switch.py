"""TableSwitch: leaves the present table, opens the one that a person asks for and shows it, or says why that failed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, cast

from msgspec.structs import replace
from textual.app import App

from core import games
from tui.connect.tables import OpeningFailed
from tui.screens.home import HomeScreen
from tui.widgets.background_work import begin_work

if TYPE_CHECKING:
    from tui.connect.club import ClubInsteadOfTable, HallHandle
    from tui.connect.request import TableRequest
    from tui.connect.table_handle import TableHandle
    from tui.screens.program import Program

SAVED_MATCH_NOTICE: Final = (
    "The match you left before this one is kept: continue it from Past matches, on the home screen."
)
"""The notice, shown at a new table, which says that the match that the person left before is saved."""


class TableSwitch:
    """Leads an application from table to table, one at a time: a newer request cancels the one that is being carried
    out.

    `leave_table` leaves the table that the person is at, and the hall of a club. `show_table` begins the session at an
    open table, `show_hall` that in a hall. `build_home_menu` builds the menu of the home screen if the program began at
    a table and has left it out.
    """

    def __init__(
        self,
        app: App[Any],
        leave_table: Callable[[], Awaitable[None]],
        show_table: Callable[[TableHandle], None],
        show_hall: Callable[[HallHandle], None],
        build_home_menu: Callable[[], Awaitable[None]],
    ) -> None:
        self._app = app
        self._program = cast("Program", app)
        self._leave_table = leave_table
        self._show_table = show_table
        self._show_hall = show_hall
        self._build_home_menu = build_home_menu
        self._reported_match_number = 0

    def begin_opening(self, request: TableRequest) -> None:
        """Begin to leave the present table, and to open and show the one of a request; returns at once."""
        begin_work(self._app, "table", self._open_table, request)

    def give_up_opening(self) -> None:
        """Stop opening the table of the latest request, if that is still under way."""
        self._app.workers.cancel_group(self._app, "table")

    def begin_return_to_last_table(self) -> None:
        """Begin to return to the table hosted here that was left last; returns at once."""
        begin_work(self._app, "table", self._return_to_last_table)

    async def _open_table(self, request: TableRequest) -> None:
        """Leave the present table, open the one of a request and show it; if that fails, show why."""
        await self._leave_table()
        if request.kind == "join":
            self._program.show_notice(f"Looking for the table at {request.address} …")
        elif request.kind == "play":
            asyncio.get_running_loop().call_soon(_import_match_screen, request.game)
        try:
            handle = await self._program.tables.open(request)
        except OpeningFailed as failure:
            if failure.club is None:
                await self._show_failure(failure)
            else:
                await self._enter_hall(failure.club)
            return
        self._program.show_notice("")
        self._show_table(handle if handle.notices else replace(handle, notices=self._arrival_notice(request, handle)))

    async def _enter_hall(self, club: ClubInsteadOfTable) -> None:
        """Enter the hall of the club that was found where a table was expected, or show why that failed."""
        try:
            hall = await self._program.tables.enter_hall(club)
        except OpeningFailed as failure:
            await self._show_failure(failure)
            return
        self._program.show_notice("")
        await self._build_home_menu()
        self._show_hall(hall)

    def _arrival_notice(self, request: TableRequest, handle: TableHandle) -> str:
        """Return the notice shown on arrival at a table; "" if there is none.

        It says that a match which the person left before is saved (once for each match), or else which options the
        table has.
        """
        sentence = _sentence_on_remembered_table(request) if request.repeats_last_table else ""
        left = self._unfinished_match_number(request)
        if sentence or left in (0, self._reported_match_number) or not handle.can_resume:
            return sentence
        self._reported_match_number = left
        return SAVED_MATCH_NOTICE

    def _unfinished_match_number(self, request: TableRequest) -> int:
        """Return the journal's number of the latest unfinished match, if the request begins a new match against bots
        instead of resuming one.

        Returns 0 if the request does not, or if no match is unfinished.
        """
        home = self._app.screen_stack[0]
        begins = request.kind == "play" and request.unfinished_table is None
        return (
            home.unfinished_tables[0].number
            if begins and isinstance(home, HomeScreen) and home.unfinished_tables
            else 0
        )

    async def _return_to_last_table(self) -> None:
        """Return to the table hosted here that was left last, or show why that failed."""
        try:
            handle = await self._program.tables.return_to_last_table()
        except OpeningFailed as failure:
            self._program.show_notice(str(failure))
            return
        self._show_table(handle)

    async def _show_failure(self, failure: OpeningFailed) -> None:
        """Show why a table could not be opened or joined, on a screen where the person can try again."""
        from tui.screens.join import JoinScreen

        self._program.last_notice = str(failure)
        await self._build_home_menu()
        if failure.request.kind == "join" and not isinstance(self._app.screen, JoinScreen):
            await self._app.push_screen(JoinScreen(failure.request))
        if failure.wants_code and isinstance(self._app.screen, JoinScreen):
            self._app.screen.ask_for_code()
        self._program.show_notice(str(failure))
        if failure.changed_key is not None:
            self._ask_about_key(failure)

    def _ask_about_key(self, failure: OpeningFailed) -> None:
        """Ask whether to trust a host that shows another key than before."""
        from tui.screens.dialog import confirmation_dialog
        from tui.text.table import CHANGED_HOST_KEY_ANSWERS, changed_key_question

        assert failure.changed_key is not None

        def decide(agreed: bool | None) -> None:
            """Join if the person trusts the new key."""
            if agreed:
                self._program.go_to_table(failure.trusting_request)

        self._app.push_screen(
            confirmation_dialog(changed_key_question(failure.changed_key), *CHANGED_HOST_KEY_ANSWERS), decide
        )


def _sentence_on_remembered_table(request: TableRequest) -> str:
    """Return the sentence on the options with which the table of a request is played; "" if all are defaults."""
    from tui.text.table import remembered_table_sentence

    level = ", ".join(request.bot_kinds)
    return remembered_table_sentence(games[request.game], request.seats, level, request.options)


def _import_match_screen(game: str) -> None:
    """Import the modules that show a match, while the table waits for the disk."""
    import tui.screens.match  # noqa: F401
    from tui.boards.games import board_for

    board_for(game)
