"""Painting: a scene as a canvas, with the places that can be clicked."""

from __future__ import annotations

from tui.boards.big_queen.areas import paint_areas
from tui.boards.big_queen.frame import paint_bar, paint_prompt, paint_status
from tui.boards.big_queen.hand import paint_hand, shown_pick
from tui.boards.big_queen.pile import paint_pile, paint_stock
from tui.boards.big_queen.plan import LEAST_HEIGHT, LEAST_WIDTH, Plan, plan, too_small
from tui.boards.big_queen.scene import Scene
from tui.boards.big_queen.stage import paint_stage, paint_summary
from tui.boards.big_queen.teams import paint_teams
from tui.boards.big_queen.words import waiting
from tui.cards import Canvas, style
from tui.widgets import Brush, Painting, Rect, paint_log, wrap


def planned(scene: Scene) -> Plan:
    """Return the plan for a scene."""
    held = None if scene.seat is None else max(len(shown_pick(scene).hand), 11)
    return plan(scene.width, scene.height, held)


def paint(scene: Scene) -> Painting:
    """Paint a scene."""
    look = scene.look
    base = style(None, look.palette.felt) if look.solid else style()
    canvas = Canvas(scene.width, scene.height, base)
    brush = Brush(canvas, look)
    if too_small(scene.width, scene.height):
        _paint_too_small(brush, scene)
        return Painting(canvas, ())
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
    if where.log is not None:
        paint_log(brush, where.log, scene.log)
    elif scene.log_open:
        width = min(44, where.felt.width - 12)
        rect = Rect(where.felt.right - width, where.felt.y, width, where.felt.height)
        paint_log(brush, rect, scene.log)
        places.append((rect, "log"))
    places += paint_bar(brush, where, scene)
    return Painting(canvas, tuple(places))


def _paint_areas(brush: Brush, where: Plan, scene: Scene) -> list[tuple[Rect, str]]:
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


def _paint_too_small(brush: Brush, scene: Scene) -> None:
    """Ask for more room, and still say whose turn it is."""
    size = f"The table needs a window of {LEAST_WIDTH} columns and {LEAST_HEIGHT + 1} rows."
    y = max((scene.height - 4) // 2, 0)
    for text, bold in ((waiting(scene) + ".", True), (size, False)):
        for line in wrap(brush.plain(text), max(scene.width - 2, 1)):
            brush.write(1, y, line, "highlight" if bold else "ink", bold=bold, width=scene.width - 2)
            y += 1
