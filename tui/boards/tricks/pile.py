"""What a player has taken in this hand: the Queens as cards, and the tricks in heaps of a few, face down."""

from __future__ import annotations

from typing import Final

from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.text import target_of
from tui.cards import CHIP, face, style
from tui.drawing import Brush, Rect


def paint_way(brush: Brush, rect: Rect, scene: TrickScene, player: int) -> None:
    """Paint how far a player has come in Queen Bees II: a filled cell of the comb for each point, an empty one for each
    that the target takes; nothing where that is too long."""
    filled, empty = ("#", ".") if brush.look.ascii else ("◆", "◇")
    target = target_of(scene)
    if target > rect.width:
        return
    points = min(max(scene.score(player), 0), target)
    x = brush.write(rect.x, rect.y, filled * points, "gold")
    brush.write(x, rect.y, empty * (target - points), "muted")


def paint_pile(brush: Brush, rect: Rect, scene: TrickScene, player: int) -> None:
    """Paint as chips (cards of one row) the Queens that a player is known to have taken, as many as fit."""
    step = CHIP.width + 1
    for number, queen in enumerate(scene.queens_of(player)[: (rect.width + 1) // step]):
        brush.canvas.blit(rect.x + number * step, rect.y, face(queen, CHIP, brush.look))


MAX_HEAP_WIDTH: Final = 6
"""A heap of tricks is at most this many columns wide, with a free column before it."""


def heap_columns(tricks: int, rows: int, max_width: int) -> int:
    """Return how many columns the heaps of a number of tricks take in an area of `rows` rows and `max_width` columns; 0
    if they do not fit."""
    heaps = -(-tricks // rows)
    each = min(max_width // max(heaps, 1), MAX_HEAP_WIDTH)
    return heaps * each if each > 1 else 0


def paint_heaps(brush: Brush, rect: Rect, tricks: int) -> None:
    """Paint tricks face down as heaps with a row for each trick, the fullest heap first."""
    look, palette = brush.look, brush.look.palette
    each = rect.width // max(-(-tricks // rect.height), 1)
    for number in range(tricks if rect.width else 0):
        heap, row = divmod(number, rect.height)
        x, y = rect.x + heap * each + 1, rect.bottom - 1 - row
        if look.solid:
            edge = "_" if look.ascii else "▁"
            brush.canvas.text(x, y, edge * (each - 1), style(palette.back_pattern, palette.back))
        else:
            ends, line = ("[]", "=") if look.ascii else ("╞╡", "═")
            brush.canvas.text(x, y, f"{ends[0]}{line * (each - 3)}{ends[1]}"[: each - 1], style())
