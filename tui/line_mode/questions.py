"""Questions: asks a person who plays in lines for a text, or for a choice of a menu."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from tui.line_mode.narrators.choices import BACK_COMMAND, NumberedChoice, NumberedMenu, no_choice_sentence

TABLE_CODE_QUESTION: Final = "Table code:"
"""The question for the code of a table that needs one."""

QUIT_WORDS: Final = ("quit", "exit", "q", "bye")
"""What people type to leave a menu."""

HELP_WORDS: Final = ("?", "h", "help")
"""What people type to learn what they can type."""

HOW_TO_CHOOSE_SENTENCE: Final = "Type a number to choose; Enter reads the choices again."
"""The first sentence of the answer to `HELP_WORDS` in a match."""

HELP_SENTENCE: Final = "Type the number of one of these, or quit. At a table there is more to type; ? lists it."
"""The answer to `HELP_WORDS` below a menu."""

HELP_WITH_BACK_SENTENCE: Final = "Type the number of one of these, back, or quit."
"""The answer to `HELP_WORDS` below a menu with a way back."""


class Questions:
    """Writes questions with `write`, and reads the answers with `read_line`.

    `read_line` returns None at the end of the input; `input_ended` is True from then on, and nothing more is asked.
    """

    def __init__(self, read_line: Callable[[], Awaitable[str | None]], write: Callable[..., None]) -> None:
        self._read_line = read_line
        self._write = write
        self.input_ended = False

    async def next_line(self) -> str | None:
        """Return the next typed line, None at the end of the input."""
        line = await self._read_line()
        self.input_ended = line is None
        return line

    async def ask(self, question: str) -> str:
        """Write a question and return the answer, or an empty string when the input has ended."""
        if self.input_ended:
            return ""
        self._write(question)
        return " ".join((await self.next_line() or "").split())

    async def choose(self, choices: Sequence[NumberedChoice], heading: str = "", *, with_back: bool = False) -> str:
        """Write a menu until a choice of it is typed, and return the command of that choice.

        `with_back`: the result may be ``back``. At the end of the input it is ``quit``.
        """
        menu = NumberedMenu(choices, heading, with_back=with_back)
        self._write(*menu.lines)
        while not self.input_ended:
            line = await self.next_line()
            if line is None:
                break
            word, typed = line.strip().lower(), line.strip()
            choice = menu.find_choice(word) or next((one for one in menu.choices if one.command == word), None)
            if choice is not None:
                return choice.command
            if with_back and word == BACK_COMMAND:
                return BACK_COMMAND
            if word in QUIT_WORDS:
                return "quit"
            if word in HELP_WORDS:
                self._write(HELP_WITH_BACK_SENTENCE if with_back else HELP_SENTENCE)
            elif word:
                self._write(no_choice_sentence(typed))
            self._write(*menu.lines)
        return "quit"
