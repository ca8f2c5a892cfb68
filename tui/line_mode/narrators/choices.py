"""Numbered menus as values: choices, their numbers, and the look-up of a choice by number or key."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

BACK_COMMAND = "back"
"""The command that closes a submenu."""


@dataclass(frozen=True, slots=True)
class NumberedChoice:
    """A choice of a numbered menu: its `label`, and the `command` that it runs, as a person could type it.

    A choice with a `submenu` opens it under the `heading` instead. Adjacent choices with the same `row` are printed in
    one line with that title. `number` is a fixed number, 0 for the next free one; `keys` are words that select this
    choice while its menu is open.
    """

    label: str
    command: str = ""
    submenu: tuple[NumberedChoice, ...] = ()
    heading: str = ""
    row: str = ""
    number: int = 0
    keys: tuple[str, ...] = ()

    @property
    def meaning(self) -> str:
        """What the choice does, as a string: choices with equal strings are interchangeable."""
        return self.heading or self.label if self.submenu else self.command


def yes_no_choice(question: str, yes_label: str, no_label: str, command: str) -> NumberedChoice:
    """Return a choice that, when taken, asks a question with two answers: `yes_label` runs the command, `no_label` goes
    back."""
    answers = (
        NumberedChoice(yes_label, command, keys=("y", "yes")),
        NumberedChoice(no_label, BACK_COMMAND, keys=("n", "no")),
    )
    return NumberedChoice("", submenu=answers, heading=question)


def no_choice_sentence(word: str) -> str:
    """Return the answer to a word that is no choice of a menu."""
    return f"There is no choice {word[:40]}. Type the number of one of these."


class NumberedMenu:
    """A list of choices with their numbers and a `heading`; with `back`, number 0 closes the menu."""

    def __init__(self, choices: Iterable[NumberedChoice], heading: str = "", *, with_back: bool = False) -> None:
        self.heading = heading
        self.choices = tuple(choices)
        self.numbers: dict[int, NumberedChoice] = {}
        taken = {choice.number for choice in self.choices}
        free = (number for number in range(1, len(self.choices) + len(taken) + 1) if number not in taken)
        for choice in self.choices:
            self.numbers[choice.number or next(free)] = choice
        if with_back:
            self.numbers[0] = NumberedChoice("Back", BACK_COMMAND)

    @property
    def lines(self) -> list[str]:
        """The lines of the menu, as they are printed."""
        found = [self.heading] if self.heading else []
        for row, group in groupby(self.numbers.items(), lambda entry: entry[1].row):
            words = [f"{number}) {choice.label}" for number, choice in group]
            found += [f"{row}: {', '.join(words)}."] if row else words
        return found

    def with_choices(self, choices: Iterable[NumberedChoice]) -> NumberedMenu:
        """Return a menu of these choices; a choice that this menu has, too, keeps its number."""
        numbers = {choice.meaning: number for number, choice in self.numbers.items()}
        free = itertools.count(max(self.numbers, default=0) + 1)
        return NumberedMenu(replace(one, number=numbers.get(one.meaning) or next(free)) for one in choices)

    def changes_since(self, earlier_menu: NumberedMenu) -> list[str]:
        """Return the lines of this menu that `earlier_menu` did not have, and a sentence for each choice that is
        gone."""
        meanings = {choice.meaning for choice in self.choices}
        gone = [choice.label for choice in earlier_menu.choices if choice.meaning not in meanings]
        lines = set(earlier_menu.lines)
        return [
            *(line for line in self.lines if line not in lines),
            *(f"No longer possible: {label}." for label in gone),
        ]

    def find_choice(self, word: str) -> NumberedChoice | None:
        """Return the choice with this number or key; None if there is none."""
        number = parse_number(word)
        if number is not None:
            return self.numbers.get(number)
        return next((choice for choice in self.choices if word in choice.keys), None)


def parse_number(text: str) -> int | None:
    """Return the number that `text` consists of (at most 7 digits); None if it is anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None
