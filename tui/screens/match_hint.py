"""`MatchHint`: the coach's hint on the screen of a match, from the key that asks for it until it is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from textual.screen import Screen
from textual.worker import Worker

from core import Action, Game
from net.client.api import Client
from tui.boards import Board
from tui.boards.common.hint import hint_lines
from tui.drawing import Line
from tui.screens.base import FOCUS_DELAY_SECONDS
from tui.table.hint import DecisionOver, think_of_hint, why_no_hint
from tui.text.hint import THINKING_SENTENCE
from tui.widgets.background_work import begin_work


class MatchHint:
    """The hint that a screen shows on the board of its match: first verdict and reason, then the figures.

    thinking   the work on the hint; None while there is none
    """

    def __init__(
        self,
        screen: Screen[Any],
        board: Board[Any],
        client: Client,
        game: Game,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Make the hint of a match of this `game` before one is asked for; its work ends when the `screen` is
        removed. `clock` returns the time in seconds.
        """
        self.thinking: Worker[None] | None = None
        self._screen = screen
        self._board = board
        self._client = client
        self._game = game
        self._next_figures: tuple[Line, ...] = ()
        self._clock = clock
        self._unseen_until = 0.0
        self._is_impatient = False

    @property
    def is_open(self) -> bool:
        """Whether a hint is shown, or that one is being worked out."""
        return self._board.log_view.hint_is_open

    @property
    def has_more(self) -> bool:
        """Whether `show_next` would show figures; while a hint is worked out, it may turn out to have none."""
        return bool(self._next_figures)

    def show_next(self) -> None:
        """Show the hint for the person's decision, or why there is none; where it is shown, add its figures, and where
        these are shown, too, close it. While it is worked out, a key changes nothing: verdict and reason come first.
        After such a key, one that comes soon after the hint changes nothing either: the hint could not be seen yet.
        """
        now = self._clock()
        if not self.is_open:
            refusal = why_no_hint(self._client)
            if refusal:
                self._board.show_note(refusal)
            elif not self._board.awaits_answer:
                self._begin()
        elif self.thinking is not None:
            self._is_impatient = True
        elif now < self._unseen_until:
            self._unseen_until = now + FOCUS_DELAY_SECONDS
        elif self._next_figures:
            self._show_figures()
        else:
            self.close()

    def close(self) -> None:
        """Close the hint, and stop the work on it."""
        if self.thinking is not None:
            self.thinking.cancel()
            self.thinking = None
        if self.is_open:
            self._show(())

    def _begin(self) -> None:
        """Begin to work on a hint in a task, and show that it is being worked on."""
        self._is_impatient = False
        self._unseen_until = 0.0
        self._next_figures = ()
        self._board.show_hint([Line(THINKING_SENTENCE, is_about_me=True)], is_worked_out=False)
        self._screen.refresh_bindings()
        self.thinking = begin_work(self._screen, "hint", self._work_out)

    async def _work_out(self) -> None:
        """Show verdict and reason of the hint when it is ready, if it is still wanted; if its decision is over, close
        it.
        """
        lines: tuple[Line, ...] = ()
        advised = None
        with suppress(DecisionOver):
            advice = await think_of_hint(self._client)
            lines = tuple(hint_lines(self._game, advice))
            advised = advice.best.action if advice is not None and advice.best is not None else None
        self.thinking = None
        if self.is_open:
            told = 1 + (advised is not None)  # verdict and reason
            self._show(lines[:told], advised, lines[told:])
            if self._is_impatient:
                self._unseen_until = self._clock() + FOCUS_DELAY_SECONDS

    def _show(self, lines: Sequence[Line], advised: Action | None = None, next_figures: tuple[Line, ...] = ()) -> None:
        """Show the lines of a hint, none to close it, and mark the action `advised`.

        `next_figures` are the lines that the key of the hint adds next.
        """
        self._next_figures = next_figures
        self._board.show_hint(lines, advised)
        self._screen.refresh_bindings()

    def _show_figures(self) -> None:
        """Show the figures of the hint that is open, too."""
        self._board.show_figures(self._next_figures)
        self._next_figures = ()
        self._screen.refresh_bindings()
