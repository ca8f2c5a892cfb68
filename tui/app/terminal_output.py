"""`TerminalOutput`: writes to the terminal of this process without ever waiting for it."""

from __future__ import annotations

import asyncio
import os
import select
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

MAX_WAITING_BYTES: Final = 16_384
"""If more than this many bytes wait for the terminal, nothing more is drawn: about one whole screen."""

MAX_CLOSE_SECONDS: Final = 2.0
"""At its end the program waits at most this many seconds for a terminal that takes nothing."""


class TerminalOutput:
    """Writes to a terminal on the event loop; bytes that the terminal does not take yet wait here.

    Textual writes in a thread of its own, and the event loop waits for that thread when a terminal takes nothing, as
    that of an ssh connection that has died: then everybody at the table waits, too. That thread also writes later, not
    before the event loop is idle.

    `terminal` is a file descriptor of the terminal. `pause` is called when more than `MAX_WAITING_BYTES` wait, and
    `resume` when none wait any more. Once the terminal is closed, what is written is dropped. Call everything on the
    event loop.
    """

    def __init__(self, terminal: int, pause: Callable[[], None], resume: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._file = _reopen_terminal(terminal)
        self._pause = pause
        self._resume = resume
        self._waiting_bytes = bytearray()
        self._is_paused = False

    def write(self, data: bytes) -> None:
        """Write as much as the terminal takes at once; the rest is written when it takes more."""
        has_waiting = bool(self._waiting_bytes)
        self._waiting_bytes += data
        if has_waiting:
            self._pause_if_much_waits()
            return
        self._write_waiting()
        if self._waiting_bytes:
            self._loop.add_writer(self._file, self._write_more)
            self._pause_if_much_waits()

    def close(self) -> None:
        """Write what still waits, for `MAX_CLOSE_SECONDS` at most, and close the file."""
        self._loop.remove_writer(self._file)
        end = monotonic() + MAX_CLOSE_SECONDS
        while self._waiting_bytes and select.select([], [self._file], [], max(0.0, end - monotonic()))[1]:
            self._write_waiting()
        os.close(self._file)

    def _write_more(self) -> None:
        """Write more, because the terminal takes some bytes again; resume drawing once none wait."""
        self._write_waiting()
        if not self._waiting_bytes:
            self._loop.remove_writer(self._file)
            if self._is_paused:
                self._is_paused = False
                self._resume()

    def _write_waiting(self) -> None:
        """Write what the terminal takes of the bytes that wait; drop them all if the terminal is closed."""
        try:
            del self._waiting_bytes[: os.write(self._file, self._waiting_bytes)]
        except BlockingIOError:
            pass
        except OSError:
            self._waiting_bytes.clear()

    def _pause_if_much_waits(self) -> None:
        """Pause the drawing if too many bytes wait."""
        if len(self._waiting_bytes) > MAX_WAITING_BYTES and not self._is_paused:
            self._is_paused = True
            self._pause()


def _reopen_terminal(terminal: int) -> int:
    """Return a new file descriptor of a terminal, with which writing never waits.

    Whether writing waits is a property of an open file, and this process shares that of its terminal with its shell; so
    the terminal is opened once more. For a file that is no terminal, or that this user may not open, another descriptor
    of the same open file is returned, with which writing may wait.
    """
    with suppress(OSError):
        return os.open(os.ttyname(terminal), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    return os.dup(terminal)
