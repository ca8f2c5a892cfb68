"""The line mode on standard input and output, as ``queens --plain`` runs it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable
from shutil import get_terminal_size

from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableOpener
from tui.line_mode.main_menu import MainMenu
from tui.line_mode.output import LineFormat
from tui.line_mode.stdio import LineReader, LineWriter
from tui.settings import Settings

DEFAULT_LINE_WIDTH = 80
"""The width of lines in columns on a terminal that does not report its width."""


def run_line_mode(
    request: TableRequest | None,
    settings: Settings,
    *,
    ascii_only: bool = False,
    opener: TableOpener = open_table,
    lesson: str | None = None,
    is_terminal_closed: Callable[[], bool] = lambda: False,
) -> int:
    """Open the table of a request, or play a lesson, or run the main menu, on standard input and output.

    `lesson` is the slug of its game, "" if the person is to choose one, or None for no lesson. When
    `is_terminal_closed`, the person has not left: their seat waits as after a broken connection. Return the exit
    status.
    """
    return asyncio.run(_run_until_left(request, settings, ascii_only, opener, lesson, is_terminal_closed))


async def _run_until_left(
    request: TableRequest | None,
    settings: Settings,
    ascii_only: bool,
    opener: TableOpener,
    lesson: str | None,
    is_terminal_closed: Callable[[], bool],
) -> int:
    """Run the line mode on standard input and output until the person leaves or a signal comes.

    Return the exit status.
    """
    task = asyncio.current_task()
    assert task is not None
    loop = asyncio.get_running_loop()

    def cancel_task() -> None:
        """Cancel the line mode after a signal."""
        task.cancel()

    source = LineReader(_descriptor_of(sys.stdin, 0))
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    sink = LineWriter(_descriptor_of(sys.stdout, 1), encoding, cancel_task)
    line_format = LineFormat(
        ascii_only=ascii_only or not _can_write_suits(encoding),
        is_typed=_is_terminal(sys.stdin),
        cards_in_words=settings.words,
        measure_width=_output_columns,
    )
    hung_up = asyncio.Event()
    menu = MainMenu(
        settings,
        opener,
        source.read_line,
        sink.write_line,
        line_format,
        lambda: hung_up.is_set() or is_terminal_closed(),
    )

    def hang_up() -> None:
        """Cancel the line mode after the signal that its terminal has been closed."""
        hung_up.set()
        task.cancel()

    for reason, action in {"SIGINT": cancel_task, "SIGTERM": cancel_task, "SIGHUP": hang_up}.items():
        with contextlib.suppress(NotImplementedError, AttributeError):
            loop.add_signal_handler(getattr(signal, reason), action)
    try:
        if settings.trouble:
            menu.write(settings.trouble)
        if lesson is not None:
            await menu.run_lesson(lesson)
            return 0
        if request is None:
            await menu.run()
            return 0
        if request.kind == "join" and not request.address:
            await menu.join_table(request)
            return 0
        why = await menu.visit_table(request)
        if why == "open":
            await menu.run()
        return 1 if why in ("closed", "lost") else 0
    except asyncio.CancelledError:
        menu.write("You leave.")
        return 0
    finally:
        sink.close()


def _descriptor_of(stream: object, usual_descriptor: int) -> int:
    """Return the file descriptor of a stream; if the stream has none, as in tests, `usual_descriptor`."""
    try:
        return int(stream.fileno())  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):
        return usual_descriptor


def _is_terminal(stream: object) -> bool:
    """Whether a stream is a terminal."""
    with contextlib.suppress(OSError, ValueError):
        return os.isatty(_descriptor_of(stream, 0))
    return False


def _output_columns() -> int:
    """Return the columns of the terminal on standard output; 0, for lines of any length, if it is not a terminal."""
    if not _is_terminal(sys.stdout):
        return 0
    return get_terminal_size((DEFAULT_LINE_WIDTH, 24)).columns


def _can_write_suits(encoding: str) -> bool:
    """Return whether an encoding can write the suits and the other symbols of the program."""
    try:
        "♣♦♥♠…".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
