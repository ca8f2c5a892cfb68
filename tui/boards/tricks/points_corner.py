"""What counts and what has been taken in this hand, in a corner or beside the hand: points, quota, scoring."""

from __future__ import annotations

from typing import Final

from core.queens_dungeon import QUEEN_POINTS, QUOTA_MADE_POINTS, QUOTA_MISSED_POINTS, TRICK_POINTS
from tui.boards.tricks.corner_lines import paint_heading_and_lines
from tui.boards.tricks.hand_facts import ranks_text, target_points_of
from tui.boards.tricks.points_text import (
    OPEN_QUOTA_SIGN,
    brings_nothing,
    is_quota_open,
    quota_headings,
    quota_outlook_forms,
)
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_view import (
    players_clockwise,
    rotate_to,
)
from tui.cards import (
    MID,
    MINI,
    style,
)
from tui.cards.backs import back_rows
from tui.drawing import Brush, Rect, printable
from tui.drawing.styles import text_style

_TAKEN_QUOTA_TRICK_LABEL: Final = "won"
"""The label of a trick of the dealer's quota that the dealer has taken."""

_TRICK_BLOCKS: Final = ("▌", "|")
"""A trick in a bar of tricks taken, in Unicode and in ASCII: blocks beside each other have gaps and can be counted."""

_MAX_BAR_LENGTH: Final = 30
"""A bar of points is at most this many columns long."""


def paint_taken_points(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint what each player has taken in this hand, if anybody has taken a trick: in points with a bar, in Queen Bees
    II as one block for each trick."""
    around = players_clockwise(scene.view)
    if not any(scene.number(f"tricks/{player}") for player in around):
        return 0
    heading = "POINTS TAKEN" if scene.has_dungeon else "TRICKS TAKEN"
    if rect.height <= len(around) or len(heading) > rect.width:
        return 0
    brush.write(rect.x, rect.y, heading, "gold", bold=True)
    names = min(max(brush.width_in_cells(printable(scene.name(player))) for player in around), 8)
    columns = 5 if scene.has_dungeon else 3
    most = max(1, *(_taken_points(scene, player) for player in around))
    for number, player in enumerate(rotate_to(around, scene.focus)):
        mine, y = player == scene.focus, rect.y + 1 + number
        brush.write(rect.x, y, printable(scene.name(player)), "highlight" if mine else "ink", bold=mine, width=names)
        points = _taken_points(scene, player)
        end, sign = rect.x + names + columns, OPEN_QUOTA_SIGN * (is_quota_open(scene, player) and points > 0)
        brush.write_right_aligned(end, y, str(points), "ink", bold=True)
        brush.write(end, y, sign, "ink")
        x = end + 1 + scene.has_dungeon
        room = min(rect.right - x, _MAX_BAR_LENGTH)
        if scene.has_dungeon:
            bar = ("=" if brush.look.ascii else "▆") * round(room * points / max(most, 100))
        else:
            bar = _TRICK_BLOCKS[brush.look.ascii] * points * (most <= room)  # all of them, or the numbers say it
        brush.write(x, y, bar, "highlight" if mine else "muted")
    return 1 + len(around)


def _taken_points(scene: TrickScene, player: int) -> int:
    """Return the points of the tricks and Queens that a player has taken in this hand: none in the dungeon, or for a
    dealer whose quota is out of reach."""
    if scene.has_dungeon and brings_nothing(scene, player):
        return 0
    tricks = scene.number(f"tricks/{player}")
    return TRICK_POINTS * tricks + QUEEN_POINTS * scene.number(f"queens/{player}") if scene.has_dungeon else tricks


def paint_quota(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the dealer's quota as a place for each of its tricks, filled once it is taken, and what is still needed."""
    if scene.view.facts["challenge"] or "quota" in scene.taught_later:
        return 0
    quota, taken = scene.number("quota"), scene.counted_tricks_of_dealer
    headings = (printable(text) for text in quota_headings(scene))
    heading = next((text for text in headings if brush.width_in_cells(text) <= rect.width), "")
    outlook = next((text for text in quota_outlook_forms(scene) if len(text) <= rect.width), "")
    if not (heading and outlook) or 2 * quota - 1 > rect.width or rect.height < 3:
        return 0
    brush.write(rect.x, rect.y, heading, "gold", bold=True)
    is_large = quota * (MID.width + 1) <= rect.width + 1 and rect.height >= MID.height + 2
    size = MID if is_large else MINI
    width, rows = min((rect.width + 1) // quota - 1, size.width), min(rect.height - 2, size.height)
    for number in range(quota):
        _paint_quota_place(brush, Rect(rect.x + number * (width + 1), rect.y + 1, width, rows), is_taken=number < taken)
    brush.write(rect.x, rect.y + 1 + rows, outlook, "ink")
    return 2 + rows


def _paint_quota_place(brush: Brush, place: Rect, *, is_taken: bool) -> None:
    """Paint the place of one trick of the quota: the back of a trick that is still needed, or a golden card with a word
    in it for one that is taken."""
    look, palette = brush.look, brush.look.palette
    if not look.solid:
        filled, empty = ("#", ".") if look.ascii else ("█", "░")
        glyph = filled if is_taken else empty
        brush.canvas.fill(place.x, place.y, place.width, place.height, text_style(look, "ink"), glyph)
    elif is_taken:
        pen = look.badge("gold")
        brush.canvas.fill(place.x, place.y, place.width, place.height, pen)
        if place.width >= len(_TAKEN_QUOTA_TRICK_LABEL):
            label = _TAKEN_QUOTA_TRICK_LABEL.center(place.width)
            brush.canvas.text(place.x, place.y + place.height // 2, label, pen)
    else:
        pen = style(palette.back_pattern, palette.back)
        for y, row in enumerate(back_rows(MINI, look, place.width, place.height), place.y):
            brush.canvas.text(place.x, y, row, pen)


def paint_scoring(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint what brings points: tricks, in Queen's Dungeon also Queens and the quota; in Queen Bees II also when the
    match ends."""
    if not scene.has_dungeon:
        target = f"{target_points_of(scene)} points end the match"
        rows = paint_heading_and_lines(brush, rect, "WHAT COUNTS", ["1 point each trick", target])
        has_room = 0 < rows < rect.height and bool(ranks := ranks_text(scene))
        if has_room:
            brush.write(rect.x, rect.y + rows, ranks, "muted", width=rect.width)
        return rows + has_room
    lines = [
        f"{TRICK_POINTS:>3} each trick",
        f"{QUEEN_POINTS:>3} each Queen",
    ]
    if "quota" not in scene.taught_later:
        made, missed = f"{QUOTA_MADE_POINTS:>+3} quota made", f"{QUOTA_MISSED_POINTS:>+3} quota missed"
        fits = len(missed) <= rect.width
        lines += [made, missed] if fits else [f"{QUOTA_MADE_POINTS:+}/{QUOTA_MISSED_POINTS:+} quota"]
    return paint_heading_and_lines(brush, rect, "WHAT COUNTS", lines) if rect.height > len(lines) else 0
