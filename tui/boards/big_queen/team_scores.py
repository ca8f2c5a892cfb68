"""The scores and players of both teams, one or two rows for each team, with the sizes of their hands."""

from __future__ import annotations

from core.big_queen import TEAMS
from tui.boards.big_queen.commands import CatchOrDescribeSeat
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.scene import BigQueenScene
from tui.boards.big_queen.text import awaited_seats, unanswered_partners
from tui.cards import style
from tui.drawing import Brush, ClickArea, Rect, clip, printable
from tui.drawing.styles import Tone

MAX_PLAYER_COLUMNS = 34
"""Columns that a player takes at most."""


def paint_teams(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the score and the players of both teams; return the players' click areas and commands."""
    brush.fill_ground(layout.teams, "panel")
    height = layout.teams.height // 2
    label = 9 if layout.teams.width < 100 else 14
    across = scene.view.seats // 2
    width = min((layout.teams.width - label) // across, MAX_PLAYER_COLUMNS)
    places: list[ClickArea] = []
    for team, letter in enumerate(TEAMS):
        y = layout.teams.y + team * height
        ours = team == scene.team
        tone: Tone = "highlight" if ours else "ink"
        x = brush.write(1, y, letter, tone, bold=True)
        brush.write(x + 1, y, str(scene.number(f"score/{letter}")), "ink", bold=True, width=label - 3)
        if height > 1 and scene.team >= 0:
            brush.write(1, y + 1, "your team" if ours else "the others", "muted", width=label - 2)
        for number, seat in enumerate(range(team, scene.view.seats, 2)):
            rect = Rect(label + number * width, y, width, height)
            _paint_player(brush, rect, scene, seat)
            places.append((rect, CatchOrDescribeSeat(seat)))
    return places


def _paint_player(brush: Brush, rect: Rect, scene: BigQueenScene, seat: int) -> None:
    """Paint one player: a turn marker, the name, the number of cards."""
    waited = seat in awaited_seats(scene)
    held = scene.view.count(f"hand/{seat}")
    sign = "?" if seat in unanswered_partners(scene) else "▸" if waited else " "
    brush.write(rect.x, rect.y, sign, "highlight", bold=True)
    name = printable(scene.name(seat))
    badge = _one_card_badge(scene, seat, rect.width - brush.width_in_cells(name))
    room = rect.width - (4 + len(badge) if badge else 3 + len(str(held)))
    name = clip(name, room)
    tone: Tone = "highlight" if waited else "ink"
    end = brush.write(rect.x + 1, rect.y, name, tone, bold=waited or seat == scene.seat, width=room)
    if badge:
        brush.write_badge(end + 1, rect.y, badge, "bad")
    elif held:
        brush.write(end + 1, rect.y, str(held), "ink" if held > 3 else "highlight", bold=held <= 3)
    if rect.height > 1:
        _paint_backs(brush, rect.x + 1, rect.y + 1, rect.width - 3, held)


def _one_card_badge(scene: BigQueenScene, seat: int, room: int) -> str:
    """Return the badge of a player with one card, short if the long one takes more than `room` cells; else ""."""
    if seat in scene.unannounced_seats:
        word, short = "1 SAY SO" if seat == scene.seat else "1 CATCH", "1!"
    elif scene.view.count(f"hand/{seat}") == 1 and scene.phase != "deal":
        word, short = "1 CARD", "1"
    else:
        return ""
    return word if 4 + len(word) <= room else short


def _paint_backs(brush: Brush, x: int, y: int, width: int, held: int) -> None:
    """Paint a hand face down: a narrow strip for each card."""
    look = brush.look
    shown = min(held, width)
    glyph = "|" if look.ascii else "▏"
    pen = style(look.palette.weave, look.palette.back) if look.solid else style()
    brush.canvas.text(x, y, glyph * shown, pen)
