"""LeaveQuestions: the questions to a person who leaves a table or quits, if that costs something."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App

from tui.widgets.menu import LetterChoice


class LeaveQuestions:
    """Asks a person who leaves a table or quits `app`, and does what they agree to once the running handler has ended.

    `go_home` leaves the table, `leave_table_open` leaves one that is hosted here without closing it, and
    `leave_and_exit` leaves all tables and ends the program.
    """

    def __init__(
        self,
        app: App[Any],
        go_home: Callable[[], Awaitable[None]],
        leave_table_open: Callable[[], Awaitable[None]],
        leave_and_exit: Callable[[], Awaitable[None]],
    ) -> None:
        self._app = app
        self._go_home = go_home
        self._leave_table_open = leave_table_open
        self._leave_and_exit = leave_and_exit

    async def quit(self, question: str) -> None:
        """Quit after a question, or at once if it is empty, or if such a question is open already."""
        from tui.screens.dialog import Dialog, confirmation_dialog

        screen = self._app.screen
        if (isinstance(screen, Dialog) and screen.narrow) or not question:
            await self._leave_and_exit()
        else:
            self._app.push_screen(
                confirmation_dialog(question, "Quit"), self._handler_that_calls_if_agreed(self._leave_and_exit)
            )

    def leave_table(self, question: str, *, hosted: bool, is_playing: bool) -> None:
        """Leave the table for the home screen, after a question unless it is empty.

        `hosted`: the table is hosted here, so that the person may also leave it open to others. `is_playing`: a match
        is being played at it.
        """
        from tui.screens.dialog import choice_dialog, confirmation_dialog
        from tui.text.table import HOSTED_LEAVE_QUESTION, hosted_leave_choices

        if not question:
            self._app.call_later(self._go_home)
        elif hosted:
            ways = [LetterChoice(name, "", words, remark) for name, words, remark in hosted_leave_choices(is_playing)]
            self._app.push_screen(choice_dialog(HOSTED_LEAVE_QUESTION, lambda: ways), self._leave_hosted_table)
        else:
            self._app.push_screen(
                confirmation_dialog(question, "Leave"), self._handler_that_calls_if_agreed(self._go_home)
            )

    def _leave_hosted_table(self, answer: str | None) -> None:
        """Leave a table hosted here: keep it open to the others if `answer` is ``open``, close it if it is ``close``.

        None: the person stays.
        """
        if answer == "open":
            self._app.call_later(self._leave_table_open)
        elif answer == "close":
            self._app.call_later(self._go_home)

    def _handler_that_calls_if_agreed(self, action: Callable[[], Awaitable[None]]) -> Callable[[bool | None], None]:
        """Return the handler of an answer, True or False or None, that calls `action` if the answer is True."""

        def decide(agreed: bool | None) -> None:
            """Queue the action if the person has agreed."""
            if agreed:
                self._app.call_later(action)

        return decide
