"""What stands in a play area without sets: what each card counts, or examples of sets and what they count.

A large area has them side by side in its whole height and width, with the points in large digits; a smaller one as
outlines of cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from core import Card
from core import cards as parsed_cards
from core.big_queen import BIG_QUEEN, POINTS_BY_CARD
from tui.boards.big_queen.layout import BigQueenLayout
from tui.boards.big_queen.set_columns import STRIP
from tui.cards import HUGE, style
from tui.drawing import Brush, Rect, big_letter_rows
from tui.drawing.styles import Tone
from tui.drawing.wrap import wrap_first_fitting

_NO_SET_TEXT: Final = "No set yet."
"""The text in an area without sets."""

_EXAMPLES_TEXT: Final = "Examples, in points:"
"""The text above examples of sets."""

_WILD_TEXT: Final = "A 2 stands for any rank."
"""The text below what cards count."""

_SIZE_OF_SETS_TEXTS: Final = (
    "Three or more cards of one rank. A 2 may stand for any of them but one.",
    "Three or more of one rank; 2s may replace all but one.",
)
"""The text below examples of sets, the longest form first."""

_EXAMPLES_OF_SETS: Final = ("7♣ 7♦ 7♠", "2♥ K♣ K♥", "Q♣ Q♦ Q♠")
"""The sets that are outlined as examples in the area of another team without a set."""

_FURTHER_EXAMPLES_OF_SETS: Final = ("A♣ A♦ A♥", "2♠ 2♦ 10♥")
"""The sets that are examples, too, where there is room for examples in large digits."""

MIN_ROWS_WITH_LARGE_EXAMPLES: Final = 14
"""Examples have their points in large digits if their area has at least this many rows."""

_POINTS_TEXT: Final = "points"
"""The text below the points of an example in large digits."""

_COLUMNS_BETWEEN_LARGE_EXAMPLES: Final = 2
"""The free columns between two examples with large digits."""

_ROWS_OF_EXAMPLE_SET: Final = 5
"""The rows of the outline of an example of a set: one for each of its three cards, and the edges."""

_EXAMPLES_OF_POINTS: Final = (("3-9", "9♣"), ("10-K", "J♦"), ("A", "A♥"), ("2", "2♠"), ("Q♠", "Q♠"))
"""Ranks that count equally, and for each a card whose outline is painted with its points in an area without sets."""


def paint_points_of_cards(brush: Brush, rect: Rect, layout: BigQueenLayout, team: int, ranks: tuple[str, ...]) -> bool:
    """Paint beside the first set of an area, or in its place, what cards count, as far as there is room.

    Returns whether there is room.
    """
    if _paint_large_points_of_cards(brush, rect, layout, layout.set_columns(team, ranks).rects):
        return True
    columns = layout.set_columns(team, (*ranks, *(card for _, card in _EXAMPLES_OF_POINTS[len(ranks) :])))
    size = columns.size
    if size is STRIP or not columns.has_free_columns or size != layout.set_columns(team, ranks).size:
        return False
    y = rect.y + 1 + size.height
    hidden, shown = _EXAMPLES_OF_POINTS[: len(ranks)], _EXAMPLES_OF_POINTS[len(ranks) :]
    text = _text_above_points(hidden)
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
        brush.write(rect.x + layout.label_width, y + 2, _WILD_TEXT, "muted")
    return True


def _paint_large_points_of_cards(brush: Brush, rect: Rect, layout: BigQueenLayout, columns: Mapping[str, Rect]) -> bool:
    """Paint in an area, right of the `columns` of its sets, what cards count, in large digits; return whether there is
    room for them."""
    left = max((column.right + 2 for column in columns.values()), default=rect.x)
    free = Rect(left, rect.y, rect.right - left, rect.height)
    hidden, shown = _EXAMPLES_OF_POINTS[: len(columns)], _EXAMPLES_OF_POINTS[len(columns) :]
    examples = [([name], [Card.parse(card)]) for name, card in shown]
    if not _paint_large_examples(brush, layout, free, examples):
        return False
    brush.write(free.x, free.y, _text_above_points(hidden), "muted", width=free.width)
    brush.write(free.x, free.bottom - 1, _WILD_TEXT, "muted", width=free.width)
    return True


def _text_above_points(hidden: Sequence[tuple[str, str]]) -> str:
    """Return the text above what cards count; it says what the `hidden` ones count, whose place a set has."""
    left_out = ", ".join(f"{name}: {POINTS_BY_CARD[Card.parse(card)]}" for name, card in hidden)
    return f"What cards count ({left_out}):" if hidden else f"{_NO_SET_TEXT} What each card counts:"


def paint_examples_of_sets(brush: Brush, rect: Rect, layout: BigQueenLayout, team: int) -> None:
    """Paint in an area without sets some sets and what they count, in outlines, as they are examples and nobody has
    laid them; where there is no room for them, only that there is no set."""
    large = [(text.split(), parsed_cards(text)) for text in (*_EXAMPLES_OF_SETS, *_FURTHER_EXAMPLES_OF_SETS)]
    if _paint_large_examples(brush, layout, rect, large):
        brush.write(rect.x, rect.y, f"{_NO_SET_TEXT} {_EXAMPLES_TEXT}", "muted", width=rect.width)
        for line in wrap_first_fitting(_SIZE_OF_SETS_TEXTS, rect.width, 1):
            brush.write(rect.x, rect.bottom - 1, line, "muted")
        return
    columns = layout.set_columns(team, _EXAMPLES_OF_SETS)
    size, x, y = columns.size, rect.x + layout.label_width, rect.y
    if size is STRIP or not columns.has_free_columns or rect.height < size.height + 4:
        brush.write(x, y + int(rect.height > 2), _NO_SET_TEXT, "muted")
        return
    brush.write(x, y, f"{_NO_SET_TEXT} {_EXAMPLES_TEXT}", "muted")
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


def _rects_beside_each_other(area: Rect, widths: Sequence[int]) -> list[Rect]:
    """Return rectangles side by side in an area, between its first row and its last two: at least of these `widths`,
    and all wider by the same number of columns; none if there is no room."""
    number = len(widths)
    spare = (area.width - sum(widths) - _COLUMNS_BETWEEN_LARGE_EXAMPLES * (number - 1)) // number
    rects, x = [], area.x
    for width in widths if spare >= 0 else ():
        rects.append(Rect(x, area.y + 1, width + spare, area.height - 3))
        x += width + spare + _COLUMNS_BETWEEN_LARGE_EXAMPLES
    return rects


def _paint_large_examples(
    brush: Brush, layout: BigQueenLayout, rect: Rect, examples: Sequence[tuple[Sequence[str], Sequence[Card]]]
) -> bool:
    """Paint examples, each some lines and cards, with the points of the cards in large digits, side by side in an area;
    return whether there is room for them, and for the outline of each if the look has no grounds."""
    if layout.size.height < HUGE.height or rect.height < MIN_ROWS_WITH_LARGE_EXAMPLES:
        return False
    totals = [sum(POINTS_BY_CARD[card] for card in cards) for _, cards in examples]
    outline = 0 if brush.look.solid else 2
    widths = [
        outline + max(len(_POINTS_TEXT), *map(len, big_letter_rows(str(points), brush.look.ascii))) for points in totals
    ]
    places = _rects_beside_each_other(rect, widths)
    for place, (lines, cards), points in zip(places, examples, totals, strict=bool(places)):
        _paint_large_example(brush, place, lines, points, "gold" if BIG_QUEEN in cards else "ink")
    return bool(places)


def _paint_large_example(brush: Brush, rect: Rect, lines: Sequence[str], points: int, tone: Tone) -> None:
    """Paint an example: its cards in `lines`, and below them its points in large digits, in the middle of a rectangle
    with a ground of its own."""
    if brush.look.solid:
        brush.canvas.fill(rect.x, rect.y, rect.width, rect.height, style(None, brush.look.palette.sheet))
    else:
        _paint_outline(brush, rect, ())
    digits = big_letter_rows(str(points), brush.look.ascii)
    spread = lines
    if len(lines) > 1 and rect.height >= 2 * len(lines) + len(digits) + 4:  # a free row between two cards
        spread = [row for line in lines for row in (line, "")][:-1]
    y = rect.y + (rect.height - len(spread) - len(digits) - 2) // 2
    names: list[tuple[str, Tone]] = [(brush.displayable_text(row), "ink") for row in spread]
    rows: list[tuple[str, Tone]] = [*names, ("", "ink"), *((row, tone) for row in digits), (_POINTS_TEXT, "muted")]
    for offset, (text, pen) in enumerate(rows):
        brush.write(rect.x + (rect.width - len(text)) // 2, y + offset, text, pen, bold=pen != "muted")
