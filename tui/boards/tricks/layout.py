"""The layout of the trick board: the zones and card sizes for a terminal size. Numbers only, no drawing.

The table is in the middle, with the cards of the trick. The other players sit round it: some at its left side, some
across, some at its right side. Above and below the players at the sides there are corners for what is worth knowing.
The hand lies below the table.

Of all sizes of cards the largest that fits decides. In the usual seating each column of cards has its own place, so
that the cards at the sides lie beside those across and beside mine. Where the table is too narrow for that, they lie
below each other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui.boards.common.background import LOG_BESIDE_COLUMNS
from tui.boards.common.standings import SIDE_COLUMNS, TALL_ROWS, side_zones, zones_below
from tui.cards import CHIP, HUGE, LARGE, MID, MIN_STEP, MINI, Size
from tui.drawing import Rect

PLATE_ROWS: Final = 2
"""The least height of a plate: another player's name and score, and below them what they have taken."""

PILE_ROWS: Final = 1
"""The height of the piles of taken tricks and Queens in a plate that has room for them."""

MIN_PLATE_COLUMNS: Final = 15
"""The least width of a plate."""

MAX_PLATE_COLUMNS: Final = 24
"""The greatest width of a plate."""

PLATE_COLUMNS_BESIDE_HAND: Final = 18
"""The greatest width of a plate that has the player's hand beside it."""

MIN_MIDDLE_COLUMNS: Final = 9
"""The least width of the middle of the table."""

MAX_SIDE_COLUMNS: Final = 44
"""The greatest width of the players at a side of the table."""

INSET_COLUMNS: Final = 80
"""The width of a table from which no card lies at the edge of the felt."""

TRUMP_ROWS, TRUMP_COLUMNS = 6, 16
"""The size of a corner from which it shows trump: a heading, a small card, and whether it is broken, in words."""

AIRY_BAR_ROWS: Final = 48
"""The height from which the buttons have room above and below them."""

_OTHERS_BY_SIDE: Final = ((0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1), (1, 2, 1), (1, 3, 1), (2, 2, 2))
"""How many of the other players sit on the left, across and on the right, by their number."""

_SEVEN_OTHERS_BY_SIDE: Final = (2, 3, 2)
"""How many of seven or more other players sit on the left, across and on the right."""

_HAND_SIZES: Final = ((HUGE, 100, 46, 9), (LARGE, 60, 36, 6), (MID, 60, 29, MIN_STEP))
"""The sizes of a hand above minis: the columns and rows from which they are used, and the least visible columns."""

_BACKS_COLUMNS: Final = 8
"""The least width of another player's hand, face down."""


class OpponentSpot(Struct, frozen=True):
    """The place of another player: the plate, the place of the card that is played, and that of the hand, if any."""

    plate: Rect
    card: Rect
    hand: Rect | None = None


class Corners(Struct, frozen=True):
    """The corners round the table: above and below the players at the left and at the right side.

    A corner without room has no rows.
    """

    top_left: Rect
    top_right: Rect
    bottom_left: Rect
    bottom_right: Rect


class TrickLayout(Struct, frozen=True):
    """The zones of the table, and the sizes of its cards."""

    size: Size
    """The size of cards on the table."""
    hand_size: Size
    status: Rect
    info: Rect
    """Trump and quota in words; without rows where a corner has room for trump."""
    table: Rect
    """The table and the players round it."""
    felt: Rect
    """The table itself."""
    rim: bool
    """Whether the outermost cells of the felt are the rim of the table."""
    spots: tuple[OpponentSpot, ...]
    """The places of the other players, clockwise from my left."""
    mine: Rect
    """The place of my card in the trick."""
    middle: Rect
    """The free area between the cards of the trick."""
    corners: Corners | None
    """The corners round the table, None where there is no room for them."""
    log: Rect | None
    standings: Rect | None
    """The standings above or beside the log."""
    title: Rect
    """The line above the hand, where notes and questions are written too."""
    hand: Rect
    hand_rows: int
    """Rows of cards in the hand: more than one where it does not fit otherwise."""
    bar: Rect


class _Ring(Struct, frozen=True):
    """The places on the table: felt, cards, players, the middle and the corners."""

    size: Size
    felt: Rect
    rim: bool
    spots: tuple[OpponentSpot, ...]
    mine: Rect
    middle: Rect
    corners: Corners | None = None


def seats_by_side(others: int) -> tuple[int, int, int]:
    """Return the numbers of other players on the left, across and on the right."""
    return _OTHERS_BY_SIDE[others] if others < len(_OTHERS_BY_SIDE) else _SEVEN_OTHERS_BY_SIDE


@lru_cache(maxsize=128)
def lay_out(
    width: int, height: int, others: int, cards: int, covered: bool = False, table_only: bool = False
) -> TrickLayout:
    """Return the layout for `others` other players and `cards` in a full hand; the size must not be `too_small`.

    `covered`: something lies over the corners, so that trump must be told above the table. With `table_only` log,
    standings and hand have no zones.
    """
    bar_height = 3 if height >= AIRY_BAR_ROWS else 1
    below = not table_only and height >= TALL_ROWS and width < SIDE_COLUMNS
    beside = not table_only and width >= LOG_BESIDE_COLUMNS and not below
    log_width = min(max(width // 4 + 2, 25), 46) if beside else 0
    log_height = min(height // 5, 12) if below else 0
    bar = Rect(0, height - bar_height, width, bar_height)
    hand_size = _hand_size(width, height, cards)
    rows = 1
    if hand_size is CHIP:
        rows = -(-cards // ((width - 2) // (CHIP.width + 1)))
    hand_height = 2 * rows + 1 if hand_size is CHIP else hand_size.height + 2
    if table_only:
        hand_height = 0
    hand = Rect(1, bar.y - log_height - hand_height, width - 2, hand_height)
    title = Rect(0, hand.y - 1, width, 1)
    felt_width = width - log_width
    air = 1 if height >= 42 else 0
    margin = 1 if width >= 100 else 0
    for rows_of_info in (0, 1):
        info = Rect(1 + air, 1 + air, felt_width - 2 - 2 * air, rows_of_info)
        table = _table_below(info, margin, title.y, felt_width)
        ring = _ring(table, others, cards)
        if not covered and _has_room_for_trump(ring.corners):
            break
    log = standings = None
    if log_height:
        log, standings = zones_below(Rect(0, hand.bottom, width, log_height), others + 1)
    elif log_width:
        log, standings = side_zones(Rect(felt_width, 1, log_width, title.y - 1), width, others + 1)
    return TrickLayout(
        size=ring.size,
        hand_size=hand_size,
        status=Rect(0, 0, width, 1),
        info=info,
        table=table,
        felt=ring.felt,
        rim=ring.rim,
        spots=ring.spots,
        mine=ring.mine,
        middle=ring.middle,
        corners=ring.corners,
        log=log,
        standings=standings,
        title=title,
        hand=hand,
        hand_rows=rows,
        bar=bar,
    )


def _table_below(info: Rect, margin: int, end: int, width: int) -> Rect:
    """Return the zone of the table between the row of `info` and row `end`, in `width` columns with their margins."""
    air = (info.y > 1) * info.height
    return Rect(margin, info.bottom + air, width - 2 * margin, end - info.bottom - air)


def _has_room_for_trump(corners: Corners | None) -> bool:
    """Return whether the corner at the top left can show trump."""
    corner = corners.top_left if corners is not None else Rect(0, 0, 0, 0)
    return corner.height >= TRUMP_ROWS and corner.width >= TRUMP_COLUMNS


def _hand_size(width: int, height: int, cards: int) -> Size:
    """Return the largest card size at which the hand fits in one row; chips may take several."""
    for size, least_width, least_height, step in _HAND_SIZES:
        if size.width + (cards - 1) * step <= width - 2 and width >= least_width and height >= least_height:
            return size
    return CHIP if MINI.width + (cards - 1) * MIN_STEP > width - 2 else MINI


def _ring(table: Rect, others: int, cards: int) -> _Ring:
    """Return the places on the table with the largest cards that fit."""
    for size in (HUGE, LARGE, MID, MINI):
        for rim, margin in ((1, 2), (0, 1), (0, 0))[: 3 - (table.width >= INSET_COLUMNS)]:
            wide = _wide_ring(table, others, cards, size, rim, margin)
            if wide is not None:
                return wide
        if ring_rows(others, size) <= table.height and _high_ring_columns(size) <= table.width and size is not HUGE:
            return _high_ring(table, others, size)
    return _high_ring(table, others, CHIP)


# Cards at the sides beside those across


def _wide_ring(table: Rect, others: int, cards_in_hand: int, size: Size, rim: int, margin: int) -> _Ring | None:
    """Return the places if each column of cards has its own place; None if they do not fit.

    `cards_in_hand` is the number of cards in a full hand, `rim` the width of the rim, `margin` that of the columns
    beside the cards, the rim included.
    """
    left, across, right = seats_by_side(others)
    sides = max(left, right)
    columns = max(across, 1) + (left > 0) + (right > 0)
    between = 2 if rim else 1  # at least a column for the arrow beside the winning card
    least_width = columns * size.width + (columns - 1) * between + 2 * margin
    least_height = max(2 * size.height if across else size.height + 2, sides * size.height) + 2
    least_height += 2 * rim  # so that no card touches the rim
    top = PLATE_ROWS if across else 0
    side = min((table.width - least_width) // 2, MAX_SIDE_COLUMNS) if sides else 0
    if not rim and side > MIN_PLATE_COLUMNS:
        side -= 1  # so that "10♥ wins" has room in the middle
    elif not rim and margin and sides:
        return None
    spare = table.height - top - 2 * rim - least_height
    if spare < 0 or (sides and side < MIN_PLATE_COLUMNS):
        return None
    if across * (MIN_PLATE_COLUMNS + 1) > table.width - 2 * side:
        if across * (MIN_PLATE_COLUMNS + 1) > table.width:
            return None
        spread = Rect(table.x, table.y, table.width, 0)
    else:
        spread = Rect(table.x + side, table.y, table.width - 2 * side, 0)
    pile = PILE_ROWS if spare >= 1 else 0
    column = spread.width // max(across, 1)
    backs = MINI
    beside = across > 0 and column >= MIN_PLATE_COLUMNS + 3 + _BACKS_COLUMNS + 4 and pile
    under = across > 0 and not beside and spare >= pile + backs.height + 2
    if across:
        if beside and spare >= 8:
            backs = MID
        top += pile
        top = max(top, backs.height) if beside else top + backs.height * under
    felt = Rect(table.x + side, table.y + top, table.width - 2 * side, table.height - top)
    inner = Rect(felt.x + margin, felt.y + rim, felt.width - 2 * margin, felt.height - 2 * rim)
    plate_rows = PLATE_ROWS + pile
    free = inner.height - (2 if across else 1) * size.height
    pad = min(max(free - 2, 0) // 2, 1)
    mine = Rect(inner.x + (inner.width - size.width) // 2, inner.bottom - size.height - pad, size.width, size.height)
    gap = min(max(inner.height - sides * size.height, 0) // max(sides, 1), 2)
    first = inner.y + (inner.height - sides * size.height - (sides - 1) * gap) // 2
    levels = [first + row * (size.height + gap) for row in range(sides)]
    between_x = inner.x + (size.width + between if left else 0)
    between_right = inner.right - (size.width + between if right else 0)

    def on_side(at_left: bool, level: int) -> OpponentSpot:
        """Return the spot of a player at a side whose card has its first row at `level`."""
        card = Rect(inner.x if at_left else inner.right - size.width, level, size.width, size.height)
        sizes = (MID, MINI) if side > MID.width + cards_in_hand else (MINI,)
        fitting = (backs.height for backs in sizes if size.height + gap >= plate_rows + backs.height)
        rows = plate_rows + next(fitting, 0)
        y = min(max(level + (size.height - rows) // 2, table.y), table.bottom - rows)
        plate = Rect(table.x if at_left else felt.right + 1, y, side - 1, plate_rows)
        hand = Rect(plate.x, plate.bottom, plate.width, rows - plate_rows) if rows > plate_rows else None
        return OpponentSpot(plate, card, hand)

    def on_top(place: int) -> OpponentSpot:
        """Return the spot of a player across, the `place`-th from the left."""
        x = spread.x + place * column
        width = min(column - 1, MAX_PLATE_COLUMNS)
        free = between_right - between_x + 2 * between * (left > 0) - across * size.width
        step = free // (across + 1)
        start = mine.x + (size.width - across * size.width - (across - 1) * step) // 2
        card_x = start + place * (size.width + step)
        card = Rect(card_x, inner.y + pad, size.width, size.height)
        hand = None
        if beside:
            width = min((column - 1) // 2, PLATE_COLUMNS_BESIDE_HAND)
            backs_width = min(column - width - 2, backs.width + 2 * cards_in_hand)
            start = x + max((column - width - 1 - backs_width) // 2, 0)
            hand = Rect(start + width + 1, table.y + top - backs.height, backs_width, backs.height)
            return OpponentSpot(Rect(start, table.y + top - plate_rows, width, plate_rows), card, hand)
        start = x + (column - width) // 2
        if under:
            hand = Rect(start, table.y + plate_rows, width, MINI.height)
        return OpponentSpot(Rect(start, table.y, width, plate_rows), card, hand)

    spots = [on_side(True, levels[sides - 1 - place]) for place in range(left)]
    spots += [on_top(place) for place in range(across)]
    spots += [on_side(False, levels[sides - right + place]) for place in range(right)]
    top_row = inner.y + pad + size.height if across else inner.y
    middle = Rect(between_x, top_row, between_right - between_x, mine.y - top_row)
    corners = _corners(table, felt, spots, left, right, spread) if sides else None
    return _Ring(size, felt, bool(rim), tuple(spots), mine, middle, corners)


def _corners(table: Rect, felt: Rect, spots: list[OpponentSpot], left: int, right: int, spread: Rect) -> Corners:
    """Return the corners above and below the players at the sides; one without room is empty."""
    top = table.y if spread.width < table.width else felt.y

    def above_and_below(seated: list[OpponentSpot]) -> tuple[Rect, Rect]:
        """Return the corners above and below these players."""
        rects = [rect for spot in seated for rect in (spot.plate, spot.hand) if rect is not None]
        start, end = min(rect.y for rect in rects), max(rect.bottom for rect in rects)
        x, width = rects[0].x, rects[0].width
        above = Rect(x, top, width, max(start - 1 - top, 0))
        return above, Rect(x, end + 1, width, max(table.bottom - end - 1, 0))

    top_left, bottom_left = above_and_below(spots[:left])
    top_right, bottom_right = above_and_below(spots[len(spots) - right :])
    return Corners(top_left, top_right, bottom_left, bottom_right)


# Cards at the sides below those across


def ring_rows(others: int, size: Size) -> int:
    """Return the least number of rows that the players take if their cards lie below each other, with mine."""
    left, across, right = seats_by_side(others)
    side = max(size.height, PLATE_ROWS)
    return (PLATE_ROWS + size.height if across else 0) + max(left, right) * side + size.height


def _high_ring_columns(size: Size) -> int:
    """Return the least columns of a table whose cards lie below each other."""
    return 2 * (MIN_PLATE_COLUMNS + 1 + size.width) + MIN_MIDDLE_COLUMNS


def _high_ring(table: Rect, others: int, size: Size) -> _Ring:
    """Return the places if the cards at the sides lie below those across and above mine."""
    left, across, right = seats_by_side(others)
    x, end, width = table.x, table.right, table.width
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
    felt_top = top + PLATE_ROWS if across else table.y
    felt = Rect(x + plate, felt_top, width - 2 * plate, table.bottom - felt_top)
    if across > 1:  # their cards lie beyond those at the sides
        felt = Rect(x, felt_top, width, table.bottom - felt_top)
    return _Ring(size, felt, rim=False, spots=tuple(spots), mine=mine, middle=middle)
