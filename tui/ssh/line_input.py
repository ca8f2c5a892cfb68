"""Lines from and to a guest's terminal: for one question before there is a program, and for the whole line mode."""

from __future__ import annotations

import asyncio
from codecs import getincrementaldecoder
from collections import deque
from typing import Final

from net.protocol.rate_limit import TokenBucket
from tui.ssh.limits import LINE_CHARACTERS, LINES_AT_ONCE, LINES_PER_SECOND, UNTAKEN_LINES
from tui.ssh.terminal import ClientTerminal, Extent

ENDS: Final = "\r\n"
ERASES: Final = "\b\x7f"
LEAVES: Final = "\x03\x04"
"""Ctrl+C, Ctrl+D."""


class LineInput:
    """Hears lines, and writes them.

    A terminal shows nothing by itself of what is typed, so it is written back and can be erased; somebody without a
    terminal sends whole lines.
    """

    def __init__(self, terminal: ClientTerminal) -> None:
        self._terminal = terminal
        self._echo = bool(terminal.kind)
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._loop = asyncio.get_running_loop()
        self._allowance = TokenBucket(LINES_PER_SECOND, LINES_AT_ONCE, self._loop.time())
        self._lines: deque[str] = deque()
        self._line = ""
        self._last = ""
        self._over = False
        self._woken = asyncio.Event()
        terminal.give_to(self)

    async def read_line(self) -> str | None:
        """Return the next line without its end, or None when there are no more; not too fast for everybody else."""
        while not self._lines:
            if self._over:
                return None
            self._woken.clear()
            await self._woken.wait()
        line = self._lines.popleft()
        self._terminal.pause(len(self._lines) >= UNTAKEN_LINES)
        await asyncio.sleep(self._allowance.overdraw(1, self._loop.time()))
        return line

    def write_line(self, line: str) -> None:
        """Write a line."""
        self._terminal.write(f"{line}{ENDS if self._echo else ENDS[-1]}".encode("utf-8", "replace"))

    def ask(self, question: str) -> None:
        """Write a question, after which something is to be typed."""
        self._terminal.write(f"{question} ".encode())

    def rest(self) -> bytes:
        """Return what has come since the last line that was taken, for whoever hears next; nothing more is heard."""
        return ("".join(f"{line}\r" for line in self._lines) + self._line).encode()

    def end(self) -> None:
        """Take in that nothing more is typed."""
        if self._line:
            self._add()
        self._over = True
        self._woken.set()

    def heard(self, data: bytes) -> None:
        for sign in self._decode(data):
            if sign in ENDS:
                if (self._last, sign) != ("\r", "\n"):
                    self._write(ENDS)
                    self._add()
            elif sign in LEAVES and self._echo:
                self.end()
            else:
                self._type(sign)
            self._last = sign

    def _type(self, sign: str) -> None:
        if sign in ERASES:
            if self._line:
                self._line = self._line[:-1]
                self._write("\b \b")
        elif sign.isprintable() and len(self._line) < LINE_CHARACTERS:
            self._line += sign
            self._write(sign)

    def _add(self) -> None:
        self._lines.append(self._line)
        self._line = ""
        self._terminal.pause(len(self._lines) >= UNTAKEN_LINES)
        self._woken.set()

    def _write(self, text: str) -> None:
        if self._echo:
            self._terminal.write(text.encode())

    def resized(self, size: Extent) -> None:
        """Nothing is drawn."""

    def hold(self) -> None:
        """Nothing is drawn."""

    def release(self) -> None:
        """Nothing is drawn."""
