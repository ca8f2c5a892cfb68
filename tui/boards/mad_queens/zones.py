"""The zones of the Mad Queens board, which its layouts for wide and for narrow windows fill in."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tui.cards import LARGE, MID, SIZES, Size
from tui.drawing import Rect

SeatingForm: TypeAlias = Literal["none", "blocks", "pairs", "list"]
"""The form in which the other players are shown: not at all, in blocks with their rows, in one or two lines each, or as
a ranking.
"""

MIN_BLOCK_WIDTH: Final = 15
"""The block of another player is at least this many columns wide."""

MIN_COMPACT_PLAYER_WIDTH: Final = 19
"""A player shown in one or two lines takes at least this many columns."""

BANNER_ROWS: Final = 5
"""The height in rows of a banner in big letters, and of the odds as a bar."""

SHEET_CELL_WIDTHS: Final = (6, 5, 4, 3, 2)
"""The possible widths in columns of a cell of the sheet (the list of the deck's cards), the widest first."""

MIN_SHEET_ROWS: Final = 5
"""The height in rows of a sheet (the list of the deck's cards) without lines between the suits, its title not counted:
ranks and four suits."""

MAX_SHEET_ROWS: Final = 9
"""The height in rows of a sheet (the list of the deck's cards) with lines between the suits, its title not counted."""


_MIN_BLOCK_WIDTH_BY_SIZE: Final = {LARGE.name: 32, MID.name: 24}
"""Maps the name of a card size to the least width in columns of a block with cards of this size."""


class CardSizePlan(Struct, frozen=True):
    """A choice of card sizes: those of the row, of banned cards, of the bank and of other players.

    `odds_rows` is the height in rows of the odds, or of a banner in their place.
    """

    row_size: Size
    banned_card_size: Size
    bank_size: Size
    opponent_size: Size
    odds_rows: int = BANNER_ROWS
    odds_beside_banned_cards: bool = False
    """Whether the odds stand below the list of the deck's cards, beside the banned cards; else below these."""


class MadQueensLayout(Struct, frozen=True):
    """The zones of the board, and the sizes of its cards. Rectangles, rows and columns are those of the whole board.

    A zone that is None has no room on a board of this size, or is not wanted.
    """

    size: Size
    """The size of cards in the row."""

    banned_card_size: Size
    """The size of banned cards."""

    bank_size: Size
    """The size of cards in the bank."""

    queen_size: Size
    """The size of the four Queens."""

    opponent_card_size: Size
    """The size of the cards of other players, if these are shown in blocks."""

    seating: SeatingForm
    """The form in which the other players are shown."""
    status: Rect
    """The rectangle of the status line, at the top of the board."""
    seats: Rect
    """The rectangle of the other players."""
    felt: Rect
    """The zone with the background of a card table: all but status line, other players, log below it and buttons."""

    log: Rect | None
    """The log beside or below the table; None if it lies over the table."""

    standings: Rect | None
    """The standings above or beside the log."""

    banned_cards: Rect
    """The rectangle of the banned cards."""

    sheet: Rect
    """The list of the cards still in the deck."""
    cell_width: int
    """The width in columns of the cell for one card in the list of the deck's cards."""
    risk_row: int
    """The row below the list of the deck's cards with the risk of the next card; -1 if the risk stands in the list's
    title or with the odds."""
    odds: Rect
    """The odds of the next card, or a banner in their place."""
    deck_and_row: Rect
    """The deck and the row, with a title above."""
    bank: Rect
    """The bank of the seat in front, with its title."""
    bank_has_headings: bool
    """Whether each suit of the bank has a heading."""
    queens: Rect
    """The four Queens of the seat in front."""
    note_row: int
    """The row of the note and of questions."""
    bar: Rect
    """The rectangle of the buttons: between row and bank if it lies on the table, else below everything."""
    bank_may_have_lines: bool = False
    """Whether the fans of the bank may lie in several lines; the size of the cards that then fits is at most
    `bank_size`."""

    @property
    def are_odds_beside_banned_cards(self) -> bool:
        """Whether the odds stand beside the banned cards, below the list of the deck's cards; else below both."""
        return self.odds.y < self.banned_cards.bottom

    @property
    def are_buttons_on_felt(self) -> bool:
        """Whether the buttons are on the table, between row and bank."""
        return self.bar.bottom <= self.bank.y


def sheet_width(cell_width: int) -> int:
    """Return the width in columns of the sheet, the list of the deck's cards: margins, a suit, 13 ranks (the ten is
    wider) and the Jokers.

    `cell_width` is the width of a cell in columns.
    """
    return 2 + 13 * cell_width + (cell_width == 2) + 4


def card_size_in_blocks(max_size: Size, width: int, other_players: int) -> Size:
    """Return the size of cards in blocks of `other_players` other players: the largest that fits, at most
    `max_size`."""
    block = width // max(other_players, 1)
    allowed = SIZES[: SIZES.index(max_size) + 1]
    return next(size for size in reversed(allowed) if _MIN_BLOCK_WIDTH_BY_SIZE.get(size.name, 0) <= block)
