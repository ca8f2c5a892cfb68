"""The other players as a ranking, where there are too many for blocks: the leaders, and those near the one in front."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from tui.boards.common.background import is_narrow
from tui.boards.common.commands import LookAtSeat
from tui.boards.mad_queens.opponent_state import paint_status_badge_at_right
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.text import ranking, seat_status
from tui.boards.mad_queens.zones import MadQueensLayout
from tui.drawing import Brush, ClickArea, Rect

_STATUSES_IN_ORDER: Final = ("playing", "waiting", "banked", "caught", "done", "finished")
"""The statuses in the order in which the list counts them."""


def paint_ranking(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> list[ClickArea]:
    """Paint how many seats have each status, then a ranking of the leaders and the seats near the one in front."""
    rect, view = layout.seats, scene.view
    words = [seat_status(view, seat) for seat in range(view.seats)]
    x = rect.x + 1
    for word in _STATUSES_IN_ORDER:
        number = words.count(word)
        if number:
            x = brush.write(x, rect.y, str(number), "ink", bold=True) + 1
            x = brush.write(x, rect.y, word, "muted") + 3
    rows = rect.height - 1
    if not rows:
        return []
    width = 23 if is_narrow(rect.width) else 26
    columns = max((rect.width - 1) // width, 1)
    width = (rect.width - 1) // columns
    order = ranking(view)
    scores = [-scene.score(seat) for seat in order]
    shown = _ranking_indexes_shown(order, scene.focus, columns * rows)
    places: list[ClickArea] = []
    for number, place in enumerate(shown):
        column, row = divmod(number, rows)
        cell = Rect(rect.x + 1 + column * width, rect.y + 1 + row, width - 2, 1)
        if place is None:
            brush.write(cell.x + 5, cell.y, f"… {len(order) - len(shown) + 1} more", "muted")
            continue
        seat = order[place]
        its_rank = 1 + bisect_left(scores, scores[place])
        _paint_standing(brush, cell, scene, seat, its_rank, words[seat])
        places.append((cell, LookAtSeat(seat)))
    return places


def _paint_standing(brush: Brush, cell: Rect, scene: MadQueensScene, seat: int, rank: int, status: str) -> None:
    """Paint one row of the ranking: rank, name, score, and the `status` of the seat."""
    mine = seat == scene.focus
    brush.write_right_aligned(cell.x + 4, cell.y, str(rank), "muted")
    letter = paint_status_badge_at_right(
        brush, cell.right, cell.y, status, scene.play_of(seat), max_width=cell.width - 14
    )
    start = brush.write_right_aligned(letter - 1, cell.y, str(scene.score(seat)), "ink", bold=True)
    name = "You" if seat == scene.view.seat else scene.names[seat]
    brush.write(cell.x + 5, cell.y, name, "highlight" if mine else "ink", bold=mine, width=start - cell.x - 6)


def _ranking_indexes_shown(order: list[int], focus: int, max_rows: int) -> list[int | None]:
    """Return the indexes in the ranking `order` that `max_rows` rows show; None stands for a row that says how many are
    missing.

    If not all fit, these are the leaders and the seats around `focus`.
    """
    if len(order) <= max_rows:
        return list(range(len(order)))
    mine = order.index(focus)
    around = max(max_rows // 3, 3)
    leaders = max_rows - around - 1
    if mine < leaders:
        return [*range(max_rows - 1), None]
    first = min(max(mine - around // 2, leaders), len(order) - around)
    return [*range(leaders), None, *range(first, first + around)]
