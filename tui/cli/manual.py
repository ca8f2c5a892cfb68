"""The manual page of ``queens``, made from the parser; it needs nothing but the standard library, as at a build."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tui.cli.parser import FriendlyParser


def manual_page(parser: FriendlyParser, version: str) -> str:
    """Return the manual page of a parser and its commands, in the language of man (roff)."""
    return "\n".join(_page_lines(parser, version)) + "\n"


def _page_lines(parser: FriendlyParser, version: str) -> Iterator[str]:
    """Yield the lines of the manual page in roff, without line ends."""
    yield f'.TH QUEENS 6 "" "Mad Queens {version}" "Games"'
    yield from (".SH NAME", r"queens \- card games in a terminal, against bots or with others")
    yield from (".SH SYNOPSIS", ".B queens", r"[\fICOMMAND\fR] [\fIOPTION\fR]...")
    yield from (".SH DESCRIPTION", _text(parser.description or ""))
    yield ".SH OPTIONS"
    yield from _argument_lines(parser)
    yield ".SH COMMANDS"
    for name, command in parser.commands.items():
        yield f'.SS "queens {name}"'
        yield from _argument_lines(command)
    yield from (".SH EXAMPLES", ".nf", _text(parser.epilog or ""), ".fi")


def _argument_lines(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the lines of the manual page on the arguments of a command, in roff."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
        if action.choices is not None:
            name = "|".join(map(str, action.choices))
        value = rf" \fI{_text(name)}\fR" if action.nargs != 0 else ""
        label = ", ".join(rf"\fB{_text(option)}\fR" for option in action.option_strings)
        yield from (".TP", (label + value).strip(), _text(str(action.help or "")))


def _text(text: str) -> str:
    """Return a text in roff: its hyphens can be copied, and no line of it counts as a roff command."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join(rf"\&{line}" if line.startswith((".", "'")) else line for line in lines)
