"""What a trick board remembers of a hand because the match does not store it: the tricks taken, and the results."""

from __future__ import annotations

from collections.abc import Sequence

from core import Change, View
from core.engine.cards import QUEENS
from tui.boards.tricks.animation import TrickAnimator, TrickFrame, scores_at_start
from tui.boards.tricks.log_writer import TrickLogWriter
from tui.boards.tricks.scene import HandSummary, TakenTrick
from tui.boards.tricks.trick_view import fact_number_or_zero, last_trick_by_player, queens_taken


def last_taken_trick(view: View) -> tuple[TakenTrick, ...]:
    """Return the trick taken last in the hand of a view; empty before the first."""
    trick = last_trick_by_player(view)
    if not trick:
        return ()
    taker = fact_number_or_zero(view, "leader")
    queens = tuple(card for _, card in trick if card in QUEENS) if queens_taken(view) else ()
    return (TakenTrick(taker, dict(trick)[taker], queens),)


class HandMemory:
    """The memory of a board since it began to watch a match at `view`.

    `summary` is the result of the last hand that was shown, and `tricks` the tricks of the present hand that have been
    taken, as far as they are known.
    """

    def __init__(self, view: View) -> None:
        self._start = scores_at_start(view)
        self._tricks = self.tricks = last_taken_trick(view)
        self._first_hand = view.facts["hand"]
        self._unseen_queens_taken = queens_taken(view) - sum(len(trick.queens) for trick in self.tricks)
        self.summary: HandSummary | None = None

    def frames(
        self,
        view: View,
        log: TrickLogWriter,
        changes: Sequence[Change],
        view_after: View,
        taught_later: frozenset[str] = frozenset(),
    ) -> Sequence[TrickFrame]:
        """Return the frames of changes that lead from `view` to `view_after`, and store what the changes show.

        `taught_later` is what a lesson teaches later (`TableScene.taught_later`).
        """
        animator = TrickAnimator(view, log, self._start, self._tricks, taught_later)
        frames = animator.frames(changes, view_after)
        self._start, self._tricks = animator.scores_at_start, animator.tricks
        return frames

    def show(self, frame: TrickFrame) -> None:
        """Store what a frame shows, once it is shown: the tricks taken, and the result of the hand."""
        self.tricks = frame.tricks
        if frame.summary is not None:
            self.summary = frame.summary

    def unseen_queens_taken(self, view: View) -> int:
        """Return the number of Queens of the hand of `view` that were taken before the board began to watch."""
        return self._unseen_queens_taken if view.facts["hand"] == self._first_hand else 0
