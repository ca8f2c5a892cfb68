"""The standings beside a table: each player's rank, name, points, and a bar of the points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tui.drawing import Brush, Rect
from tui.drawing.styles import Tone

MIN_COLUMNS_WITH_STANDINGS_BESIDE: Final = 110
"""The standings stand beside the table, above the log, if the board has at least this many columns."""

MIN_ROWS_WITH_LOG_BELOW: Final = 44
"""A board narrower than `MIN_COLUMNS_WITH_STANDINGS_BESIDE` has its log below the table if it has at least this many
rows.
"""

MAX_STANDINGS: Final = 10
"""The standings beside the table list at most this many players."""

STANDINGS_WIDTH: Final = 30
"""The width in columns of standings that stand beside a log below the table."""

STANDINGS_SIGNS_HELP: Final = "▸ marks whose turn it is, and = in the standings the same place as in the row above."
"""The explanation of the signs in the standings, and at the player whose turn it is."""

SIGNS_HELP_WITHOUT_TURNS: Final = STANDINGS_SIGNS_HELP.replace(
    "whose turn it is", "you while you play, then the last player still playing"
)
"""The same explanation for a game in which all play at once."""

_MAX_BAR_COLUMNS: Final = 16
"""The bars take at most this many columns."""

_BAR_CHARACTER: Final = "▆"
"""The character of which a bar consists; it is lower than a row, so that bars below each other do not touch."""

_POINTS_COLUMNS: Final = 4
"""The least width in columns of the points."""

_DECK_COLUMNS: Final = 6
"""The width in columns of the numbers of cards left in the decks, with the gap before them."""

_MIN_BAR_COLUMNS_BESIDE_DECK: Final = 6
"""The numbers of cards left in the decks are shown if they leave the bars at least this many columns."""

_MAX_NAME_WIDTH: Final = 12
"""The bars leave room for the longest name, but no more than this many columns."""


class Standing(Struct, frozen=True):
    """A player in the standings: rank from 1, name, and points."""

    rank: int
    name: str
    points: int
    is_front_seat: bool = False
    """Whether this is the seat in front."""
    is_awaited: bool = False
    """Whether the match waits for this seat."""
    deck_text: str = ""
    """The number of cards left in the player's deck, as far as a game has decks of players."""


def divide_zone_beside_table(side: Rect, width: int, player_count: int) -> tuple[Rect, Rect | None]:
    """Divide the zone beside a table: return the zone of the log, and the zone of the standings of some players above
    it.

    The standings are None if a board of `width` columns has no room for them, or if there are no players.
    """
    rows = min(player_count, MAX_STANDINGS) + 2 if player_count else 0
    if not rows or width < MIN_COLUMNS_WITH_STANDINGS_BESIDE or rows > side.height // 2:
        return side, None
    log = Rect(side.x, side.y + rows, side.width, side.height - rows)
    return log, Rect(side.x, side.y, side.width, rows)


def divide_zone_below_table(zone: Rect, player_count: int) -> tuple[Rect, Rect | None]:
    """Divide the zone below a table: return the zone of the log, and the zone of the standings beside it.

    The standings are None if there are no players.
    """
    if not player_count:
        return zone, None
    log = Rect(zone.x, zone.y, zone.width - STANDINGS_WIDTH, zone.height)
    return log, Rect(log.right, zone.y, STANDINGS_WIDTH, zone.height)


def listed_seats(order: Sequence[int], front: int, rect: Rect) -> Sequence[int]:
    """Return the seats of the ranking `order` that fit into the zone of the standings; `front` is always among them."""
    room = rect.height - 2
    if len(order) > room and order.index(front) >= room:
        return [*order[: room - 1], front]
    return order[:room]


def paint_standings(
    brush: Brush, rect: Rect, standings: Sequence[Standing], *, target_points: int = 0, score_unit: str = "point"
) -> None:
    """Paint the standings of the listed seats, the leader first; a rank ``=`` is the same as in the row above.

    A full bar is `target_points`, at which the match ends, or the most points if they are more: without a target, the
    bars of unequal points differ as much as there is room. Points below 0 have none, as a long bar would look like a
    lead. The cards left in the decks stand at the right, beside the points, whose heading is `score_unit` in the
    plural.
    """
    brush.fill_ground(rect, "panel")
    brush.write(rect.x + 2, rect.y, "STANDINGS", "gold", bold=True)
    most = max((target_points, *(standing.points for standing in standings)))
    longest = max((brush.width_in_cells(standing.name) for standing in standings), default=0)
    name_columns = min(longest, _MAX_NAME_WIDTH)
    right = rect.right - 1
    bar_columns = right - _POINTS_COLUMNS - rect.x - 9 - name_columns
    has_decks = any(standing.deck_text for standing in standings)
    if has_decks and bar_columns - _DECK_COLUMNS >= _MIN_BAR_COLUMNS_BESIDE_DECK:
        bar_columns -= _DECK_COLUMNS
        brush.write_right_aligned(right, rect.y, f"{score_unit}s  deck", "muted")
        for y, standing in enumerate(standings, rect.y + 1):
            brush.write_right_aligned(right, y, standing.deck_text, "muted")
        right -= _DECK_COLUMNS
    above = 0
    for y, standing in enumerate(standings, rect.y + 1):
        tone: Tone = "highlight" if standing.is_front_seat else "ink"
        brush.write(rect.x + 2, y, " =" if standing.rank == above else f"{standing.rank:>2}", "muted")
        above = standing.rank
        end = brush.write_right_aligned(right, y, f"{standing.points:>{_POINTS_COLUMNS}}", "ink", bold=True)
        bar = _bar_of_points(standing.points, most, min(_MAX_BAR_COLUMNS, bar_columns))
        start = brush.write_right_aligned(end, y, bar, "highlight" if standing.is_front_seat else "muted")
        mark = ("> " if brush.look.ascii else "▸ ") if standing.is_awaited else "  "
        x = brush.write(rect.x + 5, y, mark, "highlight")
        brush.write(x, y, standing.name, tone, bold=standing.is_front_seat, width=start - x - 1)


def _bar_of_points(points: int, max_points: int, max_width: int) -> str:
    """Return the bar of some points in `max_width` columns, of which `max_points` fill all."""
    columns = round(max(max_width, 0) * points / max_points) if points > 0 else 0
    return (_BAR_CHARACTER * columns).ljust(max_width)
