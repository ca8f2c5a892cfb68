"""The manual page of ``queens``, made from the parser.

It imports nothing but the standard library, because it is written when the package is built.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tui.cli.parser import FriendlyParser


def manual_page(parser: FriendlyParser, version: str) -> str:
    """Return the manual page of a parser and its commands, in roff, the language of ``man``.

    The epilog of the parser is a heading, the examples, an empty line, and notes.
    """
    return "\n".join(_page_lines(parser, version)) + "\n"


def _page_lines(parser: FriendlyParser, version: str) -> Iterator[str]:
    """Yield the lines of the manual page in roff, without line ends."""
    yield f'.TH QUEENS 6 "" "Mad Queens {version}" "Games"'
    yield from (".SH NAME", r"queens \- card games in a terminal, against bots or with others")
    yield from (".SH SYNOPSIS", ".B queens", r"[\fICOMMAND\fR] [\fIOPTION\fR]...")
    yield from (".SH DESCRIPTION", _roff_text(parser.description or ""))
    yield ".SH OPTIONS"
    yield from _argument_lines(parser)
    yield ".SH COMMANDS"
    for name, command in parser.commands.items():
        yield f'.SS "queens {name}"'
        yield from _argument_lines(command)
    examples, _, notes = (parser.epilog or "").partition("\n\n")
    yield from (".SH EXAMPLES", ".nf", _roff_text(examples.partition("\n")[2]), ".fi")  # without their heading
    yield from (".SH NOTES", _roff_text(notes))


def _argument_lines(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the lines of the manual page about the arguments of a command, in roff."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
        if action.choices is not None:
            name = "|".join(map(str, action.choices))
        value = rf" \fI{_roff_text(name)}\fR" if action.nargs != 0 else ""
        label = ", ".join(rf"\fB{_roff_text(option)}\fR" for option in action.option_strings)
        yield from (".TP", (label + value).strip(), _roff_text(str(action.help or "")))


def _roff_text(text: str) -> str:
    """Return a text in roff: its hyphens can be copied, and no line of it counts as a roff command."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join(rf"\&{line}" if line.startswith((".", "'")) else line for line in lines)
