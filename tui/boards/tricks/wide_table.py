"""The places of the players and of their cards on a wide table: no two cards lie in the same columns, and the other
players sit outside the felt."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct

from tui.boards.tricks.table_places import (
    MAX_PLATE_COLUMNS,
    MIN_PLATE_COLUMNS,
    PLATE_ROWS,
    TAKEN_QUEENS_ROWS,
    Corners,
    OpponentPlaces,
    TablePlaces,
    seats_by_side,
)
from tui.cards import HUGE, LARGE, MID, MINI, Size
from tui.drawing import Rect

MAX_PLATE_COLUMNS_BESIDE_HAND: Final = 23
"""A plate, the box with a player's name and score, is at most this many columns wide if the player's hand is beside
it."""

MAX_SIDE_COLUMNS: Final = 44
"""The players at a side of the table take at most this many columns."""

_COLUMNS_FOR_HELD_CARDS: Final = 10
"""The number of columns that the number of cards in a hand takes in a plate: ``, 12 cards``."""

_MIN_ROWS_BETWEEN_HUGE_CARDS: Final = 3
"""Huge cards, which need a rim too, are used if at least this many rows stay free between them."""

_MIN_BACKS_WIDTH: Final = 8
"""Another player's hand, face down, is at least this many columns wide."""


class WideTableSpaces(NamedTuple):
    """The spaces around and between the cards of a wide table."""

    rim: int
    """The columns of the border of the table's background at each side, and its rows above and below."""
    margin: int
    """The columns to the left and to the right of the cards, the rim included."""
    columns_between: int
    """The columns between two columns of cards."""
    rows_between: int
    """The least number of rows between my card and those of the players across."""


def wide_table_places(
    table: Rect, other_players: int, cards_in_hand: int, size: Size, spaces: WideTableSpaces
) -> TablePlaces | None:
    """Return the places of `other_players` other players and of all cards, if no two columns of cards overlap; else
    None.

    `cards_in_hand` is the number of cards in a full hand.
    """
    wide = _fit_wide_table(table, seats_by_side(other_players), cards_in_hand, size, spaces)
    if wide is None:
        return None
    left, across, right = wide.seats
    opponents = [wide.places_on_side(True, wide.level_count - 1 - place) for place in range(left)]
    opponents += [wide.places_across(place) for place in range(across)]
    opponents += [wide.places_on_side(False, wide.level_count - right + place) for place in range(right)]
    corners = _corners_beside_players(wide, opponents) if wide.level_count else None
    return TablePlaces(
        size, wide.felt, bool(spaces.rim), tuple(opponents), wide.own_card, wide.middle, corners, bool(wide.name_rows)
    )


class _WideTable(Struct, frozen=True):
    """A wide table on which all cards fit."""

    table: Rect
    seats: tuple[int, int, int]
    """How many other players sit on the left, across and on the right."""
    cards_in_hand: int
    """The number of cards in a full hand."""
    size: Size
    rim: int
    """The width in columns of the border round the table on which the cards lie; 0 without a border."""
    margin: int
    """The columns to the left and to the right of the cards, the rim included."""
    columns_between: int
    """The number of columns between two columns of cards."""
    side_columns: int
    """The width of the players at a side."""
    area_across: Rect
    """The rectangle over which the players across are distributed."""
    spare_rows: int
    """The number of rows that are not needed."""

    @property
    def level_count(self) -> int:
        """The number of levels at the sides: how many players sit at the side that has more of them."""
        return max(self.seats[0], self.seats[2])

    @property
    def taken_queens_rows(self) -> int:
        """The number of rows for taken Queens in the box with a player's name."""
        return TAKEN_QUEENS_ROWS if self.spare_rows >= 1 else 0

    @property
    def plate_rows(self) -> int:
        """The height in rows of a plate, the box with a player's name and score."""
        return PLATE_ROWS + self.taken_queens_rows

    @property
    def columns_across(self) -> int:
        """The number of columns for each player across."""
        return self.area_across.width // max(self.seats[1], 1)

    @property
    def hands_lie_beside_plates(self) -> bool:
        """Whether the hands of the players at the upper edge lie beside the boxes with their names, the plates."""
        least = MIN_PLATE_COLUMNS + 3 + _MIN_BACKS_WIDTH + 4
        return self.seats[1] > 0 and self.columns_across >= least and self.taken_queens_rows > 0

    @property
    def hands_lie_below_plates(self) -> bool:
        """Whether the hands of the players at the upper edge lie below the boxes with their names, the plates."""
        return (
            self.seats[1] > 0
            and not self.hands_lie_beside_plates
            and self.spare_rows > self.taken_queens_rows + MINI.height
        )

    @property
    def backs_size(self) -> Size:
        """The size of the cards in the hands of players across."""
        return MID if self.hands_lie_beside_plates and self.spare_rows >= 8 else MINI

    @property
    def rows_across(self) -> int:
        """The number of rows that the players at the upper edge take above the table; 0 if nobody sits there."""
        if not self.seats[1]:
            return 0
        if self.hands_lie_beside_plates:
            return max(self.plate_rows, self.backs_size.height)
        return self.plate_rows + MINI.height * self.hands_lie_below_plates

    @property
    def felt(self) -> Rect:
        """The rectangle of the felt, the background of the table on which the cards lie."""
        table = self.table
        columns, rows = self.side_columns, self.rows_across
        return Rect(table.x + columns, table.y + rows, table.width - 2 * columns, table.height - rows)

    @property
    def inner(self) -> Rect:
        """The rectangle in which cards lie: the table's background without its border and margins."""
        felt, rim, margin = self.felt, self.rim, self.margin
        return Rect(felt.x + margin, felt.y + rim, felt.width - 2 * margin, felt.height - 2 * rim)

    @property
    def name_rows(self) -> int:
        """The number of rows for a name above each card. Names are needed if two players sit at a side: then some cards
        across lie beside the box with the name of another player."""
        return int(self.level_count > 1)

    @property
    def free_rows_above_cards(self) -> int:
        """The number of free rows at the top of the table, above the cards of the players across.

        They are needed for names, and are kept if more than two rows then stay free between the cards.
        """
        free = self.inner.height - (2 if self.seats[1] else 1) * self.size.height
        return self.name_rows if self.name_rows and free > 2 else self.free_rows_below_own_card

    @property
    def free_rows_below_own_card(self) -> int:
        """The number of free rows below my card."""
        free = self.inner.height - (2 if self.seats[1] else 1) * self.size.height
        return min(max(free - 2, 0) // 2, 1)

    @property
    def own_card(self) -> Rect:
        """The rectangle of my card in the trick."""
        inner, size = self.inner, self.size
        x = inner.x + (inner.width - size.width) // 2
        return Rect(x, inner.bottom - size.height - self.free_rows_below_own_card, size.width, size.height)

    @property
    def gap_rows(self) -> int:
        """The number of free rows between two cards at a side; if names stand above the cards, the rows of a name."""
        if self.name_rows:
            return self.name_rows
        return min(max(self.inner.height - self.level_count * self.size.height, 0) // max(self.level_count, 1), 2)

    @property
    def middle(self) -> Rect:
        """The free area between the cards."""
        inner, size, own_card = self.inner, self.size, self.own_card
        beside = size.width + min(self.columns_between, 2)
        x = inner.x + (beside if self.seats[0] else 0)
        right = inner.right - (beside if self.seats[2] else 0)
        y = inner.y + self.free_rows_above_cards + size.height if self.seats[1] else inner.y
        return Rect(x, y, right - x, own_card.y - y)

    def row_of_level(self, level: int) -> int:
        """Return the first row of a card at a side; `level` counts the cards from the top, from 0.

        Two cards lie as low as mine, so that the upper one lies lower than those across.
        """
        height, gap = self.size.height, self.gap_rows
        free = self.inner.height - self.level_count * height - (self.level_count - 1) * gap
        first = self.inner.y + (
            max(free - self.free_rows_below_own_card, self.name_rows) if self.name_rows else free // 2
        )
        return first + level * (height + gap)

    def places_on_side(self, at_left: bool, level: int) -> OpponentPlaces:
        """Return the places of a player at the left side (`at_left`) or the right one.

        `level` counts the cards of the side from the top, from 0.
        """
        table, felt, inner, size = self.table, self.felt, self.inner, self.size
        row = self.row_of_level(level)
        card = Rect(inner.x if at_left else inner.right - size.width, row, size.width, size.height)
        sizes = [
            one
            for one in (LARGE, MID)
            if self.level_count == 1 and self.side_columns > max(one.width, self.cards_in_hand)
        ]
        sizes.append(MINI)
        fitting = (backs.height for backs in sizes if size.height + self.gap_rows >= self.plate_rows + backs.height)
        rows = self.plate_rows + next(fitting, 0)
        y = min(max(row + (size.height - rows) // 2, table.y), table.bottom - rows)
        plate = Rect(table.x if at_left else felt.right + 1, y, self.side_columns - 1, self.plate_rows)
        hand = Rect(plate.x, plate.bottom, plate.width, rows - plate.height) if rows > plate.height else None
        return OpponentPlaces(plate, card, hand)

    def places_across(self, place: int) -> OpponentPlaces:
        """Return the places of a player across; `place` counts them from the left, from 0."""
        table, size, column, across = self.table, self.size, self.columns_across, self.seats[1]
        x = self.area_across.x + place * column
        free = self.middle.width + 2 * self.columns_between * (self.seats[0] > 0) - across * size.width
        step = free // (across + 1)
        start = self.own_card.x + (size.width - across * size.width - (across - 1) * step) // 2
        card = Rect(
            start + place * (size.width + step), self.inner.y + self.free_rows_above_cards, size.width, size.height
        )
        if self.hands_lie_beside_plates:
            backs, bottom = self.backs_size, table.y + self.rows_across
            width = min((column - 1) // 2, MAX_PLATE_COLUMNS_BESIDE_HAND)
            hand_columns = min(column - width - 2, backs.width + 2 * self.cards_in_hand)
            start = x + max((column - width - 1 - hand_columns) // 2, 0)
            hand = Rect(start + width + 1, bottom - backs.height, hand_columns, backs.height)
            return OpponentPlaces(Rect(start, bottom - self.plate_rows, width, self.plate_rows), card, hand)
        width = min(column - 1, MAX_PLATE_COLUMNS)
        if (
            across == 1 and not self.hands_lie_below_plates and not self.taken_queens_rows
        ):  # above its card, with room for the number of cards in the hand
            width = min(column - 1, max(size.width + 4, MIN_PLATE_COLUMNS) + _COLUMNS_FOR_HELD_CARDS)
        start = x + (column - width) // 2
        under = Rect(start, table.y + self.plate_rows, width, MINI.height) if self.hands_lie_below_plates else None
        return OpponentPlaces(Rect(start, table.y, width, self.plate_rows), card, under)


def _fit_wide_table(
    table: Rect, seats: tuple[int, int, int], cards_in_hand: int, size: Size, spaces: WideTableSpaces
) -> _WideTable | None:
    """Return the wide table with cards of this size, None if they do not fit.

    `seats` are how many other players sit on the left, across and on the right, and `cards_in_hand` is the number of
    cards in a full hand.
    """
    rim, margin, columns_between, rows_between = spaces
    left, across, right = seats
    sides = max(left, right)
    columns = max(across, 1) + (left > 0) + (right > 0)
    least_width = columns * size.width + (columns - 1) * columns_between + 2 * margin
    is_huge = size.height >= HUGE.height
    if is_huge and across:
        rows_between = max(rows_between, _MIN_ROWS_BETWEEN_HUGE_CARDS)
    least_height = max((2 * size.height if across else size.height + 2) + rows_between, sides * size.height + 2)
    if (columns_between > 2 and not across) or (is_huge and across and not rim):
        return None  # the middle is wide enough without, or would be full
    least_height += 2 * rim  # so that no card touches the rim
    side = min((table.width - least_width) // 2, MAX_SIDE_COLUMNS) if sides else 0
    if across and (is_huge or columns_between > 2) and side <= MIN_PLATE_COLUMNS + 1:
        return None  # a smaller gap between the cards leaves room for trump beside them
    if not rim and side > MIN_PLATE_COLUMNS:
        side -= 1  # so that "10♥ ahead" has room in the middle
    elif not rim and margin and sides:
        return None
    spare = table.height - (PLATE_ROWS if across else 0) - 2 * rim - least_height
    if spare < 0 or (sides and side < MIN_PLATE_COLUMNS):
        return None
    area_across = Rect(table.x + side, table.y, table.width - 2 * side, 0)
    if across * (MIN_PLATE_COLUMNS + 1) > area_across.width:
        area_across = Rect(table.x, table.y, table.width, 0)
        if across * (MIN_PLATE_COLUMNS + 1) > area_across.width:
            return None
    return _WideTable(table, seats, cards_in_hand, size, rim, margin, columns_between, side, area_across, spare)


def _corners_beside_players(wide: _WideTable, opponents: list[OpponentPlaces]) -> Corners:
    """Return the corners, the free areas above and below the players at the sides; one without room has no rows."""
    table = wide.table
    top = table.y if wide.area_across.width < table.width else wide.felt.y

    def above_and_below(seated: list[OpponentPlaces]) -> tuple[Rect, Rect]:
        """Return the free area above the players of one side and the free area below them."""
        rects = [rect for opponent in seated for rect in (opponent.plate, opponent.hand) if rect is not None]
        start, end = min(rect.y for rect in rects), max(rect.bottom for rect in rects)
        x, width = rects[0].x, rects[0].width
        above = Rect(x, top, width, max(start - 1 - top, 0))
        return above, Rect(x, end + 1, width, max(table.bottom - end - 1, 0))

    left, _, right = wide.seats
    top_left, bottom_left = above_and_below(opponents[:left])
    top_right, bottom_right = above_and_below(opponents[len(opponents) - right :])
    return Corners(top_left, top_right, bottom_left, bottom_right)
