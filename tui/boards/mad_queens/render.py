"""Painting: a scene as a canvas, with the places that can be clicked."""

from __future__ import annotations

from tui.boards.common.frame import ask_for_room, lay_felt, paint_log_at, too_small
from tui.boards.mad_queens.banned_cards import paint_banned, paint_sheet
from tui.boards.mad_queens.layout import MadQueensLayout, plan
from tui.boards.mad_queens.opponents import paint_others
from tui.boards.mad_queens.own_area import deck_rect, paint_bank, paint_line, paint_queens
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.status_and_buttons import paint_bar, paint_note, paint_queen, paint_status
from tui.boards.mad_queens.text import waiting
from tui.drawing import Brush, Painting, paint_banner


def planned(scene: MadQueensScene) -> MadQueensLayout:
    """Return the plan for a scene."""
    return plan(scene.width, scene.height, scene.view.seats - 1)


def paint(scene: MadQueensScene) -> Painting:
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


def paint_turning(scene: MadQueensScene, resting: Painting) -> Painting:
    """Paint a card that turns over on a painting of the same scene in which nothing special happens."""
    if too_small(scene.width, scene.height):
        return resting
    where = planned(scene)
    brush = Brush(resting.canvas.copy(), scene.look)
    brush.ground(where.line, "felt")
    paint_line(brush, where, scene)
    return Painting(brush.canvas, resting.places)
