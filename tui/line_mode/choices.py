"""Numbered choices: what can be chosen now, as it was read out, so that a number means what it meant when listed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tui.line_mode.plain_lines import number_in

BACK = "back"
"""The command that leaves a list for the one before it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen: its words, and the command that it stands for, as somebody could type it.

    With `more` it leads to another list instead, under the words of `asks`. Choices of one `row` that follow each
    other are read out in one line, which begins with it. `number` is the number it always has, 0 for the next one
    that is free; `keys` are words that choose it as well while the list is open.
    """

    words: str
    command: str = ""
    more: tuple[Choice, ...] = ()
    asks: str = ""
    row: str = ""
    number: int = 0
    keys: tuple[str, ...] = ()

    @property
    def meaning(self) -> str:
        """What comes of choosing it, whatever its words say besides."""
        return self.asks or self.words if self.more else self.command


def ask(question: str, yes: str, no: str, command: str) -> Choice:
    """Return a choice that leads to a question answered by yes or no; yes is the command."""
    answers = (Choice(yes, command, keys=("y", "yes")), Choice(no, BACK, keys=("n", "no")))
    return Choice("", more=answers, asks=question)


class Menu:
    """A list of choices with their numbers."""

    def __init__(self, choices: Iterable[Choice], asks: str = "", *, back: bool = False) -> None:
        self.asks = asks
        self.choices = tuple(choices)
        self.numbers: dict[int, Choice] = {}
        taken = {choice.number for choice in self.choices}
        free = (number for number in range(1, len(self.choices) + len(taken) + 1) if number not in taken)
        for choice in self.choices:
            self.numbers[choice.number or next(free)] = choice
        if back:
            self.numbers[0] = Choice("Back", BACK)

    @property
    def lines(self) -> list[str]:
        """The list as it is read out."""
        found = [self.asks] if self.asks else []
        for row, group in groupby(self.numbers.items(), lambda entry: entry[1].row):
            words = [f"{number}) {choice.words}" for number, choice in group]
            found += [f"{row}: {', '.join(words)}."] if row else words
        return found

    def find(self, word: str) -> Choice | None:
        """Return the choice of a number or a key, None if there is none."""
        number = number_in(word)
        if number is not None:
            return self.numbers.get(number)
        return next((choice for choice in self.choices if word in choice.keys), None)


def row(label: str, entries: Sequence[tuple[str, str]]) -> tuple[Choice, ...]:
    """Return choices for one line, each of its words and its command."""
    return tuple(Choice(words, command, row=label) for words, command in entries)
