"""One row above the board for what a table waits for: a pause, who is away, and the clock of the decision."""

from __future__ import annotations

from math import ceil
from typing import Final

from textual.timer import Timer

from net.client import Client
from tui.cards import Canvas
from tui.paint import Paint
from tui.screens.painted import Painted
from tui.sentences import absences

BAR: Final = 12
"""Cells of the clock's bar."""

HURRY_SECONDS: Final = 5
"""How many seconds before its end a clock stands out."""

BEAT_SECONDS: Final = 0.5


class TableStrip(Painted):
    """What there is to say about the table while a match goes on; it takes no room where that is nothing.

    It looks at the time by itself, and only while there is something that runs out.
    """

    def __init__(self, client: Client) -> None:
        super().__init__(id="strip", ground="panel")
        self._client = client
        self._beat: Timer | None = None

    def on_mount(self) -> None:
        self.look_again()

    def look_again(self) -> None:
        """Show the table as it is now."""
        self.display = bool(self._sentence() or self._client.clock is not None)
        runs = self._runs()
        if runs and self._beat is None:
            self._beat = self.set_interval(BEAT_SECONDS, self.look_again)
        elif not runs and self._beat is not None:
            self._beat.stop()
            self._beat = None
        self.repaint()

    def _runs(self) -> bool:
        """Whether something shown here runs out."""
        table, clock = self._client.table, self._client.clock
        if table is None or table.paused:
            return False
        waits = any(not seat.here and seat.away_until is not None and not seat.stand_in for seat in table.seats)
        return waits or (clock is not None and clock.until is not None)

    def _sentence(self) -> str:
        table = self._client.table
        if table is None:
            return ""
        away = absences(table, self._client.now(), self._client.seat)
        return "   ".join(["The match stands still.", *away] if table.paused else away)

    def paint(self, canvas: Canvas, paint: Paint) -> None:
        right = self._paint_clock(canvas, paint)
        canvas.text(1, 0, self._sentence(), paint.key, max(right - 3, 0), paint.sign("…"))

    def _paint_clock(self, canvas: Canvas, paint: Paint) -> int:
        """Paint the clock at the right and return where it begins."""
        clock = self._client.clock
        if clock is None:
            return canvas.width
        who = self._whose(clock.seat)
        if clock.until is None:
            words = f"{clock.total:.0f} s for every decision"
            x = canvas.width - len(words) - 1
            canvas.text(x, 0, words, paint.quiet)
            return x
        left = max(0.0, clock.until - self._client.now())
        full = min(BAR, ceil(BAR * left / clock.total)) if clock.total else 0
        words = f" {ceil(left)} s {who}"
        x = canvas.width - BAR - len(words) - 1
        brush = paint.gold if left <= HURRY_SECONDS else paint.strong
        canvas.text(x, 0, paint.sign("█") * full, brush)
        canvas.text(x + full, 0, paint.sign("░") * (BAR - full), paint.quiet)
        canvas.text(x + BAR, 0, words, brush)
        return x

    def _whose(self, seat: int | None) -> str:
        if seat is None:
            return "for all who decide"
        if seat == self._client.seat:
            return "for you"
        table = self._client.table
        now = table.seats[seat].name if table is not None else ""  # another than began the match, after a take-over
        return f"for {now or self._client.names[seat]}"
