"""The entry point of ``queens``: parses the command line and runs the command.

Each command imports its own modules, so that help and error messages appear at once.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, cast

from tui.cli.errors import CommandFailed, WrongCommand
from tui.cli.printed_text import print_text
from tui.crash_message import PROGRAM_CRASHED_SENTENCE, wants_traceback

if TYPE_CHECKING:
    import argparse

INTERFACE_COMMANDS: Final = (None, "play", "host", "join", "learn")
"""The commands that show a table, a lesson or, without a command (None), the home screen; the others are in
`tui.cli.reports`.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments` (default: `sys.argv`), and print its error on standard error.

    Return the exit status: 2 for a usage error, 1 for a failure or a crash, else that of the command.
    """
    try:
        args = _parse_arguments(sys.argv[1:] if arguments is None else arguments)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 2
    try:
        return _run_command(args)
    except WrongCommand as error:
        print_text(f"queens: {error}", file=sys.stderr)
        return 2
    except CommandFailed as error:
        print_text(f"queens: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 1
    except Exception:
        if wants_traceback():
            raise
        print_text(f"queens: {PROGRAM_CRASHED_SENTENCE}", file=sys.stderr)
        return 1


def _parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    """Return the parsed command line; exit with status 2 if it is wrong, with 0 after help.

    Without `words` nothing is parsed, and `argparse` and the options of all commands are not imported, which would be a
    twentieth of the start of the home screen.
    """
    if not words:
        return cast("argparse.Namespace", SimpleNamespace(version=False, man=False, command=None))
    from tui.cli.arguments import parser

    return parser().parse_or_exit(words)


def _run_command(args: argparse.Namespace) -> int:
    """Run a parsed command and return its exit status; raises `WrongCommand` if its arguments are wrong,
    `CommandFailed` if it fails."""
    if args.version:
        from importlib.metadata import version

        print(f"queens {version('mad-queens')}")
        return 0
    if args.man:
        from importlib.metadata import version

        from tui.cli.arguments import parser
        from tui.cli.manual import manual_page

        print(manual_page(parser(), version("mad-queens")), end="")
        return 0
    if args.command == "club":
        from tui.cli.club_headless import open_headless_club

        return open_headless_club(args)
    if args.command not in INTERFACE_COMMANDS:
        from tui.cli.reports import REPORT_BY_COMMAND

        return REPORT_BY_COMMAND[args.command](args)
    gc.disable()  # everything loaded for the first screen stays; the app enables collection later
    try:
        return _run_interface_command(args)
    finally:
        gc.enable()


def _run_interface_command(args: argparse.Namespace) -> int:
    """Play, host or join a table, or show the home screen; return the exit status. Raises `WrongCommand` if the
    arguments are wrong, `CommandFailed` if the command fails."""
    from tui.cli.requests import load_settings, print_settings_problem, requested_lesson, table_request

    settings = load_settings(args)
    request = table_request(args, settings)
    if request is not None and args.command == "host" and args.headless:
        from tui.cli.host_headless import host_headless

        gc.enable()
        print_settings_problem(settings)
        return host_headless(request, settings)
    from tui.cli.run_interface import run_interface

    return run_interface(request, settings, args, requested_lesson(args))
