"""An `argparse` parser that explains a wrong command line in one sentence, with the nearest name that exists."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NoReturn

_NOT_A_NUMBER: Final = r"argument (\S+): invalid (?:int|float) value: (.+)"
_NOT_A_CHOICE: Final = r"argument (\S+): invalid choice: (.+?) \((?:choose from|maybe you meant) (.+)\)"
_NO_VALUE: Final = r"argument (\S+): expected one argument"
_NEEDLESS_VALUE: Final = r"argument (\S+): ignored explicit argument (.+)"
_OTHER_REASON: Final = r"argument (\S+): (.+)"
_MISSING_ARGUMENT: Final = r"the following arguments are required: (.+)"
_AMBIGUOUS_OPTION: Final = r"ambiguous option: (\S+) could match (.+)"


class FriendlyParser(argparse.ArgumentParser):
    """An `argparse` parser whose errors are one sentence with a suggestion.

    `commands` are the parsers of the commands, by name.
    """

    commands: Mapping[str, FriendlyParser] = MappingProxyType({})

    def read(self, words: Sequence[str] | None = None) -> argparse.Namespace:
        """Return the parsed command line, or exit with status 2."""
        chosen, rest = self.parse_known_args(words)
        if rest:
            self.error(self._no_place(rest[0].partition("=")[0], self.commands.get(chosen.command or "", self)))
        return chosen

    def _no_place(self, word: str, here: FriendlyParser) -> str:
        """Return the error for an argument that no parser knows; `here` is the parser of its command."""
        if not word.startswith("-"):
            return f"{word!r} is too much here; {here.prog} --help says what can be written."
        those = [command.prog for command in self.commands.values() if word in command.options]
        if those:
            return f"{here.prog} has no {word}, but {' and '.join(those)} {'has' if len(those) == 1 else 'have'} it."
        return (
            f"{here.prog} has no {word}; {suggestion(word, here.options) or f'{here.prog} --help names its options.'}"
        )

    @property
    def options(self) -> list[str]:
        """The option strings of this parser."""
        return [text for action in self._actions for text in action.option_strings]

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one sentence for an error message of `argparse`."""
        self.exit(2, f"queens: {self._in_words(message)}\n")

    def _in_words(self, message: str) -> str:
        """Return our sentence for an error message of `argparse`, or the message itself if it is another one."""
        if found := re.fullmatch(_NOT_A_NUMBER, message, re.DOTALL):
            return f"{_argument_name(found[1])} is a number, not {found[2]}."
        if found := re.fullmatch(_NOT_A_CHOICE, message, re.DOTALL):
            if found[1] == "COMMAND":
                return self._no_command(found[2])
            return f"{_argument_name(found[1])} is {_alternatives(found[3])}, not {found[2]}."
        if found := re.fullmatch(_NO_VALUE, message):
            return f"{_argument_name(found[1])} needs something after it."
        if found := re.fullmatch(_NEEDLESS_VALUE, message, re.DOTALL):
            return f"{_argument_name(found[1])} takes nothing: leave out {found[2]}."
        if found := re.fullmatch(_AMBIGUOUS_OPTION, message, re.DOTALL):
            return f"{found[1]} can be {_alternatives(found[2])}: write it out."
        if found := re.fullmatch(_MISSING_ARGUMENT, message):
            return f"{self.prog} needs {found[1]} after it; {self.prog} --help says more."
        if found := re.fullmatch(_OTHER_REASON, message, re.DOTALL):
            return f"{_argument_name(found[1])}: {found[2]}."
        return message

    def _no_command(self, said: str) -> str:
        """Return the error for an unknown command."""
        from core import games

        word = said[1:-1]
        if word in games:
            return f"There is no command {said}; queens play {word} plays that game."
        there = f"there are: {', '.join(self.commands)}."
        return f"There is no command {said}; {suggestion(word, self.commands) or there}"


def suggestion(word: str, among: Iterable[str]) -> str:
    """Return the question whether the nearest of the names was meant, or an empty text if none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), among, 1)
    return f"did you mean {near[0]}?" if near else ""


def _argument_name(argument: str) -> str:
    """Return the name of an argument as it is typed: the long one of an option."""
    return argument.rpartition("/")[2]


def _alternatives(names: str) -> str:
    *others, last = names.replace("'", "").split(", ")
    return f"{', '.join(others)} or {last}" if others else last
