"""What a player has: the Queens taken in this hand as cards, and the points of the match as cells of a comb."""

from __future__ import annotations

from core.engine.english import count
from tui.boards.tricks.hand_facts import target_points_of
from tui.boards.tricks.scene import TrickScene
from tui.cards import CHIP, face
from tui.drawing import Brush, Rect


def paint_points_as_comb_cells(brush: Brush, rect: Rect, scene: TrickScene, player: int) -> None:
    """Paint how far a player has come in Queen Bees II, as cells of a honeycomb: one for each point of the target.

    The cells of the points that the player has are filled. The points follow in words if they fit; if even the cells do
    not fit, nothing is painted.
    """
    target = target_points_of(scene)
    if target > rect.width:
        return
    points = min(max(scene.score(player), 0), target)
    x = brush.write(rect.x, rect.y, "◆" * points, "gold")
    x = brush.write(x, rect.y, "◇" * (target - points), "muted")
    score = scene.score(player)
    words = f"{score} of {target} points" if score <= target else count(score, "point")
    if x + 1 + len(words) <= rect.right:
        brush.write(x + 1, rect.y, words, "muted")


def paint_taken_queens(brush: Brush, rect: Rect, scene: TrickScene, player: int) -> None:
    """Paint as chips (cards of one row) the Queens that a player is known to have taken, as many as fit."""
    step = CHIP.width + 1
    for number, queen in enumerate(scene.queens_of(player)[: (rect.width + 1) // step]):
        brush.canvas.blit(rect.x + number * step, rect.y, face(queen, CHIP, brush.look))
