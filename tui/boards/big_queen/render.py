"""Renders a scene of Big Queen: scene and layout become a picture."""

from __future__ import annotations

from typing import Final

from tui.boards.big_queen.area_examples import MIN_ROWS_WITH_LARGE_EXAMPLES
from tui.boards.big_queen.discard_pile import paint_pile, paint_stock
from tui.boards.big_queen.hand import paint_hand, shown_selection
from tui.boards.big_queen.layout import CARDS_PER_NARROW_LINE, MIN_CARDS_OF_HAND_LAYOUT, BigQueenLayout, lay_out
from tui.boards.big_queen.meld_areas import paint_areas, paint_legend
from tui.boards.big_queen.overlays import (
    MAX_ROUND_PANEL_COLUMNS,
    banner_covers_prompt,
    paint_round_panel,
    paint_stage,
    paint_summary,
)
from tui.boards.big_queen.scene import BigQueenScene
from tui.boards.big_queen.status_and_buttons import buttons, paint_prompt, paint_status
from tui.boards.big_queen.team_scores import paint_teams
from tui.boards.big_queen.text import waiting_text
from tui.boards.big_queen.unseen_cards import paint_unseen_cards
from tui.boards.common.background import MIN_BOARD_COLUMNS, paint_log_zone, right_side_of_table
from tui.boards.common.render import render_scene
from tui.cards import style
from tui.drawing import Brush, ClickArea, Picture, Rect, paint_buttons

_ROWS_OF_LARGE_SUMMARY: Final = 7
"""The rows of the summary of a round in large empty areas, with the players of each team."""


def layout_of(scene: BigQueenScene) -> BigQueenLayout:
    """Return the layout of a scene, for its size and the number of cards in my hand."""
    held = None if scene.seat is None else _rounded_card_count(len(shown_selection(scene).hand), scene.width)
    return lay_out(scene.width, scene.height, held, scene.table_only, scene.view.seats)


def _rounded_card_count(card_count: int, width: int) -> int:
    """Return the number of cards for which a hand of `card_count` cards is laid out on a board of `width` columns.

    It is rounded up, so that one more card moves nothing.
    """
    if width < MIN_BOARD_COLUMNS:
        return CARDS_PER_NARROW_LINE * (card_count // CARDS_PER_NARROW_LINE + 1)
    return max(card_count, MIN_CARDS_OF_HAND_LAYOUT)


def render(scene: BigQueenScene) -> Picture:
    """Return the picture of a scene."""
    return render_scene(scene, lambda scene: f"{waiting_text(scene)}.", _paint_table)


def _paint_table(brush: Brush, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the whole table; return the click areas."""
    where = layout_of(scene)
    paint_status(brush, where, scene)
    areas = paint_teams(brush, where, scene)
    areas += _paint_areas(brush, where, scene)
    stage = paint_stage(brush, where, scene)
    if stage is None:
        areas += paint_stock(brush, where, scene)
        areas += paint_pile(brush, where, scene)
        paint_unseen_cards(brush, where.unseen_rect(scene.view.count("discard")), scene)
        paint_legend(brush, where, scene)
    else:
        areas += stage
    if scene.effect.shows_summary and scene.summary is not None:
        paint_round_panel(brush, where, scene, scene.summary)
    areas += paint_hand(brush, where, scene)
    areas += paint_log_zone(brush, where.log, where.felt, scene, right_side_of_table(where.felt, where.title_row))
    if not banner_covers_prompt(where, scene):
        paint_prompt(brush, where, scene)
    areas += paint_buttons(brush, where.bar, buttons(scene, where), where.bar_lines)
    return areas


def _paint_areas(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the play areas; while they are empty, the summary of the last round over the first one, or over both."""
    fresh = (
        scene.summary is not None and scene.phase != "deal" and not scene.laid_points(0) and not scene.laid_points(1)
    )
    if not fresh or scene.summary is None:
        return paint_areas(brush, layout, scene)
    first, second = layout.areas
    over_both = layout.areas_are_side_by_side or layout.label_width > 0
    areas = [] if over_both else paint_areas(brush, layout, scene)
    whole = Rect(first.x, first.y, second.right - first.x, second.bottom - first.y) if over_both else first
    is_large = over_both and whole.height >= MIN_ROWS_WITH_LARGE_EXAMPLES
    rows = _ROWS_OF_LARGE_SUMMARY if is_large else min(whole.height, 5)
    width = min(whole.width - 2, MAX_ROUND_PANEL_COLUMNS)
    rect = Rect(whole.x + (whole.width - width) // 2, whole.y + (whole.height - rows) // 2, width, rows)
    if not over_both:
        brush.fill_ground(rect, "felt")
    elif brush.look.solid and whole.height >= rows + 4:
        box = whole if is_large else Rect(rect.x - 2, rect.y - 2, rect.width + 4, rect.height + 4)
        brush.canvas.fill(box.x, box.y, box.width, box.height, style(None, brush.look.palette.sheet))
    paint_summary(brush, rect, scene, scene.summary, members=is_large)
    return areas
