"""TerminalDriver: the Textual driver of this process's terminal; it survives wrong bytes and a closed terminal.

The private names of Textual in this file are checked by tests/tui/app/test_textual_internals.py. Only for POSIX
systems.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TextIO, cast

from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver

from tui.drawing.byte_budget import ByteBudget


def tolerant_decoder(encoding: str) -> Callable[[], Any]:
    """Return an incremental decoder class like `codecs.getincrementaldecoder`, which replaces wrong bytes."""
    return partial(getincrementaldecoder(encoding), "replace")


class CountedProgram(Protocol):
    """What the driver uses of the program."""

    byte_budget: ByteBudget


class TerminalOutput:
    """The output to a terminal; once the terminal is closed, what is written to it is dropped.

    Otherwise the writing thread of Textual would end with the first error, and the program would wait for it for ever.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write to the terminal, if it is still open."""
        with suppress(OSError, ValueError):
            self._file.write(text)

    def flush(self) -> None:
        """Send what was written to the terminal, if the terminal is still open."""
        with suppress(OSError, ValueError):
            self._file.flush()

    def fileno(self) -> int:
        """Return the file descriptor of the terminal."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """Return whether the output is a terminal."""
        return self._file.isatty()


class TerminalDriver(LinuxDriver):
    """The driver of this process's terminal; a byte that is not UTF-8, as in a paste, does not end the program."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._file = cast("Any", TerminalOutput(cast("TextIO", self._file)))

    def write(self, data: str) -> None:
        """Write to the terminal, and count the bytes."""
        super().write(data)
        cast("CountedProgram", self._app).byte_budget.note_written(len(data.encode("utf-8", "replace")))

    def run_input_thread(self) -> None:
        # Textual decodes strictly, and lets the error end the program.
        linux_driver.getincrementaldecoder = tolerant_decoder  # type: ignore[attr-defined, assignment]
        super().run_input_thread()
