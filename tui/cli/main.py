"""The command line: does what is written after ``queens`` (see `tui.cli.arguments`).

What a command needs is read only when it is known to be wanted, so that help and mistakes answer at once.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from tui.cli.arguments import parser
from tui.cli.errors import Failed, WrongCommand
from tui.crash_message import FAULT, wants_traceback

REPORTS: Final[Mapping[str, str]] = {
    "rules": "show_rules",
    "find": "find_tables",
    "simulate": "count_matches",
    "history": "look_back",
    "stats": "look_back",
    "replay": "show_record",
    "verify": "show_record",
}
"""What does the commands that print something and end, in `tui.cli.reports`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit status: 0, 2 for a wrong command line, else 1."""
    try:
        chosen = parser().read(arguments)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 2
    try:
        return _run(chosen)
    except WrongCommand as error:
        print(f"queens: {error}", file=sys.stderr)
        return 2
    except Failed as error:
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
    report = REPORTS.get(chosen.command)
    if report is not None:
        from tui.cli import reports

        answer: int = getattr(reports, report)(chosen)
        return answer
    gc.disable()  # what is read and made until the first screen is there stays; the program enables it again
    try:
        return _begin(chosen)
    finally:
        gc.enable()


def _begin(chosen: argparse.Namespace) -> int:
    """Play, host or join, or show the home screen."""
    from tui.cli.requests import plan_for, settings_for, tell_trouble

    settings = settings_for(chosen)
    request = plan_for(chosen, settings)
    if request is not None and chosen.command == "host" and chosen.headless:
        from tui.cli.host_headless import host_without_screen

        gc.enable()
        tell_trouble(settings)
        return host_without_screen(request, settings)
    from tui.cli.run_interface import show

    return show(request, settings, chosen)
