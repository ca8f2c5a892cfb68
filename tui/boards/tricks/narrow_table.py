"""The places of the players and of their cards on a narrow table: the card of each other player lies below the box with
their name, their plate.

Players at the sides sit in the left and the right third of the felt, those across above them, and my card lies in the
middle at the bottom. The corners, areas for trump and the like, are beside my card.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui.boards.tricks.table_places import (
    MAX_PLATE_COLUMNS,
    PLATE_ROWS,
    TAKEN_QUEENS_ROWS,
    Corners,
    OpponentPlaces,
    TablePlaces,
    seats_by_side,
)
from tui.cards import Size
from tui.drawing import Rect

MIN_MIDDLE_ROWS: Final = 2
"""At least this many rows are between the cards across and my card."""

CORNER_ROWS: Final = 8
"""The height in rows of a corner: an area beside the player's own card, with the trump suit and the like. The players
at the sides are drawn outside the corners if there is room."""

MAX_ROWS_OF_SIDES_BELOW_TOP_PLAYER: Final = 3
"""The players at the sides are painted at most this many rows lower than a single player at the upper edge."""


def min_narrow_table_rows(other_players: int, size: Size, plate_rows: int = PLATE_ROWS) -> int:
    """Return the least number of rows that `other_players` other players and my card take on a narrow table."""
    left, across, right = seats_by_side(other_players)
    rows = plate_rows + size.height
    sides = max(left, right) * rows
    if across > 1:
        return rows + max(sides, MIN_MIDDLE_ROWS + size.height)
    return max(sides, rows * across + MIN_MIDDLE_ROWS + size.height)


def narrow_table_places(table: Rect, other_players: int, size: Size) -> TablePlaces:
    """Return the places of `other_players` other players and of all cards on a narrow table that has enough rows for
    cards of this size."""
    with_piles = PLATE_ROWS + TAKEN_QUEENS_ROWS
    plate_rows = with_piles if min_narrow_table_rows(other_players, size, with_piles) < table.height else PLATE_ROWS
    narrow = _NarrowTable(table, seats_by_side(other_players), size, plate_rows)
    left, across, right = narrow.seats
    opponents = [narrow.places_on_side(True, left - 1 - place) for place in range(left)]
    opponents += [narrow.places_across(place) for place in range(across)]
    opponents += [narrow.places_on_side(False, place) for place in range(right)]
    return TablePlaces(
        size,
        table,
        has_rim=False,
        opponents=tuple(opponents),
        own_card=narrow.own_card,
        middle=narrow.middle,
        corners=narrow.corners,
    )


class _NarrowTable(Struct, frozen=True):
    """A narrow table on which cards of this size fit.

    `seats` are how many players sit on the left, across and on the right.

    `plate_rows` is the height in rows of a plate, the box with a player's name.
    """

    table: Rect
    seats: tuple[int, int, int]
    size: Size
    plate_rows: int

    @property
    def opponent_rows(self) -> int:
        """The height in rows of another player: the box with the name (the plate) and the card below it."""
        return self.plate_rows + self.size.height

    @property
    def level_count(self) -> int:
        """The number of levels at the sides: how many players sit at the side that has more of them."""
        return max(self.seats[0], self.seats[2])

    @property
    def side_columns(self) -> int:
        """The width in columns of a player at a side, a free column included."""
        return self.table.width // 3

    @property
    def rows_across(self) -> int:
        """The number of rows in which only players across sit; 0 for a single player across, who sits between the
        sides."""
        return self.opponent_rows if self.seats[1] > 1 else 0

    @property
    def spare_rows(self) -> int:
        """The number of rows that the players at the sides and across leave free."""
        return self.table.height - self.rows_across - self.level_count * self.opponent_rows

    @property
    def gap_rows(self) -> int:
        """The number of free rows above each player at a side, if others sit above them."""
        if self.level_count * self.opponent_rows + self.rows_across <= self.opponent_rows:
            return 0
        return max(min(self.spare_rows // (self.level_count + 1), 2), 0)

    @property
    def rows_above_sides(self) -> int:
        """The number of free rows above the highest players at the sides."""
        if self.rows_across or self.level_count > 1:
            return self.gap_rows
        most = MAX_ROWS_OF_SIDES_BELOW_TOP_PLAYER if self.seats[1] else (self.spare_rows - self.size.height) // 2
        return max(min(self.spare_rows - CORNER_ROWS, most), 0)

    @property
    def own_card(self) -> Rect:
        """The place of my card."""
        table, size = self.table, self.size
        top = self.seats[1] and self.opponent_rows
        pad = int(table.height - top - size.height > 2 * MIN_MIDDLE_ROWS)
        x = table.x + (table.width - size.width) // 2
        return Rect(x, table.bottom - size.height - pad, size.width, size.height)

    @property
    def corner_row(self) -> int:
        """The first row of the corners, the areas beside my card for trump and the like."""
        return self.row_of_level(self.level_count - 1) + self.opponent_rows + 1

    @property
    def middle(self) -> Rect:
        """The free area between the players at the sides."""
        table, own_card = self.table, self.own_card
        y = table.y + (self.opponent_rows if self.seats[1] else 0)
        return Rect(table.x + self.side_columns, y, table.width - 2 * self.side_columns, own_card.y - y)

    @property
    def corners(self) -> Corners:
        """The areas for trump and the like beside my card, and perhaps the middle; those above the players have no
        rows."""
        table, own_card, y = self.table, self.own_card, self.corner_row
        width = self.side_columns - 1 if y < own_card.y else own_card.x - 2 - table.x
        height = max(table.bottom - y, 0)
        none = Rect(table.x, table.y, width, 0)
        return Corners(none, none, Rect(table.x, y, width, height), Rect(table.right - width, y, width - 1, height))

    def row_of_level(self, level: int) -> int:
        """Return the first row of the boxes with the names at a `level` of the left and the right side: level 0 is the
        highest."""
        return self.table.y + self.rows_across + self.rows_above_sides + level * (self.opponent_rows + self.gap_rows)

    def places_on_side(self, at_left: bool, level: int) -> OpponentPlaces:
        """Return the places of a player at the left side (`at_left`) or the right one.

        `level` counts the players of the side from the top, from 0.
        """
        width = self.side_columns - 1
        x = self.table.x if at_left else self.table.right - width
        return self._places_with_plate(Rect(x, self.row_of_level(level), width, self.plate_rows))

    def places_across(self, place: int) -> OpponentPlaces:
        """Return the places of a player across; `place` counts them from the left, from 0."""
        table, across = self.table, self.seats[1]
        start, end = table.width * place // across, table.width * (place + 1) // across
        free = end - start - 1
        if across == 1:
            free = table.width - 2 * self.side_columns - 2 if self.rows_above_sides < self.plate_rows else free
        width = min(free, MAX_PLATE_COLUMNS)
        return self._places_with_plate(Rect(table.x + (start + end - width) // 2, table.y, width, self.plate_rows))

    def _places_with_plate(self, plate: Rect) -> OpponentPlaces:
        """Return the places of a player whose name is in the rectangle `plate`, with the card below it."""
        x = plate.x + (plate.width - self.size.width) // 2
        return OpponentPlaces(plate, Rect(x, plate.bottom, self.size.width, self.size.height))
