"""The pile of a player: the tricks and Queens taken in this hand."""

from __future__ import annotations

from typing import Final

from tui.boards.tricks.scene import TrickScene
from tui.cards import CHIP, back, face, style
from tui.drawing import Brush, Rect

_TRICK_COLUMNS: Final = 2
"""The columns of a trick in a pile."""


def paint_pile(brush: Brush, rect: Rect, scene: TrickScene, player: int) -> int:
    """Paint the tricks that a player has taken, as a row of backs, and their Queens; return the column after them.

    The dealer has an empty place for each trick that is missing for the quota.
    """
    look, x, y = brush.look, rect.x, rect.y
    queens = scene.queens_of(player)
    tricks = scene.number(f"tricks/{player}")
    missing = max(scene.number("quota") - scene.tricks_for_quota, 0) if player == scene.number("dealer") else 0
    room = rect.width - (CHIP.width + 1) * len(queens)
    step = _TRICK_COLUMNS + 1 if (tricks + missing) * (_TRICK_COLUMNS + 1) <= room + 1 else 2
    if (tricks + missing) * step > room + 1:
        queens, room = (), rect.width
    trick = back(CHIP, look)
    for number in range(min(tricks + missing, (room + 1) // step)):
        if number < tricks:
            brush.canvas.text(x, y, trick.texts[0][1:step], trick.styles[0][1] or style())
        else:
            brush.write(x, y, ("__" if look.ascii else "··")[: step - 1], "muted")
        x += step
    for queen in queens:
        brush.canvas.blit(x, y, face(queen, CHIP, look))
        x += CHIP.width + 1
    return x
