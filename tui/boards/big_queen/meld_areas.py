"""The play areas of both teams: the columns of their sets by rank, and what stands where there are no sets.

Ranks without a set have no column; the free end of an area names them, and the points laid. While a team has no set,
its area shows what cards and sets count (`area_examples`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.style import Style

from core.big_queen import TEAM_NAMES
from core.engine.english import count
from tui.boards.big_queen.area_examples import (
    MIN_ROWS_WITH_LARGE_EXAMPLES,
    paint_examples_of_sets,
    paint_points_of_cards,
)
from tui.boards.big_queen.commands import LayCards, SelectSet
from tui.boards.big_queen.laid_set import (
    NEW_CARD_LABEL,
    SHORT_NEW_CARD_LABEL,
    cards_in_column_order,
    longest_heading_form,
    paint_set,
)
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.scene import NATURAL_RANKS, BigQueenScene, cards_of_team_set
from tui.boards.big_queen.set_columns import STRIP, SetColumns
from tui.boards.big_queen.team_scores import team_style, team_symbol
from tui.cards import MID, style
from tui.drawing import Brush, ClickArea, Rect, big_letter_rows, big_text_width, wrap
from tui.drawing.big_letters import huge_letter_rows
from tui.drawing.styles import text_style

_LEGEND_OF_SHORT_LABEL: Final = f"{SHORT_NEW_CARD_LABEL} {NEW_CARD_LABEL} card"
"""The explanation of `SHORT_NEW_CARD_LABEL`, beside the sets."""

_LEGENDS_BELOW_SETS: Final = (f"{_LEGEND_OF_SHORT_LABEL} in a set", f"sets: {SHORT_NEW_CARD_LABEL} {NEW_CARD_LABEL}")
"""That explanation in the row of the titles below the areas, which is not about the pile, the longest form first."""

_LAID_TEXT: Final = "points laid"
"""The text below the points of an area in large digits."""

_MAX_COLUMNS_OF_MISSING_RANKS: Final = 24
"""The ranks without a set take at most this many columns at the end of an area."""

_COLUMNS_AROUND_POINTS_ON_PLATE: Final = 8
"""The points of an area have a ground of their own if this many columns beside them have room there, too."""

_MIN_ROWS_WITH_HUGE_POINTS: Final = 20
"""These digits are larger if it has at least this many rows."""

_MIN_ROWS_WITH_LARGE_POINTS: Final = 8
"""The points of an area are also painted in large digits if it has at least this many rows."""


def paint_areas(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> list[ClickArea]:
    """Paint both play areas; return the click areas of the sets, each with its command.

    A click beside the sets of my team lays the selected cards.
    """
    places: list[ClickArea] = []
    ends: dict[int, Rect] = {}
    for team, rect in enumerate(layout.areas):
        if layout.label_width:
            _paint_team_label(brush, rect, layout, scene, team)
        ranks = scene.laid_ranks(team)
        columns = layout.set_columns(team, ranks)
        sets = {rank: cards_in_column_order(cards_of_team_set(scene.view, team, rank)) for rank in columns.rects}
        heading_form = longest_heading_form(columns, sets)
        for rank, cards in sets.items():
            if cards:
                paint_set(brush, columns, scene, team, rank, cards, heading_form)
                places.append((columns.rects[rank], SelectSet(team, rank)))
        right = max((column.right + 1 for column in columns.rects.values()), default=columns.area.x)
        end = Rect(right, rect.y, rect.right - right, rect.height)
        if team == scene.team and end.width > 0:
            places.append((end, LayCards()))
        is_mine = team == max(scene.team, 0)
        if not (is_mine and len(ranks) < 2 and paint_points_of_cards(brush, rect, layout, team, ranks)):
            if ranks:
                ends[team] = end
            else:
                paint_examples_of_sets(brush, rect, layout, team)
    described = _paint_ends(brush, scene, ends)
    for team in ends:
        if team not in described:
            _paint_missing_ranks(brush, layout.set_columns(team, scene.laid_ranks(team)), scene, team)
    return places


def paint_legend(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> None:
    """Paint what the short label of new cards means, if a set has one: in the free end of an area with such a set, or
    in the row of the titles below the areas, each only as far as nothing else stands there."""
    beside, below = [], []
    for name in scene.cards_added_to_sets:
        letter, rank = name.split("/")
        team = TEAM_NAMES.index(letter)
        columns = layout.set_columns(team, scene.laid_ranks(team))
        if rank in columns.rects and columns.rects[rank].width < MID.width:
            right = layout.areas[team].right
            beside.append((right - len(_LEGEND_OF_SHORT_LABEL), layout.areas[team].y, _LEGEND_OF_SHORT_LABEL))
            below += [(layout.pile.right - len(text), layout.title_row, text) for text in _LEGENDS_BELOW_SETS]
    for x, y, text in (*beside, *below):
        if not brush.canvas.text_in(y, x - 1, x + len(text)).strip():
            brush.write(x, y, text, "highlight", bold=True)
            return


def _paint_team_label(brush: Brush, rect: Rect, layout: BigQueenLayout, scene: BigQueenScene, team: int) -> None:
    """Paint before the sets of a play area the name of its team, and the points laid in it."""
    x, width = rect.x + 1, layout.label_width - 2
    ours = team == scene.team
    whose = "" if scene.team < 0 else "ours" if ours else "theirs"
    low = rect.height < 3
    head = whose.upper() if low and whose else f"TEAM {TEAM_NAMES[team]}"
    brush.canvas.text(rect.x, rect.y, team_symbol(team, brush.look), team_style(team, brush.look))
    brush.write(x, rect.y, head, "highlight" if ours else "ink", bold=True, width=width)
    if not low:
        brush.write(x, rect.y + 1, whose, "muted", width=width)
    laid = str(scene.laid_points(team))
    words = next((text for text in (f"{laid} points", f"{laid} pt") if brush.width_in_cells(text) <= width), laid)
    brush.write(x, rect.y + (1 if low else 2), words, "ink", bold=True, width=width)


def _paint_ends(brush: Brush, scene: BigQueenScene, ends: dict[int, Rect]) -> frozenset[int]:
    """Paint into the free end of each area, by team in `ends`, the points laid and the ranks without a set.

    The points are in large digits, equally large for both teams and as long as they have room. If all ends are large,
    they have a ground of their own, and all stands in its middle. Returns the teams whose ends have room.
    """
    if brush.look.ascii:
        return frozenset()
    texts = {team: str(scene.laid_points(team)) for team in ends}
    scale = int(all(rect.height >= _MIN_ROWS_WITH_HUGE_POINTS for rect in ends.values()))
    if brush.look.solid and all(
        rect.height >= MIN_ROWS_WITH_LARGE_EXAMPLES
        and rect.width >= big_text_width(texts[team], scale) + _COLUMNS_AROUND_POINTS_ON_PLATE
        for team, rect in ends.items()
    ):
        for team, text in texts.items():
            plate = Rect(ends[team].x + 1, ends[team].y, ends[team].width - 1, ends[team].height - 1)
            brush.canvas.fill(plate.x, plate.y, plate.width, plate.height, style(None, brush.look.palette.sheet))
            _paint_points_laid(brush, plate, scene, team, _digit_rows(text, scale), in_middle=True)
        return frozenset(texts)
    painted = set()
    for team, text in texts.items():
        rect = ends[team]
        width = max(big_text_width(text, scale) + 2, len(_LAID_TEXT) + 1)
        if rect.height >= _MIN_ROWS_WITH_LARGE_POINTS and rect.width >= width:
            painted.add(team)
            _paint_points_laid(brush, rect, scene, team, _digit_rows(text, scale), in_middle=False)
    return frozenset(painted)


def _digit_rows(text: str, scale: int) -> Sequence[str]:
    """Return points in large digits of a scale."""
    return huge_letter_rows(text, scale) if scale else big_letter_rows(text)


def _paint_points_laid(
    brush: Brush, rect: Rect, scene: BigQueenScene, team: int, digits: Sequence[str], *, in_middle: bool
) -> None:
    """Paint a team's name, its points laid in `digits`, and the ranks without a set, in the middle of a rectangle or in
    its upper right corner."""
    ranks = scene.laid_ranks(team)
    lines = [_LAID_TEXT, f"in {count(len(ranks), 'set')}", ""]
    if missing := _missing_ranks_text(ranks):
        lines += wrap(missing, min(rect.width - 1, _MAX_COLUMNS_OF_MISSING_RANKS))
    rows = [
        (f"TEAM {TEAM_NAMES[team]}", text_style(brush.look, "muted", True)),
        *(("", Style()),) * in_middle,
        *((row, team_style(team, brush.look)) for row in digits),
        ("", Style()),
        *((line, text_style(brush.look, "muted")) for line in lines),
    ]
    y = rect.y + max((rect.height - len(rows)) // 2, 0) * in_middle
    for row, (text, pen) in enumerate(rows[: rect.bottom - y], y):
        brush.canvas.text(rect.right - len(text) - (rect.width - len(text)) // 2 * in_middle, row, text, pen)


def _missing_ranks_text(ranks: Sequence[str]) -> str:
    """Return the text on the ranks without a set, so that a team with sets of `ranks` can add no single card of them;
    "" if it has all."""
    missing = " ".join(rank for rank in NATURAL_RANKS if rank not in ranks)
    return f"no set of: {missing}" if missing else ""


def _paint_missing_ranks(brush: Brush, columns: SetColumns, scene: BigQueenScene, team: int) -> None:
    """Paint in the last row of a team's area the ranks without a set, unless a column reaches down to it."""
    area, ranks = columns.area, list(columns.rects)
    numbers = {rank: max(len(cards_of_team_set(scene.view, team, rank)), 1) for rank in ranks}
    tallest = max(
        1 + columns.size.height + (number - 1) * columns.rows_per_covered_card(rank, number)
        for rank, number in numbers.items()
    )
    if columns.size is not STRIP and tallest < area.height:
        brush.write(area.x, area.bottom - 1, _missing_ranks_text(ranks), "muted", width=area.width)
