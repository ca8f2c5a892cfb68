"""Renders a scene of Mad Queens: scene and layout become a picture."""

from __future__ import annotations

from core import games
from core.mad_queens import BANK_ACTION, REVEAL_ACTION
from tui.boards.common.background import is_narrow, is_too_small, paint_log_zone, right_side_of_table
from tui.boards.common.commands import ChooseAction
from tui.boards.common.render import render_scene
from tui.boards.common.standings import paint_standings
from tui.boards.mad_queens.bank import paint_bank, paint_queens
from tui.boards.mad_queens.banned_cards import paint_banned_cards, paint_sheet
from tui.boards.mad_queens.large_queen import paint_large_queen
from tui.boards.mad_queens.layout import lay_out
from tui.boards.mad_queens.odds_bar import paint_odds
from tui.boards.mad_queens.opponents import paint_other_players
from tui.boards.mad_queens.own_area import deck_rect, paint_deck_and_row
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.standings import standings_of
from tui.boards.mad_queens.status_and_buttons import buttons, note_rect, paint_note, paint_status
from tui.boards.mad_queens.text import waiting_text
from tui.boards.mad_queens.zones import MadQueensLayout
from tui.drawing import (
    MIN_TOUCH_BUTTON_ROWS,
    Brush,
    ClickArea,
    Picture,
    paint_banner,
    paint_buttons,
    paint_large_buttons,
)


def layout_of(scene: MadQueensScene) -> MadQueensLayout:
    """Return the layout of a scene, by its size and its number of seats."""
    return lay_out(scene.width, scene.height, scene.view.seats - 1, scene.table_only)


def render(scene: MadQueensScene) -> Picture:
    """Return the picture of a scene."""
    return render_scene(scene, waiting_text, _paint_table)


def _paint_table(brush: Brush, scene: MadQueensScene) -> list[ClickArea]:
    """Paint the whole table; return the click areas."""
    where = layout_of(scene)
    paint_status(brush, where, scene)
    areas = paint_other_players(brush, where, scene)
    paint_banned_cards(brush, where, scene)
    paint_sheet(brush, where, scene)
    paint_deck_and_row(brush, where, scene)
    paint_bank(brush, where, scene)
    paint_queens(brush, where, scene)
    areas += [(deck_rect(where), ChooseAction(REVEAL_ACTION)), (where.bank, ChooseAction(BANK_ACTION))]
    effect, banner = scene.effect, scene.effect.banner
    if effect.queen is not None:
        paint_large_queen(brush, where, scene, effect.queen)
    covered = effect.queen is not None and where.are_odds_beside_banned_cards
    is_banner_over_odds = banner is not None and not effect.is_banner_of_queen and not covered
    if banner is not None and is_banner_over_odds:
        paint_banner(brush, where.odds, banner)
    elif not covered:
        paint_odds(brush, where, scene)
    if where.standings is not None:
        unit = games[scene.view.game].score_unit
        paint_standings(brush, where.standings, standings_of(scene, where.standings), score_unit=unit)
    areas += paint_log_zone(brush, where.log, where.felt, scene, right_side_of_table(where.felt, where.deck_and_row.y))
    if not is_banner_over_odds or not _waits_for_banner(brush, where, scene):
        paint_note(brush, where, scene)
    return areas + _paint_buttons(brush, where, scene)


def _waits_for_banner(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> bool:
    """Return whether the note would cover a row of a banner over the odds, and so is painted only once that has gone.

    A question is painted at once, and so is the note of a replay, whose banner does not go.
    """
    note = note_rect(brush, layout, scene)
    covers = note.y < layout.odds.bottom and note.bottom > layout.odds.y
    return covers and not scene.open_question and not scene.is_replay


def _paint_buttons(brush: Brush, layout: MadQueensLayout, scene: MadQueensScene) -> list[ClickArea]:
    """Paint the buttons, on the table or in a bar, in a narrow window each two rows high; return their click areas."""
    if layout.are_buttons_on_felt:
        return paint_large_buttons(brush, layout.bar, buttons(scene, layout))
    lines = layout.bar.height // MIN_TOUCH_BUTTON_ROWS if is_narrow(layout.bar.width) else 1
    return paint_buttons(brush, layout.bar, buttons(scene, layout), lines)


def render_turning_card(scene: MadQueensScene, resting_picture: Picture) -> Picture:
    """Return `resting_picture` with the turning card and dim buttons.

    `resting_picture` is the picture of the scene without an effect.
    """
    if is_too_small(scene.width, scene.height):
        return resting_picture
    where = layout_of(scene)
    brush = Brush(resting_picture.canvas.copy(), scene.look, disables_buttons=scene.is_locked)
    brush.fill_ground(where.deck_and_row, "felt")
    paint_deck_and_row(brush, where, scene)
    _paint_buttons(brush, where, scene)
    return Picture(brush.canvas, resting_picture.click_areas, brush.buttons)
