"""The layout of the Mad Queens board: the zones and card sizes for a terminal size. Numbers only, no drawing."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tui.boards.common.background import LOG_BESIDE_COLUMNS
from tui.cards import CHIP, LARGE, MID, MINI, Size, size_for_terminal
from tui.drawing import Rect

Seating: TypeAlias = Literal["none", "blocks", "pairs", "list"]
"""How the other players are shown: not at all, in blocks with their rows, in one or two lines each, or as a list."""

MAX_TABLE_COLUMNS: Final = 118
"""The greatest width of the middle of the table."""

BLOCK_COLUMNS: Final = 15
"""The least width of a block."""

PAIR_COLUMNS: Final = 19
"""The least width of a player in one or two lines."""


class MadQueensLayout(Struct, frozen=True):
    """The zones of the table, and the sizes of its cards."""

    size: Size
    """The size of cards in the middle."""

    bank_size: Size
    """The size of cards in the bank."""

    seating: Seating
    status: Rect
    seats: Rect
    felt: Rect
    """The table without status line, other players and buttons."""

    log: Rect | None
    """The log beside the table; None if it lies over the table."""

    banned: Rect
    """The banned cards."""

    sheet: Rect
    """The sheet of the cards in the deck."""
    cell: int
    """Columns of a cell of the sheet."""
    risk: int
    """The row of the risk of the next card, or -1 if it is part of the sheet's title."""
    line: Rect
    """The deck and the row, with a title above."""

    words: Rect
    """The area of the banner."""
    bank: Rect
    queens: Rect
    note: int
    """The row of the note and of questions."""
    bar: Rect
    """The buttons."""


def sheet_width(cell: int) -> int:
    """Return the columns of the sheet: margins, a suit, 13 ranks (the ten is wider) and the Jokers."""
    return 2 + 13 * cell + (cell == 2) + 4


@lru_cache(maxsize=64)
def lay_out(width: int, height: int, others: int) -> MadQueensLayout:
    """Return the layout for a number of other seats; the size must not be `too_small`."""
    tight = height < 22
    log_width = min(max(width // 4 + 2, 25), 46) if width >= LOG_BESIDE_COLUMNS else 0
    felt_width = width - log_width
    size = size_for_terminal(width, height + 1)
    if size is LARGE and height < 46:
        size = MID
    bank_size = {LARGE: MID, MID: MINI, MINI: CHIP if tight else MINI}[size]
    seating, seats_height = _opponents_layout(width, height, others)
    bar_height = 3 if height >= 46 else 1
    felt = Rect(0, 1 + seats_height, felt_width, height - 1 - seats_height - bar_height)
    margin = 1 if width < 100 else max(2, (felt_width - MAX_TABLE_COLUMNS) // 2)
    cell = 2 if felt_width < 80 else 3 if felt_width < 110 else 4
    paper = {MINI: 4, MID: 6, LARGE: 10}[size]
    top_height = 2 + paper if tight else 3 + paper
    if size is not MINI:
        top_height += 1
    line_height = 1 + size.height
    if size is MID and felt_width >= 86 and felt.height - top_height - line_height - MID.height - 2 >= 8:
        bank_size = MID
    bank_height = 1 + bank_size.height if size is not MINI else 4
    if tight:
        bank_height = 2
    if size is not MINI:
        bank_height += 1
    spare = felt.height - top_height - line_height - bank_height - 1
    words_height = 5 if spare >= 7 else max(min(spare, 2), 1)
    gaps = _spare_rows(spare - words_height)
    y = felt.y + gaps[0]
    sheet = sheet_width(cell)
    x = felt.x + margin
    right = felt.right - margin
    top = y
    y += top_height + gaps[1]
    line = Rect(x, y, right - x, line_height)
    y = line.bottom + gaps[2]
    words = Rect(x, y, right - x, words_height)
    y = words.bottom + gaps[3]
    queens_width = 17 if tight else 12 if size is MINI else 4 * (bank_size.width + 1) - 1
    return MadQueensLayout(
        size=size,
        bank_size=bank_size,
        seating=seating,
        status=Rect(0, 0, width, 1),
        seats=Rect(0, 1, width, seats_height),
        felt=felt,
        log=Rect(felt_width, felt.y, log_width, felt.height) if log_width else None,
        banned=Rect(x, top, right - sheet - x - 1, top_height),
        sheet=Rect(right - sheet, top, sheet, 2 + paper),
        cell=cell,
        risk=-1 if tight else top + 2 + paper,
        line=line,
        words=words,
        bank=Rect(x, y, right - x - queens_width - 2, bank_height),
        queens=Rect(right - queens_width, y, queens_width, bank_height),
        note=words.y if tight else felt.bottom - 1,
        bar=Rect(0, height - bar_height, width, bar_height),
    )


def _opponents_layout(width: int, height: int, others: int) -> tuple[Seating, int]:
    """Return the form in which the other players are shown, and its number of rows."""
    if others == 0:
        return "none", 0
    if height < 17:
        return "pairs" if others * BLOCK_COLUMNS <= width else "list", 1
    if height < 20:
        return "pairs" if others * PAIR_COLUMNS <= width else "list", 2
    if others * BLOCK_COLUMNS <= width:
        return "blocks", 3 if height < 30 else 5 if height < 46 else 7
    if height >= 22 and others <= 2 * (width // PAIR_COLUMNS):
        return "pairs", 4 if height < 30 else 5
    return "list", 3 if height < 22 else 4 if height < 30 else 6 if height < 46 else 9


def _spare_rows(spare: int) -> tuple[int, int, int, int]:
    """Return the spare rows above the top, the deck, the texts and the bank."""
    spare = max(spare, 0)
    order = (1, 2, 3, 0, 1, 3, 0)
    gaps = [0, 0, 0, 0]
    for number in range(spare):
        if sum(gaps) >= 14:
            break
        gaps[order[number % len(order)]] += 1
    return gaps[0], gaps[1], gaps[2], gaps[3]
