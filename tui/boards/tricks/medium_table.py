"""The places of the players and of their cards on a table of medium width.

It is too narrow for all cards beside each other, as on a wide table, but wider than the narrow table of a phone held
upright. The cards at the sides lie below those across and above mine.
"""

from __future__ import annotations

from typing import Final

from tui.boards.tricks.table_places import (
    MAX_PLATE_COLUMNS,
    MIN_PLATE_COLUMNS,
    PLATE_ROWS,
    OpponentPlaces,
    TablePlaces,
    seats_by_side,
)
from tui.cards import CHIP, Size
from tui.drawing import Rect

MIN_MIDDLE_COLUMNS: Final = 9
"""The middle of the table is at least this many columns wide."""


def min_medium_table_rows(other_players: int, size: Size) -> int:
    """Return the least number of rows that the cards of `other_players` other players and mine take round the table."""
    left, across, right = seats_by_side(other_players)
    side = max(size.height, PLATE_ROWS)
    return (PLATE_ROWS + size.height if across else 0) + max(left, right) * side + size.height


def min_medium_table_columns(size: Size) -> int:
    """Return the least number of columns of a table whose cards lie below each other."""
    return 2 * (MIN_PLATE_COLUMNS + 1 + size.width) + MIN_MIDDLE_COLUMNS


def medium_table_places(table: Rect, other_players: int, size: Size) -> TablePlaces:
    """Return the places of all players and cards, for `other_players` other players.

    The cards at the sides lie in rows between the cards across and mine.
    """
    left, across, right = seats_by_side(other_players)
    x, end, width = table.x, table.right, table.width
    plate = min(MAX_PLATE_COLUMNS, (width - 2 * (size.width + 2) - max(MIN_MIDDLE_COLUMNS, size.width + 2)) // 2)
    side = max(size.height, PLATE_ROWS)
    sides = max(left, right)
    spare = max(table.height - min_medium_table_rows(other_players, size), 0)
    beside = sides == 2 and spare < sides + 1
    if beside:  # my card lies between the lowest cards of the sides, with a gap to each
        spare += size.height
    gaps = sides + (across > 0) - beside
    gap = min(spare // max(gaps, 1), 2)
    top = table.y + min((spare - gap * gaps) // 2, 4)
    y = top + (PLATE_ROWS + size.height + gap if across else 0)
    levels = [y + row * (side + gap) for row in range(sides)]
    bottom = levels[-1] + 1 if beside else y + sides * (side + gap)
    bottom = min(bottom, table.bottom - size.height)
    centre = (x + end) // 2
    own_card = Rect(centre - size.width // 2, bottom, size.width, size.height)

    def on_side(at_left: bool, level: int) -> OpponentPlaces:
        """Return the rectangles of a player at the left side (`at_left`) or the right side, from row `level` on."""
        plate_x = x if at_left else end - plate
        card_x = x + plate + 1 if at_left else end - plate - 1 - size.width
        card = Rect(card_x, level + (side - size.height) // 2, size.width, size.height)
        return OpponentPlaces(Rect(plate_x, level + (side - PLATE_ROWS) // 2, plate, PLATE_ROWS), card)

    def on_top(place: int) -> OpponentPlaces:
        """Return the places of a player across; `place` counts them from the left, from 0."""
        column = width // across
        broad = min(plate, column - 2)
        middle = x + place * column + column // 2 if across != 1 else centre
        rect = Rect(middle - broad // 2, top, broad, PLATE_ROWS)
        return OpponentPlaces(rect, Rect(middle - size.width // 2, top + PLATE_ROWS, size.width, size.height))

    opponents = [on_side(True, levels[sides - 1 - place]) for place in range(left)]
    opponents += [on_top(place) for place in range(across)]
    opponents += [on_side(False, levels[sides - right + place]) for place in range(right)]
    inner = x + (plate + size.width + 2 if left else 0)
    beyond = end - (plate + size.width + 2 if right else 0)
    middle = Rect(inner, y, beyond - inner, max(bottom - y - (size is not CHIP and not beside), 0))
    felt_top = top + PLATE_ROWS if across else table.y
    felt = Rect(x + plate, felt_top, width - 2 * plate, table.bottom - felt_top)
    if across > 1:  # their cards lie beyond those at the sides
        felt = Rect(x, top, width, table.bottom - top)
    return TablePlaces(size, felt, has_rim=False, opponents=tuple(opponents), own_card=own_card, middle=middle)
