"""Lines of text from and to a guest's terminal, for the question for the table code and for the line mode."""

from __future__ import annotations

import asyncio
from codecs import getincrementaldecoder
from collections import deque
from typing import Final

from net.protocol.rate_limit import TokenBucket
from tui.guest.client_terminal import ClientTerminal
from tui.guest.limits import LINES_AT_ONCE, LINES_PER_SECOND, MAX_LINE_CHARACTERS, MAX_UNTAKEN_LINES
from tui.guest.terminal import Extent

LINE_ENDS: Final = "\r\n"
"""The characters that end a line: any of them alone, or two together."""

ERASE_KEYS: Final = "\b\x7f"
"""The characters that erase the last character."""

END_KEYS: Final = "\x03\x04"
"""The characters that end the input: Ctrl+C and Ctrl+D."""


class LineInput:
    """Reads and writes lines on a guest's terminal.

    A guest's terminal does not show what is typed, so typed characters are echoed and can be erased. A client without a
    terminal sends whole lines, which are not echoed.
    """

    def __init__(self, terminal: ClientTerminal) -> None:
        self._terminal = terminal
        self._echo = bool(terminal.kind)
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._loop = asyncio.get_running_loop()
        self._line_bucket = TokenBucket(LINES_PER_SECOND, LINES_AT_ONCE, self._loop.time())
        self._lines: deque[str] = deque()
        self._line = ""
        self._last_character = ""
        self._input_ended = False
        self._line_arrived = asyncio.Event()
        terminal.set_listener(self)

    async def read_line(self) -> str | None:
        """Return the next line without its end, or None at the end of the input.

        It waits so that lines come no faster than `LINES_PER_SECOND`.
        """
        while not self._lines:
            if self._input_ended:
                return None
            self._line_arrived.clear()
            await self._line_arrived.wait()
        line = self._lines.popleft()
        self._terminal.pause_reading(len(self._lines) >= MAX_UNTAKEN_LINES)
        await asyncio.sleep(self._line_bucket.overdraw(1, self._loop.time()))
        return line

    def write_line(self, line: str) -> None:
        """Write a line, and a line break after it."""
        self._terminal.write(f"{line}{LINE_ENDS if self._echo else LINE_ENDS[-1]}".encode("utf-8", "replace"))

    def write_question(self, question: str) -> None:
        """Write a question; the answer is typed on the same line."""
        self._terminal.write(f"{question} ".encode())

    def unread_input(self) -> bytes:
        """Return the input after the last line that was read, for the next listener of the terminal."""
        return ("".join(f"{line}\r" for line in self._lines) + self._line).encode()

    def end(self) -> None:
        """End the input: `read_line` returns None after the lines typed so far."""
        if self._line:
            self._finish_line()
        self._input_ended = True
        self._line_arrived.set()

    def data_received(self, data: bytes) -> None:
        """Take typed bytes: complete lines, erase characters, or end the input."""
        for character in self._decode(data):
            if character in LINE_ENDS:
                if (self._last_character, character) != ("\r", "\n"):
                    self._write_text(LINE_ENDS)
                    self._finish_line()
            elif character in END_KEYS and self._echo:
                self.end()
            else:
                self._handle_character(character)
            self._last_character = character

    def _handle_character(self, character: str) -> None:
        """Add a typed character to the line, or erase the last one, and echo this change."""
        if character in ERASE_KEYS:
            if self._line:
                self._line = self._line[:-1]
                self._write_text("\b \b")
        elif character.isprintable() and len(self._line) < MAX_LINE_CHARACTERS:
            self._line += character
            self._write_text(character)

    def _finish_line(self) -> None:
        """Queue the typed line for `read_line`; stop reading input while `MAX_UNTAKEN_LINES` lines wait."""
        self._lines.append(self._line)
        self._line = ""
        self._terminal.pause_reading(len(self._lines) >= MAX_UNTAKEN_LINES)
        self._line_arrived.set()

    def _write_text(self, text: str) -> None:
        """Echo text on the terminal, if there is one."""
        if self._echo:
            self._terminal.write(text.encode())

    def handle_resize(self, size: Extent) -> None:
        """Do nothing: lines are not drawn again."""

    def pause_drawing(self) -> None:
        """Do nothing: lines are not drawn again."""

    def resume_drawing(self) -> None:
        """Do nothing: lines are not drawn again."""
