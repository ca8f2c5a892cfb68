"""QuietApp: prints no traceback after a crash, because a traceback could show hidden cards.

`tui.crash_message` says how users get the traceback. The private names of Textual in this file are checked by
tests/tui/app/test_textual_internals.py.
"""

from __future__ import annotations

from textual.app import App

from tui.crash_message import PROGRAM_CRASHED_SENTENCE, wants_traceback


class QuietApp(App[None]):
    """An application that ends after a crash without printing anything, unless the user wants a traceback."""

    crash_sentence = PROGRAM_CRASHED_SENTENCE
    """The sentence that the program prints after a crash."""

    @property
    def crash_error(self) -> Exception | None:
        """The error that has crashed the program; None if it has not crashed."""
        return self._exception

    def _fatal_error(self) -> None:
        if wants_traceback():
            super()._fatal_error()
        else:
            self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        if not wants_traceback():
            self._exit_renderables.clear()
        super()._print_error_renderables()
