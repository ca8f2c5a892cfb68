"""The entry point of ``queens``: parses the command line and runs the command.

Each command imports what it needs itself, so that help and mistakes are answered at once.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from typing import Final

from tui.cli.arguments import parser
from tui.cli.errors import CommandFailed, WrongCommand
from tui.crash_message import FAULT, wants_traceback

INTERFACE_COMMANDS: Final = (None, "play", "host", "join")
"""The commands that open a table or the home screen; every other one is in `tui.cli.reports`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments` (default: `sys.argv`); return 0, 2 for a wrong command line, 1 for a failure."""
    try:
        chosen = parser().read(arguments)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 2
    try:
        return _run(chosen)
    except WrongCommand as error:
        print(f"queens: {error}", file=sys.stderr)
        return 2
    except CommandFailed as error:
        print(f"queens: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 1
    except Exception:
        if wants_traceback():
            raise
        print(f"queens: {FAULT}", file=sys.stderr)
        return 1


def _run(chosen: argparse.Namespace) -> int:
    if chosen.version:
        from importlib.metadata import version

        print(f"queens {version('mad-queens')}")
        return 0
    if chosen.command not in INTERFACE_COMMANDS:
        from tui.cli.reports import REPORTS

        return REPORTS[chosen.command](chosen)
    gc.disable()  # everything loaded for the first screen stays; the app enables collection later
    try:
        return _open_interface(chosen)
    finally:
        gc.enable()


def _open_interface(chosen: argparse.Namespace) -> int:
    """Play, host or join a table, or show the home screen."""
    from tui.cli.requests import load_settings, print_settings_problem, table_request

    settings = load_settings(chosen)
    request = table_request(chosen, settings)
    if request is not None and chosen.command == "host" and chosen.headless:
        from tui.cli.host_headless import host_headless

        gc.enable()
        print_settings_problem(settings)
        return host_headless(request, settings)
    from tui.cli.run_interface import run_interface

    return run_interface(request, settings, chosen)
