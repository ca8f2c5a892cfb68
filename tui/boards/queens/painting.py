"""Painting: a scene as a canvas, with the places that can be clicked."""

from __future__ import annotations

from tui.boards.ground import ask_for_room, lay_felt, paint_log_at, too_small
from tui.boards.queens.frame import paint_bar, paint_note, paint_queen, paint_status
from tui.boards.queens.mine import deck_rect, paint_bank, paint_line, paint_queens
from tui.boards.queens.others import paint_others
from tui.boards.queens.plan import Plan, plan
from tui.boards.queens.scene import Scene
from tui.boards.queens.table import paint_banned, paint_sheet
from tui.boards.queens.words import waiting
from tui.widgets import Brush, Painting, paint_banner


def planned(scene: Scene) -> Plan:
    """Return the plan for a scene."""
    return plan(scene.width, scene.height, scene.view.seats - 1)


def paint(scene: Scene) -> Painting:
    """Paint a scene."""
    brush = lay_felt(scene)
    if too_small(scene.width, scene.height):
        ask_for_room(brush, scene, waiting(scene))
        return Painting(brush.canvas, ())
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
    places += paint_log_at(brush, where.log, where.felt, scene)
    places += paint_bar(brush, where, scene)
    return Painting(brush.canvas, tuple(places))


def paint_turning(scene: Scene, resting: Painting) -> Painting:
    """Paint a card that turns over on a painting of the same scene in which nothing special happens."""
    if too_small(scene.width, scene.height):
        return resting
    where = planned(scene)
    brush = Brush(resting.canvas.copy(), scene.look)
    brush.ground(where.line, "felt")
    paint_line(brush, where, scene)
    return Painting(brush.canvas, resting.places)
