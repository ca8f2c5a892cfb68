"""QuietApp: ends without a traceback after a fault, because a traceback could show hidden cards.

`tui.crash_message` says how somebody gets the traceback. The private names of Textual here are checked by
tests/tui/guest/test_textual_internals.py.
"""

from __future__ import annotations

from textual.app import App

from tui.crash_message import wants_traceback


class QuietApp(App[None]):
    """An application that ends after a fault without printing anything, unless a traceback is wanted."""

    @property
    def fault(self) -> Exception | None:
        """The error that has ended the program, or None."""
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
