"""The layout of the trick board: the zones and card sizes for a terminal size. Numbers only, no drawing."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui.boards.common.background import LOG_BESIDE_COLUMNS
from tui.cards import CHIP, LARGE, MID, MIN_STEP, MINI, Size, size_for_terminal
from tui.drawing import Rect

PLATE_ROWS: Final = 2
"""The height of a plate: another player's name and score, and below them what they have taken."""

MIN_PLATE_COLUMNS: Final = 15
"""The least width of a plate."""

MAX_PLATE_COLUMNS: Final = 24
"""The greatest width of a plate."""

MIN_MIDDLE_COLUMNS: Final = 9
"""The least width of the middle of the table."""

_OTHERS_BY_SIDE: Final = {
    0: (0, 0, 0),
    1: (0, 1, 0),
    2: (1, 0, 1),
    3: (1, 1, 1),
    4: (1, 2, 1),
    5: (1, 3, 1),
    6: (2, 2, 2),
}
"""How many of the other players sit on the left, across and on the right, by their number."""

_SEVEN_OTHERS_BY_SIDE: Final = (2, 3, 2)
"""How many of seven or more other players sit on the left, across and on the right."""

_MAX_COLUMNS_OF_SIZE: Final = {CHIP: 76, MINI: 80, MID: 104, LARGE: 132}
"""The greatest width of the table, by the size of its cards."""


class OpponentSpot(Struct, frozen=True):
    """The place of another player: the plate, and the place of the card that is played."""

    plate: Rect
    card: Rect


class TrickLayout(Struct, frozen=True):
    """The zones of the table, and the sizes of its cards."""

    size: Size
    """The size of cards on the table."""
    hand_size: Size
    status: Rect
    info: Rect
    """Trump and quota in words."""
    table: Rect
    spots: tuple[OpponentSpot, ...]
    """The places of the other players, clockwise from my left."""
    mine: Rect
    """The place of my card in the trick."""
    middle: Rect
    """The free area between the cards of the trick."""
    log: Rect | None
    title: Rect
    """The line above the hand, where notes and questions are written too."""
    hand: Rect
    hand_rows: int
    """Rows of cards in the hand: more than one where it does not fit otherwise."""
    bar: Rect


def seats_by_side(others: int) -> tuple[int, int, int]:
    """Return the numbers of other players on the left, across and on the right."""
    return _OTHERS_BY_SIDE.get(others, _SEVEN_OTHERS_BY_SIDE)


@lru_cache(maxsize=128)
def lay_out(width: int, height: int, others: int, cards: int) -> TrickLayout:
    """Return the layout for `others` other players and `cards` in a full hand; the size must not be `too_small`."""
    bar_height = 3 if height >= 36 else 1
    log_width = min(max(width // 4 + 2, 25), 46) if width >= LOG_BESIDE_COLUMNS else 0
    hand_size = _hand_size(width, height, cards)
    rows = 1
    if hand_size is CHIP:
        rows = -(-cards // ((width - 2) // (CHIP.width + 1)))
    hand_height = 2 * rows + 1 if hand_size is CHIP else hand_size.height + 2
    bar = Rect(0, height - bar_height, width, bar_height)
    hand = Rect(1, bar.y - hand_height, width - 2, hand_height)
    title = Rect(0, hand.y - 1, width, 1)
    air = 1 if height >= 30 else 0
    felt_width = width - log_width
    info = Rect(1 + air, 1 + air, felt_width - 2 - 2 * air, 1)
    table = Rect(1, info.bottom + air, felt_width - 2, title.y - info.bottom - 2 * air)
    size = _trick_card_size(table, others, hand_size)
    spots, mine, middle = _opponent_ring(table, others, size)
    return TrickLayout(
        size=size,
        hand_size=hand_size,
        status=Rect(0, 0, width, 1),
        info=info,
        table=table,
        spots=spots,
        mine=mine,
        middle=middle,
        log=Rect(felt_width, 1, log_width, title.y - 1 - air) if log_width else None,
        title=title,
        hand=hand,
        hand_rows=rows,
        bar=bar,
    )


def _hand_size(width: int, height: int, cards: int) -> Size:
    """Return the largest card size at which the hand fits in one row; chips may take several."""
    size = size_for_terminal(width, height + 1)
    if size is LARGE and height < 46:
        size = MID
    while size is not MINI and size.width + (cards - 1) * MIN_STEP > width - 2:
        size = MID if size is LARGE else MINI
    return CHIP if MINI.width + (cards - 1) * MIN_STEP > width - 2 else size


def ring_rows(others: int, size: Size) -> int:
    """Return the least number of rows that the players around the table take, with their cards and mine."""
    left, across, right = seats_by_side(others)
    side = max(size.height, PLATE_ROWS)
    return (PLATE_ROWS + size.height if across else 0) + max(left, right) * side + size.height


def _trick_card_size(table: Rect, others: int, most: Size) -> Size:
    """Return the largest card size, at most `most` or minis, at which the ring fits; chips if none does."""
    for size in (LARGE, MID, MINI):
        if size.height > max(most.height, MINI.height):
            continue
        least = 2 * (MIN_PLATE_COLUMNS + 1 + size.width) + MIN_MIDDLE_COLUMNS
        if ring_rows(others, size) <= table.height and least <= table.width:
            return size
    return CHIP


def _opponent_ring(table: Rect, others: int, size: Size) -> tuple[tuple[OpponentSpot, ...], Rect, Rect]:
    """Place the other players clockwise; return their spots, my card's place and the free middle."""
    left, across, right = seats_by_side(others)
    width = min(table.width, _MAX_COLUMNS_OF_SIZE[size])
    x = table.x + (table.width - width) // 2
    end = x + width
    plate = min(MAX_PLATE_COLUMNS, (width - 2 * (size.width + 2) - max(MIN_MIDDLE_COLUMNS, size.width + 2)) // 2)
    side = max(size.height, PLATE_ROWS)
    sides = max(left, right)
    spare = max(table.height - ring_rows(others, size), 0)
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
    mine = Rect(centre - size.width // 2, bottom, size.width, size.height)

    def on_side(at_left: bool, level: int) -> OpponentSpot:
        """Return the spot of a player at a side, in row `level`."""
        plate_x = x if at_left else end - plate
        card_x = x + plate + 1 if at_left else end - plate - 1 - size.width
        card = Rect(card_x, level + (side - size.height) // 2, size.width, size.height)
        return OpponentSpot(Rect(plate_x, level + (side - PLATE_ROWS) // 2, plate, PLATE_ROWS), card)

    def on_top(place: int) -> OpponentSpot:
        """Return the spot of a player across, the `place`-th from the left."""
        column = width // across
        broad = min(plate, column - 2)
        middle = x + place * column + column // 2 if across != 1 else centre
        rect = Rect(middle - broad // 2, top, broad, PLATE_ROWS)
        return OpponentSpot(rect, Rect(middle - size.width // 2, top + PLATE_ROWS, size.width, size.height))

    spots = [on_side(True, levels[sides - 1 - place]) for place in range(left)]
    spots += [on_top(place) for place in range(across)]
    spots += [on_side(False, levels[sides - right + place]) for place in range(right)]
    inner = x + (plate + size.width + 2 if left else 0)
    beyond = end - (plate + size.width + 2 if right else 0)
    middle = Rect(inner, y, beyond - inner, max(bottom - y - (size is not CHIP and not beside), 0))
    return tuple(spots), mine, middle
