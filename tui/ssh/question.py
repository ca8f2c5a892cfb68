"""The question for colours: asked before there is a program."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tui.ssh.colour_detection import QUESTION, Answers
from tui.ssh.limits import COLOUR_SECONDS, EARLY_BYTES
from tui.ssh.terminal import ClientTerminal, Extent


class ColourQuestion:
    """Asks a terminal whether it has all colours, and waits only a moment for the answer."""

    def __init__(self, terminal: ClientTerminal) -> None:
        self._terminal = terminal
        self._answers = Answers()
        self._typed = b""
        self._complete = asyncio.Event()

    async def ask(self) -> bool:
        """Return whether the terminal has all colours; what is typed meanwhile is left for whoever hears next."""
        self._terminal.write(QUESTION)
        self._terminal.give_to(self)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._complete.wait(), COLOUR_SECONDS)
        self._terminal.take_back(self._typed + self._answers.rest())
        return self._answers.truecolor

    def heard(self, data: bytes) -> None:
        self._typed += self._answers.sift(data)
        if self._answers.complete or len(self._typed) > EARLY_BYTES:
            self._complete.set()

    def resized(self, size: Extent) -> None:
        """Nothing is drawn."""

    def hold(self) -> None:
        """Nothing is drawn."""

    def release(self) -> None:
        """Nothing is drawn."""
