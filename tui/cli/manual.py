"""The manual page of ``queens``, made from the parser.

It imports nothing but the standard library, because it is written when the package is built.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from tui.cli.parser import FriendlyParser

COMMON_OPTIONS: Final = ("--help", "--ascii", "--plain")
"""The options that most commands have, and that are described once for all of them."""


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
    yield from (".SH COMMANDS", *map(_roff_text, _common_option_sentences(parser)))
    summaries = _command_summaries(parser)
    for name, command in parser.commands.items():
        yield f'.SS "queens {name}"'
        yield _roff_text(f"{summaries[name][0].upper()}{summaries[name][1:]}.")
        yield from _argument_lines(command, COMMON_OPTIONS)
    examples, _, notes = (parser.epilog or "").partition("\n\n")
    yield from (".SH EXAMPLES", ".nf", _roff_text(examples.partition("\n")[2]), ".fi")  # without their heading
    yield from (".SH NOTES", _roff_text(notes))


def _common_option_sentences(parser: FriendlyParser) -> Iterator[str]:
    """Yield sentences that say which commands have `COMMON_OPTIONS`, too."""
    options_by_exceptions: dict[tuple[str, ...], list[str]] = {}
    for option in COMMON_OPTIONS:
        lacking = tuple(name for name, command in parser.commands.items() if option not in command.options)
        options_by_exceptions.setdefault(lacking, []).append(option)
    for lacking, options in options_by_exceptions.items():
        *others, last = lacking or ("",)
        named = f"{', '.join(others)} and {last}" if others else last
        yield f"Every command{f' but {named}' if named else ''} has {' and '.join(options)}."


def _command_summaries(parser: argparse.ArgumentParser) -> dict[str, str]:
    """Return what each command of a parser does, as its help says it, by the name of the command."""
    listed = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {one.dest: str(one.help or "") for action in listed for one in action._choices_actions}


def _argument_lines(parser: argparse.ArgumentParser, left_out: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the lines of the manual page about the arguments of a command, in roff, without the options `left_out`."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or set(left_out).intersection(action.option_strings):
            continue
        name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
        if action.choices is not None:
            name = "|".join(map(str, action.choices))
        value = rf" \fI{_roff_text(name)}\fR" if action.nargs != 0 else ""
        label = ", ".join(rf"\fB{_roff_text(option)}\fR" for option in action.option_strings)
        yield from (".TP", (label + value).strip(), _roff_text(str(action.help or "")))


def _roff_text(text: str) -> str:
    """Return a text in roff: its hyphens can be copied, and no line of it counts as a roff command.

    Characters that are not ASCII are written by their numbers, because groff reads its input as Latin-1.
    """
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    lines = "".join(one if one.isascii() else rf"\[u{ord(one):04X}]" for one in escaped).splitlines()
    return "\n".join(rf"\&{line}" if line.startswith((".", "'")) else line for line in lines)
