"""Writing: how sentences become lines, which of them are kept, and in which manner somebody likes to read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tui.line_mode.plain_lines import lines, visible

LOG_LINES: Final = 300
"""Sentences that are kept to be read again."""

JUST_TOLD: Final = 6
"""Sentences within which the same news is not told twice."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How lines are written: `width` columns at most (0: as long as they are), in ASCII or not.

    With `words` cards are written in words. `typed` is whether a person types the answers: then a number that was
    meant for a list that is not the newest any more is refused, while a script, which cannot read, means whatever
    list comes next.
    """

    width: int = 0
    ascii_only: bool = False
    typed: bool = True
    words: bool = False


def written(sentence: str, manner: Manner) -> list[str]:
    """Return a sentence as the lines to be written."""
    return lines(sentence, manner.width, manner.ascii_only, manner.words)


TYPED: Final = Manner()
"""The manner for a person with a terminal of unknown width."""


class Writing:
    """Writes sentences for one person; `prefer` is told when they want to read in another manner."""

    def __init__(
        self, write: Callable[[str], None], manner: Manner, prefer: Callable[[Manner], None] | None = None
    ) -> None:
        self.manner = manner
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self._write = write
        self._prefer = prefer

    def say(self, *sentences: str) -> None:
        """Write sentences that are news, and keep them to be read again."""
        for sentence in sentences:
            self.log.append(sentence)
            self.tell(sentence)

    def say_once(self, *sentences: str) -> None:
        """Write news that somebody else may just have told."""
        self.say(*(sentence for sentence in sentences if sentence not in list(self.log)[-JUST_TOLD:]))

    def tell(self, *sentences: str) -> None:
        """Write sentences."""
        for sentence in sentences:
            for line in written(sentence, self.manner):
                self._write(line)

    def write_as(self, manner: Manner) -> None:
        """Write in another manner from now on."""
        self.manner = manner
        if self._prefer is not None:
            self._prefer(manner)

    def print_as_it_is(self, text: str) -> None:
        """Write text whose lines are laid out already."""
        for line in text.splitlines():
            spaces = len(line) - len(line.lstrip(" "))
            kept = "  ".join(filter(None, map(visible, line.split("  ")))) if "  " in line.strip() else visible(line)
            for part in lines(kept, 0, self.manner.ascii_only, self.manner.words):
                self._write(" " * spaces + part.strip())
