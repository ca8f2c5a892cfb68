"""The action that a person has sent and the host has not answered, and the one that may be a slip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core import Action
from tui.boards.common.frame_queue import FrameTimer, TimerStart

RESEND_SECONDS: Final = 1.0
"""Seconds after which an action that was not answered may be sent again."""


class SentAction:
    """The action that awaits the host's answer.

    `start_timer` starts the timer of `RESEND_SECONDS`, after which the answer is overdue. `on_end` is called when no
    answer is awaited any more; if that is because it is overdue, `on_overdue` is called after it.
    """

    def __init__(self, start_timer: TimerStart, on_end: Callable[[], None], on_overdue: Callable[[], None]) -> None:
        self._start_timer = start_timer
        self._on_end = on_end
        self._on_overdue = on_overdue
        self._timer: FrameTimer | None = None
        self._progress: object = None

    @property
    def awaits_answer(self) -> bool:
        """Whether an action was sent and has not been answered."""
        return self._progress is not None

    def send(self, progress: object) -> None:
        """Await an answer to an action; `progress` is the board's present `progress`, which the answer changes."""
        self._progress = progress
        self._timer = self._start_timer(RESEND_SECONDS, self._give_up)

    def record_progress(self, progress: object) -> None:
        """Stop waiting if the board's `progress` differs from the one when the action was sent."""
        if self.awaits_answer and self._progress != progress:
            self.stop_waiting()

    def stop_waiting(self) -> None:
        """Await no answer any more."""
        self._progress = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._on_end()

    def _give_up(self) -> None:
        """Stop waiting for an overdue answer."""
        self.stop_waiting()
        self._on_overdue()


class DoubtedAction:
    """The action that is probably a slip: the person was asked about it, and must choose it again."""

    def __init__(self) -> None:
        self._doubted: tuple[Action, object, int] | None = None

    def is_confirmed(self, action: Action, progress: object, command: int) -> bool:
        """Return whether an action was chosen twice in a row; if not, store it as chosen once.

        `progress` is the board's `progress` when it is chosen, `command` the number of the key or click that chooses
        it.
        """
        if self._doubted == (action, progress, command - 1):
            return True
        self._doubted = (action, progress, command)
        return False
