"""Painting: a scene as a canvas, with the places that can be clicked."""

from __future__ import annotations

from tui.boards.big_queen.discard_pile import paint_pile, paint_stock
from tui.boards.big_queen.hand import paint_hand, shown_pick
from tui.boards.big_queen.layout import BigQueenLayout, plan
from tui.boards.big_queen.meld_areas import paint_areas
from tui.boards.big_queen.overlays import paint_stage, paint_summary
from tui.boards.big_queen.scene import BigQueenScene
from tui.boards.big_queen.status_and_buttons import paint_bar, paint_prompt, paint_status
from tui.boards.big_queen.team_scores import paint_teams
from tui.boards.big_queen.text import waiting
from tui.boards.common.frame import ask_for_room, lay_felt, paint_log_at, too_small
from tui.drawing import Brush, Painting, Rect


def planned(scene: BigQueenScene) -> BigQueenLayout:
    """Return the plan for a scene."""
    held = None if scene.seat is None else max(len(shown_pick(scene).hand), 11)
    return plan(scene.width, scene.height, held)


def paint(scene: BigQueenScene) -> Painting:
    """Paint a scene."""
    brush = lay_felt(scene)
    if too_small(scene.width, scene.height):
        ask_for_room(brush, scene, f"{waiting(scene)}.")
        return Painting(brush.canvas, ())
    where = planned(scene)
    paint_status(brush, where, scene)
    places = paint_teams(brush, where, scene)
    places += _paint_areas(brush, where, scene)
    stage = paint_stage(brush, where, scene)
    if stage is None:
        places += paint_stock(brush, where, scene)
        places += paint_pile(brush, where, scene)
    else:
        places += stage
    places += paint_hand(brush, where, scene)
    paint_prompt(brush, where, scene)
    places += paint_log_at(brush, where.log, where.felt, scene)
    places += paint_bar(brush, where, scene)
    return Painting(brush.canvas, tuple(places))


def _paint_areas(brush: Brush, where: BigQueenLayout, scene: BigQueenScene) -> list[tuple[Rect, str]]:
    """Paint the play areas, or where nothing lies in them yet how the last round ended."""
    fresh = scene.summary is not None and scene.phase != "deal" and not scene.laid(0) and not scene.laid(1)
    if not fresh or scene.summary is None:
        return paint_areas(brush, where, scene)
    first, second = where.areas
    height = second.bottom - first.y
    rows = min(height, 5)
    rect = Rect(first.x + 1, first.y + (height - rows) // 2, first.width - 2, rows)
    paint_summary(brush, rect, scene, scene.summary)
    return []
