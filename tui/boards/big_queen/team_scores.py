"""The heading of each team: its symbol and colour, its score with a line of progress to the target, its players."""

from __future__ import annotations

from typing import Final

from rich.style import Style

from core.big_queen import TEAM_NAMES
from tui.boards.big_queen.commands import CatchOrDescribeSeat
from tui.boards.big_queen.layout import PLAYERS_PER_LINE, BigQueenLayout
from tui.boards.big_queen.scene import BigQueenScene
from tui.boards.big_queen.text import awaited_seats, unanswered_partners
from tui.cards import Look, style
from tui.drawing import Brush, ClickArea, Rect, clip, printable
from tui.drawing.chart import curve_marker, curve_style
from tui.drawing.styles import Tone, text_style

MAX_PLAYER_WIDTH: Final = 34
"""A player in a heading is at most this many columns wide."""

NARROW_SCORE_WIDTH: Final = 9
"""The width in columns of symbol, letter and score in a heading that has no more room for the team."""

MAX_PROGRESS_WIDTH: Final = 60
"""The line of progress to the target is at most this many columns wide."""

_MIN_WIDTH_WITH_BACKS: Final = 22
"""A player's cards in hand are also shown as backs beside their number if the player has at least this many columns."""

_SCORE_COLUMN: Final = 17
"""The column of the score in a heading with the name of the team."""


def team_symbol(team: int, look: Look) -> str:
    """Return the symbol of a team, 0 or 1."""
    return curve_marker(team, look)


def team_style(team: int, look: Look) -> Style:
    """Return the style of a team's colour."""
    return curve_style(team, False, look)


def paint_progress(brush: Brush, x: int, y: int, width: int, team: int, score: int, target: int) -> None:
    """Paint the progress from 0 to `target` as a bar of `width` columns, in the team's colour as far as its score.

    The rest of the bar has the background of a panel.
    """
    done, left = ("=", "-") if brush.look.ascii else ("▆", "▁")
    ground = style(None, brush.look.palette.panel) if brush.look.solid else style()
    filled = max(min(round(width * score / target), width), 0)
    brush.canvas.fill(x, y, filled, 1, team_style(team, brush.look) + ground, done)
    brush.canvas.fill(x + filled, y, width - filled, 1, text_style(brush.look, "muted") + ground, left)


def paint_teams(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the headings of both teams; return the players' click areas and commands."""
    for team, rect in enumerate(layout.teams):
        brush.fill_ground(rect, "panel")
        if layout.label_width:
            _paint_score(brush, rect, scene, team)
        else:
            _paint_whole_score(
                brush, rect, rect.width if rect.height > 1 else _columns_before_players(rect), scene, team
            )
    places: list[ClickArea] = []
    rects = player_rects(layout, scene)
    ends = {seat: _paint_player(brush, place, scene, seat) for seat, place in rects.items()}
    for seat, place in rects.items():
        start = 1 + max(end for other, end in ends.items() if rects[other].x == place.x)
        held = scene.view.count(f"hand/{seat}") if ends[seat] else 0
        if held and place.width >= _MIN_WIDTH_WITH_BACKS and place.right - start - 1 >= held:
            _paint_backs(brush, start, place.y, held)
        places.append((place, CatchOrDescribeSeat(seat)))
    return places


def _columns_before_players(rect: Rect) -> int:
    """Return the columns of name and score in a heading of one row."""
    return rect.width * 2 // 5


def player_rects(layout: BigQueenLayout, scene: BigQueenScene) -> dict[int, Rect]:
    """Return the rectangle of each player in the heading of their team, by seat."""
    rects = {}
    for team, rect in enumerate(layout.teams):
        before = NARROW_SCORE_WIDTH if layout.label_width else 2 if rect.height > 1 else _columns_before_players(rect)
        seats = range(team, scene.view.seats, 2)
        lines = -(-len(seats) // PLAYERS_PER_LINE) if layout.narrow else 1
        first_line = rect.y + 1 if layout.narrow else rect.bottom - 1
        each = -(-len(seats) // lines)
        width = min((rect.width - before) // each, MAX_PLAYER_WIDTH)
        for number, seat in enumerate(seats):
            line, column = divmod(number, each)
            rects[seat] = Rect(rect.x + before + column * width, first_line + line, width, 1)
    return rects


def score_position(layout: BigQueenLayout, team: int) -> tuple[int, int]:
    """Return the column and the row where a team's score is painted."""
    rect = layout.teams[team]
    return (rect.x + 2 if layout.label_width else rect.x + _SCORE_COLUMN), rect.y


def _paint_score(brush: Brush, rect: Rect, scene: BigQueenScene, team: int) -> None:
    """Paint symbol, letter and score of a team into `NARROW_SCORE_WIDTH`."""
    brush.canvas.text(rect.x, rect.y, team_symbol(team, brush.look), team_style(team, brush.look))
    ours = team == scene.team
    x = brush.write(rect.x + 1, rect.y, TEAM_NAMES[team], "highlight" if ours else "ink", bold=True)
    score = str(scene.number(f"score/{TEAM_NAMES[team]}"))
    brush.write(x + 1, rect.y, score, "ink", bold=True, width=NARROW_SCORE_WIDTH - 3)


def _paint_whole_score(brush: Brush, rect: Rect, width: int, scene: BigQueenScene, team: int) -> None:
    """Paint name, score, progress and laid points of a team into the first `width` columns."""
    look, letter = brush.look, TEAM_NAMES[team]
    pen = team_style(team, look) + Style(bold=True)
    x = brush.canvas.text(rect.x + 1, rect.y, f"{team_symbol(team, look)} TEAM {letter}", pen)
    if scene.team >= 0:
        ours = team == scene.team
        x = brush.write(x + 1, rect.y, "ours" if ours else "theirs", "highlight" if ours else "muted", width=6)
    score = scene.number(f"score/{letter}")
    x = brush.write(rect.x + _SCORE_COLUMN, rect.y, f"{score:>5}", "ink", bold=True) + 1
    laid = (
        f"{scene.laid_points(team)} laid"
        if width < 60
        else f"{scene.target_points}   {scene.laid_points(team)} points laid"
    )
    end = x + min(width - (x - rect.x) - len(laid) - 3, MAX_PROGRESS_WIDTH)
    paint_progress(brush, x, rect.y, end - x, team, score, scene.target_points)
    brush.write(end + 1, rect.y, laid, "ink", bold=True)


def _paint_player(brush: Brush, rect: Rect, scene: BigQueenScene, seat: int) -> int:
    """Paint one player: a turn marker, the name, and the number of cards or a badge.

    Returns the column after the number of cards; 0 if there is no number, because a badge says "one card" or the hand
    is empty.
    """
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
        return 0
    if not held:
        return 0
    return brush.write(end + 1, rect.y, str(held), "ink" if held > 3 else "highlight", bold=held <= 3)


def _one_card_badge(scene: BigQueenScene, seat: int, max_width: int) -> str:
    """Return the badge (a word on a coloured background) of a player with one card, in the longest form that fits into
    `max_width` cells, the long form if possible.

    "" for other players.
    """
    if seat in scene.unannounced_seats:
        word, short = "1 SAY SO" if seat == scene.seat else "1 CATCH", "1!"
    elif scene.view.count(f"hand/{seat}") == 1 and scene.phase != "deal":
        word, short = "1 CARD", "1"
    else:
        return ""
    return word if 4 + len(word) <= max_width else short


def _paint_backs(brush: Brush, x: int, y: int, card_count: int) -> None:
    """Paint a hand of `card_count` cards face down: a narrow strip for each card."""
    look = brush.look
    glyph = "|" if look.ascii else "▏"
    pen = style(look.palette.back_pattern, look.palette.back) if look.solid else style()
    brush.canvas.text(x, y, glyph * card_count, pen)
