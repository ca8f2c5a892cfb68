"""The Queens that a player has taken in this hand, as cards; the number of tricks is told in words elsewhere."""

from __future__ import annotations

from tui.boards.tricks.scene import TrickScene
from tui.cards import CHIP, face
from tui.drawing import Brush, Rect


def paint_pile(brush: Brush, rect: Rect, scene: TrickScene, player: int) -> None:
    """Paint as chips the Queens that a player is known to have taken, as many as fit."""
    step = CHIP.width + 1
    for number, queen in enumerate(scene.queens_of(player)[: (rect.width + 1) // step]):
        brush.canvas.blit(rect.x + number * step, rect.y, face(queen, CHIP, brush.look))
