"""The layout of the Mad Queens board: the zones and card sizes for a terminal size. Numbers only, no drawing.

The zones stand below each other: status line, other players, banned cards beside the sheet of the deck, odds (or a
banner), deck and row, bank beside the four Queens, note, buttons. A large table has the buttons between the row and
the bank, the note below the odds, and the four Queens below the log. The first of `_PLANS` that fits decides the sizes
of cards; rows that are left over become gaps. Narrow windows have a layout of their own: `narrow_layout`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui.boards.common.background import LOG_BESIDE_COLUMNS, is_narrow
from tui.boards.common.standings import SIDE_COLUMNS, TALL_ROWS, side_zones, zones_below
from tui.boards.mad_queens.narrow_layout import lay_out_narrow
from tui.boards.mad_queens.zones import (
    BANNER_ROWS,
    BLOCK_COLUMNS,
    CELLS_OF_SHEET,
    GREATEST_SHEET_ROWS,
    LEAST_SHEET_ROWS,
    PAIR_COLUMNS,
    MadQueensLayout,
    Plan,
    Seating,
    sheet_width,
    size_in_blocks,
)
from tui.cards import CHIP, HUGE, LARGE, MID, MINI, SIZES, Size
from tui.drawing import Rect

TIGHT_ROWS: Final = 22
"""The height of a board below which no row is free for gaps, and the risk stands in the title of the sheet."""

MAX_TABLE_COLUMNS: Final = 150
"""The greatest width of the middle of the table."""

TALL_BAR_ROWS: Final = 56
"""The height of a board from which the buttons have an empty row above and below them."""

BUTTONS_ON_TABLE_ROWS: Final = 38
"""The height from which a wide table has the buttons below the row, instead of in a bar below everything."""

LARGE_BUTTON_ROWS: Final = 3
"""The rows of the buttons below the row of cards; one fewer where no row is free for gaps."""

MAX_SPARE_ROWS: Final = 14
"""The most rows that become gaps between zones."""

_GAP_ORDER: Final = (2, 3, 1, 0)
"""The order in which gaps get a row; 0 is the gap above the banned cards, 1 above the odds, 2 the row, 3 the bank."""

_ROW_COLUMNS: Final = {HUGE.name: 80, LARGE.name: 54, MID.name: 42}
"""The least width of a table whose row has cards of this size."""

_HUGE_BANK_COLUMNS: Final = 130
"""The least width of a table whose bank has cards as large as the row."""

_HUGE_BANNED_COLUMNS: Final = 104
"""The least width of a table whose banned cards are as large as the row: the sheet beside them has cells of four
columns."""

_CARDS_BESIDE_QUEENS: Final = 4
"""How many cards of the row must have room side by side if the four Queens stand beside it."""

_COLUMNS_BESIDE_QUEENS: Final = 48
"""The least width of the bank beside four Queens as cards; beside a narrower bank they are chips."""

_QUEENS_COLUMNS: Final = 36
"""The least width of a log with the four Queens as cards below it."""

_QUEEN_CHIP_COLUMNS: Final = 12
"""The width of the four Queens as chips, one below the other."""

_QUEEN_WORD_COLUMNS: Final = 17
"""The width of the four Queens as words, two in a line."""


_PLANS: Final = (
    Plan(HUGE, HUGE, HUGE, LARGE),
    Plan(HUGE, HUGE, LARGE, LARGE),
    Plan(HUGE, LARGE, LARGE, LARGE),
    Plan(HUGE, LARGE, LARGE, MID),
    Plan(HUGE, LARGE, MID, MID),
    Plan(HUGE, MID, MID, MID),
    Plan(LARGE, LARGE, LARGE, LARGE),
    Plan(LARGE, LARGE, LARGE, MID),
    Plan(LARGE, LARGE, MID, MID),
    Plan(LARGE, MID, MID, MID),
    Plan(LARGE, MID, MINI, MINI),
    Plan(MID, MID, MINI, MINI),
    Plan(MID, MID, MINI, MINI, 2),
    Plan(MID, MINI, MINI, MINI, 2),
    Plan(MID, MINI, MINI, CHIP, 2),
    Plan(MINI, MINI, MINI, CHIP, 2),
    Plan(MINI, MINI, MINI, CHIP, 1),
    Plan(MINI, MINI, CHIP, CHIP, 1),
)
"""The sizes of cards for a table, the largest first; in each plan the row, which matters most, has the largest."""

_SHEET_ROWS: Final = dict.fromkeys((HUGE.name, LARGE.name), GREATEST_SHEET_ROWS)
"""The rows of the sheet beside banned cards of this size, its title not counted."""


class _Surroundings(Struct, frozen=True):
    """What surrounds the cards: the board's columns and rows, and those of the log and of the buttons.

    `width` and `height` are the board's columns and rows; `log_columns` is the width of a log beside the table and
    `log_rows` the height of one below it, each 0 without one.
    """

    width: int
    height: int
    log_columns: int
    log_rows: int
    bar_rows: int
    """The rows of the buttons below everything; none if they are on the table."""

    @property
    def button_rows(self) -> int:
        """The least rows of buttons on the table: with these there is no button bar, and the note has another place."""
        return 0 if self.bar_rows else LARGE_BUTTON_ROWS - 1

    @property
    def note_rows(self) -> int:
        """The rows that are kept free for the note."""
        return 0 if self.tight or not self.bar_rows else 1

    @property
    def felt_width(self) -> int:
        """The columns of the table."""
        return self.width - self.log_columns

    @property
    def margin(self) -> int:
        """The free columns on either side of the middle of the table."""
        return 1 if self.width < 100 else max(2, (self.felt_width - MAX_TABLE_COLUMNS) // 2)

    @property
    def inner(self) -> int:
        """The columns of the table between its margins."""
        return self.felt_width - 2 * self.margin

    @property
    def tight(self) -> bool:
        """Whether no row is free for gaps."""
        return self.height < TIGHT_ROWS


def _surroundings(width: int, height: int, table_only: bool) -> _Surroundings:
    """Return what surrounds the cards: the log is beside them, below them in a narrow high window, or over them."""
    below = not table_only and height >= TALL_ROWS and LOG_BESIDE_COLUMNS <= width < SIDE_COLUMNS
    beside = not table_only and width >= LOG_BESIDE_COLUMNS and not below
    on_table = not table_only and width >= SIDE_COLUMNS and height >= BUTTONS_ON_TABLE_ROWS
    return _Surroundings(
        width,
        height,
        log_columns=min(max(width // 4 + 2, _QUEENS_COLUMNS if on_table else 25), 46) if beside else 0,
        log_rows=min(height // 5, 12) if below else 0,
        bar_rows=0 if on_table else 3 if height >= TALL_BAR_ROWS else 1,
    )


@lru_cache(maxsize=64)
def lay_out(width: int, height: int, others: int, table_only: bool = False) -> MadQueensLayout:
    """Return the layout for `others` other seats; the size must not be `too_small`.

    With `table_only` log and standings have no zone.
    """
    if is_narrow(width):
        return lay_out_narrow(width, height, others, table_only)
    around = _surroundings(width, height, table_only)
    seating = _seating(width, height, others)
    plan = next((plan for plan in _PLANS if _fits(plan, around, seating, others)), _PLANS[-1])
    seats_rows = _seats_rows(plan, around, seating, others)
    felt = Rect(0, 1 + seats_rows, around.felt_width, height - 1 - seats_rows - around.log_rows - around.bar_rows)
    stacked = _is_stacked(plan, around)
    top_rows, line_rows = _top_rows(plan, around), 1 + plan.row.height
    bank_rows, heading, button_rows, odds_rows, gaps = _divide_rows(plan, around, felt.height - top_rows - line_rows)
    x, right = around.margin, around.felt_width - around.margin
    top = felt.y + gaps[0]
    words = Rect(x, top + top_rows + gaps[1], right - x, odds_rows)
    line = Rect(x, words.bottom + gaps[2], right - x, line_rows)
    bank_y = line.bottom + button_rows + gaps[3]
    queen_size = _queen_size(plan, around)
    queens_width = _queens_width(plan, queen_size)
    queens = Rect(right - queens_width, bank_y, queens_width, bank_rows)
    bank_right = right - queens_width - 2
    if are_queens_below_log := _are_queens_below_log(plan, around):
        queens, bank_right = Rect(felt.right + 2, bank_y, queens_width, bank_rows), right
    elif _are_queens_beside_row(plan, around):
        queens, bank_right = Rect(queens.x, line.y, queens_width, line_rows), right
        line = Rect(x, line.y, queens.x - 1 - x, line_rows)
    cell = _sheet_cell(plan, around)
    sheet_columns = sheet_width(cell)
    risk_rows = _risk_rows(plan, around)
    sheet_y = top + _banned_rows(plan) if stacked else top
    banned_right = right if stacked else right - sheet_columns - 1
    sheet_rows = top + top_rows - sheet_y - 1 - risk_rows
    sheet_rows = GREATEST_SHEET_ROWS if sheet_rows >= GREATEST_SHEET_ROWS else LEAST_SHEET_ROWS
    side_bottom = queens.y if are_queens_below_log else felt.bottom
    log, standings = _log_zones(around, felt, side_bottom, 0 if seating == "list" else others)
    return MadQueensLayout(
        size=plan.row,
        banned_size=plan.banned,
        bank_size=plan.bank,
        queen_size=queen_size,
        others_size=size_in_blocks(plan.others, around.width, others),
        seating=seating,
        status=Rect(0, 0, width, 1),
        seats=Rect(0, 1, width, seats_rows),
        felt=felt,
        log=log,
        standings=standings,
        banned=Rect(x, top, banned_right - x, _banned_rows(plan) if stacked else top_rows),
        sheet=Rect(right - sheet_columns, sheet_y, sheet_columns, 1 + sheet_rows),
        cell_columns=cell,
        risk_row=top + top_rows - risk_rows if risk_rows else -1,
        odds=words,
        deck_and_row=line,
        bank=Rect(x, bank_y, bank_right - x, bank_rows),
        bank_heading=heading,
        queens=queens,
        note_row=words.y if around.tight else words.bottom - 2 if button_rows else felt.bottom - 1,
        bar=Rect(x, line.bottom, right - x, button_rows)
        if button_rows
        else Rect(0, height - around.bar_rows, width, around.bar_rows),
    )


def _divide_rows(plan: Plan, around: _Surroundings, rows: int) -> tuple[int, bool, int, int, tuple[int, int, int, int]]:
    """Return the rows of the bank, whether it has headings by suit, the rows of buttons and odds, and the four gaps.

    `rows` is how many rows banned cards, sheet and row leave over.
    """
    bank_rows, button_rows = _bank_rows(plan), around.button_rows
    spare = rows - plan.odds_rows - button_rows - bank_rows - around.note_rows
    heading = plan.bank is not CHIP and (spare > 0 or bank_rows > 1 + plan.bank.height)
    if heading and bank_rows == 1 + plan.bank.height:
        bank_rows, spare = bank_rows + 1, spare - 1
    if button_rows and spare > 0:
        button_rows, spare = button_rows + 1, spare - 1
    odds_rows = plan.odds_rows + (spare > len(_GAP_ORDER))
    return bank_rows, heading, button_rows, odds_rows, _gaps(spare - odds_rows + plan.odds_rows)


def _fits(plan: Plan, around: _Surroundings, seating: Seating, others: int) -> bool:
    """Return whether a table with the card sizes of a plan and `others` other seats fits into the board."""
    if _ROW_COLUMNS.get(plan.row.name, 0) > around.inner or (plan.bank is HUGE and around.inner < _HUGE_BANK_COLUMNS):
        return False
    if plan.banned is HUGE and around.inner < _HUGE_BANNED_COLUMNS:
        return False
    other_rows = 1 + _seats_rows(plan, around, seating, others) + around.log_rows + around.bar_rows + around.note_rows
    rows = _top_rows(plan, around) + plan.odds_rows + around.button_rows + 1 + plan.row.height + _bank_rows(plan)
    return other_rows + rows <= around.height


# Other players


def _seating(width: int, height: int, others: int) -> Seating:
    """Return the form in which the other players are shown."""
    if others == 0:
        return "none"
    if height < 20:
        return "pairs" if others * (BLOCK_COLUMNS if height < 17 else PAIR_COLUMNS) <= width else "list"
    if others * BLOCK_COLUMNS <= width:
        return "blocks"
    return "pairs" if height >= TIGHT_ROWS and others <= 2 * (width // PAIR_COLUMNS) else "list"


def _seats_rows(plan: Plan, around: _Surroundings, seating: Seating, others: int) -> int:
    """Return the rows that the other players take; a player in a block has two rows of text above the cards."""
    height = around.height
    if seating == "none":
        return 0
    if height < 20:
        return 1 if height < 17 else 2
    if seating == "blocks":
        return 2 + size_in_blocks(plan.others, around.width, others).height
    if seating == "pairs":
        return 4 if height < 30 else 5
    return 3 if height < TIGHT_ROWS else 4 if height < 30 else 6 if height < 46 else 9


# Banned cards and sheet


def _is_stacked(plan: Plan, around: _Surroundings) -> bool:
    """Return whether the sheet stands below the banned cards, because there is no room beside them.

    Beside it there must be room for two banned cards and a temporary one. The smallest cards always fit.
    """
    banned = 3 * plan.banned.width + 5
    return plan.banned is not MINI and banned + 1 + sheet_width(CELLS_OF_SHEET[-1]) > around.inner


def _sheet_cell(plan: Plan, around: _Surroundings) -> int:
    """Return the columns of a cell of the sheet: as many as the banned cards leave it, at least the fewest."""
    room = around.inner if _is_stacked(plan, around) else around.inner - 3 * plan.banned.width - 7
    return next((cell for cell in CELLS_OF_SHEET if sheet_width(cell) <= room), CELLS_OF_SHEET[-1])


def _risk_rows(plan: Plan, around: _Surroundings) -> int:
    """Return the rows of the risk below the sheet: 0 if it stands with the odds or in the title of the sheet."""
    return 0 if around.tight or plan.odds_rows >= BANNER_ROWS else 1


def _banned_rows(plan: Plan) -> int:
    """Return the rows of the banned cards, with a title above and a row below."""
    return 2 + plan.banned.height


def _top_rows(plan: Plan, around: _Surroundings) -> int:
    """Return the rows of banned cards and sheet together."""
    sheet = 1 + _SHEET_ROWS.get(plan.banned.name, LEAST_SHEET_ROWS) + _risk_rows(plan, around)
    return _banned_rows(plan) + sheet if _is_stacked(plan, around) else max(_banned_rows(plan), sheet)


# Bank and Queens


def _are_queens_beside_row(plan: Plan, around: _Surroundings) -> bool:
    """Return whether the four Queens stand beside the row, because the row has room enough without their columns."""
    if plan.row not in (HUGE, LARGE):
        return False
    queens = 4 * (_smaller(plan.row).width + 1) + 2
    return around.inner - plan.row.width - 4 - queens >= _CARDS_BESIDE_QUEENS * plan.row.width


def _are_queens_below_log(plan: Plan, around: _Surroundings) -> bool:
    """Return whether the four Queens stand below the log, as they have no room beside the row."""
    return not around.bar_rows and bool(around.log_columns) and not _are_queens_beside_row(plan, around)


def _queen_size(plan: Plan, around: _Surroundings) -> Size:
    """Return the size of the four Queens.

    Below the log it is the largest that has room there, beside the row the next smaller size than that of the row's
    cards, in the bank the size of the bank's cards, or chips if there is no room for these.
    """
    if _are_queens_below_log(plan, around):
        room = (around.log_columns - 2) // 4 - 1
        return next(size for size in reversed(SIZES) if size.width <= room and size.height <= plan.bank.height)
    if _are_queens_beside_row(plan, around):
        return _smaller(plan.row)
    if plan.bank not in (CHIP, MINI) and around.inner - 4 * (plan.bank.width + 1) >= _COLUMNS_BESIDE_QUEENS:
        return plan.bank
    return CHIP


def _smaller(size: Size) -> Size:
    """Return the next smaller size of cards; `size` must not be the smallest."""
    return SIZES[SIZES.index(size) - 1]


def _queens_width(plan: Plan, queen_size: Size) -> int:
    """Return the columns of the four Queens."""
    if queen_size is not CHIP:
        return 4 * (queen_size.width + 1) - 1
    return _QUEEN_WORD_COLUMNS if plan.bank is CHIP else _QUEEN_CHIP_COLUMNS


def _bank_rows(plan: Plan) -> int:
    """Return the least rows of the bank: its title, its cards, and the headings of suits from the medium size on."""
    return 1 + plan.bank.height + (plan.bank not in (CHIP, MINI))


# Log, standings, gaps


def _log_zones(around: _Surroundings, felt: Rect, bottom: int, others: int) -> tuple[Rect | None, Rect | None]:
    """Return the zones of the log and of the standings, None where there is no room for them.

    `bottom` is the first row below a log beside the table.
    There are no standings without `others`, or where these are shown as a ranking themselves.
    """
    players = others + 1 if others else 0
    if around.log_rows:
        return zones_below(Rect(0, felt.bottom, around.width, around.log_rows), players)
    if not around.log_columns:
        return None, None
    return side_zones(Rect(around.felt_width, felt.y, around.log_columns, bottom - felt.y), around.width, players)


def _gaps(spare: int) -> tuple[int, int, int, int]:
    """Return how many of the `spare` rows lie free above the banned cards, the odds, the row and the bank."""
    gaps = [0, 0, 0, 0]
    for number in range(min(max(spare, 0), MAX_SPARE_ROWS)):
        gaps[_GAP_ORDER[number % len(_GAP_ORDER)]] += 1
    return gaps[0], gaps[1], gaps[2], gaps[3]
