"""The standings beside a table: each player's rank, name, points, and a bar of the points or their curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tui.boards.common.sparkline import sparkline
from tui.drawing import Brush, Rect
from tui.drawing.styles import Tone

SIDE_COLUMNS: Final = 110
"""The width of a board from which the standings stand beside the table, above the log."""

TALL_ROWS: Final = 44
"""The height from which a board narrower than `SIDE_COLUMNS` has its log below the table."""

MAX_STANDINGS: Final = 10
"""The most players in the standings beside the table."""

STANDINGS_COLUMNS: Final = 30
"""The width of standings that stand beside a log below the table."""

CURVE_COLUMNS: Final = 12
"""The most columns of a curve: one column for each of the last plays."""

MAX_HISTORY: Final = 40
"""How many plays, turns or hands back the scores are stored for the curves."""

_CURVE_ZONE_COLUMNS, _LEAST_CURVE_COLUMNS = 40, 6
"""The least width of a zone in which curves are shown, and the fewest plays of a curve; otherwise there are bars."""

_BAR_COLUMNS: Final = 8
"""The width of a bar of the most points."""

_LEAST_NAME_COLUMNS: Final = 8
"""How many columns a name keeps beside a curve."""


class Standing(Struct, frozen=True):
    """A player in the standings: rank from 1, name, and points."""

    rank: int
    name: str
    points: int
    history: tuple[int, ...] = ()
    """The score after each play, hand or round, the oldest first."""
    front: bool = False
    """Whether this is the seat in front."""
    awaited: bool = False
    """Whether the match waits for this seat."""


def side_zones(side: Rect, width: int, players: int) -> tuple[Rect, Rect | None]:
    """Divide the zone beside a table into those of the log and of the standings of some players above it.

    The standings are None if a board of `width` columns has no room for them, or if there are no players.
    """
    rows = min(players, MAX_STANDINGS) + 2 if players else 0
    if not rows or width < SIDE_COLUMNS or rows > side.height // 2:
        return side, None
    log = Rect(side.x, side.y + rows, side.width, side.height - rows)
    return log, Rect(side.x, side.y, side.width, rows)


def zones_below(below: Rect, players: int) -> tuple[Rect, Rect | None]:
    """Divide the zone below a table into those of the log and of the standings beside it.

    The standings are None if there are no players.
    """
    if not players:
        return below, None
    log = Rect(below.x, below.y, below.width - STANDINGS_COLUMNS, below.height)
    return log, Rect(log.right, below.y, STANDINGS_COLUMNS, below.height)


def listed_seats(order: Sequence[int], front: int, rect: Rect) -> Sequence[int]:
    """Return the seats of the ranking `order` that fit into the zone of the standings; `front` is always among them."""
    room = rect.height - 2
    if len(order) > room and order.index(front) >= room:
        return [*order[: room - 1], front]
    return order[:room]


def paint_standings(brush: Brush, rect: Rect, standings: Sequence[Standing], goal: int = 0) -> None:
    """Paint the standings of the listed seats, the leader first; a rank ``=`` is the same as in the row above.

    A bar is full at `goal`, the points that end the match; if that is 0, at the most points of a seat. Curves reach
    from the least to the most points that any seat had.
    """
    brush.fill_ground(rect, "panel")
    brush.write(rect.x + 2, rect.y, "STANDINGS", "gold", bold=True)
    known = [points for standing in standings for points in standing.history]
    most = max((goal, *(standing.points for standing in standings)))
    above = 0
    for y, standing in enumerate(standings, rect.y + 1):
        tone: Tone = "highlight" if standing.front else "ink"
        brush.write(rect.x + 2, y, " =" if standing.rank == above else f"{standing.rank:>2}", "muted")
        above = standing.rank
        end = brush.write_right_aligned(rect.right - 1, y, f"{standing.points:>4}", "ink", bold=True)
        curve_columns = min(CURVE_COLUMNS, end - rect.x - 6 - _LEAST_NAME_COLUMNS)
        points = standing.history[-curve_columns:] if curve_columns > 0 else ()
        if rect.width < _CURVE_ZONE_COLUMNS or len(points) < _LEAST_CURVE_COLUMNS:
            columns = min(curve_columns, _BAR_COLUMNS)
            curve = ("━" * max(round(columns * standing.points / most), 0)).ljust(columns) if most > 0 else ""
        else:
            curve = sparkline(points, min(known), max(known))
        start = brush.write_right_aligned(end, y, curve, "highlight" if standing.front else "muted")
        mark = ("> " if brush.look.ascii else "▸ ") if standing.awaited else "  "
        x = brush.write(rect.x + 5, y, mark, "highlight")
        brush.write(x, y, standing.name, tone, bold=standing.front, width=start - x - 1)
