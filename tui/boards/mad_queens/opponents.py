"""The other players: each in a block with their row, in two lines each, or as a ranking if there are many."""

from __future__ import annotations

from typing import Final

from tui.boards.common.commands import LookAtSeat
from tui.boards.mad_queens.opponent_block import paint_opponent
from tui.boards.mad_queens.opponents_by_rank import paint_ranking
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.text import awaited_seats
from tui.boards.mad_queens.zones import MIN_COMPACT_PLAYER_WIDTH, MadQueensLayout
from tui.drawing import Brush, ClickArea, Rect

MAX_OPPONENT_WIDTH: Final = 60
"""A player in two lines is at most this many columns wide."""

MAX_BLOCK_WIDTH: Final = 100
"""A player's block is at most this many columns wide."""

MAX_ONLY_BLOCK_WIDTH: Final = 60
"""The block of the only other player is at most this many columns wide, so that a long row leaves the bank near the
name."""


def paint_other_players(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> list[ClickArea]:
    """Paint all seats but the one in front; return their click areas, each with its command."""
    if layout.seating == "none":
        return []
    brush.fill_ground(layout.seats, "panel")
    if layout.seating == "list":
        return paint_ranking(brush, layout, scene)
    waited = set(awaited_seats(scene.view))
    rects = seat_rects(layout, scene)
    for seat, rect in rects.items():
        paint_opponent(brush, rect, layout.opponent_card_size, scene, seat, seat in waited)
    return [(rect, LookAtSeat(seat)) for seat, rect in rects.items()]


def seat_rects(layout: MadQueensLayout, scene: MadQueensScene) -> dict[int, Rect]:
    """Return the rectangle of each player but the one in front, by seat; empty if they are shown as a ranking."""
    others = [seat for seat in range(scene.view.seats) if seat != scene.focus]
    if layout.seating in ("none", "list"):
        return {}
    if layout.seating == "blocks":
        across, height = len(others), layout.seats.height
        width = min(layout.seats.width // across, MAX_BLOCK_WIDTH if across > 1 else MAX_ONLY_BLOCK_WIDTH)
    elif layout.seats.height == 1:
        across, height, width = len(others), 1, min(layout.seats.width // len(others), MAX_OPPONENT_WIDTH)
    else:
        lines = layout.seats.height // 2
        across = min(layout.seats.width // MIN_COMPACT_PLAYER_WIDTH, -(-len(others) // lines))
        height, width = 2, min(layout.seats.width // across, MAX_OPPONENT_WIDTH)
    rects = {}
    for number, seat in enumerate(others):
        row, column = divmod(number, across)
        rects[seat] = Rect(layout.seats.x + column * width, layout.seats.y + row * height, width, height)
    return rects
