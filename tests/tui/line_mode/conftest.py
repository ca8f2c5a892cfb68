"""A player of the line mode who chooses numbers at random, with its own reader and writer."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterable

import pytest

from tui.line_mode import LineFormat, converse

NUMBERED = re.compile(r"(?:^|[:,] )(\d+)\) (.*?)(?=$|, \d+\) |\.$)")
"""A choice in a line, and its words."""

PATIENCE_SECONDS = 30.0


class Player:
    """Reads what is written, and answers with a number of the newest menu, at random by `seed`.

    `typed`: the lines typed first. The input ends after this number of `matches` or `answers`.
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
        """All that was written, as one text."""
        return "\n".join(self.lines)

    def write_line(self, line: str) -> None:
        """Keep a line that the program writes."""
        self.lines.append(line)
        self._written.set()

    async def read_line(self) -> str | None:
        """Return the next typed line, else a number of the newest menu once one is written; None at the end of the
        input.
        """
        if self._typed:
            return self._typed.pop(0)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                if sum(line == "The match is over." for line in self.lines) >= self._matches or not self._answers:
                    return None
                numbers = self.choices()
                if numbers:
                    self._answers -= 1
                    self._read = len(self.lines)
                    return self.pick(numbers)
                self._written.clear()
                await self._written.wait()

    def choices(self) -> dict[int, str]:
        """Return the choices in the lines written since the last answer, by their numbers."""
        fresh = "\n".join(self.lines[self._read :])
        return {int(number): words for line in fresh.splitlines() for number, words in NUMBERED.findall(line)}

    def pick(self, numbers: dict[int, str]) -> str:
        """Return one of the numbers; one that leads back only if there is no other."""
        on = [number for number, words in numbers.items() if words not in ("Back", "No, play on")]
        return str(self._chance.choice(sorted(on) or sorted(numbers)))


@pytest.fixture
def player() -> Callable[..., Player]:
    """Return the class of the player."""
    return Player


__all__ = ["LineFormat", "Player", "converse"]
