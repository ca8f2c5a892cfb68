"""The summary of a hand: its results for each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tui.boards.common.background import MIN_BOARD_COLUMNS
from tui.boards.common.travel import SCORE_COUNT_FRAMES, eased_position
from tui.boards.tricks.hand_facts import target_points_of
from tui.boards.tricks.scene import HandOutcome, HandSummary, TrickScene
from tui.cards import style
from tui.drawing import Brush, Rect, printable

MIN_WIDTH_WITH_COLUMN_TITLES_BESIDE_TITLE: Final = 50
"""The titles of the columns stand in the row of the summary's title if the summary has at least this many columns."""


MAX_SCORE_BAR_ROWS: Final = 6
"""The bar of a player's score has at most this many rows."""

_MIN_LARGE_SUMMARY_WIDTH: Final = 78
"""A summary that is less than the whole table has at least this many columns."""


def paint_summary(brush: Brush, rect: Rect, scene: TrickScene, summary: HandSummary) -> None:
    """Paint each player's result of a hand in the upper part of `rect`, a row each, or half a row where rows are few.

    A narrow table has the remarks below the names, and the titles of the columns below the title of the summary.
    """
    if scene.width < MIN_BOARD_COLUMNS and rect.height >= 2 * len(summary.outcomes) + 3:
        _paint_narrow_summary(brush, rect, scene, summary)
        return
    if rect.height < len(summary.outcomes):
        _paint_summary_in_two_columns(brush, rect, scene, summary)
        return
    air = rect.height > len(summary.outcomes) + 3
    step = 2 if rect.height > 2 * len(summary.outcomes) + 8 else 1
    bar_rows = summary_bar_rows(rect, summary)
    if bar_rows:
        step = bar_rows + 1 + (bar_rows > 2)
        air = rect.height >= step * len(summary.outcomes) + 3
    height = min(step * len(summary.outcomes) + 1 + 2 * air, rect.height)
    broad = min(rect.width, max(_MIN_LARGE_SUMMARY_WIDTH, rect.width * 3 // 4))
    box = Rect(rect.x + (rect.width - broad) // 2, rect.y + (rect.height - height) // 3, broad, height)
    brush.fill_ground(box, "panel")
    box = Rect(box.x, box.y + air, box.width, box.height - air)
    width = box.width - (6 if air and box.width >= 58 else 2)
    x = box.x + (box.width - width) // 2
    columns = _outcome_columns(x, width, scene.has_dungeon, narrow=width < MIN_WIDTH_WITH_COLUMN_TITLES_BESIDE_TITLE)
    top = box.y + (box.height > len(summary.outcomes))
    scale = max(target_points_of(scene), *(outcome.score for outcome in summary.outcomes))
    meaning = f"bars: up to {scale} points" if bar_rows else ""
    if top > box.y:
        end = brush.write(x, box.y, summary.title, "gold", bold=True)
        if meaning and end + len(meaning) + len("  tricks") <= columns[0] - 2:
            brush.write(end + 3, box.y, meaning, "muted")
            meaning = ""
        if width < MIN_WIDTH_WITH_COLUMN_TITLES_BESIDE_TITLE:
            _paint_listed_titles(brush, Rect(end, box.y, x + width - end, 1), scene)
        else:
            _paint_column_titles(brush, box.y, scene, columns)
    top += top + step * len(summary.outcomes) < box.bottom if bar_rows else step - 1
    for y, outcome in zip(range(top, box.bottom, step), summary.outcomes, strict=False):
        _paint_outcome(brush, Rect(x, y, width, 1), scene, outcome, columns)
        if bar_rows and outcome.player < scene.view.seats:
            _paint_score_bar(brush, Rect(x, y + 1, width, bar_rows), scale, outcome)
    below = y + 1 + bar_rows
    if meaning and below < rect.bottom:
        brush.fill_ground(Rect(box.x, below, box.width, 1), "panel")
        brush.write(x, below, meaning, "muted")


def _paint_summary_in_two_columns(brush: Brush, rect: Rect, scene: TrickScene, summary: HandSummary) -> None:
    """Paint the summary in a rectangle with too few rows for all players: two of them in each row, without remarks."""
    brush.fill_ground(rect, "panel")
    half, lines = (rect.width - 4) // 2, (len(summary.outcomes) + 1) // 2
    top = rect.y + (rect.height > lines)
    if top > rect.y:
        end = brush.write(rect.x + 1, rect.y, summary.title, "gold", bold=True)
        _paint_listed_titles(brush, Rect(end, rect.y, rect.right - 1 - end, 1), scene)
    for number, outcome in enumerate(summary.outcomes):
        column, line = divmod(number, lines)
        place = Rect(rect.x + 1 + column * (half + 2), top + line, half, 1)
        columns = _outcome_columns(place.x, half, scene.has_dungeon, narrow=True)
        _paint_outcome(brush, place, scene, replace(outcome, remark=""), columns)


def summary_bar_rows(rect: Rect, summary: HandSummary) -> int:
    """Return the height of the bar below each player's result, 0 if there is no room for bars."""
    step = max((rect.height - 3) // len(summary.outcomes), min((rect.height - 1) // len(summary.outcomes), 3))
    if step < 2 or rect.width < MIN_WIDTH_WITH_COLUMN_TITLES_BESIDE_TITLE:
        return 0
    return min(step - 1 - (step > 3), MAX_SCORE_BAR_ROWS)


def _paint_score_bar(brush: Brush, rect: Rect, scale: int, outcome: HandOutcome) -> None:
    """Paint a player's score as a bar, as long as `rect` at a score of `scale` points; the part that this hand brought
    is golden, and a part that it cost is marked."""
    look, palette = brush.look, brush.look.palette
    before = outcome.score - (outcome.points or 0)
    ends = [rect.width * max(score, 0) // scale for score in (before, outcome.score)]
    colours = (palette.muted, palette.gold if ends[1] > ends[0] else palette.bad, palette.sheet)
    glyphs = "#+-." if look.ascii else "█▓▒░"
    parts = (min(ends), max(ends) - min(ends), rect.width - max(ends))
    x = rect.x
    for columns, colour, glyph in zip(
        parts, colours, (glyphs[0], glyphs[1 + (ends[1] < ends[0])], glyphs[3]), strict=True
    ):
        pen = style(None, colour) if look.solid else style()
        brush.canvas.fill(x, rect.y, columns, rect.height, pen, " " if look.solid else glyph)
        x += columns


def _paint_narrow_summary(brush: Brush, rect: Rect, scene: TrickScene, summary: HandSummary) -> None:
    """Paint the summary on a narrow table: two rows for each player, or three if there is room."""
    many = len(summary.outcomes)
    step = 3 if rect.height >= 3 * many + 5 else 2
    height = min(step * many + 4, rect.height)
    box = Rect(rect.x, rect.y + (rect.height - height) // 3, rect.width, height)
    brush.fill_ground(box, "panel")
    y = box.y + (height > step * many + 3)
    brush.write(box.x + 1, y, summary.title, "gold", bold=True)
    columns = _outcome_columns(box.x + 1, box.width - 2, scene.has_dungeon, narrow=False)
    heads_beside = box.width - 2 >= MIN_WIDTH_WITH_COLUMN_TITLES_BESIDE_TITLE
    _paint_column_titles(brush, y if heads_beside else y + 1, scene, columns)
    for row, outcome in zip(range(y + 3 - heads_beside, box.bottom, step), summary.outcomes, strict=False):
        bare = replace(outcome, remark="")
        _paint_outcome(brush, Rect(box.x + 1, row, box.width - 2, 1), scene, bare, columns)
        if row + 1 < box.bottom:
            _paint_remark(brush, box.x + 1, row + 1, outcome.remark)


def _paint_column_titles(brush: Brush, y: int, scene: TrickScene, columns: tuple[int, int, int, int]) -> None:
    """Paint the titles of the columns in row `y`."""
    for head, column in zip(_column_titles(scene), columns, strict=True):
        brush.write_right_aligned(column, y, head, "muted")


def _paint_listed_titles(brush: Brush, rect: Rect, scene: TrickScene) -> None:
    """Paint the titles of columns that are too narrow for them in one row, in the order of the columns, if they fit."""
    titles = ", ".join(filter(None, _column_titles(scene)))
    if len(titles) < rect.width:
        brush.write_right_aligned(rect.right, rect.y, titles, "muted")


def _column_titles(scene: TrickScene) -> Sequence[str]:
    """Return the titles of the columns, "" for that of Queens where they do not count."""
    return ("tricks", "Queens" if scene.has_dungeon else "", "points", "score")


def _paint_remark(brush: Brush, x: int, y: int, remark: str) -> None:
    """Paint a remark: a good or a bad one as a badge."""
    if "missed" in remark or "dungeon" in remark:
        brush.write_badge(x, y, remark, "bad")
    elif "made" in remark:
        brush.write_badge(x, y, remark, "good")
    else:
        brush.write(x, y, remark, "muted")


def _outcome_columns(x: int, width: int, has_queens: bool, *, narrow: bool) -> tuple[int, int, int, int]:
    """Return the columns where tricks, Queens, points and score end, from the left.

    If not `has_queens`, Queens end in the same column as tricks. The columns of a `narrow` summary have no
    titles above them, so they are closer.
    """
    end = x + width
    if narrow:
        return (end - 15, end - 11, end - 6, end)
    return (end - 21 if has_queens else end - 14, end - 14, end - 7, end)


def _paint_outcome(
    brush: Brush, rect: Rect, scene: TrickScene, outcome: HandOutcome, columns: tuple[int, int, int, int]
) -> None:
    """Paint the row of one player: name, the dealer's result, tricks, Queens, points and score.

    `columns` are the columns where the last four end.
    """
    mine = outcome.player == scene.view.seat
    tricks, queens, points, score = columns
    y = rect.y
    start = brush.write_right_aligned(tricks - 1, y, str(outcome.tricks), "ink")
    if scene.has_dungeon:
        brush.write_right_aligned(queens - 1, y, str(outcome.queens), "ink" if outcome.queens else "muted")
    if outcome.player < scene.view.seats:
        gain = outcome.points
        if gain is not None:
            brush.write_right_aligned(
                points, y, f"{gain:+d}" if gain else "0", "highlight" if gain > 0 else "ink", bold=True
            )
        counted = eased_position(
            outcome.score - (gain or 0), outcome.score, scene.effect.count_step, SCORE_COUNT_FRAMES
        )
        brush.write_right_aligned(score, y, str(counted), "ink", bold=True)
    room = start - rect.x - 1
    said = outcome.remark
    if scene.width < MIN_BOARD_COLUMNS and brush.width_in_cells(f"{scene.name(outcome.player)}{said}") + 5 > room:
        said = said.replace("quota ", "")
    remark = brush.width_in_cells(said)
    name_room = max(room - remark - 3, 6) if remark else room
    x = brush.write(rect.x, y, printable(scene.name(outcome.player)), "ink", bold=mine, width=min(name_room, room))
    if remark and x + 2 < start - 1:
        plain = not any(word in said for word in ("missed", "dungeon", "made"))
        if plain or remark + 3 > start - x - 1:
            brush.write(x + 2, y, said, "muted", width=start - x - 3)
        else:
            _paint_remark(brush, x + 1, y, said)
