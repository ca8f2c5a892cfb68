"""Asks a guest's terminal whether it has 24-bit colours, because clients do not report it.

The terminal is told to use a certain colour and asked which one it uses (DECRQSS), and then what it is (DA1). Every
terminal answers DA1, so after that answer no other is awaited. Nothing is painted meanwhile.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from tui.guest.client_terminal import ClientTerminal
from tui.guest.limits import MAX_BYTES_BEFORE_LISTENER, MAX_COLOUR_ANSWER_SECONDS
from tui.guest.terminal import Extent
from tui.guest.terminal_answers import TerminalAnswers

COLOUR_QUERY: Final = b"\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m\x1b[c\r\x1b[K"
"""The bytes that ask a terminal for its colours and its kind; they end by erasing the line, in case it prints some of
them.
"""


class ColourDetector:
    """Asks a terminal whether it has 24-bit colours, and waits at most `MAX_COLOUR_ANSWER_SECONDS` for the answer."""

    def __init__(self, terminal: ClientTerminal) -> None:
        self._terminal = terminal
        self._answers = TerminalAnswers()
        self._typed_bytes = b""
        self._answers_complete = asyncio.Event()

    async def has_truecolor(self) -> bool:
        """Return whether the terminal has 24-bit colours; other input is stored for the next listener."""
        self._terminal.write(COLOUR_QUERY)
        self._terminal.set_listener(self)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._answers_complete.wait(), MAX_COLOUR_ANSWER_SECONDS)
        self._terminal.clear_listener(self._typed_bytes)
        self._terminal.filter_late_answers(self._answers)
        return self._answers.truecolor

    def data_received(self, data: bytes) -> None:
        """Remove the answers from the input; stop waiting when the answers are complete or too much was typed."""
        self._typed_bytes += self._answers.remove_answers(data)
        if self._answers.complete or len(self._typed_bytes) > MAX_BYTES_BEFORE_LISTENER:
            self._answers_complete.set()

    def handle_resize(self, size: Extent) -> None:
        """Do nothing: nothing is drawn yet."""

    def pause_drawing(self) -> None:
        """Do nothing: nothing is drawn yet."""

    def resume_drawing(self) -> None:
        """Do nothing: nothing is drawn yet."""
