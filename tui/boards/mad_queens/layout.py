"""The layout of the Mad Queens board: the zones and card sizes for a terminal size. Numbers only, no drawing.

The zones stand below each other: status line, other players, the sheet of the deck with the banned cards beside it in
the middle of the table (or at its left, where a log or hint may cover the rest), odds (or a banner), deck and row, bank
beside the four Queens, note, buttons. On a table of medium height, and on the largest ones, the odds stand below the
sheet, so that the banned cards beside both are large. A large table has the buttons between the row and the bank, the
note below the odds, and the four Queens below the log. The first of `_CARD_SIZE_PLANS` that fits decides the sizes of
cards; rows that are left over become gaps. Narrow windows have a layout of their own: `narrow_layout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui.boards.common.background import MIN_COLUMNS_WITH_LOG_BESIDE_TABLE, is_narrow
from tui.boards.common.standings import (
    MIN_COLUMNS_WITH_STANDINGS_BESIDE,
    MIN_ROWS_WITH_LOG_BELOW,
    divide_zone_below_table,
    divide_zone_beside_table,
)
from tui.boards.mad_queens.narrow_layout import lay_out_narrow
from tui.boards.mad_queens.zones import (
    BANNER_ROWS,
    MAX_SHEET_ROWS,
    MIN_BLOCK_WIDTH,
    MIN_COMPACT_PLAYER_WIDTH,
    MIN_SHEET_ROWS,
    SHEET_CELL_WIDTHS,
    CardSizePlan,
    MadQueensLayout,
    SeatingForm,
    card_size_in_blocks,
    sheet_width,
)
from tui.cards import CHIP, GRAND, HUGE, LARGE, MID, MINI, SIZES, VAST, Size
from tui.drawing import Rect

MIN_ROWS_WITH_GAPS: Final = 22
"""Rows are free for gaps, and the risk has a row of its own, if the board has at least this many rows."""

MAX_TABLE_WIDTH: Final = 150
"""The middle of the table is at most this many columns wide."""

MIN_ROWS_WITH_SPACED_BUTTONS: Final = 56
"""The buttons have an empty row above and below them if the board has at least this many rows."""

MIN_ROWS_WITH_BUTTONS_ON_TABLE: Final = 38
"""A wide table has the buttons below the row, and not in a bar below everything, if the board has at least this many
rows.
"""

LARGE_BUTTON_ROWS: Final = 3
"""The height in rows of the buttons below the row of cards; one fewer where no row is free for gaps."""

MAX_SPARE_ROWS: Final = 14
"""At most this many rows become gaps between zones."""

_GAPS_BY_PRIORITY: Final = (2, 3, 1, 0)
"""The order in which gaps get a row; 0 is the gap above the banned cards, 1 above the odds, 2 above the row, 3 above
the bank.
"""

_GAPS_BY_PRIORITY_BELOW_ODDS: Final = (3, 1, 0, 2)
"""The order in which gaps get a row where the odds end in a free row, which is already a gap above the row."""

_MAX_ROWS_ADDED_TO_ODDS: Final = 2
"""The odds get at most this many rows that are left over."""

_MIN_TABLE_WIDTH_BY_SIZE: Final = {GRAND.name: 140, VAST.name: 104, HUGE.name: 80, LARGE.name: 54, MID.name: 42}
"""Maps the name of a card size to the least width in columns of a table whose row has cards of this size."""

_MIN_WIDTH_WITH_HUGE_BANK: Final = 130
"""The bank has cards as large as the row if the table is at least this many columns wide."""

_MIN_WIDTH_BY_BANNED_SIZE: Final = {GRAND.name: 140, VAST.name: 110, HUGE.name: 104}
"""Maps the name of the size of the banned cards to the least width in columns of a table that has them: the sheet
beside them has cells of four columns."""

_MIN_CARDS_BESIDE_QUEENS: Final = 4
"""The four Queens stand beside the row if at least this many cards of the row have room side by side."""

_MIN_BANK_WIDTH_BESIDE_QUEENS: Final = 48
"""The four Queens beside the bank are cards if the bank has at least this many columns, otherwise chips of one row."""

_MIN_LOG_WIDTH_ABOVE_QUEENS: Final = 36
"""The four Queens are cards below the log if the log is at least this many columns wide."""

_QUEEN_CHIPS_WIDTH: Final = 12
"""The width in columns of the four Queens as chips (cards one row high), one below the other."""

_QUEEN_WORDS_WIDTH: Final = 17
"""The width in columns of the four Queens as words, two in a line."""


_CARD_SIZE_PLANS: Final = (
    CardSizePlan(GRAND, GRAND, HUGE, LARGE, odds_beside_banned_cards=True),
    CardSizePlan(VAST, GRAND, HUGE, LARGE, odds_beside_banned_cards=True),
    CardSizePlan(VAST, VAST, HUGE, LARGE, odds_beside_banned_cards=True),
    CardSizePlan(VAST, VAST, LARGE, LARGE, odds_beside_banned_cards=True),
    CardSizePlan(HUGE, HUGE, HUGE, LARGE),
    CardSizePlan(HUGE, HUGE, LARGE, LARGE),
    CardSizePlan(HUGE, LARGE, LARGE, LARGE),
    CardSizePlan(HUGE, LARGE, LARGE, MID),
    CardSizePlan(HUGE, LARGE, MID, MID),
    CardSizePlan(HUGE, LARGE, MID, MID, odds_beside_banned_cards=True),
    CardSizePlan(HUGE, MID, MID, MID),
    CardSizePlan(LARGE, LARGE, LARGE, LARGE),
    CardSizePlan(LARGE, LARGE, LARGE, MID),
    CardSizePlan(LARGE, LARGE, MID, MID),
    CardSizePlan(LARGE, MID, MID, MID),
    CardSizePlan(LARGE, MID, MINI, MINI),
    CardSizePlan(MID, MID, MINI, MINI),
    CardSizePlan(MID, MID, MINI, MINI, 2),
    CardSizePlan(MID, MINI, MINI, MINI, 2),
    CardSizePlan(MID, MINI, MINI, CHIP, 2),
    CardSizePlan(MINI, MINI, MINI, CHIP, 2),
    CardSizePlan(MINI, MINI, MINI, CHIP, 1),
    CardSizePlan(MINI, MINI, CHIP, CHIP, 1),
)
"""The sizes of cards for a table, the largest first; in each plan the row, which matters most, has the largest."""

_SHEET_ROWS_BY_SIZE: Final = dict.fromkeys((HUGE.name, LARGE.name), MAX_SHEET_ROWS)
"""Maps the name of the size of the banned cards to the rows of the list of the deck's cards (the sheet) beside them,
its title not counted."""


class _TableSurroundings(Struct, frozen=True):
    """The size of the board, and the columns and rows that log and buttons take of it.

    `width` and `height` are the board's columns and rows; `log_columns` is the width of a log beside the table and
    `log_rows` the height of one below it, each 0 without one.
    """

    width: int
    height: int
    log_columns: int
    log_rows: int
    bar_rows: int
    """The height in rows of the buttons below everything; 0 if they are on the table."""

    @property
    def button_rows(self) -> int:
        """The least height in rows of buttons on the table.

        With these there is no button bar, and the note has another place.
        """
        return 0 if self.bar_rows else LARGE_BUTTON_ROWS - 1

    @property
    def note_rows(self) -> int:
        """The rows that are kept free for the note."""
        return 0 if self.has_no_free_rows or not self.bar_rows else 1

    @property
    def felt_width(self) -> int:
        """The width of the table in columns."""
        return self.width - self.log_columns

    @property
    def side_margin(self) -> int:
        """The free columns on either side of the middle of the table."""
        return 1 if self.width < 100 else max(2, (self.felt_width - MAX_TABLE_WIDTH) // 2)

    @property
    def inner_width(self) -> int:
        """The width in columns of the table between its margins."""
        return self.felt_width - 2 * self.side_margin

    @property
    def has_no_free_rows(self) -> bool:
        """Whether no row is free for gaps."""
        return self.height < MIN_ROWS_WITH_GAPS


def _measure_surroundings(width: int, height: int, table_only: bool) -> _TableSurroundings:
    """Return the sizes of board, log and buttons.

    The log is beside the cards, below them in a narrow tall window, or over them.
    """
    below = (
        not table_only
        and height >= MIN_ROWS_WITH_LOG_BELOW
        and MIN_COLUMNS_WITH_LOG_BESIDE_TABLE <= width < MIN_COLUMNS_WITH_STANDINGS_BESIDE
    )
    beside = not table_only and width >= MIN_COLUMNS_WITH_LOG_BESIDE_TABLE and not below
    on_table = (
        not table_only and width >= MIN_COLUMNS_WITH_STANDINGS_BESIDE and height >= MIN_ROWS_WITH_BUTTONS_ON_TABLE
    )
    return _TableSurroundings(
        width,
        height,
        log_columns=min(max(width // 4 + 2, _MIN_LOG_WIDTH_ABOVE_QUEENS if on_table else 25), 46) if beside else 0,
        log_rows=min(height // 5, 12) if below else 0,
        bar_rows=0 if on_table else 3 if height >= MIN_ROWS_WITH_SPACED_BUTTONS else 1,
    )


@lru_cache(maxsize=64)
def lay_out(width: int, height: int, other_players: int, table_only: bool = False) -> MadQueensLayout:
    """Return the layout for `other_players` other seats; the size must not be `is_too_small`.

    With `table_only` log and standings have no zone.
    """
    if is_narrow(width):
        return lay_out_narrow(width, height, other_players, table_only)
    around = _measure_surroundings(width, height, table_only)
    seating = _seating_form(width, height, other_players)
    plan = next(
        (plan for plan in _CARD_SIZE_PLANS if _fits_board(plan, around, seating, other_players)), _CARD_SIZE_PLANS[-1]
    )
    seats_rows = _seats_rows(plan, around, seating, other_players)
    felt = Rect(0, 1 + seats_rows, around.felt_width, height - 1 - seats_rows - around.log_rows - around.bar_rows)
    stacked = _is_sheet_below_banned_cards(plan, around)
    top_rows, line_rows = _row_count_of_banned_cards_and_sheet(plan, around), 1 + plan.row_size.height
    bank_rows, heading, button_rows, odds_rows, gaps = _divide_rows(plan, around, felt.height - top_rows - line_rows)
    x, right = around.side_margin, around.felt_width - around.side_margin
    cell = _sheet_cell_width(plan, around)
    sheet_columns = sheet_width(cell)
    top = felt.y + gaps[0]
    sheet_x, banned_x, banned_right = x, x if stacked else x + sheet_columns + 1, right
    if not (stacked or table_only or around.log_columns or around.log_rows):
        # a log or hint without a zone covers the right side: the banned cards stay in sight on the left
        sheet_x, banned_x, banned_right = right - sheet_columns, x, right - sheet_columns - 1
    odds_x, odds_columns = (sheet_x, sheet_columns) if plan.odds_beside_banned_cards else (x, right - x)
    words = Rect(odds_x, top + top_rows + gaps[1], odds_columns, odds_rows)
    line = Rect(x, words.bottom + gaps[2], right - x, line_rows)
    bank_y = line.bottom + button_rows + gaps[3]
    queen_size = _queen_size(plan, around)
    queens_width = _queens_width(plan, queen_size)
    queens = Rect(right - queens_width, bank_y, queens_width, bank_rows)
    bank_right = right - queens_width - 2
    if are_queens_below_log := _are_queens_below_log(around):
        queens, bank_right = Rect(felt.right + 2, bank_y, queens_width, bank_rows), right
    elif _are_queens_beside_row(plan, around):
        queens, bank_right = Rect(queens.x, line.y, queens_width, line_rows), right
        line = Rect(x, line.y, queens.x - 1 - x, line_rows)
    risk_rows = _row_count_of_risk_text(plan, around)
    sheet_y = top + _row_count_of_banned_cards(plan) if stacked else top
    sheet_rows = top + top_rows + (plan.odds_beside_banned_cards and gaps[1] > 0) - sheet_y - 1 - risk_rows
    # one more row is the lower margin of a sheet with lines
    sheet_rows = min(sheet_rows, MAX_SHEET_ROWS + 1) if sheet_rows >= MAX_SHEET_ROWS else MIN_SHEET_ROWS
    banned_bottom = (
        words.bottom
        if plan.odds_beside_banned_cards
        else top + (_row_count_of_banned_cards(plan) if stacked else top_rows)
    )
    side_bottom = queens.y if are_queens_below_log else felt.bottom
    log, standings = _log_zones(around, felt, side_bottom, 0 if seating == "list" else other_players)
    return MadQueensLayout(
        size=plan.row_size,
        banned_card_size=plan.banned_card_size,
        bank_size=plan.bank_size,
        queen_size=queen_size,
        opponent_card_size=card_size_in_blocks(plan.opponent_size, around.width, other_players),
        seating=seating,
        status=Rect(0, 0, width, 1),
        seats=Rect(0, 1, width, seats_rows),
        felt=felt,
        log=log,
        standings=standings,
        banned_cards=Rect(banned_x, top, banned_right - banned_x, banned_bottom - top),
        sheet=Rect(sheet_x, sheet_y, sheet_columns, 1 + sheet_rows),
        cell_width=cell,
        risk_row=top + top_rows - risk_rows if risk_rows else -1,
        odds=words,
        deck_and_row=line,
        bank=Rect(x, bank_y, bank_right - x, bank_rows),
        bank_has_headings=heading,
        queens=queens,
        note_row=words.y if around.has_no_free_rows else words.bottom - 2 if button_rows else felt.bottom - 1,
        bar=Rect(x, line.bottom, right - x, button_rows)
        if button_rows
        else Rect(0, height - around.bar_rows, width, around.bar_rows),
    )


def _divide_rows(
    plan: CardSizePlan, surroundings: _TableSurroundings, rows: int
) -> tuple[int, bool, int, int, tuple[int, int, int, int]]:
    """Return the height of the bank in rows, whether it has headings by suit, the rows of buttons and odds, and the
    four gaps.

    `rows` is the number of rows that banned cards, sheet and row leave over.
    """
    bank_rows, button_rows = _bank_rows(plan), surroundings.button_rows
    spare = rows - plan.odds_rows - button_rows - bank_rows - surroundings.note_rows
    heading = plan.bank_size is not CHIP and (spare > 0 or bank_rows > 1 + plan.bank_size.height)
    if heading and bank_rows == 1 + plan.bank_size.height:
        bank_rows, spare = bank_rows + 1, spare - 1
    if button_rows and spare > 0:
        button_rows, spare = button_rows + 1, spare - 1
    added = min(max(spare - len(_GAPS_BY_PRIORITY), 0), _MAX_ROWS_ADDED_TO_ODDS)
    order = _GAPS_BY_PRIORITY if plan.odds_rows < BANNER_ROWS else _GAPS_BY_PRIORITY_BELOW_ODDS
    return bank_rows, heading, button_rows, plan.odds_rows + added, _rows_above_zones(spare - added, order)


def _fits_board(plan: CardSizePlan, surroundings: _TableSurroundings, seating: SeatingForm, other_players: int) -> bool:
    """Return whether a table with the card sizes of `plan` and `other_players` other seats fits into the board."""
    if _MIN_TABLE_WIDTH_BY_SIZE.get(plan.row_size.name, 0) > surroundings.inner_width or (
        plan.bank_size is HUGE and surroundings.inner_width < _MIN_WIDTH_WITH_HUGE_BANK
    ):
        return False
    if surroundings.inner_width < _MIN_WIDTH_BY_BANNED_SIZE.get(plan.banned_card_size.name, 0):
        return False
    other_rows = (
        1
        + _seats_rows(plan, surroundings, seating, other_players)
        + surroundings.log_rows
        + surroundings.bar_rows
        + surroundings.note_rows
    )
    rows = (
        _row_count_of_banned_cards_and_sheet(plan, surroundings)
        + plan.odds_rows
        + surroundings.button_rows
        + 1
        + plan.row_size.height
        + _bank_rows(plan)
    )
    return other_rows + rows <= surroundings.height


# Other players


def _seating_form(width: int, height: int, other_players: int) -> SeatingForm:
    """Return the form in which the other players are shown."""
    if other_players == 0:
        return "none"
    if height < 20:
        return (
            "pairs"
            if other_players * (MIN_BLOCK_WIDTH if height < 17 else MIN_COMPACT_PLAYER_WIDTH) <= width
            else "list"
        )
    if other_players * MIN_BLOCK_WIDTH <= width:
        return "blocks"
    return (
        "pairs" if height >= MIN_ROWS_WITH_GAPS and other_players <= 2 * (width // MIN_COMPACT_PLAYER_WIDTH) else "list"
    )


def _seats_rows(plan: CardSizePlan, surroundings: _TableSurroundings, seating: SeatingForm, other_players: int) -> int:
    """Return the rows that the other players take; a player in a block has two rows of text above the cards."""
    height = surroundings.height
    if seating == "none":
        return 0
    if height < 20:
        return 1 if height < 17 else 2
    if seating == "blocks":
        return 2 + card_size_in_blocks(plan.opponent_size, surroundings.width, other_players).height
    if seating == "pairs":
        return 4 if height < 30 else 5
    return 3 if height < MIN_ROWS_WITH_GAPS else 4 if height < 30 else 6 if height < 46 else 9


# Banned cards and sheet


def _is_sheet_below_banned_cards(plan: CardSizePlan, surroundings: _TableSurroundings) -> bool:
    """Return whether the sheet (the list of the deck's cards) stands below the banned cards, because there is no room
    beside them.

    Beside it there must be room for two banned cards and a temporary one. The smallest cards always fit.
    """
    banned = 3 * plan.banned_card_size.width + 5
    return (
        plan.banned_card_size is not MINI and banned + 1 + sheet_width(SHEET_CELL_WIDTHS[-1]) > surroundings.inner_width
    )


def _sheet_cell_width(plan: CardSizePlan, surroundings: _TableSurroundings) -> int:
    """Return the width in columns of a cell of the sheet (the list of the deck's cards): the widest for which the
    banned cards leave room, else the narrowest."""
    room = (
        surroundings.inner_width
        if _is_sheet_below_banned_cards(plan, surroundings)
        else surroundings.inner_width - 3 * plan.banned_card_size.width - 7
    )
    return next((cell for cell in SHEET_CELL_WIDTHS if sheet_width(cell) <= room), SHEET_CELL_WIDTHS[-1])


def _row_count_of_risk_text(plan: CardSizePlan, surroundings: _TableSurroundings) -> int:
    """Return the number of rows for the risk below the sheet (the list of the deck's cards): 0 if it stands with the
    odds or in the title of the sheet."""
    return 0 if surroundings.has_no_free_rows or plan.odds_rows >= BANNER_ROWS else 1


def _row_count_of_banned_cards(plan: CardSizePlan) -> int:
    """Return the rows of the banned cards, with a title above and a row below."""
    return 2 + plan.banned_card_size.height


def _row_count_of_banned_cards_and_sheet(plan: CardSizePlan, surroundings: _TableSurroundings) -> int:
    """Return the height in rows of the banned cards and the list of the deck's cards together."""
    if plan.odds_beside_banned_cards:  # the banned cards reach down to the end of the odds
        return 1 + (MAX_SHEET_ROWS if plan.banned_card_size.height > HUGE.height else MIN_SHEET_ROWS)
    sheet = (
        1
        + _SHEET_ROWS_BY_SIZE.get(plan.banned_card_size.name, MIN_SHEET_ROWS)
        + _row_count_of_risk_text(plan, surroundings)
    )
    return (
        _row_count_of_banned_cards(plan) + sheet
        if _is_sheet_below_banned_cards(plan, surroundings)
        else max(_row_count_of_banned_cards(plan), sheet)
    )


# Bank and Queens


def _are_queens_beside_row(plan: CardSizePlan, surroundings: _TableSurroundings) -> bool:
    """Return whether the four Queens stand beside the row, because they have no place below a log and the row has room
    enough without their columns."""
    if plan.row_size.height < LARGE.height or _are_queens_below_log(surroundings):
        return False
    queens = 4 * (_size_of_queens_beside_row(plan).width + 1) + 2
    return surroundings.inner_width - plan.row_size.width - 4 - queens >= _MIN_CARDS_BESIDE_QUEENS * plan.row_size.width


def _are_queens_below_log(surroundings: _TableSurroundings) -> bool:
    """Return whether the four Queens stand below the log, beside a table that has its buttons on it."""
    return not surroundings.bar_rows and bool(surroundings.log_columns)


def _queen_size(plan: CardSizePlan, surroundings: _TableSurroundings) -> Size:
    """Return the size of the four Queens.

    Below the log it is the largest that has room there; beside the row a smaller size than that of the row's cards; in
    the bank the size of the bank's cards. Without room they are chips, cards one row high.
    """
    if _are_queens_below_log(surroundings):
        room = (surroundings.log_columns - 2) // 4 - 1
        return next(size for size in reversed(SIZES) if size.width <= room and size.height <= plan.bank_size.height)
    if _are_queens_beside_row(plan, surroundings):
        return _size_of_queens_beside_row(plan)
    if (
        plan.bank_size not in (CHIP, MINI)
        and surroundings.inner_width - 4 * (plan.bank_size.width + 1) >= _MIN_BANK_WIDTH_BESIDE_QUEENS
    ):
        return plan.bank_size
    return CHIP


def _size_of_queens_beside_row(plan: CardSizePlan) -> Size:
    """Return the size of the four Queens beside the row: smaller than its cards, and at most large."""
    return min(SIZES[SIZES.index(plan.row_size) - 1], LARGE, key=SIZES.index)


def _queens_width(plan: CardSizePlan, queen_size: Size) -> int:
    """Return the columns of the four Queens."""
    if queen_size is not CHIP:
        return 4 * (queen_size.width + 1) - 1
    return _QUEEN_WORDS_WIDTH if plan.bank_size is CHIP else _QUEEN_CHIPS_WIDTH


def _bank_rows(plan: CardSizePlan) -> int:
    """Return the least rows of the bank: its title, its cards, and the headings of suits from the medium size on."""
    return 1 + plan.bank_size.height + (plan.bank_size not in (CHIP, MINI))


# Log, standings, gaps


def _log_zones(
    surroundings: _TableSurroundings, felt: Rect, bottom: int, other_players: int
) -> tuple[Rect | None, Rect | None]:
    """Return the zones of the log and of the standings, None where there is no room for them.

    `bottom` is the first row below a log beside the table.
    There are no standings without `other_players`, or where these are shown as a ranking themselves.
    """
    players = other_players + 1 if other_players else 0
    if surroundings.log_rows:
        return divide_zone_below_table(Rect(0, felt.bottom, surroundings.width, surroundings.log_rows), players)
    if not surroundings.log_columns:
        return None, None
    return divide_zone_beside_table(
        Rect(surroundings.felt_width, felt.y, surroundings.log_columns, bottom - felt.y), surroundings.width, players
    )


def _rows_above_zones(spare_rows: int, order: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the number of the `spare_rows` rows that are free above the banned cards, the odds, the row and the bank,
    which get them in this `order`."""
    gaps = [0, 0, 0, 0]
    for number in range(min(max(spare_rows, 0), MAX_SPARE_ROWS)):
        gaps[order[number % len(order)]] += 1
    return gaps[0], gaps[1], gaps[2], gaps[3]
