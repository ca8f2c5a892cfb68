"""Renders a scene of a trick game: scene and layout become a picture."""

from __future__ import annotations

from typing import Final

from tui.boards.common.background import paint_log_zone
from tui.boards.common.render import render_scene
from tui.boards.common.standings import paint_standings
from tui.boards.tricks.corners import paint_corners
from tui.boards.tricks.hand import paint_hand
from tui.boards.tricks.hand_facts import cards_dealt, cards_to_deal, target_points_of
from tui.boards.tricks.hand_summary import paint_summary, summary_bar_rows
from tui.boards.tricks.layout import TrickLayout, lay_out
from tui.boards.tricks.overlays import (
    paint_banner,
    paint_centred,
    paint_dungeon,
    paint_exchange_question,
    paint_leftovers,
    paint_suit_buttons,
)
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.seats import paint_other_players
from tui.boards.tricks.standings import standings_of
from tui.boards.tricks.status_and_buttons import buttons, paint_hand_title, paint_status, paint_trump_and_quota
from tui.boards.tricks.table import paint_background_around_table, paint_felt, paint_middle, paint_trick
from tui.boards.tricks.taken_tricks import paint_taken_tricks
from tui.boards.tricks.trick_facts import paint_trick_facts, shows_trick_facts
from tui.boards.tricks.trick_view import players_clockwise
from tui.boards.tricks.turn_text import trump_question, turn_sentence, waiting_text
from tui.drawing import Brush, ClickArea, Picture, Rect, paint_buttons

MAX_HINT_ROWS: Final = 3
"""A hint over the table without figures has at most this many rows above the hand, so that the cards of the trick stay
visible."""


MIN_NARROW_HINT_ROWS: Final = 5
"""A hint on a narrow board has at least this many rows."""


MIN_ROWS_WITH_RIM: Final = 20
"""A table without players around it has a rim if it has at least this many rows."""

MIN_BAR_ROWS_INSIDE_RIM: Final = 2
"""The result of a hand lies inside the rim of the table if its bars have this many rows there, or if the rim costs them
none."""


def layout_of(scene: TrickScene) -> TrickLayout:
    """Return the layout of a scene for a full hand, so that zones stay in place while cards are played."""
    others = len(players_clockwise(scene.view)) - 1
    cards = cards_dealt(scene) or cards_to_deal(scene)
    return lay_out(scene.width, scene.height, others, cards, _is_table_covered(scene), scene.table_only)


def render(scene: TrickScene) -> Picture:
    """Return the picture of a scene."""
    return render_scene(scene, waiting_text, _paint_table)


def _paint_table(brush: Brush, scene: TrickScene) -> list[ClickArea]:
    """Paint the whole table; return the click areas."""
    where = layout_of(scene)
    paint_background_around_table(brush, where)
    paint_status(brush, where, scene)
    paint_trump_and_quota(brush, where, scene)
    areas = _paint_middle_of_table(brush, where, scene)
    areas += paint_hand(brush, where, scene)
    if not _covers_hand(where, scene):
        paint_taken_tricks(brush, where, scene)
    top = where.table.y if where.narrow else where.trump_and_quota.y
    table = Rect(0, top, scene.width, where.title.y - top)
    hint_rows = MAX_HINT_ROWS
    if where.narrow and where.corners is not None:  # over the corners, so that the cards of the others stay in sight
        hint_rows = max(MIN_NARROW_HINT_ROWS, where.title.y - where.corners.bottom_left.y)
    below_trick = Rect(0, where.title.y - hint_rows, scene.width, hint_rows)
    if where.standings is not None:
        paint_standings(
            brush, where.standings, standings_of(scene, where.standings), target_points=target_points_of(scene)
        )
    log = where.log_and_trick_facts
    if where.trick_facts is not None and shows_trick_facts(scene):
        paint_trick_facts(brush, where.trick_facts, scene)
        log = where.log
    areas += paint_log_zone(brush, log, table, scene, table if scene.hint_figures else below_trick)
    if scene.note or scene.open_question or not _may_summary_use_hand_rows(where, scene):
        paint_hand_title(brush, where, scene)
    areas += paint_buttons(brush, where.bar, buttons(scene, where), where.bar_lines)
    return areas


def _paint_middle_of_table(brush: Brush, layout: TrickLayout, scene: TrickScene) -> list[ClickArea]:
    """Paint the players and the trick, or the overlay or decision that replaces them; return the click areas."""
    effect = scene.effect
    if effect.dungeon is not None:
        paint_dungeon(brush, layout, scene, effect.dungeon)
        return []
    naming = scene.phase in ("call", "change") and "trump" in scene.verbs
    naming = naming or (scene.phase == "call" and layout.hand.height > 0)
    areas: list[ClickArea] = []
    if not _is_table_covered(scene):
        paint_felt(brush, layout.felt, layout.has_rim, of_stone=scene.has_dungeon)
        areas += paint_other_players(brush, layout, scene)
        paint_corners(brush, layout, scene)
        paint_trick(brush, layout, scene)
        paint_middle(brush, layout, scene)
    else:
        paint_felt(brush, layout.table, _has_covered_table_rim(layout, scene), of_stone=scene.has_dungeon)
    if effect.banner is not None:
        paint_banner(brush, layout, effect)
        return areas
    if scene.summary is not None and _shows_summary(scene):
        rect = layout.table
        if _has_covered_table_rim(layout, scene):
            rect = _inside_rim(rect)
        if _may_summary_use_hand_rows(layout, scene):
            rect = Rect(rect.x, rect.y, rect.width, layout.hand.bottom - rect.y)
            paint_felt(brush, rect, has_rim=False)
        elif naming and layout.hand.height:  # the suits lie in the rows of the hand, right below
            free_below = rect.height > len(scene.summary.outcomes) + 3
            rect = Rect(rect.x, rect.y, rect.width, rect.height - 1 - free_below)
            is_mine = scene.seat_on_turn == scene.view.seat
            said = trump_question(rect.width - 4, 1) if is_mine else turn_sentence(scene)
            paint_centred(brush, layout.table, rect.bottom, said, 1)
        paint_summary(brush, rect, scene, scene.summary)
    if naming and scene.overlay != "last":
        areas += paint_suit_buttons(brush, layout, scene)
    elif scene.leftovers:
        areas += paint_leftovers(brush, layout, scene)
    elif "exchange" in scene.verbs:
        paint_exchange_question(brush, layout, scene)
    return areas


def _has_covered_table_rim(layout: TrickLayout, scene: TrickScene) -> bool:
    """Return whether the table has a rim also while something is painted over it: not where that needs the rows, as the
    result of a hand does if its bars would be thin lines inside the rim."""
    if not layout.has_rim or layout.table.height < MIN_ROWS_WITH_RIM:
        return False
    if scene.summary is None:
        return True
    rows, rows_inside = (summary_bar_rows(rect, scene.summary) for rect in (layout.table, _inside_rim(layout.table)))
    return rows_inside >= min(rows, MIN_BAR_ROWS_INSIDE_RIM)


def _inside_rim(table: Rect) -> Rect:
    """Return the part of the table inside its rim."""
    return Rect(table.x + 1, table.y + 1, table.width - 2, table.height - 2)


def _covers_hand(layout: TrickLayout, scene: TrickScene) -> bool:
    """Return whether something else is painted instead of my hand, because no cards are dealt."""
    return _is_between_hands(scene) and ("trump" in scene.verbs or _may_summary_use_hand_rows(layout, scene))


def _may_summary_use_hand_rows(layout: TrickLayout, scene: TrickScene) -> bool:
    """Return whether the summary on a narrow board may use the rows of the hand, because nothing lies there."""
    summed = _shows_summary(scene) and not scene.effect.banner and not scene.effect.dungeon
    has_suits = scene.phase == "call"  # they lie there before the dealer names one
    return layout.narrow and summed and _is_between_hands(scene) and not has_suits and scene.overlay != "last"


def _is_table_covered(scene: TrickScene) -> bool:
    """Return whether something is painted over the table and the areas beside the players."""
    if scene.effect.dungeon is not None:
        return False
    changing = scene.phase == "change" and "trump" in scene.verbs and scene.overlay != "last"
    return _shows_summary(scene) or changing or bool(scene.leftovers)


def _shows_summary(scene: TrickScene) -> bool:
    """Return whether the result of a hand is shown: because the person asks for it, or until the next hand is dealt.

    That of an earlier hand does not come back by itself when the cards of the present one have been played.
    """
    if scene.summary is None or scene.overlay == "hand":
        return scene.summary is not None
    is_of_earlier_hand = scene.summary.hand != scene.view.facts["hand"]
    is_played = any(cards for name, cards in scene.view.piles.items() if name.startswith("won/"))
    return _is_between_hands(scene) and not (is_of_earlier_hand and is_played)


def _is_between_hands(scene: TrickScene) -> bool:
    """Return whether no cards have been dealt since the last hand ended."""
    view = scene.view
    return not view.cards("trick") and not any(view.count(f"hand/{seat}") for seat in range(view.seats))
