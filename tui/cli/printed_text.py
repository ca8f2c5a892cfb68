"""Prints text for people: on a terminal, lines are broken between words, and long commands say how far they are."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from shutil import get_terminal_size
from typing import Final, TextIO

_LINE_PATTERN: Final = re.compile(r"(\s+\S+\s{2,}|\s*)(.*)", re.DOTALL)
"""The pattern of a line: a group for its indentation, or for a mark such as ``  good  ``, and a group for the rest.
Further lines of a broken text are indented to the rest.
"""


def print_text(*texts: str, file: TextIO | None = None) -> None:
    """Print texts, each from a new line on, on `file` (default: standard output), at once.

    On a terminal, a line that is too long is broken between words; its later lines are indented like its text. A line
    with a word that is longer than a line, such as a path, is left to the terminal, so that it can be copied. A pipe or
    a file gets every line whole.
    """
    out = sys.stdout if file is None else file
    width = get_terminal_size().columns if out.isatty() else 0
    for text in texts:
        lines = text.split("\n")
        print(*(part for line in lines for part in (_break_line(line, width) if width else [line])), sep="\n", file=out)
    out.flush()


def print_if_possible(*texts: str, file: TextIO | None = None) -> None:
    """Print texts as `print_text` does, or do nothing if that is impossible, as after SIGHUP, when there may be no
    terminal any more: a table or a club that is open goes on."""
    with suppress(OSError):
        print_text(*texts, file=file)


def progress_printer(word: str, total: int) -> Callable[[int], None]:
    """Return a function that prints on a terminal how far a long command is, such as ``Step 3 of 376``.

    `word` is what the command counts, `total` how many of it there are. The function is called with the number of those
    that are done. Without a terminal it does nothing.
    """
    out = sys.stderr  # a Textual program replaces it while it runs by one that says it is a terminal

    def show(done_count: int) -> None:
        """Write the number over the one before."""
        if out.isatty():
            end = "\n" if done_count == total else ""
            print(f"\r{word} {done_count} of {total}", end=end, file=out, flush=True)

    return show


def _break_line(line: str, width: int) -> list[str]:
    """Break a line between words into lines of at most `width` cells, if that is possible."""
    from rich.cells import cell_len

    from tui.drawing.wrap import wrap

    found = _LINE_PATTERN.fullmatch(line)
    assert found is not None
    indent, text = found.groups()
    room = width - cell_len(indent)
    if cell_len(line) <= width or not text or any(cell_len(word) > room for word in text.split()):
        return [line]
    first, *rest = wrap(text, room)
    return [indent + first, *(" " * cell_len(indent) + part for part in rest)]
