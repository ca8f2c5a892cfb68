"""What is said of a command line that cannot be read: one sentence in our words, and what may have been meant."""

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
    """An `argparse` parser that says in one sentence what is wrong, and what is nearest to it that there is.

    `commands` are the parsers of the commands, by name.
    """

    commands: Mapping[str, FriendlyParser] = MappingProxyType({})

    def read(self, words: Sequence[str] | None = None) -> argparse.Namespace:
        """Return what was written, or end the program with status 2."""
        chosen, rest = self.parse_known_args(words)
        if rest:
            self.error(self._no_place(rest[0].partition("=")[0], self.commands.get(chosen.command or "", self)))
        return chosen

    def _no_place(self, word: str, here: FriendlyParser) -> str:
        """Return what may have been meant by a word that nothing is known to do with, where it stands."""
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
        """All options that there are here, as they are written."""
        return [text for action in self._actions for text in action.option_strings]

    def error(self, message: str) -> NoReturn:
        """End the program with status 2, and with one sentence for what `argparse` has to say."""
        self.exit(2, f"queens: {self._in_words(message)}\n")

    def _in_words(self, message: str) -> str:
        """Return one sentence for what `argparse` has to say; what it says otherwise stays as it is."""
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
        """Return what may have been meant by something that is no command."""
        from core import games

        word = said[1:-1]
        if word in games:
            return f"There is no command {said}; queens play {word} plays that game."
        there = f"there are: {', '.join(self.commands)}."
        return f"There is no command {said}; {suggestion(word, self.commands) or there}"


def suggestion(word: str, among: Iterable[str]) -> str:
    """Return the question whether the nearest of some names was meant; nothing if none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), among, 1)
    return f"did you mean {near[0]}?" if near else ""


def _argument_name(argument: str) -> str:
    """Return an option or a place by the name that it is written with."""
    return argument.rpartition("/")[2]


def _alternatives(names: str) -> str:
    *others, last = names.replace("'", "").split(", ")
    return f"{', '.join(others)} or {last}" if others else last
