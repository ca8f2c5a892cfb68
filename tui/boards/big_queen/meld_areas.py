"""The play areas of both teams: the columns of their sets by rank, and what stands where there are no sets.

Ranks without a set have no column; the free end of an area names them, and the points laid. While a team has no set,
its area shows what cards and sets count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core import Card
from core import cards as parsed_cards
from core.big_queen import BIG_QUEEN, POINTS_BY_CARD, TEAM_NAMES
from core.engine.english import count
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
from tui.cards import MID
from tui.drawing import Brush, ClickArea, Rect, big_letter_rows, big_text_width, wrap
from tui.drawing.big_letters import huge_letter_rows

_LEGEND_OF_SHORT_LABEL: Final = f"{SHORT_NEW_CARD_LABEL} {NEW_CARD_LABEL}"
"""The explanation of `SHORT_NEW_CARD_LABEL`, in the row of the titles below the areas."""

_NO_SET_TEXT: Final = "No set yet."
"""The text in an area without sets."""

_EXAMPLES_OF_SETS: Final = ("7♣ 7♦ 7♠", "2♥ K♣ K♥", "Q♣ Q♦ Q♠")
"""The sets that are outlined as examples in the area of another team without a set."""

_ROWS_OF_EXAMPLE_SET: Final = 5
"""The rows of the outline of an example of a set: one for each of its three cards, and the edges."""

_LAID_TEXT: Final = "points laid"
"""The text below the points of an area in large digits."""

_MAX_COLUMNS_OF_MISSING_RANKS: Final = 24
"""The ranks without a set take at most this many columns at the end of an area."""

_MIN_ROWS_WITH_LARGE_POINTS: Final = 8
"""The points of an area are also painted in large digits if it has at least this many rows."""

_EXAMPLES_OF_POINTS: Final = (("3-9", "9♣"), ("10-K", "J♦"), ("A", "A♥"), ("2", "2♠"), ("Q♠", "Q♠"))
"""Ranks that count equally, and for each a card whose outline is painted with its points in an area without sets."""


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
        if not (is_mine and len(ranks) < 2 and _paint_points_of_cards(brush, rect, layout, team, ranks)):
            if ranks:
                ends[team] = end
            else:
                _paint_examples_of_sets(brush, rect, layout, team)
    described = _paint_ends(brush, scene, ends)
    for team in ends:
        if team not in described:
            _paint_missing_ranks(brush, layout.set_columns(team, scene.laid_ranks(team)), scene, team)
    _paint_legend(brush, layout, scene)
    return places


def _paint_legend(brush: Brush, layout: BigQueenLayout, scene: BigQueenScene) -> None:
    """Paint in the row of the titles below the areas what the short label of new cards means, if a set has one."""
    for name in scene.cards_added_to_sets:
        letter, rank = name.split("/")
        team = TEAM_NAMES.index(letter)
        ranks = scene.laid_ranks(team)
        if rank in ranks and layout.set_columns(team, ranks).rects[rank].width < MID.width:
            right = layout.pile.right - 1
            brush.write_right_aligned(right, layout.title_row, _LEGEND_OF_SHORT_LABEL, "highlight", bold=True)
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


def _paint_points_of_cards(brush: Brush, rect: Rect, layout: BigQueenLayout, team: int, ranks: tuple[str, ...]) -> bool:
    """Paint beside the first set of an area, or in its place, what cards count, as far as there is room.

    Returns whether there is room.
    """
    columns = layout.set_columns(team, (*ranks, *(card for _, card in _EXAMPLES_OF_POINTS[len(ranks) :])))
    size = columns.size
    if size is STRIP or not columns.has_free_columns or size != layout.set_columns(team, ranks).size:
        return False
    y = rect.y + 1 + size.height
    hidden, shown = _EXAMPLES_OF_POINTS[: len(ranks)], _EXAMPLES_OF_POINTS[len(ranks) :]
    left_out = ", ".join(f"{name}: {POINTS_BY_CARD[Card.parse(card)]}" for name, card in hidden)
    text = f"What cards count ({left_out}):" if ranks else f"{_NO_SET_TEXT} What each card counts:"
    for name, card_text in shown:
        column, card = columns.rects[card_text], Card.parse(card_text)
        if text:
            brush.write(column.x, rect.y, text, "muted", width=rect.right - column.x)
            text = ""
        points = str(POINTS_BY_CARD[card])
        _paint_outline(brush, Rect(column.x, rect.y + 1, size.width, size.height), [name])
        if card == BIG_QUEEN:
            brush.write_badge(column.x, y, points, "gold", width=size.width)
        else:
            brush.write(column.x, y, points.center(size.width), "ink")
    if y + 2 < rect.bottom and not ranks:
        brush.write(rect.x + layout.label_width, y + 2, "A 2 stands for any rank.", "muted")
    return True


def _paint_examples_of_sets(brush: Brush, rect: Rect, layout: BigQueenLayout, team: int) -> None:
    """Paint in an area without sets some sets and what they count, in outlines, as they are examples and nobody has
    laid them; where there is no room for them, only that there is no set."""
    columns = layout.set_columns(team, _EXAMPLES_OF_SETS)
    size, x, y = columns.size, rect.x + layout.label_width, rect.y
    if size is STRIP or not columns.has_free_columns or rect.height < size.height + 4:
        brush.write(x, y + int(rect.height > 2), _NO_SET_TEXT, "muted")
        return
    brush.write(x, y, f"{_NO_SET_TEXT} Examples, in points:", "muted")
    for text, column in columns.rects.items():
        cards = parsed_cards(text)
        outline = Rect(column.x, column.y + 1, size.width, max(size.height, _ROWS_OF_EXAMPLE_SET))
        _paint_outline(brush, outline, [str(card) for card in cards])
        points = str(sum(POINTS_BY_CARD[card] for card in cards)).center(size.width)
        brush.write(column.x, outline.bottom, points, "ink")


def _paint_outline(brush: Brush, rect: Rect, lines: Sequence[str]) -> None:
    """Paint the dotted outline of an example of a card or a set, with these lines in its middle."""
    dot = "." if brush.look.ascii else "·"
    for y in range(rect.y, rect.bottom):
        row = dot * rect.width if y in (rect.y, rect.bottom - 1) else f"{dot}{' ' * (rect.width - 2)}{dot}"
        brush.write(rect.x, y, row, "muted")
    for y, line in enumerate(lines, rect.y + (rect.height - len(lines)) // 2):
        text = brush.displayable_text(line)
        margin = int(len(text) + 2 <= rect.width)  # a longer text takes the place of the dots beside it
        brush.write(rect.x + margin, y, text.center(rect.width - 2 * margin), "ink")


def _paint_ends(brush: Brush, scene: BigQueenScene, ends: dict[int, Rect]) -> frozenset[int]:
    """Paint into the free end of each area, by team in `ends`, the points laid and the ranks without a set.

    The points are in large digits, equally large for both teams. Returns the teams whose ends have room.
    """
    texts = {team: str(scene.laid_points(team)) for team in ends}
    scales = [
        scale
        for scale in (1, 0)
        if all(big_text_width(text, scale) + 2 <= ends[team].width for team, text in texts.items())
    ]
    painted = set()
    for team, text in texts.items():
        rect, scale = ends[team], scales[0] if scales else 0
        width = max(big_text_width(text, scale) + 2, len(_LAID_TEXT) + 1)
        if brush.look.ascii or rect.height < _MIN_ROWS_WITH_LARGE_POINTS or rect.width < width:
            continue
        painted.add(team)
        brush.write_right_aligned(rect.right, rect.y, f"TEAM {TEAM_NAMES[team]}", "muted", bold=True)
        rows = huge_letter_rows(text, scale) if scale else big_letter_rows(text)
        for y, row in enumerate(rows, rect.y + 1):
            brush.canvas.text(rect.right - len(row), y, row, team_style(team, brush.look))
        ranks = scene.laid_ranks(team)
        lines = [_LAID_TEXT, f"in {count(len(ranks), 'set')}", ""]
        if missing := _missing_ranks_text(ranks):
            lines += wrap(missing, min(rect.width - 1, _MAX_COLUMNS_OF_MISSING_RANKS))
        y = rect.y + len(rows) + 2
        for offset, line in enumerate(lines[: rect.bottom - y]):
            brush.write_right_aligned(rect.right, y + offset, line, "muted")
    return frozenset(painted)


def _missing_ranks_text(ranks: Sequence[str]) -> str:
    """Return the text on the ranks of which a team has no set, if it has sets of `ranks`; "" if it has all."""
    missing = " ".join(rank for rank in NATURAL_RANKS if rank not in ranks)
    return f"no set yet: {missing}" if missing else ""


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
