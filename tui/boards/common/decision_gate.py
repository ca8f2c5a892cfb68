"""`DecisionGate`: whether a key or a click of the person may decide at this moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core import Action
from tui.boards.common.doubted_action import DoubtedAction
from tui.boards.common.frame_queue import FrameTimer, TimerStart
from tui.widgets.settle_time import ShownValue

RESEND_SECONDS: Final = 1.0
"""Seconds after which an action that was not answered may be sent again."""


class DecisionGate:
    """Holds back a decision that comes too early or is probably a slip.

    Too early is a decision on what has hardly been on the screen, or before the host has answered the last one. `clock`
    returns the time in seconds, `start_timer` starts the timer of `RESEND_SECONDS`, after which the host's answer is
    overdue. `on_end` is called when no answer is awaited any more; if that is because it is overdue, `on_overdue` is
    called after it. `commands_run`: how many commands of keys and clicks have been run, those that came too soon
    included.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        start_timer: TimerStart,
        on_end: Callable[[], None],
        on_overdue: Callable[[], None],
    ) -> None:
        self._start_timer = start_timer
        self._on_end = on_end
        self._on_overdue = on_overdue
        self._timer: FrameTimer | None = None
        self._sent_progress_value: object = None
        self._shown_decision = ShownValue(clock)
        self._doubted_action = DoubtedAction()
        self._clock = clock
        self._question = ShownValue(clock)
        self.commands_run = 0

    # What the person has seen

    def record_shown(self, decision: object) -> bool:
        """Record what the screen shows to decide on from now on, None if there is nothing to decide; return whether
        that is new."""
        return self._shown_decision.update(decision)

    def is_settled(self, decision: object) -> bool:
        """Return whether `decision` has been on the screen for `SETTLE_SECONDS`."""
        return self._shown_decision.is_settled(decision)

    def begin_command(self) -> None:
        """Count the command of a key or a click, which is run now."""
        self.commands_run += 1

    def is_confirmed(self, action: Action, progress_value: object) -> bool:
        """Return whether a probable slip was chosen twice in a row, and the question could be read in between.

        `progress_value`, which each action of the seat changes, must be the same both times.
        """
        if not self._doubted_action.is_confirmed(action, progress_value, self.commands_run):
            self._question = ShownValue(self._clock)
            self._question.update(action)
            return False
        return self._question.is_settled(action)

    # The action that was sent and that the host has not answered

    @property
    def awaits_answer(self) -> bool:
        """Whether an action was sent and has not been answered."""
        return self._sent_progress_value is not None

    def send(self, progress_value: object) -> None:
        """Await an answer to an action; `progress_value` is the present value that the answer will change."""
        self._sent_progress_value = progress_value
        self._timer = self._start_timer(RESEND_SECONDS, self._give_up)

    def record_progress(self, progress_value: object) -> None:
        """Stop waiting if `progress_value` differs from its value when the action was sent."""
        if self.awaits_answer and self._sent_progress_value != progress_value:
            self.stop_waiting()

    def stop_waiting(self) -> None:
        """Await no answer any more."""
        self._sent_progress_value = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._on_end()

    def _give_up(self) -> None:
        """Stop waiting for an overdue answer."""
        self.stop_waiting()
        self._on_overdue()
