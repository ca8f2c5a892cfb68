"""How the cards of a bank lie: in fans (overlapping cards), one for each suit, side by side, in a narrow window in
several lines."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core import Card
from core.engine.cards import SUITS
from tui.boards.mad_queens.zones import MadQueensLayout
from tui.cards import CHIP, SIZES, Size

_MIN_RANK_COLUMNS: Final = 3
"""An overlapped card shows at least this many columns; in a fan of one suit its rank is enough."""

_COLUMNS_BETWEEN_FANS: Final = 1
"""The number of columns between two fans."""

_MIN_FREE_COLUMNS_OF_TRAY: Final = 2
"""A tray is wider than its fan by at least this many columns, or exactly as wide: one column looks like an edge."""

_ALL_SUITS: Final = (*SUITS, "")
"""The suits in their order; the suit of Jokers is ""."""


class SuitFan(Struct, frozen=True):
    """The fan of one suit in a bank, or the place where the first card of a suit will lie; the suit of Jokers is ""."""

    suit: str
    card_indexes: tuple[int, ...]
    """The indexes in the bank of the cards shown."""
    x: int
    """The column in which the fan begins."""
    step: int
    """The number of columns from one card to the next."""
    cards_left_out: int
    """The number of cards that are not shown."""
    line: int = 0
    """The line of fans, from 0."""
    tray_width: int = 0
    """The width in columns of the tray in which the fan lies; 0 if it lies on the table."""

    def columns(self, size: Size) -> int:
        """Return the width of the fan in columns; one without cards is as wide as a card."""
        return size.width + max(len(self.card_indexes) - 1, 0) * self.step


class BankFans(Struct, frozen=True):
    """The fans of a bank, the size of their cards, and whether each line of fans has a heading above it."""

    size: Size
    has_headings: bool
    fans: tuple[SuitFan, ...]

    @property
    def cards_left_out(self) -> int:
        """The number of cards that are left out."""
        return sum(fan.cards_left_out for fan in self.fans)

    @property
    def fewest_visible_columns(self) -> int:
        """The fewest visible columns of a card that another card of its fan covers."""
        return min((fan.step for fan in self.fans), default=0)

    def first_row_of(self, fan: SuitFan) -> int:
        """Return the first row of a fan's cards, counted from the title of the bank (row 0)."""
        return 1 + self.has_headings + fan.line * (self.size.height + self.has_headings)

    def end_column_of(self, fan: SuitFan, width: int) -> int:
        """Return the column where the next fan of the line begins, or the `width` of the bank."""
        return min((other.x for other in self.fans if other.line == fan.line and other.x > fan.x), default=width)


def arrange_bank(layout: MadQueensLayout, bank: tuple[Card, ...]) -> BankFans:
    """Return the fans of a bank with the largest cards that fit: in one line, or in several if the layout says so."""
    if layout.bank_may_have_lines:
        return _arrange_in_lines(bank, layout.bank.width, layout.bank.height - 1, layout.bank_size)
    size, width = layout.bank_size, layout.bank.width
    fans = suit_fans(bank, width, size)
    if size is not CHIP:
        empty_count = sum(all(card.suit != suit for card in bank) for suit in SUITS)
        closer = suit_fans(bank, max(width - empty_count * (size.width + _COLUMNS_BETWEEN_FANS), 0), size)
        has_room = sum(fan.cards_left_out for fan in closer) == sum(fan.cards_left_out for fan in fans)
        fans = _put_in_trays(closer if has_room else fans, width, size)
    return BankFans(size, layout.bank_has_headings, fans)


def _put_in_trays(fans: tuple[SuitFan, ...], width: int, size: Size) -> tuple[SuitFan, ...]:
    """Return these fans in trays that share `width` columns; a suit without cards has an empty tray.

    If there is no room for the empty trays, return the fans unchanged.
    """
    by_suit = {fan.suit: fan for fan in fans}
    all_fans = [
        by_suit.get(suit) or SuitFan(suit, (), 0, size.width, 0) for suit in _ALL_SUITS if suit or suit in by_suit
    ]
    spare = width - sum(fan.columns(size) for fan in all_fans) - (len(all_fans) - 1) * _COLUMNS_BETWEEN_FANS
    if spare < 0:
        return fans
    share, rest = divmod(spare, len(all_fans))
    if share < _MIN_FREE_COLUMNS_OF_TRAY:
        share = rest = 0
    placed, x = [], 0
    for number, fan in enumerate(all_fans):
        room = fan.columns(size) + share + (number < rest)
        placed.append(replace(fan, x=x, tray_width=room))
        x += room + _COLUMNS_BETWEEN_FANS
    return tuple(placed)


@lru_cache(maxsize=64)
def _arrange_in_lines(bank: tuple[Card, ...], width: int, rows: int, max_size: Size) -> BankFans:
    """Return the fans of a bank in lines below each other.

    First as few cards as possible are left out, then cards are as large as possible, then as much as possible of each
    card is visible.
    """
    found = []
    for size in reversed(SIZES[: SIZES.index(max_size) + 1]):
        heading = rows > size.height
        suits = tuple(suit for suit in _ALL_SUITS if any(card.suit == suit for card in bank))
        for lines in range(1, max(min(rows // (size.height + heading), len(suits)), 1) + 1):
            fans = [
                replace(fan, line=line)
                for line, part in enumerate(_suits_by_line(suits, lines, bank, size))
                for fan in suit_fans(bank, width, size, part)
            ]
            if all(fan.x + fan.columns(size) <= width for fan in fans):
                found.append(BankFans(size, heading, tuple(fans)))
    return min(found, key=lambda one: (one.cards_left_out, -one.size.width, -one.fewest_visible_columns))


def _suits_by_line(suits: tuple[str, ...], lines: int, bank: tuple[Card, ...], size: Size) -> list[tuple[str, ...]]:
    """Return the suits of each of `lines` lines of fans, so that the longest line is as short as possible."""

    def columns(part: tuple[str, ...]) -> int:
        """Return the columns of a line of these suits with the least step."""
        cards = sum(card.suit in part for card in bank)
        return len(part) * (size.width + _COLUMNS_BETWEEN_FANS) + (cards - len(part)) * _MIN_RANK_COLUMNS

    cuts = ((0, *inner, len(suits)) for inner in combinations(range(1, len(suits)), lines - 1))
    splits = [[suits[start:end] for start, end in pairwise(cut)] for cut in cuts]
    return min(splits, key=lambda parts: max(map(columns, parts)))


@lru_cache(maxsize=64)
def suit_fans(
    bank: tuple[Card, ...], width: int, size: Size, suits: tuple[str, ...] = _ALL_SUITS
) -> tuple[SuitFan, ...]:
    """Return the fans of some suits of a bank in `width` columns, side by side; the card banked last lies on top.

    All fans have the same step, the columns from one card to the next. If they do not fit, the cards banked first are
    left out of the longest fans.
    """
    groups = [[place for place, card in enumerate(bank) if card.suit == suit] for suit in suits]
    shown = [group for group in groups if group]
    if not shown:
        return ()
    room = width - len(shown) * size.width - (len(shown) - 1) * _COLUMNS_BETWEEN_FANS
    while (hidden := sum(map(len, shown)) - len(shown)) and hidden * _MIN_RANK_COLUMNS > room:
        longest = max(shown, key=len)
        shown[shown.index(longest)] = longest[1:]
    step = min(room // hidden, size.width) if hidden else size.width
    fans, x = [], 0
    for group in shown:
        suit = bank[group[0]].suit
        left_out = sum(card.suit == suit for card in bank) - len(group)
        fans.append(SuitFan(suit, tuple(group), x, step, left_out))
        x += fans[-1].columns(size) + _COLUMNS_BETWEEN_FANS
    return tuple(fans)
