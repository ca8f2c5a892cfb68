"""The layout of the Mad Queens board in a narrow and high window, as on a phone held upright. Numbers only, no drawing.

The zones stand below each other over the whole width: status line, other players, banned cards, sheet of the deck, odds
(or a banner), deck and row, bank, the four Queens in one row, note, buttons, and the log where rows are left over.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui.boards.mad_queens.zones import (
    BLOCK_COLUMNS,
    CELLS_OF_SHEET,
    LEAST_SHEET_ROWS,
    PAIR_COLUMNS,
    MadQueensLayout,
    Seating,
    sheet_width,
    size_in_blocks,
)
from tui.cards import CHIP, LARGE, MID, MINI, Size
from tui.drawing import ROWS_OF_BUTTON, Rect

TIGHT_NARROW_ROWS: Final = 28
"""The height of a board below which a note covers the odds."""

ROOMY_NARROW_ROWS: Final = 34
"""The height of a board from which the other players may take many rows."""

MAX_ODDS_ROWS: Final = 3
"""The most rows of the odds, or of a banner in their place."""

SHEET_ROWS_WITH_LINES: Final = 9
"""The rows of a sheet that has a line between its suits."""

LEAST_ROWS_OF_LOG_BELOW: Final = 5
"""The fewest rows of a log below the table; the empty row above it does not count."""

MAX_ROWS_OF_LOG_BELOW: Final = 16
"""The most rows of a log below the table."""

SIDE_MARGIN: Final = 1
"""The free columns on either side of the table."""


class _NarrowPlan(Struct, frozen=True):
    """Sizes of cards that go together: those of the row, of banned cards and of other players."""

    row: Size
    banned: Size
    others: Size
    bank: int
    """The number of rows of the bank below its title."""
    odds_rows: int
    """The number of rows of the odds, or of a banner in their place."""


_NARROW_PLANS: Final = (
    _NarrowPlan(LARGE, LARGE, LARGE, 12, 2),
    _NarrowPlan(LARGE, LARGE, MID, 12, 2),
    _NarrowPlan(LARGE, MID, MID, 12, 2),
    _NarrowPlan(LARGE, MID, MID, 8, 2),
    _NarrowPlan(LARGE, MID, MINI, 8, 2),
    _NarrowPlan(LARGE, MINI, MINI, 8, 2),
    _NarrowPlan(MID, MINI, MINI, 8, 2),
    _NarrowPlan(MID, MINI, MINI, 6, 2),
    _NarrowPlan(MID, MINI, CHIP, 4, 2),
    _NarrowPlan(MID, MINI, CHIP, 3, 1),
    _NarrowPlan(MINI, MINI, CHIP, 4, 1),
    _NarrowPlan(MINI, MINI, CHIP, 3, 1),
)
"""The sizes of cards for a table, the largest first; the row has the largest.

Twelve rows of the bank are two lines of medium cards with headings, or one of large cards, and eight rows two lines of
small cards; six rows and four are one line of medium or small cards.
"""


class _Rows(Struct):
    """The rows of the zones that grow where rows are left over: status line, sheet, odds, buttons, log, gaps.

    Each field is a number of rows: `status` of the status line, `sheet` of the list of the deck, `odds_rows` of the
    odds, `bar` of the buttons, `log` of the log (0 without one), and `gaps` of all gaps between zones together.
    """

    status: int
    sheet: int
    odds_rows: int
    bar: int
    log: int = 0
    gaps: int = 0


def lay_out_narrow(width: int, height: int, others: int, table_only: bool) -> MadQueensLayout:
    """Return the layout for a number of other seats; with `table_only` the log has no zone."""
    seating = _seating(width, height, others)
    plan = next(
        (plan for plan in _NARROW_PLANS if _least_rows(plan, width, height, seating, others) <= height),
        _NARROW_PLANS[-1],
    )
    spare = height - _least_rows(plan, width, height, seating, others)
    rows = _divide_spare_rows(spare, plan, table_only)
    inner = width - 2 * SIDE_MARGIN
    seats = Rect(0, rows.status, width, _seats_rows(plan.others, width, height, seating, others))
    bar = Rect(0, height - rows.bar, width, rows.bar)
    log = Rect(0, bar.y - rows.log, width, rows.log) if rows.log else None
    felt = Rect(0, seats.bottom, width, bar.y - rows.log - seats.bottom)
    gap_above_sheet, gap_above_line, gap_above_bank = ((rows.gaps + more) // 3 for more in (0, 2, 1))
    banned = Rect(SIDE_MARGIN, felt.y, inner, 1 + plan.banned.height)
    sheet = Rect(SIDE_MARGIN, banned.bottom + gap_above_sheet, inner, 1 + rows.sheet)
    words = Rect(SIDE_MARGIN, sheet.bottom, inner, rows.odds_rows)
    line = Rect(SIDE_MARGIN, words.bottom + gap_above_line, inner, 1 + plan.row.height)
    bank = Rect(SIDE_MARGIN, line.bottom + gap_above_bank, inner, 1 + plan.bank)
    return MadQueensLayout(
        size=plan.row,
        banned_size=plan.banned,
        bank_size=next(size for size in (LARGE, MID, MINI) if size.height <= plan.bank),
        queen_size=CHIP,
        others_size=size_in_blocks(plan.others, width, others),
        seating=seating,
        status=Rect(0, 0, width, rows.status),
        seats=seats,
        felt=felt,
        log=log,
        standings=None,
        banned=banned,
        sheet=sheet,
        cell_columns=next(cell for cell in CELLS_OF_SHEET if sheet_width(cell) <= inner),
        risk_row=-1,
        odds=words,
        deck_and_row=line,
        bank=bank,
        bank_heading=plan.bank > MINI.height,
        queens=Rect(SIDE_MARGIN, bank.bottom, inner, 1),
        note_row=words.y if height < TIGHT_NARROW_ROWS else felt.bottom - 1,
        bar=bar,
        bank_may_have_lines=True,
    )


def _seating(width: int, height: int, others: int) -> Seating:
    """Return the form in which the other players are shown."""
    if others == 0:
        return "none"
    if others * BLOCK_COLUMNS <= width:
        return "blocks"
    pairs = width // PAIR_COLUMNS * (4 if height >= ROOMY_NARROW_ROWS else 2)
    return "pairs" if height >= TIGHT_NARROW_ROWS and others <= pairs else "list"


def _seats_rows(size: Size, width: int, height: int, seating: Seating, others: int) -> int:
    """Return the rows of the other players, whose cards in blocks have at most this size."""
    if seating == "none":
        return 0
    if seating == "blocks":
        return 2 + size_in_blocks(size, width, others).height
    if seating == "pairs":
        return 2 * -(-others // (width // PAIR_COLUMNS))
    return 3 if height < TIGHT_NARROW_ROWS else 4 if height < ROOMY_NARROW_ROWS else 6


def _least_rows(plan: _NarrowPlan, width: int, height: int, seating: Seating, others: int) -> int:
    """Return the rows that a table by this plan needs, with one line of buttons."""
    around = (
        1 + _seats_rows(plan.others, width, height, seating, others) + (height >= TIGHT_NARROW_ROWS) + ROWS_OF_BUTTON
    )
    above = 1 + plan.banned.height + 1 + LEAST_SHEET_ROWS + plan.odds_rows
    return around + above + 1 + plan.row.height + 1 + plan.bank + 1


def _divide_spare_rows(spare: int, plan: _NarrowPlan, table_only: bool) -> _Rows:
    """Return the rows of the zones that grow, when they share the `spare` rows of the table."""
    rows = _Rows(1, LEAST_SHEET_ROWS, plan.odds_rows, ROWS_OF_BUTTON)

    def take(number: int) -> int:
        """Return `number` and count these rows as used; if fewer are left over, return 0."""
        nonlocal spare
        taken = number if number <= spare else 0
        spare -= taken
        return taken

    rows.status += take(1)
    rows.odds_rows += take(MAX_ODDS_ROWS - plan.odds_rows)
    rows.bar += take(ROWS_OF_BUTTON)
    if not table_only and spare > LEAST_ROWS_OF_LOG_BELOW:
        rows.log = take(min(spare - 1, MAX_ROWS_OF_LOG_BELOW))
    rows.sheet += take(SHEET_ROWS_WITH_LINES - LEAST_SHEET_ROWS)
    rows.gaps = take(min(spare, 9))
    return rows
