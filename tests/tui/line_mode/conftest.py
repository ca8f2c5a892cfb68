"""`RandomPlayer`: a player of the line mode who chooses numbers at random, for tests of whole matches."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterable

import pytest

from tests.support.patience import PATIENCE_SECONDS
from tui.line_mode import LineFormat, converse

NUMBERED_CHOICE_PATTERN = re.compile(r"(?:^|[:,] )(\d+)\) (.*?)(?=$|, \d+\) |\.$)")
"""Pattern of a choice in a line of a menu: its number and its label."""


class RandomPlayer:
    """Reads what the line mode writes, and answers with a number of the newest menu, at random by `seed`.

    `typed` are the lines that are typed first. The input ends after `matches` matches or `answers` answers.
    """

    def __init__(
        self,
        seed: int = 0,
        typed: Iterable[str] = (),
        answers: int = 5_000,
        matches: int = 1,
    ) -> None:
        self.lines: list[str] = []
        self._chance = random.Random(seed)
        self._typed = list(typed)
        self._answers = answers
        self._matches = matches
        self._read = 0
        self._written = asyncio.Event()

    @property
    def text(self) -> str:
        """All lines that were written, as one text."""
        return "\n".join(self.lines)

    def write_line(self, line: str) -> None:
        """Keep a line that the line mode writes."""
        self.lines.append(line)
        self._written.set()

    async def read_line(self) -> str | None:
        """Return the next of the lines to type first, then a number of the newest menu; None at the end of the input.

        Raise `TimeoutError` if no menu is written for `PATIENCE_SECONDS`.
        """
        if self._typed:
            return self._typed.pop(0)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                if sum(line == "The match is over." for line in self.lines) >= self._matches or not self._answers:
                    return None
                numbers = self.written_choices()
                if numbers:
                    self._answers -= 1
                    self._read = len(self.lines)
                    return self.pick_number(numbers)
                self._written.clear()
                await self._written.wait()

    def written_choices(self) -> dict[int, str]:
        """Return the choices in the lines written since the last answer: number and label."""
        fresh = "\n".join(self.lines[self._read :])
        return {
            int(number): words for line in fresh.splitlines() for number, words in NUMBERED_CHOICE_PATTERN.findall(line)
        }

    def pick_number(self, numbers: dict[int, str]) -> str:
        """Return the number of a random choice; one that goes back is taken only if there is no other."""
        on = [number for number, words in numbers.items() if words not in ("Back", "No, play on")]
        return str(self._chance.choice(sorted(on) or sorted(numbers)))


@pytest.fixture
def new_random_player() -> Callable[..., RandomPlayer]:
    """Fixture that returns the class `RandomPlayer`, a person who plays at random in the line mode."""
    return RandomPlayer


__all__ = ["LineFormat", "RandomPlayer", "converse"]
