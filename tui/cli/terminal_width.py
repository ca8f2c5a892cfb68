"""Measures how many cells a terminal gives a text, by asking it where its cursor is."""

from __future__ import annotations

import os
import re
import select
import sys
from time import monotonic
from typing import Final

MAX_CURSOR_REPORT_SECONDS: Final = 0.3
"""A terminal may take at most this long to report where its cursor is."""

MAX_CURSOR_REPORT_BYTES: Final = 64
"""A report of a terminal on where its cursor is has at most this many bytes."""


def measured_cells(text: str) -> int | None:
    """Return the width in cells that the terminal of this process gives a text.

    Return None without a terminal, or if it does not answer.
    """
    if os.name != "posix" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        sys.stdout.write(f"\r{text}\x1b[6n")
        sys.stdout.flush()
        return _reported_column(terminal)
    finally:
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def _reported_column(terminal: int) -> int | None:
    """Return the column, from 0, of the cursor that the terminal reports within `MAX_CURSOR_REPORT_SECONDS`; else None.

    `terminal` is its file descriptor.
    """
    answer, until = b"", monotonic() + MAX_CURSOR_REPORT_SECONDS
    while len(answer) < MAX_CURSOR_REPORT_BYTES and not answer.endswith(b"R"):
        if not select.select([terminal], [], [], max(until - monotonic(), 0))[0]:
            return None
        try:
            read = os.read(terminal, MAX_CURSOR_REPORT_BYTES)
        except OSError:
            read = b""
        if not read:
            return None  # the terminal is gone
        answer += read
    found = re.search(rb"\x1b\[\d+;(\d+)R", answer)
    return None if found is None else int(found[1]) - 1
