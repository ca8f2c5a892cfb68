"""The layout of the trick board: the zones and card sizes for a terminal size. Numbers only, no drawing.

The table is in the middle, with the cards of the trick. The other players sit round it: some at its left side, some
across, some at its right side. Above and below the players at the sides there are areas, the corners, for trump, quota
and the like. The hand lies below the table.

Of all sizes of cards the largest that fits decides. In the usual seating each column of cards has its own place, so
that the cards at the sides lie beside those across and beside mine (`wide_table`). Where the table is too narrow for
that, they lie below each other (`medium_table`). On a narrow table each card lies below its player (`narrow_table`),
and a hand that does not fit in one line has two.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui.boards.common.background import MIN_BOARD_COLUMNS, MIN_COLUMNS_WITH_LOG_BESIDE_TABLE
from tui.boards.common.standings import (
    MIN_COLUMNS_WITH_STANDINGS_BESIDE,
    MIN_ROWS_WITH_LOG_BELOW,
    divide_zone_below_table,
    divide_zone_beside_table,
)
from tui.boards.tricks.medium_table import medium_table_places, min_medium_table_columns, min_medium_table_rows
from tui.boards.tricks.narrow_table import min_narrow_table_rows, narrow_table_places
from tui.boards.tricks.table_places import Corners, OpponentPlaces, TablePlaces
from tui.boards.tricks.wide_table import WideTableSpaces, wide_table_places
from tui.cards import CHIP, GRAND, HUGE, LARGE, MID, MIN_VISIBLE_COLUMNS, MINI, VAST, Size
from tui.drawing import Rect

MIN_WIDTH_WITH_INSET: Final = 80
"""The cards keep a distance from the edge of the table's background if the table is at least this many columns wide."""

MIN_CORNER_ROWS_WITH_TRUMP: Final = 6
"""A corner, an area beside the players, shows trump (a heading, a small card, and whether it is broken) if it has at
least this many rows."""

MIN_CORNER_COLUMNS_WITH_TRUMP: Final = 13
"""A corner (an area beside the players) shows trump if it has at least this many columns."""

MIN_CORNER_WIDTH_WITH_RANKS: Final = 16
"""A corner (an area beside the players) shows up to four trump ranks, one for each of four players, if it has at least
this many columns."""

TAKEN_TRICKS_GAP_WIDTH: Final = 1
"""The number of columns between the tricks taken and my hand beside them."""

MIN_ZONE_WIDTH_BESIDE_CARDS: Final = 15
"""The area beside the line of cards in my hand and tricks taken has at least this many columns."""

MIN_ZONE_ROWS_BESIDE_CARDS: Final = 8
"""The area beside the line of cards in my hand and tricks taken has at least this many rows."""

MIN_ROWS_WITH_SPACED_BUTTON_BAR: Final = 48
"""The buttons have an empty row above and below them if the board has at least this many rows."""

TRICK_FACTS_ROWS: Final = 7
"""The height in rows of the facts of the trick, an empty row above and below them included."""

_MIN_LOG_ROWS: Final = 3
"""The log below the facts of the trick has at least this many rows."""

_MIN_ROWS_WITHOUT_TRICK_FACTS: Final = 29
"""A board of at least this many rows has its facts of the trick beside the players, in the corners, or in the middle.
"""

_NARROW_BUTTON_LINES: Final = 2
"""The number of lines of buttons of a narrow board."""

_NARROW_BUTTON_ROWS: Final = 4
"""The height in rows of all lines of buttons of a narrow board: two for each, so that a finger hits it."""

_LARGE_HAND_SIZES: Final = (
    (GRAND, 190, 58, GRAND.width),
    (VAST, 180, 58, VAST.width),
    (HUGE, 100, 46, 9),
    (LARGE, 60, 36, 6),
    (MID, 60, 29, MIN_VISIBLE_COLUMNS),
)
"""Choices of a card size above `MINI` for a hand: the size, the least columns and rows of the board, and the least
visible columns of a card."""

_CARD_SIZES_OF_NARROW_BOARDS: Final = (
    (LARGE, LARGE),
    (MID, LARGE),
    (LARGE, MID),
    (MID, MID),
    (MINI, MID),
    (MID, MINI),
    (MINI, MINI),
)
"""The sizes of hand and trick of a narrow board, the largest first."""


_SIZES_AND_ROWS_BETWEEN: Final = ((GRAND, 2), (VAST, 2), (HUGE, 2), (LARGE, 2), (MID, 2), (MID, 1), (MINI, 2))
"""Choices of the cards' size and of the least number of rows between my card and those across, the best first: cards
with faces lie closer together before smaller ones, without faces, take their place."""

_RIM_MARGIN_AND_GAP_WIDTHS: Final = ((1, 2, 5), (1, 2, 2), (1, 2, 1), (0, 1, 1), (0, 0, 1))
"""Choices of three widths in columns, the best first: of the rim, of the space beside the cards (the rim included), and
of the space between two columns of cards.

The last has no margin: only a table narrower than `MIN_WIDTH_WITH_INSET` may have it.
"""


class CardRow(Struct, frozen=True):
    """A line with room for each card of a full hand: the cards still in my hand lie at its left end, the tray of the
    tricks taken fills it from the right."""

    x: int
    right: int
    step: int
    """The columns from one card to the next."""


class TrickLayout(Struct, frozen=True):
    """The zones of the board, and the sizes of its cards. Rectangles, rows and columns are those of the whole board.

    A zone that is None has no room on a board of this size, or is not wanted.
    """

    table_places: TablePlaces
    """The places of the players and of their cards."""
    hand_size: Size
    status: Rect
    trump_and_quota: Rect
    """Trump and quota in words; it has no rows if trump has room beside the players, in a corner."""
    table: Rect
    """The table and the players round it."""
    log: Rect | None
    standings: Rect | None
    """The standings above or beside the log."""
    trick_facts: Rect | None
    """The facts of the trick in words, above the log of a low board."""
    title: Rect
    """The row above the hand: my tricks, or a note, or a question."""
    hand: Rect
    hand_rows: int
    """The number of rows of cards in the hand: more than one where it does not fit otherwise."""
    bar: Rect
    bar_lines: int = 1
    """The number of lines of buttons."""
    narrow: bool = False
    """Whether the board is narrow, with the other players above their cards."""
    card_row: CardRow | None = None
    """The line of cards that the tricks taken share with my hand; None if my hand alone fills it."""
    zone_beside_hand: Rect | None = None
    """The area right of the tricks taken and my hand, for what has no room beside the players; None if it is too small.
    """

    @property
    def size(self) -> Size:
        """The size of cards on the table."""
        return self.table_places.size

    @property
    def log_and_trick_facts(self) -> Rect | None:
        """The zone of the log and of the facts of the trick above it."""
        log, facts = self.log, self.trick_facts
        if log is None or facts is None:
            return log
        return Rect(log.x, facts.y, log.width, log.bottom - facts.y)

    @property
    def felt(self) -> Rect:
        """The rectangle of the table on which the cards lie, with its background and its rim."""
        return self.table_places.felt

    @property
    def has_rim(self) -> bool:
        """Whether the table has a rim: a border in the outermost cells of its background."""
        return self.table_places.has_rim

    @property
    def opponents(self) -> tuple[OpponentPlaces, ...]:
        """The places of the other players, clockwise from my left."""
        return self.table_places.opponents

    @property
    def own_card(self) -> Rect:
        """The rectangle of my card in the trick."""
        return self.table_places.own_card

    @property
    def middle(self) -> Rect:
        """The free area between the cards of the trick."""
        return self.table_places.middle

    @property
    def corners(self) -> Corners | None:
        """The areas for trump and the like above and below the players at the sides; None if they have no room."""
        return self.table_places.corners


@lru_cache(maxsize=128)
def lay_out(
    width: int, height: int, other_players: int, card_count: int, is_covered: bool = False, table_only: bool = False
) -> TrickLayout:
    """Return the layout for `other_players` other players and `card_count` in a full hand; the size must not be
    `is_too_small`.

    `is_covered`: something lies over the corners (the areas beside the players), so that trump must be shown above the
    table. With `table_only` log, standings and hand have no zones.
    """
    if width < MIN_BOARD_COLUMNS:
        return _narrow_layout(width, height, other_players, 0 if table_only else card_count, table_only)
    bar_height = 3 if height >= MIN_ROWS_WITH_SPACED_BUTTON_BAR else 1
    below = not table_only and height >= MIN_ROWS_WITH_LOG_BELOW and width < MIN_COLUMNS_WITH_STANDINGS_BESIDE
    beside = not table_only and width >= MIN_COLUMNS_WITH_LOG_BESIDE_TABLE and not below
    log_width = min(max(width // 4 + 2, 25), 46) if beside else 0
    log_height = min(height // 5, 12) if below else 0
    bar = Rect(0, height - bar_height, width, bar_height)
    hand_size = _hand_size(width, height, card_count)
    rows = 1
    if hand_size is CHIP:
        rows = -(-card_count // ((width - 2) // (CHIP.width + 1)))
    hand_height = 0 if table_only else 2 * rows + 1 if hand_size is CHIP else hand_size.height + 2
    hand = Rect(1, bar.y - log_height - hand_height, width - 2, hand_height)
    title = Rect(0, hand.y - 1, width, 1)
    info, table, places = _table_zones(width, height, title.y, width - log_width, other_players, card_count, is_covered)
    log = standings = facts = None
    if log_height:
        log, standings = divide_zone_below_table(Rect(0, hand.bottom, width, log_height), other_players + 1)
    elif log_width:
        log, standings = divide_zone_beside_table(
            Rect(width - log_width, 1, log_width, title.y - 1), width, other_players + 1
        )
        if height < _MIN_ROWS_WITHOUT_TRICK_FACTS and log.height >= TRICK_FACTS_ROWS + _MIN_LOG_ROWS:
            facts = Rect(log.x, log.y, log.width, TRICK_FACTS_ROWS)
            log = Rect(log.x, facts.bottom, log.width, log.height - facts.height)
    row = None if table_only else _card_row(hand, hand_size, card_count, places.own_card.x + places.own_card.width // 2)
    full = hand_size.width + (card_count - 1) * (hand_size.width + 1)
    if row is None and hand_size is not CHIP and full <= table.width - 2:  # below my place in the trick
        hand = Rect(hand.x, hand.y, 2 * (places.own_card.x + places.own_card.width // 2 - hand.x) + 1, hand.height)
    return TrickLayout(
        table_places=places,
        hand_size=hand_size,
        status=Rect(0, 0, width, 1),
        trump_and_quota=info,
        table=table,
        log=log,
        standings=standings,
        trick_facts=facts,
        title=title,
        hand=hand,
        hand_rows=rows,
        bar=bar,
        card_row=row,
        zone_beside_hand=_zone_beside_card_row(hand, row) if row is not None else None,
    )


def _zone_beside_card_row(hand: Rect, row: CardRow) -> Rect | None:
    """Return the zone right of a row of cards in the zone of the hand; None if it is too small."""
    x = row.right + 2
    if hand.right - x < MIN_ZONE_WIDTH_BESIDE_CARDS or hand.height < MIN_ZONE_ROWS_BESIDE_CARDS:
        return None
    return Rect(x, hand.y, hand.right - x, hand.height)


def _card_row(hand: Rect, size: Size, card_count: int, centre: int) -> CardRow | None:
    """Return the row of `card_count` places in the zone of the hand, around column `centre` if possible; None if it has
    no room."""
    if size is CHIP or card_count < 2:
        return None
    step = min(size.width + 1, (hand.width - TAKEN_TRICKS_GAP_WIDTH - 2 * size.width) // max(card_count - 2, 1))
    if step < MIN_VISIBLE_COLUMNS:
        return None
    total = max(card_count - 2, 0) * step + 2 * size.width + TAKEN_TRICKS_GAP_WIDTH
    x = max(min(centre - total // 2, hand.right - total), hand.x)
    return CardRow(x, x + total, step)


def _table_zones(
    width: int, height: int, end: int, felt_width: int, other_players: int, card_count: int, is_covered: bool
) -> tuple[Rect, Rect, TablePlaces]:
    """Return the row of trump and quota, the table, and the places of players and cards.

    All end above row `end` and are `felt_width` columns wide, on a board of `width` columns and `height` rows. There
    are `other_players` other players and `card_count` in a full hand; `is_covered`: something lies over the corners,
    the areas beside the players.
    """
    air = 1 if height >= 42 else 0
    margin = 1 if width >= 100 else 0
    info, table, places = _zones_below_trump_and_quota(0, air, margin, end, felt_width, other_players, card_count)
    if is_covered or not _has_room_for_trump(
        places.corners, MIN_CORNER_WIDTH_WITH_RANKS if other_players == 3 else MIN_CORNER_COLUMNS_WITH_TRUMP
    ):
        return _zones_below_trump_and_quota(1, air, margin, end, felt_width, other_players, card_count)
    return info, table, places


def _zones_below_trump_and_quota(
    rows: int, free_rows: int, margin: int, end: int, width: int, other_players: int, card_count: int
) -> tuple[Rect, Rect, TablePlaces]:
    """Return the row of trump and quota, `rows` rows high, the table, and the places of players and cards on it.

    `free_rows` is the number of empty rows above and below them, `margin` the number of columns at either side. All end
    above row `end` and are `width` columns wide. There are `other_players` other players and `card_count` in a full
    hand.
    """
    info = Rect(1 + free_rows, 1 + free_rows, width - 2 - 2 * free_rows, rows)
    table = _table_zone_below(info, margin, end, width)
    return info, table, _lay_out_table_places(table, other_players, card_count)


def _narrow_layout(width: int, height: int, other_players: int, card_count: int, table_only: bool) -> TrickLayout:
    """Return the layout of a narrow board for `other_players` other players and `card_count` in a full hand, 0 without
    a hand.

    With `table_only` log, standings and hand have no zones.
    """
    log_rows = min(height // 5, 12) if height >= MIN_ROWS_WITH_LOG_BELOW and not table_only else 0
    bar = Rect(0, height - _NARROW_BUTTON_ROWS, width, _NARROW_BUTTON_ROWS)
    info = Rect(1, 1, width - 2, 1)
    room = bar.y - log_rows - info.bottom - 1
    hand_size, size, lines = _narrow_sizes(width, room, other_players, card_count)
    hand_rows = _narrow_hand_rows(hand_size, lines)
    hand = Rect(1, bar.y - log_rows - hand_rows, width - 2, hand_rows)
    title = Rect(0, hand.y - 1, width, 1)
    table = _table_zone_below(info, 0, title.y, width)
    return TrickLayout(
        table_places=narrow_table_places(table, other_players, size),
        hand_size=hand_size,
        status=Rect(0, 0, width, 1),
        trump_and_quota=info,
        table=table,
        log=Rect(0, hand.bottom, width, log_rows) if log_rows else None,
        standings=None,
        trick_facts=None,
        title=title,
        hand=hand,
        hand_rows=max(lines, 1),
        bar=bar,
        bar_lines=_NARROW_BUTTON_LINES,
        narrow=True,
    )


def _narrow_sizes(width: int, max_rows: int, other_players: int, card_count: int) -> tuple[Size, Size, int]:
    """Return the sizes of hand and trick of a narrow board, and the lines of the hand, that fit into `max_rows` rows.

    `other_players` is the number of other players, `card_count` that of cards in a full hand.
    """
    for hand_size, size in _CARD_SIZES_OF_NARROW_BOARDS:
        for step in (hand_size.width - 1, max(MIN_VISIBLE_COLUMNS, hand_size.width * 2 // 3)):
            lines = _narrow_hand_lines(width, hand_size, card_count, step)
            if (
                lines <= 2
                and _narrow_hand_rows(hand_size, lines) + min_narrow_table_rows(other_players, size) <= max_rows
            ):
                return hand_size, size, lines
    return CHIP, MINI, _narrow_hand_lines(width, CHIP, card_count, CHIP.width + 1)


def _narrow_hand_lines(width: int, size: Size, card_count: int, step: int) -> int:
    """Return the lines that a hand takes on a narrow board if `step` columns of each card are visible."""
    return -(-card_count // (1 + (width - 2 - size.width) // step))


def _narrow_hand_rows(size: Size, lines: int) -> int:
    """Return the rows of a hand on a narrow board: its cards, a row for a raised card, and a row for the cursor below
    each line."""
    if not lines:
        return 0
    return lines * (size.height + 1) + 1


def _table_zone_below(info: Rect, margin: int, end: int, width: int) -> Rect:
    """Return the zone of the table between the row of `info` and row `end`, in `width` columns with their margins."""
    air = (info.y > 1) * info.height
    return Rect(margin, info.bottom + air, width - 2 * margin, end - info.bottom - air)


def _has_room_for_trump(corners: Corners | None, columns: int) -> bool:
    """Return whether the free area at the top left of the table can show trump, which needs `columns` columns."""
    corner = corners.top_left if corners is not None else Rect(0, 0, 0, 0)
    return corner.height >= MIN_CORNER_ROWS_WITH_TRUMP and corner.width >= columns


def _hand_size(width: int, height: int, card_count: int) -> Size:
    """Return the largest card size with which a hand of `card_count` fits in one line.

    Chips, cards one row high, may take several lines.
    """
    for size, least_width, least_height, step in _LARGE_HAND_SIZES:
        if size.width + (card_count - 1) * step <= width - 2 and width >= least_width and height >= least_height:
            return size
    return CHIP if MINI.width + (card_count - 1) * MIN_VISIBLE_COLUMNS > width - 2 else MINI


def _lay_out_table_places(table: Rect, other_players: int, card_count: int) -> TablePlaces:
    """Return the places of players and cards with the largest cards that fit into the rectangle `table`.

    `other_players` is the number of other players, `card_count` that of cards in a full hand.
    """
    for size, rows_between in _SIZES_AND_ROWS_BETWEEN:
        for rim, margin, columns_between in _RIM_MARGIN_AND_GAP_WIDTHS[
            : len(_RIM_MARGIN_AND_GAP_WIDTHS) - (table.width >= MIN_WIDTH_WITH_INSET)
        ]:
            spaces = WideTableSpaces(rim, margin, columns_between, rows_between)
            wide = wide_table_places(table, other_players, card_count, size, spaces)
            if wide is not None:
                return wide
        if (
            min_medium_table_rows(other_players, size) <= table.height
            and min_medium_table_columns(size) <= table.width
            and size.height < HUGE.height
        ):
            return medium_table_places(table, other_players, size)
    return medium_table_places(table, other_players, CHIP)
