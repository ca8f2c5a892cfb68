"""Writes sentences as lines, and stores news for the command that prints them again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tui.line_mode.plain_lines import printable_line, wrapped_lines

MAX_LOG_SENTENCES: Final = 300
"""At most this many sentences of news are stored, to be printed again."""

MAX_RECENT_SENTENCES: Final = 6
"""`write_news_once` compares a sentence with at most this many of the latest sentences of news."""


@dataclass(frozen=True, slots=True)
class LineFormat:
    """The format of lines.

    `width` is the greatest number of columns of a line, 0 for any length; `measure_width` returns the present width
    where it can change, as in a window, else it is None. `ascii_only` is true if lines have no other characters than
    ASCII. `cards_in_words`: cards are written in words, not in symbols. `is_typed` is whether a person types the
    answers: then a number typed for a menu that has changed since is refused. A script (False) cannot react, so its
    number applies to the next menu. `writes_menus` is whether choices are written; otherwise another interface shows
    them.
    """

    width: int = 0
    ascii_only: bool = False
    is_typed: bool = True
    cards_in_words: bool = False
    measure_width: Callable[[], int] | None = None
    writes_menus: bool = True

    @property
    def columns(self) -> int:
        """The width of a line in columns at this moment; 0: any length."""
        return self.width if self.measure_width is None else self.measure_width()


DEFAULT_FORMAT: Final = LineFormat()
"""The format for a person at a terminal of unknown width."""


def format_sentence(sentence: str, line_format: LineFormat) -> list[str]:
    """Return a sentence as the lines to write."""
    return wrapped_lines(sentence, line_format.columns, line_format.ascii_only, line_format.cards_in_words)


class Output:
    """Writes sentences for one person.

    `write_line` takes each line without its end. `save_format` is called when the person chooses another format.
    """

    def __init__(
        self,
        write_line: Callable[[str], None],
        line_format: LineFormat,
        save_format: Callable[[LineFormat], None] | None = None,
    ) -> None:
        self.format = line_format
        self.log: deque[str] = deque(maxlen=MAX_LOG_SENTENCES)
        self._write_line = write_line
        self._save_format = save_format

    def write(self, *sentences: str) -> None:
        """Write sentences that are not stored: answers, menus, questions."""
        for sentence in sentences:
            for line in format_sentence(sentence, self.format):
                self._write_line(line)

    def store_news(self, *sentences: str) -> None:
        """Add sentences to the log without writing them."""
        self.log.extend(sentences)

    def write_news(self, *sentences: str) -> None:
        """Write sentences, and add them to the log, which the command `log` prints again."""
        for sentence in sentences:
            self.log.append(sentence)
            self.write(sentence)

    def write_news_once(self, *sentences: str) -> None:
        """Write sentences of news that are not among the latest ones, as the host may send the same text."""
        self.write_news(*(sentence for sentence in sentences if sentence not in list(self.log)[-MAX_RECENT_SENTENCES:]))

    def change_format(self, line_format: LineFormat) -> None:
        """Set the format of all later lines, and save it."""
        self.format = line_format
        if self._save_format is not None:
            self._save_format(line_format)

    def write_preformatted(self, text: str) -> None:
        """Write a text of several lines as it is, with its indentation and columns."""
        for line in text.splitlines():
            spaces = len(line) - len(line.lstrip(" "))
            kept = (
                "  ".join(filter(None, map(printable_line, line.split("  "))))
                if "  " in line.strip()
                else printable_line(line)
            )
            for part in wrapped_lines(kept, 0, self.format.ascii_only, self.format.cards_in_words):
                self._write_line(" " * spaces + part.strip())
