"""TerminalDriver: the Textual driver of this process's terminal; wrong bytes and a stopped terminal do not stop it.

The private names of Textual in this file are checked by tests/tui/app/test_textual_internals.py. Only for POSIX
systems.
"""

from __future__ import annotations

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Callable
from functools import partial
from threading import get_ident, main_thread
from typing import Any, Protocol, TextIO, cast

from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver

from tui.app.terminal_output import TerminalOutput
from tui.app.textual_internals import draw_again, stop_drawing
from tui.drawing.byte_budget import ByteBudget


def tolerant_decoder(encoding: str) -> Callable[[], Any]:
    """Return an incremental decoder class like `codecs.getincrementaldecoder`, which replaces wrong bytes."""
    return partial(getincrementaldecoder(encoding), "replace")


class ProgramWithByteBudget(Protocol):
    """The part of a program that the driver uses: the budget from which the bytes that it writes are deducted."""

    byte_budget: ByteBudget


class TerminalDriver(LinuxDriver):
    """The driver of this process's terminal.

    A byte that is not UTF-8, as in a paste, does not end the program, and a terminal that takes nothing does not stop
    the event loop: drawing pauses until the terminal takes something again, and then the present screen is drawn.
    """

    _output: TerminalOutput | None = None

    def start_application_mode(self) -> None:
        """Prepare the terminal for the program, and read its input."""
        self._loop = asyncio.get_running_loop()
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def write(self, data: str) -> None:
        """Write to the terminal, and count the bytes; may be called from any thread."""
        if get_ident() != main_thread().ident:  # the thread that reads input
            self._loop.call_soon_threadsafe(self.write, data)
            return
        if self._output is None:
            pause, resume = partial(stop_drawing, self._app), partial(draw_again, self._app)
            self._output = TerminalOutput(cast("TextIO", self._file).fileno(), pause, resume)
        encoded = data.encode("utf-8", "replace")
        self._output.write(encoded)
        cast("ProgramWithByteBudget", self._app).byte_budget.record_written(len(encoded))

    def close(self) -> None:
        """Stop writing to the terminal, until the application mode starts again."""
        super().close()
        if self._output is not None:
            self._output.close()
            self._output = None

    def run_input_thread(self) -> None:
        # Textual decodes strictly, and lets the error end the program.
        linux_driver.getincrementaldecoder = tolerant_decoder  # type: ignore[attr-defined, assignment]
        super().run_input_thread()
