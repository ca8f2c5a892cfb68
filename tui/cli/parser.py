"""An `argparse` parser that explains a wrong command line in one sentence, with the nearest name that exists."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NoReturn

from tui.cli.printed_text import print_text
from tui.cli.suggestion import spelling_suggestion

_NOT_A_NUMBER_PATTERN: Final = r"argument (\S+): invalid (?:int|float) value: (.+)"
"""The pattern of argparse's message for a value that is not a number."""

_NOT_A_CHOICE_PATTERN: Final = r"argument (\S+): invalid choice: (.+?) \((?:choose from|maybe you meant) (.+)\)"
"""The pattern of argparse's message for a value that is not one of the choices."""

_NO_VALUE_PATTERN: Final = r"argument (\S+): expected one argument"
"""The pattern of argparse's message for an option without its value."""

_NEEDLESS_VALUE_PATTERN: Final = r"argument (\S+): ignored explicit argument (.+)"
"""The pattern of argparse's message for a value of an option that takes none."""

_OTHER_REASON_PATTERN: Final = r"argument (\S+): (.+)"
"""The pattern of argparse's message about one argument for any other reason."""

_MISSING_ARGUMENT_PATTERN: Final = r"the following arguments are required: (.+)"
"""The pattern of argparse's message for arguments that are missing."""

_AMBIGUOUS_OPTION_PATTERN: Final = r"ambiguous option: (\S+) could match (.+)"
"""The pattern of argparse's message for an abbreviation of several options."""


class FriendlyParser(argparse.ArgumentParser):
    """An `argparse` parser whose errors are one sentence with a suggestion.

    `commands`: the parser of each command, by the command's name.
    """

    commands: Mapping[str, FriendlyParser] = MappingProxyType({})

    def parse_or_exit(self, arguments: Sequence[str] | None = None) -> argparse.Namespace:
        """Return the parsed `arguments` (default: `sys.argv`); exit with status 2 if they are wrong, 0 after help."""
        self._refuse_unknown_option(sys.argv[1:] if arguments is None else arguments)
        args, rest = self.parse_known_args(arguments)
        command = self.commands.get(args.command or "", self)
        if rest:
            self.error(self._unexpected_argument_error(rest[0].partition("=")[0], command))
        if "name" in args and "--name" not in command.options:  # it stood before a command without it
            self.error(self._unexpected_argument_error("--name", command))
        return args

    def _refuse_unknown_option(self, arguments: Sequence[str]) -> None:
        """Exit with status 2 for an unknown option before the command.

        `argparse` would take the option's value for the command.
        """
        words = iter(arguments)
        for word in words:
            if not word.startswith("-"):
                return
            option = word.partition("=")[0]
            known = [
                action for action in self._actions if any(text.startswith(option) for text in action.option_strings)
            ]
            if not known:
                self.error(self._unexpected_argument_error(option, self))
            if known[0].nargs is None and option == word:
                next(words, None)  # its value

    def _unexpected_argument_error(self, argument: str, parser: FriendlyParser) -> str:
        """Return the error for an `argument` that the command of `parser` does not have; it names the commands that
        have it.
        """
        if not argument.startswith("-"):
            return f"{argument!r} does not belong here; {parser.prog} --help says what does."
        name = argument.removeprefix("--")
        if name in parser.positionals:
            return f"Leave out {argument}: {parser.prog} {parser.positionals[name]}."
        those = [command.prog for command in self.commands.values() if argument in command.options]
        if those:
            from core.engine.english import english_list

            return (
                f"{parser.prog} has no {argument}, but {english_list(those)} {'has' if len(those) == 1 else 'have'} it."
            )
        hint = spelling_suggestion(argument, parser.options) or f"{parser.prog} --help names its options."
        return f"{parser.prog} has no {argument}; {hint}"

    @property
    def options(self) -> list[str]:
        """The option strings of this parser."""
        return [text for action in self._actions for text in action.option_strings]

    @property
    def positionals(self) -> Mapping[str, str]:
        """The names of the arguments that have no option before them, each with the word for it in the usage."""
        return {
            action.dest: str(action.metavar)
            for action in self._actions
            if not action.option_strings and action.metavar is not None
        }

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one sentence for an error message of `argparse`."""
        print_text(f"queens: {self._error_sentence(message)}", file=sys.stderr)
        self.exit(2)

    def _error_sentence(self, message: str) -> str:
        """Return the sentence that replaces an error message of `argparse`, or the message itself."""
        if found := re.fullmatch(_NOT_A_NUMBER_PATTERN, message, re.DOTALL):
            return f"{_argument_name(found[1])} is a number, not {found[2]}."
        if found := re.fullmatch(_NOT_A_CHOICE_PATTERN, message, re.DOTALL):
            if found[1] == "COMMAND":
                return self._unknown_command_error(found[2])
            return f"{_argument_name(found[1])} is {_join_with_or(found[3])}, not {found[2]}."
        if found := re.fullmatch(_NO_VALUE_PATTERN, message):
            return f"{_argument_name(found[1])} needs something after it."
        if found := re.fullmatch(_NEEDLESS_VALUE_PATTERN, message, re.DOTALL):
            return f"{_argument_name(found[1])} takes nothing: leave out {found[2]}."
        if found := re.fullmatch(_AMBIGUOUS_OPTION_PATTERN, message, re.DOTALL):
            return f"{found[1]} can be {_join_with_or(found[2])}: type it out."
        if found := re.fullmatch(_MISSING_ARGUMENT_PATTERN, message):
            return f"{self.prog} needs {found[1]} after it; {self.prog} --help says more."
        if found := re.fullmatch(_OTHER_REASON_PATTERN, message, re.DOTALL):
            return f"{_argument_name(found[1])}: {found[2]}."
        return message

    def _unknown_command_error(self, quoted: str) -> str:
        """Return the error for an unknown command, whose name is `quoted` in quotation marks."""
        from core import games

        word = quoted[1:-1]
        if word in games:
            return f"There is no command {quoted}; queens play {word} plays that game."
        there = f"there are: {', '.join(self.commands)}."
        return f"There is no command {quoted}; {spelling_suggestion(word, self.commands) or there}"


def _argument_name(argument: str) -> str:
    """Return the name of an argument as it is typed; of an option with several names it is the long one."""
    return argument.rpartition("/")[2]


def _join_with_or(names: str) -> str:
    """Return names such as ``'a', 'b', 'c'`` as ``a, b or c``."""
    *others, last = names.replace("'", "").split(", ")
    return f"{', '.join(others)} or {last}" if others else last
