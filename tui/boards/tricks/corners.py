"""The corners, free areas beside the players round the table, and the zone beside the hand: which texts each has.

The texts are in the modules `trump_corner`, `queens_corner`, `trick_corner` and `points_corner`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from tui.boards.tricks.layout import TrickLayout
from tui.boards.tricks.overlays import suits_cover_zone_beside_hand
from tui.boards.tricks.points_corner import paint_quota, paint_scoring, paint_taken_points
from tui.boards.tricks.queens_corner import paint_queens
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.table import corner_shows_worth, middle_shows_worth
from tui.boards.tricks.trick_corner import (
    WORTH_ROWS,
    columns_of_one_fan,
    paint_last_trick,
    paint_worth_of_present_trick,
    size_of_last_trick,
)
from tui.boards.tricks.trick_facts import paint_turn_in_trick
from tui.boards.tricks.trick_view import last_trick_by_player, trump_ranks
from tui.boards.tricks.trump_corner import (
    MIN_ROWS_WITH_SUIT_ORDER,
    paint_equal_trumps,
    paint_rule_of_led_trump,
    paint_trump,
    paint_trump_ranks,
)
from tui.cards import CHIP
from tui.drawing import Brush, Rect

_CornerTextPainter: TypeAlias = Callable[[Brush, Rect, TrickScene], int]
"""A function that paints one text at the top of a rectangle; it returns the rows used, 0 if there is nothing to say or
no room."""

_MIN_HALF_WIDTH_BEFORE_FIRST_TRICK: Final = 18
"""Before the first trick, the zone beside the hand is divided into two halves if each has at least this many
columns."""

_MIN_HALF_WIDTH_AFTER_FIRST_TRICK: Final = 26
"""After the first trick, the zone beside the hand is divided into two halves if each half has at least this many
columns."""

_MIN_RIGHT_WIDTH_BESIDE_LAST_TRICK: Final = 16
"""Beside a last trick that takes more than half of the zone beside the hand, at least this many columns are left for
other texts."""


def paint_corners(brush: Brush, layout: TrickLayout, scene: TrickScene) -> None:
    """Paint trump, quota and the like into the free areas beside the players (the corners); what has no room there is
    painted beside the hand, if the layout has an area for it."""
    corners, zone, dungeon = layout.corners, layout.zone_beside_hand, scene.has_dungeon
    if corners is None or scene.over:
        return
    if not layout.trump_and_quota.height:
        _paint_corner_texts(brush, corners.top_left, scene, [paint_trump if dungeon else paint_trump_ranks])
    top_right: list[_CornerTextPainter] = (
        [paint_queens, paint_quota] if dungeon else [paint_taken_points, paint_scoring]
    )
    if dungeon and layout.trump_and_quota.height:
        top_right = top_right[:1]  # the quota is told there
    missing = _paint_corner_texts(brush, corners.top_right, scene, top_right)
    bottom_left: list[_CornerTextPainter] = []
    left = corners.bottom_left
    if dungeon and not middle_shows_worth(layout, scene) and corner_shows_worth(layout):
        bottom_left.append(paint_worth_of_present_trick)
        left = Rect(left.x, left.y + WORTH_ROWS, left.width, left.height - WORTH_ROWS)
    beside_hand: list[_CornerTextPainter] = []
    if zone is None or size_of_last_trick(left, scene) is not CHIP:
        bottom_left.append(paint_last_trick)
    elif last_trick_by_player(scene.view):
        beside_hand.append(paint_last_trick)
    if paint_quota in missing:
        (bottom_left if zone is None else beside_hand).append(paint_quota)
    beside_hand += _paint_corner_texts(brush, corners.bottom_left, scene, bottom_left)
    bottom_right: list[_CornerTextPainter]
    if dungeon:
        bottom_right = [paint_queens if layout.narrow else paint_scoring, paint_taken_points]
    else:
        shows_order = layout.trump_and_quota.height > 0 or corners.top_left.height >= MIN_ROWS_WITH_SUIT_ORDER
        has_trumps = bool(trump_ranks(scene.view))
        bottom_right = [paint_equal_trumps] * (not (shows_order and has_trumps))
        bottom_right += [
            *[paint_turn_in_trick] * (layout.trick_facts is None),
            *[paint_rule_of_led_trump] * has_trumps,
            *missing,
        ]
    beside_hand += _paint_corner_texts(brush, corners.bottom_right, scene, bottom_right)
    if zone is not None and not (scene.phase == "call" and suits_cover_zone_beside_hand(layout)):
        _paint_zone_beside_hand(brush, zone, scene, beside_hand)


def _paint_zone_beside_hand(brush: Brush, zone: Rect, scene: TrickScene, texts: Sequence[_CornerTextPainter]) -> None:
    """Paint texts into the zone beside the hand, in two parts, halves or nearly so, if it is wide enough.

    The last trick has the left part, else the first text; the others stand at the right, what has been taken on top.
    """
    last = bool(last_trick_by_player(scene.view))
    half = (zone.width - 2) // 2
    if half >= (_MIN_HALF_WIDTH_AFTER_FIRST_TRICK if last else _MIN_HALF_WIDTH_BEFORE_FIRST_TRICK):
        left = zone.width - 2 - half
        if paint_last_trick in texts:  # all its cards in one fan, if the other text has room beside it
            most = zone.width - 2 - _MIN_RIGHT_WIDTH_BESIDE_LAST_TRICK
            left = max(left, columns_of_one_fan(most, zone.height, scene))
        right = Rect(zone.x + left + 2, zone.y, zone.width - 2 - left, zone.height)
        at_left = [paint_last_trick] if paint_last_trick in texts else [*texts[:1]]
        taken = [paint_taken_points] if paint_taken_points in set(texts) - {*at_left} else []
        others = [paint for paint in texts if paint not in (*at_left, *taken)]
        texts = [*at_left, *_paint_corner_texts(brush, right, scene, [*taken, *others])]
        zone = Rect(zone.x, zone.y, left, zone.height)
    _paint_corner_texts(brush, zone, scene, texts)


def _paint_corner_texts(
    brush: Brush, rect: Rect, scene: TrickScene, texts: Sequence[_CornerTextPainter]
) -> list[_CornerTextPainter]:
    """Paint the texts of a corner below each other, as many as fit, with an empty row between them.

    Return those that are not painted.
    """
    missing: list[_CornerTextPainter] = []
    rect = Rect(rect.x + 1, rect.y, rect.width - 1, rect.height)
    for paint in texts:
        rows = paint(brush, rect, scene)
        if rows:
            rect = Rect(rect.x, rect.y + rows + 1, rect.width, rect.height - rows - 1)
        else:
            missing.append(paint)
    return missing
