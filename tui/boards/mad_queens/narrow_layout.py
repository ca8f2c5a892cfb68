"""The layout of the Mad Queens board in a narrow and high window, as on a phone held upright. Numbers only, no drawing.

The zones stand below each other over the whole width: status line, other players, banned cards, sheet of the deck, odds
(or a banner), deck and row, bank, the four Queens in one row, note, buttons, and the log where rows are left over.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui.boards.mad_queens.zones import (
    MIN_BLOCK_WIDTH,
    MIN_COMPACT_PLAYER_WIDTH,
    MIN_SHEET_ROWS,
    SHEET_CELL_WIDTHS,
    MadQueensLayout,
    SeatingForm,
    card_size_in_blocks,
    sheet_width,
)
from tui.cards import CHIP, LARGE, MID, MINI, Size
from tui.drawing import MIN_TOUCH_BUTTON_ROWS, Rect

MIN_NARROW_ROWS_WITH_NOTE: Final = 28
"""A note has a row of its own if the board has at least this many rows; otherwise it covers the odds."""

MIN_NARROW_ROWS_WITH_TALL_SEATS: Final = 34
"""The other players may take six rows of a list, or four lines of pairs, if the board has at least this many rows."""

MAX_ODDS_ROWS: Final = 3
"""The odds, or a banner in their place, have at most this many rows."""

SHEET_ROWS_WITH_LINES: Final = 9
"""The height in rows of a sheet (the list of the deck's cards) that has a line between its suits."""

MIN_ROWS_OF_LOG_BELOW: Final = 5
"""A log below the table has at least this many rows; the empty row above it does not count."""

MAX_ROWS_OF_LOG_BELOW: Final = 16
"""A log below the table has at most this many rows."""

SIDE_MARGIN: Final = 1
"""The number of free columns on either side of the table."""


class _NarrowCardSizePlan(Struct, frozen=True):
    """A choice of card sizes: those of the row, of banned cards and of other players."""

    row_size: Size
    banned_card_size: Size
    opponent_size: Size
    bank_rows: int
    """The number of rows of the bank below its title."""
    odds_rows: int
    """The number of rows of the odds, or of a banner in their place."""


_NARROW_CARD_SIZE_PLANS: Final = (
    _NarrowCardSizePlan(LARGE, LARGE, LARGE, 12, 2),
    _NarrowCardSizePlan(LARGE, LARGE, MID, 12, 2),
    _NarrowCardSizePlan(LARGE, MID, MID, 12, 2),
    _NarrowCardSizePlan(LARGE, MID, MID, 8, 2),
    _NarrowCardSizePlan(LARGE, MID, MINI, 8, 2),
    _NarrowCardSizePlan(LARGE, MINI, MINI, 8, 2),
    _NarrowCardSizePlan(MID, MINI, MINI, 8, 2),
    _NarrowCardSizePlan(MID, MINI, MINI, 6, 2),
    _NarrowCardSizePlan(MID, MINI, CHIP, 4, 2),
    _NarrowCardSizePlan(MID, MINI, CHIP, 3, 1),
    _NarrowCardSizePlan(MINI, MINI, CHIP, 4, 1),
    _NarrowCardSizePlan(MINI, MINI, CHIP, 3, 1),
)
"""The sizes of cards for a table, the largest first; the row has the largest.

Twelve rows of the bank are two lines of medium cards with headings, or one of large cards, and eight rows two lines of
small cards; six rows and four are one line of medium or small cards.
"""


class _ZoneRows(Struct):
    """The heights in rows of the zones that grow where rows are left over.

    `status` of the status line, `sheet` of the list of the deck, `odds_rows` of the odds, `bar` of the buttons, `log`
    of the log (0 without one), and `gaps` of all gaps between zones together.
    """

    status: int
    sheet: int
    odds_rows: int
    bar: int
    log: int = 0
    gaps: int = 0


def lay_out_narrow(width: int, height: int, other_players: int, table_only: bool) -> MadQueensLayout:
    """Return the layout for a number of other seats; with `table_only` the log has no zone."""
    seating = _seating_form(width, height, other_players)
    plan = next(
        (
            plan
            for plan in _NARROW_CARD_SIZE_PLANS
            if _min_table_rows(plan, width, height, seating, other_players) <= height
        ),
        _NARROW_CARD_SIZE_PLANS[-1],
    )
    spare = height - _min_table_rows(plan, width, height, seating, other_players)
    rows = _divide_spare_rows(spare, plan, table_only)
    inner = width - 2 * SIDE_MARGIN
    seats = Rect(0, rows.status, width, _seats_rows(plan.opponent_size, width, height, seating, other_players))
    bar = Rect(0, height - rows.bar, width, rows.bar)
    log = Rect(0, bar.y - rows.log, width, rows.log) if rows.log else None
    felt = Rect(0, seats.bottom, width, bar.y - rows.log - seats.bottom)
    gap_above_sheet, gap_above_line, gap_above_bank = ((rows.gaps + more) // 3 for more in (0, 2, 1))
    banned = Rect(SIDE_MARGIN, felt.y, inner, 1 + plan.banned_card_size.height)
    sheet = Rect(SIDE_MARGIN, banned.bottom + gap_above_sheet, inner, 1 + rows.sheet)
    words = Rect(SIDE_MARGIN, sheet.bottom, inner, rows.odds_rows)
    line = Rect(SIDE_MARGIN, words.bottom + gap_above_line, inner, 1 + plan.row_size.height)
    bank = Rect(SIDE_MARGIN, line.bottom + gap_above_bank, inner, 1 + plan.bank_rows)
    return MadQueensLayout(
        size=plan.row_size,
        banned_card_size=plan.banned_card_size,
        bank_size=next(size for size in (LARGE, MID, MINI) if size.height <= plan.bank_rows),
        queen_size=CHIP,
        opponent_card_size=card_size_in_blocks(plan.opponent_size, width, other_players),
        seating=seating,
        status=Rect(0, 0, width, rows.status),
        seats=seats,
        felt=felt,
        log=log,
        standings=None,
        banned_cards=banned,
        sheet=sheet,
        cell_width=next(cell for cell in SHEET_CELL_WIDTHS if sheet_width(cell) <= inner),
        risk_row=-1,
        odds=words,
        deck_and_row=line,
        bank=bank,
        bank_has_headings=plan.bank_rows > MINI.height,
        queens=Rect(SIDE_MARGIN, bank.bottom, inner, 1),
        note_row=words.y if height < MIN_NARROW_ROWS_WITH_NOTE else felt.bottom - 1,
        bar=bar,
        bank_may_have_lines=True,
    )


def _seating_form(width: int, height: int, other_players: int) -> SeatingForm:
    """Return the form in which the other players are shown."""
    if other_players == 0:
        return "none"
    if other_players * MIN_BLOCK_WIDTH <= width:
        return "blocks"
    pairs = width // MIN_COMPACT_PLAYER_WIDTH * (4 if height >= MIN_NARROW_ROWS_WITH_TALL_SEATS else 2)
    return "pairs" if height >= MIN_NARROW_ROWS_WITH_NOTE and other_players <= pairs else "list"


def _seats_rows(size: Size, width: int, height: int, seating: SeatingForm, other_players: int) -> int:
    """Return the rows of the other players, whose cards in blocks have at most this size."""
    if seating == "none":
        return 0
    if seating == "blocks":
        return 2 + card_size_in_blocks(size, width, other_players).height
    if seating == "pairs":
        return 2 * -(-other_players // (width // MIN_COMPACT_PLAYER_WIDTH))
    return 3 if height < MIN_NARROW_ROWS_WITH_NOTE else 4 if height < MIN_NARROW_ROWS_WITH_TALL_SEATS else 6


def _min_table_rows(
    plan: _NarrowCardSizePlan, width: int, height: int, seating: SeatingForm, other_players: int
) -> int:
    """Return the rows that a table by this plan needs, with one line of buttons."""
    around = (
        1
        + _seats_rows(plan.opponent_size, width, height, seating, other_players)
        + (height >= MIN_NARROW_ROWS_WITH_NOTE)
        + MIN_TOUCH_BUTTON_ROWS
    )
    above = 1 + plan.banned_card_size.height + 1 + MIN_SHEET_ROWS + plan.odds_rows
    return around + above + 1 + plan.row_size.height + 1 + plan.bank_rows + 1


def _divide_spare_rows(spare_rows: int, plan: _NarrowCardSizePlan, table_only: bool) -> _ZoneRows:
    """Return the heights of the zones that grow: they share the `spare_rows` rows that the table leaves free."""
    rows = _ZoneRows(1, MIN_SHEET_ROWS, plan.odds_rows, MIN_TOUCH_BUTTON_ROWS)

    def take(number: int) -> int:
        """Return `number` and count these rows as used; if fewer are left over, return 0."""
        nonlocal spare_rows
        taken = number if number <= spare_rows else 0
        spare_rows -= taken
        return taken

    rows.status += take(1)
    rows.odds_rows += take(MAX_ODDS_ROWS - plan.odds_rows)
    rows.bar += take(MIN_TOUCH_BUTTON_ROWS)
    if not table_only and spare_rows > MIN_ROWS_OF_LOG_BELOW:
        rows.log = take(min(spare_rows - 1, MAX_ROWS_OF_LOG_BELOW))
    rows.sheet += take(SHEET_ROWS_WITH_LINES - MIN_SHEET_ROWS)
    rows.gaps = take(min(spare_rows, 9))
    return rows
