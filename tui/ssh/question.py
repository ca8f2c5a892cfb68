"""One question to a guest, and the line that they type: before there is a program, and where there can be none."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from tui.ssh.colours import QUESTION, Answers
from tui.ssh.limits import CODE_CHARACTERS, COLOUR_SECONDS, EARLY_BYTES
from tui.ssh.terminal import Extent, Terminal

ERASE: Final = (0x08, 0x7F)
LEAVING: Final = (0x03, 0x04, 0x1B)
"""Ctrl+C, Ctrl+D, Escape."""


class Left(Exception):
    """Somebody went away instead of answering."""


class Question:
    """Asks once on a terminal; `echo` shows what is typed, where the guest's end does not do so itself."""

    def __init__(self, terminal: Terminal, echo: bool) -> None:
        self._terminal = terminal
        self._echo = echo
        self._line = bytearray()
        self._answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def ask(self, prompt: str) -> str:
        """Return what was typed; raises `Left`."""
        self._terminal.write(f"{prompt} ".encode())
        self._terminal.give_to(self)
        return await self._answer

    def leave(self) -> None:
        """Wait for no answer any more."""
        if not self._answer.done():
            self._answer.set_exception(Left())

    def heard(self, data: bytes) -> None:
        for at, byte in enumerate(data):
            if byte in (0x0D, 0x0A):
                self._write(b"\r\n")
                self._terminal.take_back(data[at + 1 :].removeprefix(b"\n"))
                if not self._answer.done():
                    self._answer.set_result(self._line.decode("utf-8", "replace").strip())
                return
            if byte in LEAVING:
                self.leave()
                return
            self._type(byte)

    def _type(self, byte: int) -> None:
        if byte in ERASE:
            if self._line:
                del self._line[-1]
                self._write(b"\b \b")
        elif byte >= 0x20 and len(self._line) < CODE_CHARACTERS:
            self._line.append(byte)
            self._write(bytes((byte,)))

    def _write(self, data: bytes) -> None:
        if self._echo:
            self._terminal.write(data)

    def resized(self, size: Extent) -> None:
        """Nothing is drawn."""

    def hold(self) -> None:
        """Nothing is drawn."""

    def release(self) -> None:
        """Nothing is drawn."""


class ColourQuestion:
    """Asks a terminal whether it has all colours, and waits only a moment for the answer."""

    def __init__(self, terminal: Terminal) -> None:
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
