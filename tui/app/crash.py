"""Discretion: Textual prints a traceback of a fault, and that would show what others hold in their hands."""

from __future__ import annotations

from tui.app.key_queue import InTurn
from tui.crash_message import wants_traceback


class Discreet(InTurn):
    """A program that ends after a fault of its own without a word, unless `tui.crash_message` asks for a traceback."""

    @property
    def fault(self) -> Exception | None:
        """What has ended the program before its time, if anything has."""
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
