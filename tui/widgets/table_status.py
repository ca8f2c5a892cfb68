"""TableStatus: one row above the board for a broken connection, pauses, absent people, and the decision clock."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from math import ceil
from typing import Final

from rich.cells import cell_len
from textual.timer import Timer

from net.client.api import Client
from net.protocol.refusals import pause_sentence
from tui.cards import Canvas
from tui.drawing.styles import Styles
from tui.text.table import (
    ANSWER_KEYS_SENTENCE,
    DESERTED_SENTENCE,
    MOVE_WAITS_SENTENCE,
    NO_ANSWER_SENTENCE,
    absence_sentences,
    absence_summary,
    clock_sentences,
    clock_text,
    owner_name,
    seat_question_sentence,
)
from tui.widgets.canvas_view import CanvasView

CLOCK_BAR_CELLS: Final = 12
"""The width in cells of the bar that shows the time left."""

SENTENCE_MARGIN_CELLS: Final = 5
"""The number of columns that stay free around a sentence and the clock, and between the two."""

MAX_HIGHLIGHTED_CLOCK_SECONDS: Final = 5
"""The clock is highlighted if at most this many seconds are left."""

REFRESH_SECONDS: Final = 0.5
"""The time between two repaints of a countdown."""

PAUSED_SENTENCE: Final = "The match is paused."
"""The sentence that is shown while the match is paused."""


class TableStatus(CanvasView):
    """A widget that shows a broken connection, pauses, absences and the clock during a match; it is hidden if there are
    none.

    A timer refreshes it while a countdown runs. `connection_trouble` returns the sentence that the host does not
    answer, "" while it does. `awaited_seats` returns the seats that the match waits for.
    """

    def __init__(
        self,
        client: Client,
        connection_trouble: Callable[[], str] = lambda: "",
        awaited_seats: Callable[[], Collection[int]] = tuple,
    ) -> None:
        super().__init__(id="strip", ground="panel")
        self._client = client
        self._connection_trouble = connection_trouble
        self._awaited_seats = awaited_seats
        self._refresh_timer: Timer | None = None

    def on_mount(self) -> None:
        self.refresh_status()

    def refresh_status(self) -> None:
        """Show the present state of the table, or hide the row if there is nothing to show.

        The timer runs while a countdown is shown.
        """
        self.display = any(self._sentences()) or self._client.clock is not None
        runs = self._countdown_runs()
        if runs and self._refresh_timer is None:
            self._refresh_timer = self.set_interval(REFRESH_SECONDS, self.refresh_status)
        elif not runs and self._refresh_timer is not None:
            self._refresh_timer.stop()
            self._refresh_timer = None
        self.repaint()

    def _countdown_runs(self) -> bool:
        """Return whether a countdown is shown."""
        table, clock = self._client.table, self._client.clock
        if table is None or table.paused or table.deserted:
            return False
        waits = any(not seat.is_here and seat.away_until is not None and not seat.stand_in for seat in table.seats)
        return waits or (clock is not None and clock.end_time is not None)

    def _sentences(self) -> Iterator[str]:
        """Yield texts for the present state, each shorter than the one before."""
        table, client = self._client.table, self._client
        if table is None:
            return
        trouble = self._connection_trouble()
        if trouble:
            waits = f" {MOVE_WAITS_SENTENCE}" if client.awaits_answer else ""
            yield from (f"{trouble}{waits}", f"{NO_ANSWER_SENTENCE}{waits}")
            return
        if client.questions:
            question = seat_question_sentence(client.questions[0], table)
            yield from (f"{question} {ANSWER_KEYS_SENTENCE}", question)
            return
        full = self._pause_sentences()
        awaited = self._awaited_seats()
        alone = absence_sentences(table, client.table_time(), client.seat, awaited)
        together = absence_summary(table, client.table_time(), client.seat, awaited)
        counted = absence_summary(table, client.table_time(), client.seat, awaited, with_names=False)
        if not full and not alone:
            yield from clock_sentences(client)
        for away in (alone, together, counted):
            yield "   ".join([*full, *away])
        if full:
            yield from (*full, PAUSED_SENTENCE)

    def _pause_sentences(self) -> list[str]:
        """Return the sentence that says why the match stands still, in a list; an empty list if it does not."""
        table, client = self._client.table, self._client
        if table is None or not (table.paused or table.deserted):
            return []
        if not table.paused:
            return [DESERTED_SENTENCE]
        if client.is_owner:
            return ["The match is paused: M continues it."]
        return [pause_sentence(owner_name(table))]

    def _longest_fitting_sentence(self, max_width: int) -> str:
        """Return the longest of the sentences that fits `max_width` cells, or else the shortest."""
        sentence = ""
        for sentence in self._sentences():
            if cell_len(sentence) <= max_width:
                break
        return sentence

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the longest sentence that fits, and the clock."""
        clock = clock_text(self._client)
        bar = CLOCK_BAR_CELLS if self._countdown_runs() else 0
        room = canvas.width - SENTENCE_MARGIN_CELLS - bar - cell_len(clock)
        if cell_len(self._longest_fitting_sentence(room)) > room:
            bar, room = 0, room + bar + 1  # the bar only shows what is written beside it as well
        if clock:
            self._paint_clock(canvas, styles, clock, bar)
        else:
            room = canvas.width - 2
        canvas.text(1, 0, self._longest_fitting_sentence(room), styles.key, max(room, 0), styles.displayable_text("…"))

    def _paint_clock(self, canvas: Canvas, styles: Styles, text: str, bar_width: int) -> None:
        """Paint `text`, what the clock says, at the right, with a bar of `bar_width` cells beside it if the clock
        runs."""
        clock = self._client.clock
        assert clock is not None
        x = canvas.width - cell_len(text) - 1
        if clock.end_time is None:
            canvas.text(x, 0, text, styles.quiet)
            return
        left = max(0.0, clock.end_time - self._client.table_time())
        brush = styles.gold if left <= MAX_HIGHLIGHTED_CLOCK_SECONDS else styles.strong
        canvas.text(x, 0, text, brush)
        if bar_width:
            full = min(bar_width, ceil(bar_width * left / clock.total_seconds)) if clock.total_seconds else 0
            x -= bar_width + 1
            canvas.text(x, 0, styles.displayable_text("█") * full, brush)
            canvas.text(x + full, 0, styles.displayable_text("░") * (bar_width - full), styles.quiet)
