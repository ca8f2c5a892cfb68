"""The note of a board: one sentence, such as a refusal, that is removed after some seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tui.boards.common.frame_queue import FrameTimer, TimerStart

NOTE_SECONDS: Final = 12.0
"""A note that no key has removed is removed after this many seconds, as it may no longer be true."""


class TimedNote:
    """One sentence, or none if its `text` is empty. `is_question`: it asks whether a doubted action is meant.

    `start_timer` starts the timer of `NOTE_SECONDS`, at whose end the note is removed and `on_end` is called.
    """

    def __init__(self, start_timer: TimerStart, on_end: Callable[[], None]) -> None:
        self._start_timer = start_timer
        self._on_end = on_end
        self._timed = ""
        self._timer: FrameTimer | None = None
        self._text = ""
        self.is_question = False

    @property
    def text(self) -> str:
        """The sentence, "" for none. One that is set here is no question."""
        return self._text

    @text.setter
    def text(self, sentence: str) -> None:
        self._text, self.is_question = sentence, False

    def ask(self, question: str) -> None:
        """Show the question whether a doubted action is meant."""
        self._text, self.is_question = question, True

    def start_time(self) -> None:
        """Start the timer of the present note, and stop that of the note before it."""
        if self.text is self._timed:
            return
        self._timed = self.text
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._start_timer(NOTE_SECONDS, self._end) if self.text else None

    def _end(self) -> None:
        """Remove the note."""
        self.text = ""
        self._on_end()
