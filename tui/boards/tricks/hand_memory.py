"""The memory of a trick board of what it has seen of a hand and the match does not store: Queens taken, and results."""

from __future__ import annotations

from collections.abc import Sequence

from core import Change, View
from tui.boards.tricks.animation import TrickAnimator, TrickFrame, scores_at_start
from tui.boards.tricks.log_writer import TrickLogWriter
from tui.boards.tricks.scene import HandSummary
from tui.boards.tricks.trick_view import queens_of_last_trick, queens_taken


class HandMemory:
    """The memory of a board since it began to watch a match at `view`.

    `summary` is the result of the last hand that was shown, and `gone` the Queens of the present hand that have been
    taken, each with the seat that took her, as far as they are known.
    """

    def __init__(self, view: View) -> None:
        self._start = scores_at_start(view)
        self._gone = self.gone = queens_of_last_trick(view)
        self._first_hand = view.facts["hand"]
        self._missed = queens_taken(view) - len(self._gone)
        self.summary: HandSummary | None = None

    def frames(self, view: View, log: TrickLogWriter, changes: Sequence[Change], after: View) -> Sequence[TrickFrame]:
        """Return the frames of changes that lead from `view` to `after`, and store what the changes show."""
        animator = TrickAnimator(view, log, self._start, self._gone)
        frames = animator.frames(changes, after)
        self._start, self._gone = animator.start, animator.gone
        return frames

    def show(self, frame: TrickFrame) -> None:
        """Store what a frame shows, once it is shown: the Queens taken, and the result of the hand."""
        self.gone = frame.gone
        if frame.summary is not None:
            self.summary = frame.summary

    def unseen_takes(self, view: View) -> int:
        """Return the number of Queens of the hand of `view` that were taken before the board began to watch."""
        return self._missed if view.facts["hand"] == self._first_hand else 0
