"""The players in the order of play, and the heading of each team: its symbol and colour, its score with a line of
progress to the target."""

from __future__ import annotations

from typing import Final

from rich.style import Style

from core.big_queen import SEATS_WITH_ONE_PARTNER, TEAM_NAMES
from tui.boards.big_queen.commands import CatchOrDescribeSeat
from tui.boards.big_queen.layout import SCORE_COLUMNS, BigQueenLayout
from tui.boards.big_queen.scene import BigQueenScene
from tui.boards.big_queen.text import agreeing_partners, awaited_seats, order_sign, unanswered_partners
from tui.cards import Look, style
from tui.drawing import Brush, ClickArea, Rect, clip, printable
from tui.drawing.chart import curve_marker, curve_style
from tui.drawing.styles import Tone, text_style

MAX_PLAYER_WIDTH: Final = 34
"""A player is at most this many columns wide."""

MAX_PROGRESS_WIDTH: Final = 60
"""The line of progress to the target is at most this many columns wide."""

_MIN_WIDTH_WITH_BACKS: Final = 22
"""A player's cards in hand are also shown as backs beside their number if the player has at least this many columns."""

_SCORE_COLUMN: Final = 16
"""The column of the score in a heading with the name of the team."""

_SHORT_SCORE_COLUMNS: Final = 30
"""The columns of name, score and laid points in a short heading beside that of the other team."""

_LONG_SCORE_COLUMNS: Final = 31
"""The columns of name, score and laid points in a long heading beside that of the other team."""

_MIN_LONG_HEADING_COLUMNS: Final = 50
"""A heading beside that of the other team is long if it has at least this many columns."""

_PARTNER_LABEL: Final = "partner"
"""The label of my only partner."""

_YES_LABELS: Final = ("said yes", "yes")
"""The label of a partner who has said in this turn that the player whose turn it is may go out, and a shorter one."""

_PARTS_OF_COLUMN: Final = " ▏▎▍▌▋▊▉█"
"""The characters that fill the left eighths of a column, from none to all eight."""


def team_symbol(team: int, look: Look) -> str:
    """Return the symbol of a team, 0 or 1."""
    return curve_marker(team, look)


def team_style(team: int, look: Look) -> Style:
    """Return the style of a team's colour."""
    return curve_style(team, False, look)


def paint_progress(
    brush: Brush, x: int, y: int, width: int, team: int, score: int, target: int, *, from_right: bool = False
) -> None:
    """Paint the progress from 0 to `target` as a bar of `width` columns, in the team's colour as far as its score.

    It is exact to an eighth of a column where the look has colours and block characters. The bar grows from the left,
    or `from_right`.
    """
    look, pen = brush.look, team_style(team, brush.look)
    eighths = max(min(round(8 * width * score / target), 8 * width), 0)
    filled, rest = divmod(eighths, 8)
    track, ink = look.palette.sheet, pen.color.name if pen.color else None
    if look.ascii or not look.solid or ink is None:
        filled = max(min(round(width * score / target), width), 0)
        done, left = ("=", "-") if look.ascii else ("█", "─")
        start = x + width - filled if from_right else x
        brush.canvas.fill(x, y, width, 1, text_style(look, "muted"), left)
        brush.canvas.fill(start, y, filled, 1, pen, done)
        return
    brush.canvas.fill(x, y, width, 1, style(None, track))
    bar = style(ink, track)
    if from_right:
        brush.canvas.fill(x + width - filled, y, filled, 1, bar, _PARTS_OF_COLUMN[8])
        if rest:  # there are no characters for the right part of a column, so the colours are exchanged
            brush.canvas.text(x + width - filled - 1, y, _PARTS_OF_COLUMN[8 - rest], style(track, ink))
        return
    brush.canvas.fill(x, y, filled, 1, bar, _PARTS_OF_COLUMN[8])
    if rest:
        brush.canvas.text(x + filled, y, _PARTS_OF_COLUMN[rest], bar)


def paint_teams(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint the players and the headings of both teams; return the players' click areas and commands."""
    for team, rect in enumerate(layout.teams):
        brush.fill_ground(rect, "panel")
        if layout.label_width:
            _paint_score(brush, rect, scene, team)
        elif layout.areas_are_side_by_side:
            _paint_score_beside_other(brush, rect, scene, team)
        else:
            _paint_whole_score(brush, rect, scene, team)
    if layout.areas_are_side_by_side:
        _paint_target(brush, layout, scene)
    brush.fill_ground(layout.players, "panel")
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


def player_rects(layout: BigQueenLayout, scene: BigQueenScene) -> dict[int, Rect]:
    """Return the rectangle of each player by seat: in the order of play, mine the first, for a spectator seat 0."""
    where, number = layout.players, scene.view.seats
    each = -(-number // where.height)
    width = min(where.width // each, MAX_PLAYER_WIDTH)
    rects = {}
    for index in range(number):
        line, column = divmod(index, each)
        seat = (index + (scene.seat or 0)) % number
        rects[seat] = Rect(where.x + column * width, where.y + line, width, 1)
    return rects


def score_position(layout: BigQueenLayout, team: int) -> tuple[int, int]:
    """Return the column and the row where the points arrive that a team lays."""
    rect = layout.teams[team]
    if layout.areas_are_side_by_side:
        return (rect.right - _columns_of_score(rect) if team else rect.x + _SCORE_COLUMN + 5), rect.y
    return (rect.x + 2 if layout.label_width else rect.x + _SCORE_COLUMN), rect.y


def _columns_of_score(rect: Rect) -> int:
    """Return the columns of name, score and laid points in a heading beside that of the other team."""
    return _LONG_SCORE_COLUMNS if rect.width >= _MIN_LONG_HEADING_COLUMNS else _SHORT_SCORE_COLUMNS


def _paint_target(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> None:
    """Paint the points that end the match where the bars of both teams would meet."""
    first, second = layout.teams
    text = f" {scene.target_points} "
    brush.write(second.x - len(text) // 2, first.y, text, "gold", bold=True)


def _paint_score_beside_other(brush: Brush, rect: Rect, scene: BigQueenScene, team: int) -> None:
    """Paint name, score, laid points and progress of a team; both teams' bars grow towards each other."""
    look, letter = brush.look, TEAM_NAMES[team]
    score, laid = scene.number(f"score/{letter}"), scene.laid_points(team)
    columns, middle = _columns_of_score(rect), len(str(scene.target_points)) // 2 + 2
    laid_text = "" if _is_round_counted(scene) else f"{laid} laid"
    whose = "" if scene.team < 0 else "ours" if team == scene.team else "theirs"
    tone: Tone = "highlight" if team == scene.team else "muted"
    name, pen = f"TEAM {letter}", team_style(team, look) + Style(bold=True)
    bar_columns = rect.width - columns - middle - 1
    if team == 0:
        brush.canvas.text(rect.x + 1, rect.y, f"{team_symbol(team, look)} {name}", pen)
        brush.write(rect.x + 10, rect.y, whose, tone)
        brush.write_right_aligned(rect.x + _SCORE_COLUMN + 5, rect.y, str(score), "ink", bold=True)
        brush.write_right_aligned(rect.x + columns, rect.y, laid_text, "ink")
        paint_progress(brush, rect.x + columns + 1, rect.y, bar_columns, team, score, scene.target_points)
        return
    brush.canvas.text(rect.right - 9, rect.y, f"{name} {team_symbol(team, look)}", pen)
    brush.write_right_aligned(rect.right - 10, rect.y, whose, tone)
    brush.write_right_aligned(rect.right - _SCORE_COLUMN - 1, rect.y, str(score), "ink", bold=True)
    brush.write(rect.right - columns, rect.y, laid_text, "ink")
    paint_progress(brush, rect.x + middle, rect.y, bar_columns, team, score, scene.target_points, from_right=True)


def _is_round_counted(scene: BigQueenScene) -> bool:
    """Return whether the score has the points of the sets that still lie there: they are not said once more."""
    is_summed_up = scene.summary is not None and scene.summary.round_number == scene.number("round")
    return scene.over or scene.phase == "deal" or is_summed_up


def _paint_score(brush: Brush, rect: Rect, scene: BigQueenScene, team: int) -> None:
    """Paint symbol, letter and score of a team into `SCORE_COLUMNS`."""
    brush.canvas.text(rect.x, rect.y, team_symbol(team, brush.look), team_style(team, brush.look))
    ours = team == scene.team
    x = brush.write(rect.x + 1, rect.y, TEAM_NAMES[team], "highlight" if ours else "ink", bold=True)
    score = str(scene.number(f"score/{TEAM_NAMES[team]}"))
    brush.write(x + 1, rect.y, score, "ink", bold=True, width=SCORE_COLUMNS - 3)


def _paint_whole_score(brush: Brush, rect: Rect, scene: BigQueenScene, team: int) -> None:
    """Paint name, score, progress and laid points of a team into the first row of its heading."""
    look, letter, width = brush.look, TEAM_NAMES[team], rect.width
    pen = team_style(team, look) + Style(bold=True)
    x = brush.canvas.text(rect.x + 1, rect.y, f"{team_symbol(team, look)} TEAM {letter}", pen)
    if scene.team >= 0:
        ours = team == scene.team
        x = brush.write(x + 1, rect.y, "ours" if ours else "theirs", "highlight" if ours else "muted", width=6)
    score = scene.number(f"score/{letter}")
    x = brush.write(rect.x + _SCORE_COLUMN, rect.y, f"{score:>5}", "ink", bold=True) + 1
    laid = "" if _is_round_counted(scene) else f"{scene.laid_points(team)} laid"
    end = x + min(width - (x - rect.x) - len(laid) - 3, MAX_PROGRESS_WIDTH)
    paint_progress(brush, x, rect.y, end - x, team, score, scene.target_points)
    brush.write(end + 1, rect.y, laid, "ink", bold=True)


def _paint_player(brush: Brush, rect: Rect, scene: BigQueenScene, seat: int) -> int:
    """Paint one player: a turn marker or an arrow from the player before, the team's symbol, the name, and the number
    of cards or a badge.

    Returns the column after the number of cards; 0 if there is no number, because a badge says "one card" or the hand
    is empty.
    """
    waited = seat in awaited_seats(scene)
    held = scene.view.count(f"hand/{seat}")
    is_first = seat == (scene.seat or 0)
    sign = "?" if seat in unanswered_partners(scene) else "▸" if waited else " " if is_first else order_sign(brush.look)
    brush.write(rect.x, rect.y, sign, "highlight" if waited else "muted", bold=waited)
    team = seat % 2
    brush.canvas.text(rect.x + 1, rect.y, team_symbol(team, brush.look), team_style(team, brush.look))
    name = printable(scene.name(seat))
    badge = _one_card_badge(scene, seat, rect.width - 1 - brush.width_in_cells(name))
    room = rect.width - (4 + len(badge) if badge else 4 + len(str(held)))
    name = clip(name, room)
    tone: Tone = "highlight" if waited else "ink"
    end = brush.write(rect.x + 2, rect.y, name, tone, bold=waited or seat == scene.seat, width=room)
    if badge:
        end = brush.write_badge(end, rect.y, badge, "bad")  # it has a blank at either end
    elif held:
        end = brush.write(end + 1, rect.y, str(held), "ink" if held > 3 else "highlight", bold=held <= 3)
    says_yes = seat in agreeing_partners(scene)
    labels = _YES_LABELS if says_yes else (_PARTNER_LABEL,) if _is_only_partner(scene, seat) else ()
    if label := next((label for label in labels if end + 1 + len(label) < rect.right), ""):
        end = brush.write(end + 1, rect.y, label, "highlight" if says_yes else "muted", bold=says_yes)
    return end if held and not badge else 0


def _is_only_partner(scene: BigQueenScene, seat: int) -> bool:
    """Return whether a seat is the only partner that I have."""
    return scene.view.seats == SEATS_WITH_ONE_PARTNER and seat % 2 == scene.team and seat != scene.seat


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
