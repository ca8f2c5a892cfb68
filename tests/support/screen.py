"""The screen of a terminal without colours, faster than the general screen of pyte."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pyte
from pyte.modes import IRM
from pyte.screens import Char
from wcwidth import wcwidth


@cache
def is_narrow(text: str) -> bool:
    """Return whether the first character of a text takes one cell, or the text is empty."""
    return not text or bool(wcwidth(text[0]) == 1)


@cache
def cell_of(text: str) -> Char:
    """Return the cell of a screen that shows a text, as pyte keeps it, without colours."""
    return Char(data=text)


class FastScreen(pyte.Screen):
    """A screen of pyte that ignores colours and the control sequences that pyte does not know."""

    def draw(self, data: str) -> None:
        """Write a text at the cursor.

        Narrow characters that fit into the row are written without pyte's treatment of special cases.
        """
        text = data.translate(self.g1_charset if self.charset else self.g0_charset)
        start, end = self.cursor.x, self.cursor.x + len(text)
        if end > self.columns or IRM in self.mode or not all(map(is_narrow, text)):
            super().draw(data)
            return
        self.buffer[self.cursor.y].update(zip(range(start, end), map(cell_of, text), strict=True))
        self.cursor.x = end

    @property
    def display(self) -> list[str]:
        """The texts of the rows. Pyte looks for cells covered by wide characters, which is slow, only in rows that have
        such characters.
        """
        rows = [[self.buffer[row][column].data for column in range(self.columns)] for row in range(self.lines)]
        if not all(all(map(is_narrow, row)) for row in rows):
            return list(super().display)
        return ["".join(row) for row in rows]

    def report_device_status(self, mode: int, **_: object) -> None:
        """Ignore the query, so that nothing is written back to the program."""

    def select_graphic_rendition(self, *attributes: int, **_: object) -> None:
        """Ignore colours: the tests read only texts."""


STYLE_SEQUENCE_PATTERN: Final = re.compile(rb"\x1b\[[0-9;:]*m")
"""Pattern of a control sequence that sets colours and other attributes (SGR)."""

UNFINISHED_STYLE_PATTERN: Final = re.compile(rb"\x1b(\[[0-9;:]*)?$")
"""Pattern of the beginning of a style sequence at the end of what has been read."""


class ScreenOutput:
    """Shows the bytes that a program writes on a screen, without the sequences for colours, which are most of the bytes
    and slow.
    """

    def __init__(self, screen: FastScreen) -> None:
        self._screen = screen
        self._stream = pyte.ByteStream(screen)
        self._unfinished = b""
        self._text = ""
        self._size_of_text = 0, 0

    @property
    def text(self) -> str:
        """What the screen shows, row by row; kept until more is written, or the screen gets another size."""
        size = self._screen.columns, self._screen.lines
        if self._size_of_text != size:
            self._text, self._size_of_text = "\n".join(self._screen.display), size
        return self._text

    def feed(self, data: bytes) -> None:
        """Show more output on the screen."""
        written = self._unfinished + data
        cut = UNFINISHED_STYLE_PATTERN.search(written)
        end = cut.start() if cut else len(written)
        self._unfinished = written[end:]
        self._stream.feed(STYLE_SEQUENCE_PATTERN.sub(b"", written[:end]))
        self._size_of_text = 0, 0
