"""Runs the interface: the screens, or the line mode."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Final

from tui.app.terminal_watch import HANGUP_EXIT_STATUS, is_terminal_closed
from tui.cli.errors import CommandFailed, WrongCommand
from tui.cli.printed_text import print_text
from tui.cli.requests import check_seat_option, join_request, load_settings, print_settings_problem
from tui.crash_message import wants_traceback

if TYPE_CHECKING:
    import argparse

    from core import Record
    from net.client.deal_memory import DealMemory
    from tui.app.app import QueensApp
    from tui.connect.request import TableRequest
    from tui.connect.table_handle import TableHandle, TableOpener
    from tui.settings import Settings

LINE_ONLY_TERMINAL_TYPES: Final = ("dumb", "unknown")
"""The values of ``TERM`` for terminals that can only print lines."""

THREAD_SWITCH_SECONDS: Final = 0.0005
"""The time after which a running thread lets another one run, in seconds.

With Python's default, the thread that writes the journal can wait 5 ms for an event loop that paints, and the players
with it.
"""

EXIT_STATUS_BY_SIGNAL: Final = {"SIGHUP": HANGUP_EXIT_STATUS, "SIGTERM": 143}
"""Maps a signal that ends the program to the exit status: 128 plus the number of the signal."""


def run_interface(
    request: TableRequest | None, settings: Settings, args: argparse.Namespace, lesson: str | None = None
) -> int:
    """Run the interface at the table of `request`, in a lesson or on the home screen; return the exit status.

    `lesson` is the slug of its game, "" if the person is to choose one, or None for no lesson.

    Raises `WrongCommand` if the big screen is wanted in lines, and `CommandFailed` if the screens have no terminal, or
    if the program has crashed.
    """
    if wants_line_mode(args):
        if getattr(args, "big", False):
            raise WrongCommand("--big needs a screen, and --plain has none: leave one of them out.")
        return _run_line_mode(request, settings, args, lesson)
    if not (sys.stdout.isatty() and sys.stdin.isatty()):
        raise CommandFailed("The interface needs a terminal for input and output; without one, --plain plays in lines.")
    import asyncio

    from tui.app.widget_classes import examine_each_class_once

    examine_each_class_once()  # before the widgets of Textual are imported, with the app
    from tui.app.app import QueensApp
    from tui.connect.nearby_tables import table_browser
    from tui.settings import data_folder

    if request is not None:  # else the home screen says it
        print_settings_problem(settings)
    if request is None and args.command == "join":
        request = join_request(args, "")
    app = QueensApp(
        settings,
        data_folder(),
        request,
        ascii_only=getattr(args, "ascii", False),
        opener=_table_opener(),
        new_table_browser=table_browser,
        lesson=lesson,
    )
    asyncio.run(_run_app(app))
    return _exit_status(app)


def replay_record(args: argparse.Namespace, record: Record) -> int:
    """Replay a record on its board or, in line mode or without a terminal, in lines; return the exit status.

    Both end with what the record proves. Raises `WrongCommand` for a seat below 1, `RulesError` if the record cannot
    be replayed, and `CommandFailed` if the lines end with a match that is not fair or the program has crashed.
    """
    from core.fairness.verification import Verdict, verify_record
    from net.client.playback import Playback
    from tui.line_mode.plain_lines import wrapped_lines
    from tui.line_mode.replay_text import replay_lines
    from tui.text.records import verdict_sentence

    check_seat_option(args)
    seat = None if args.seat is None else args.seat - 1
    playback = Playback(record, seat)
    if sys.stdout.isatty() and sys.stdin.isatty() and not wants_line_mode(args):
        import asyncio

        from tui.app.replay_app import ReplayApp
        from tui.settings import data_folder

        sentence = verdict_sentence(verify_record(record))
        ascii_only = getattr(args, "ascii", False)
        app = ReplayApp(load_settings(args), data_folder(), playback, sentence, ascii_only=ascii_only)
        asyncio.run(_run_app(app))
        return _exit_status(app)
    for line in replay_lines(record, seat):
        if not isinstance(line, Verdict):
            print(*wrapped_lines(line, 0, getattr(args, "ascii", False)))
        elif line.fair is False:
            sys.stdout.flush()
            raise CommandFailed(verdict_sentence(line))
        else:
            print_text(verdict_sentence(line))
    return 0


def _run_line_mode(
    request: TableRequest | None, settings: Settings, args: argparse.Namespace, lesson: str | None
) -> int:
    """Run the line mode at the table of `request`, in a lesson or in its main menu; return the exit status.

    If its input is a pipe, it makes no pauses.
    """
    from tui.line_mode.main import run_line_mode

    gc.enable()
    if getattr(args, "pace", None) is None and not sys.stdin.isatty():
        settings.pace = "fast"  # nobody watches how a bot thinks
    if request is None and args.command == "join":
        request = join_request(args, "")
    return run_line_mode(
        request,
        settings,
        ascii_only=getattr(args, "ascii", False) or settings.ascii,
        opener=_table_opener(),
        lesson=lesson,
        is_terminal_closed=partial(is_terminal_closed, sys.stdin.fileno()) if sys.stdin.isatty() else lambda: False,
    )


def _table_opener() -> TableOpener:
    """Return the function `open_table` with the listeners for guests already given."""

    async def open_with_listeners(
        request: TableRequest, settings: Settings, deals: DealMemory | None = None
    ) -> TableHandle:
        """Open the table of a request."""
        from tui.cli.listeners import table_listeners
        from tui.connect.tables import open_table_with_late_import

        return await open_table_with_late_import(request, settings, deals, table_listeners)

    return open_with_listeners


def wants_line_mode(args: argparse.Namespace) -> bool:
    """Return whether to use the line mode: with ``--plain``, and on terminals that can only print lines."""
    simple = (*LINE_ONLY_TERMINAL_TYPES, "") if os.name == "posix" else LINE_ONLY_TERMINAL_TYPES
    return getattr(args, "plain", False) or (os.environ.get("TERM", "") in simple and sys.stdin.isatty())


def _exit_status(app: QueensApp) -> int:
    """Return the exit status of an app that has ended; raises `CommandFailed` if it crashed."""
    if app.crash_error is not None and not wants_traceback():
        raise CommandFailed(app.crash_sentence) from app.crash_error
    return app.return_code or 0


async def _run_app(app: QueensApp) -> None:
    """Run the app until it ends, then leave its tables, even after a crash: other players may be at them."""
    import asyncio

    from tui.app.eager_tasks import forbid_eager_tasks
    from tui.cli.signals import handle_signal

    sys.setswitchinterval(THREAD_SWITCH_SECONDS)
    forbid_eager_tasks(asyncio.get_running_loop())
    # exit normally, so that terminals are restored, those of guests too
    for name, status in EXIT_STATUS_BY_SIGNAL.items():
        handle_signal(name, partial(app.end, status))
    async with AsyncExitStack() as ends:
        ends.push_async_callback(app.tables.close)
        ends.push_async_callback(app.leave_everything)
        await app.run_async()
