"""Painting: a scene as a canvas, with the places that can be clicked."""

from __future__ import annotations

from tui.boards.common.frame import ask_for_room, lay_felt, paint_log_at, too_small
from tui.boards.tricks.hand import paint_hand
from tui.boards.tricks.layout import TrickLayout, plan
from tui.boards.tricks.overlays import (
    paint_banner,
    paint_dungeon,
    paint_exchange,
    paint_leftovers,
    paint_suits,
    paint_summary,
)
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.status_and_buttons import paint_bar, paint_info, paint_status, paint_title
from tui.boards.tricks.table import paint_middle, paint_others, paint_trick
from tui.boards.tricks.text import held, waiting
from tui.boards.tricks.trick_view import players
from tui.drawing import Brush, Painting, Rect


def planned(scene: TrickScene) -> TrickLayout:
    """Return the plan for a scene: for a full hand, so that nothing moves while the hand gets smaller."""
    view = scene.view
    around = players(view)
    tricks = sum(scene.number(f"tricks/{player}") for player in around)
    cards = max(tricks + max(held(scene, seat) for seat in range(view.seats)), _usual(scene))
    return plan(scene.width, scene.height, len(around) - 1, cards)


def _usual(scene: TrickScene) -> int:
    """Return how many cards a hand has at least, before any is dealt."""
    hands = len(players(scene.view)) + bool(scene.view.options.get("exchange"))
    return 52 // hands if scene.phase != "over" else 1


def paint(scene: TrickScene) -> Painting:
    """Paint a scene."""
    brush = lay_felt(scene)
    if too_small(scene.width, scene.height):
        ask_for_room(brush, scene, waiting(scene))
        return Painting(brush.canvas, ())
    where = planned(scene)
    paint_status(brush, where, scene)
    paint_info(brush, where, scene)
    found = _paint_table(brush, where, scene)
    paint_title(brush, where, scene)
    found += paint_hand(brush, where, scene)
    table = Rect(0, where.info.y, scene.width, where.title.y - where.info.y)
    found += paint_log_at(brush, where.log, table, scene)
    found += paint_bar(brush, where, scene)
    return Painting(brush.canvas, tuple(found))


def _paint_table(brush: Brush, where: TrickLayout, scene: TrickScene) -> list[tuple[Rect, str]]:
    """Paint what the table shows: players and trick, a moment that takes it over, or a decision."""
    effect = scene.effect
    if effect.dungeon is not None:
        paint_dungeon(brush, where, scene, effect.dungeon)
        return []
    naming = scene.phase in ("call", "change") and "trump" in scene.verbs
    summed = scene.summary is not None and (scene.overlay == "hand" or _between_hands(scene))
    found = []
    if not summed and not (naming and scene.phase == "change" and scene.overlay != "last") and not scene.leftovers:
        found += paint_others(brush, where, scene)
        paint_trick(brush, where, scene)
        paint_middle(brush, where, scene)
    if effect.banner is not None:
        paint_banner(brush, where, effect)
        return found
    if summed and scene.summary is not None:
        paint_summary(brush, where.table, scene, scene.summary)
    if naming and scene.overlay != "last":
        found += paint_suits(brush, where, scene)
    elif scene.leftovers:
        found += paint_leftovers(brush, where, scene)
    elif "exchange" in scene.verbs:
        paint_exchange(brush, where, scene)
    return found


def _between_hands(scene: TrickScene) -> bool:
    """Whether no cards have been dealt since the last hand ended."""
    view = scene.view
    return not view.cards("trick") and not any(view.count(f"hand/{seat}") for seat in range(view.seats))
