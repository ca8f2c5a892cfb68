"""Painting: a scene as a canvas, with the places that can be clicked."""

from __future__ import annotations

from tui.boards.queens.frame import paint_bar, paint_note, paint_queen, paint_status
from tui.boards.queens.mine import deck_rect, paint_bank, paint_line, paint_queens
from tui.boards.queens.others import paint_others
from tui.boards.queens.plan import LEAST_HEIGHT, LEAST_WIDTH, Plan, plan, too_small
from tui.boards.queens.scene import Scene
from tui.boards.queens.table import paint_banned, paint_sheet
from tui.boards.queens.words import waiting
from tui.cards import Canvas, style
from tui.widgets import Brush, Painting, Rect, paint_banner, paint_log, wrap


def planned(scene: Scene) -> Plan:
    """Return the plan for a scene."""
    return plan(scene.width, scene.height, scene.view.seats - 1)


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
    places = paint_others(brush, where, scene)
    paint_banned(brush, where, scene)
    paint_sheet(brush, where, scene)
    paint_line(brush, where, scene)
    paint_bank(brush, where, scene)
    paint_queens(brush, where, scene)
    places += [(deck_rect(where), "reveal"), (where.bank, "bank")]
    if scene.effect.queen is not None:
        paint_queen(brush, where, scene, scene.effect.queen)
    elif scene.effect.banner is not None:
        paint_banner(brush, where.words, scene.effect.banner)
    paint_note(brush, where, scene)
    if where.log is not None:
        paint_log(brush, where.log, scene.log)
    elif scene.log_open:
        width = min(44, where.felt.width - 12)
        rect = Rect(where.felt.right - width, where.felt.y, width, where.felt.height)
        paint_log(brush, rect, scene.log)
        places.append((rect, "log"))
    places += paint_bar(brush, where, scene)
    return Painting(canvas, tuple(places))


def paint_turning(scene: Scene, resting: Painting) -> Painting:
    """Paint a card that turns over on a painting of the same scene in which nothing special happens."""
    if too_small(scene.width, scene.height):
        return resting
    where = planned(scene)
    brush = Brush(resting.canvas.copy(), scene.look)
    brush.ground(where.line, "felt")
    paint_line(brush, where, scene)
    return Painting(brush.canvas, resting.places)


def _paint_too_small(brush: Brush, scene: Scene) -> None:
    """Ask for more room, and still say whom the table waits for."""
    size = f"The table needs a window of {LEAST_WIDTH} columns and {LEAST_HEIGHT + 1} rows."
    y = max((scene.height - 4) // 2, 0)
    for text, bold in ((waiting(scene), True), (size, False)):
        for line in wrap(brush.plain(text), max(scene.width - 2, 1)):
            brush.write(1, y, line, "highlight" if bold else "ink", bold=bold, width=scene.width - 2)
            y += 1
