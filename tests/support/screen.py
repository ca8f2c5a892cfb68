"""The screen of a terminal without colours, faster than that of pyte, which is general."""

from __future__ import annotations

from functools import cache

import pyte
from pyte.modes import IRM
from pyte.screens import Char
from wcwidth import wcwidth


@cache
def is_narrow(text: str) -> bool:
    """Whether the first character of a text takes one cell, or the text is empty."""
    return not text or bool(wcwidth(text[0]) == 1)


@cache
def cell_of(text: str) -> Char:
    """Return a cell with a text as pyte keeps it, without colours."""
    return Char(data=text)


class Screen(pyte.Screen):
    """A screen of pyte that ignores colours and the control sequences that pyte does not know."""

    def draw(self, data: str) -> None:
        """Write a text at the cursor; one of narrow characters that fits into the row needs none of pyte's cases."""
        text = data.translate(self.g1_charset if self.charset else self.g0_charset)
        start, end = self.cursor.x, self.cursor.x + len(text)
        if end > self.columns or IRM in self.mode or not all(map(is_narrow, text)):
            super().draw(data)
            return
        self.buffer[self.cursor.y].update(zip(range(start, end), map(cell_of, text), strict=True))
        self.cursor.x = end

    @property
    def display(self) -> list[str]:
        """The texts of the rows; only in rows with wide characters pyte must find the cells behind those."""
        rows = [[self.buffer[row][column].data for column in range(self.columns)] for row in range(self.lines)]
        if not all(all(map(is_narrow, row)) for row in rows):
            return list(super().display)
        return ["".join(row) for row in rows]

    def report_device_status(self, mode: int, **_: object) -> None:
        """Ignore the query, so that nothing is written back to the program."""

    def select_graphic_rendition(self, *attributes: int, **_: object) -> None:
        """Ignore colours: the tests read only texts."""
