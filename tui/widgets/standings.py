"""Standings: the rank, name, score and cause of the end of each seat of a match, best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from core import Standing, View
from net.limits import MAX_NAME_CELLS
from tui.cards import Canvas
from tui.drawing.chart import curve_marker, curve_style
from tui.drawing.styles import Styles
from tui.drawing.wrap import wrap
from tui.text.results import (
    NO_BOT_DECISIONS,
    OWN_NAME_SUFFIX,
    bot_decisions_text,
    end_cause,
    match_has_teams,
    own_name,
    score_unit,
)
from tui.widgets.canvas_view import CanvasView


class SeatRemarks(NamedTuple):
    """The remarks on all seats, and where they are painted.

    `x` is their first column, `rows_below_name` the number of rows from the name of the seat down to its first remark,
    and `lines` the remarks by seat.
    """

    x: int
    rows_below_name: int
    lines: Mapping[int, Sequence[str]]

    def rows_of(self, seat: int) -> int:
        """Return the number of rows that the name of a seat and the remarks on it take."""
        return self.rows_below_name + len(self.lines[seat]) if self.lines[seat] else 1

    @property
    def rows(self) -> int:
        """The number of rows that all seats take."""
        return sum(map(self.rows_of, self.lines))


class Standings(CanvasView):
    """A widget that paints rank, name, score and cause of the end for each seat, best first.

    Beside a chart it also paints the marker of each seat's curve. In a box with too few rows each seat has one: the
    remarks that would stand below a name are left out.
    """

    MARKER_COLUMN: Final = 5
    """The column of the markers of curves."""

    NAME_COLUMN: Final = 7
    """The column in which names begin."""

    HEADING_ROWS: Final = 1
    """The height of the heading in rows."""

    MIN_REMARK_CELLS: Final = 20
    """Remarks stand beside the score if they have at least this many cells there, otherwise below the name."""

    def __init__(
        self,
        standings: tuple[Standing, ...],
        names: tuple[str, ...],
        own_seat: int | None,
        view: View | None,
        bot_decisions: Mapping[int, tuple[int, int]] = NO_BOT_DECISIONS,
    ) -> None:
        super().__init__()
        self._standings = standings
        self._names = names
        self._own_seat = own_seat
        self._view = view
        self._bot_decisions = bot_decisions
        self._curves: Mapping[int, int] = {}

    def show_markers(self, curves: Mapping[int, int]) -> None:
        """Show the markers of the curves beside the names of their seats; `curves` are their sign numbers by seat."""
        self._curves = curves
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._remarks_within(width, container.height).rows + self.HEADING_ROWS

    @cached_property
    def _score_end_column(self) -> int:
        """The column in which scores end; each row needs it, and it depends on all names."""
        longest = max(cell_len(self._seat_label(seat)) for seat in range(len(self._names)))
        return self.NAME_COLUMN + min(max(longest, 6), MAX_NAME_CELLS + len(OWN_NAME_SUFFIX)) + 10

    def _remarks_within(self, width: int, height: int) -> SeatRemarks:
        """Return the remarks on all seats in this many columns and rows.

        If there are too few rows for all remarks, only those are left that fit into the row of their seat's name.
        """
        x, rows_below_name = self._score_end_column + 4, 0
        if width - x - 1 < self.MIN_REMARK_CELLS:
            x, rows_below_name = self.NAME_COLUMN + 2, 1
        seats = [standing.seat for standing in self._standings]
        lines = {seat: wrap(self._remarks_text(seat), max(width - x - 1, 1)) for seat in seats}
        remarks = SeatRemarks(x, rows_below_name, lines)
        if remarks.rows + self.HEADING_ROWS <= height:
            return remarks
        return SeatRemarks(
            x, rows_below_name, {seat: () if rows_below_name or len(lines[seat]) > 1 else lines[seat] for seat in seats}
        )

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the heading and the rows of each seat."""
        right = self._score_end_column
        canvas.text(self.NAME_COLUMN, 0, "player", styles.quiet)
        canvas.text(right - len(self._score_unit), 0, self._score_unit, styles.quiet)
        remarks = self._remarks_within(canvas.width, canvas.height)
        if not remarks.rows_below_name and not match_has_teams(self._view) and any(self._end_causes):
            canvas.text(remarks.x, 0, "how it ended", styles.quiet)
        before, place, y = 0, 0, self.HEADING_ROWS
        for standing in self._standings:
            shared = standing.rank == before
            before, place = standing.rank, place if shared else place + 1
            self._paint_standing(canvas, styles, y, standing, self._rank_text(standing.rank, place, shared), remarks)
            y += remarks.rows_of(standing.seat)

    def _paint_standing(
        self, canvas: Canvas, styles: Styles, y: int, standing: Standing, rank: str, remarks: SeatRemarks
    ) -> None:
        """Paint the standing of one seat from row `y`; `rank` is its text, `remarks` are those on all seats."""
        right = self._score_end_column
        mine, best = standing.seat == self._own_seat, standing.rank == 1
        plain = styles.gold if best else styles.plain
        if mine:
            canvas.fill(0, y, canvas.width, remarks.rows_of(standing.seat), styles.cursor)
            plain = styles.cursor_key if best else styles.cursor
        canvas.text(1, y, f"{rank:>3}", plain)
        if standing.seat in self._curves:
            number = self._curves[standing.seat]
            sign = curve_marker(number, styles.look)
            is_gold = mine and not match_has_teams(self._view)
            canvas.text(self.MARKER_COLUMN, y, sign, curve_style(number, is_gold, styles.look))
        label = self._seat_label(standing.seat)
        canvas.text(self.NAME_COLUMN, y, label, plain, width=MAX_NAME_CELLS + len(OWN_NAME_SUFFIX))
        score = str(standing.score)
        canvas.text(right - len(score), y, score, plain)
        quiet = styles.cursor_quiet if mine else styles.quiet
        for row, line in enumerate(remarks.lines[standing.seat], y + remarks.rows_below_name):
            canvas.text(remarks.x, row, line, quiet)

    def _seat_label(self, seat: int) -> str:
        """Return the label of a seat: the name, and for the person at this program a marker."""
        return own_name(self._names[seat]) if seat == self._own_seat else self._names[seat]

    def _rank_text(self, rank: int, place: int, shared: bool) -> str:
        """Return the rank to show: ``=`` if it is `shared` with the row above.

        In a match of teams it is `place`, the rank of the team, at its first player, and "" at its other players.
        """
        if match_has_teams(self._view):
            return "" if shared else str(place)
        return "=" if shared else str(rank)

    @property
    def _end_causes(self) -> list[str]:
        """What ended the game of each seat, by seat; "" for nothing."""
        return [end_cause(self._view, standing.seat) for standing in self._standings]

    @property
    def _score_unit(self) -> str:
        """The unit of the scores, in the plural."""
        return f"{score_unit(self._view)}s"

    def _remarks_text(self, seat: int) -> str:
        """Return the remarks on a seat: how often a bot decided, and what ended its game."""
        remarks = (bot_decisions_text(self._bot_decisions, seat), end_cause(self._view, seat))
        return ", ".join(filter(None, remarks))
