"""Fans: the layout of the cards of a hand or a row, with their overlap.

Cards lie side by side if there is room, else each overlaps the one before it but leaves its index visible. If even that
is too wide, the fan shows only the cards around the one in focus and counts those left out on each side.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from core.engine.cards import Card
from tui.cards.canvas import Canvas
from tui.cards.faces import card_in_hand
from tui.cards.palette import Look, style
from tui.cards.sizes import MIN_VISIBLE_COLUMNS, Size
from tui.cards.state import State


class CardPosition(Struct, frozen=True):
    """The position of a card in a fan.

    `index` is its index among the cards, `x` its first column, and `visible_columns` the number of its columns that the
    next card does not cover.
    """

    index: int
    x: int
    visible_columns: int


class Fan(Struct, frozen=True):
    """The positions of a row of cards in a box of `width` columns.

    `size` is the size of the cards, `step` the number of columns from one card to the next, `places` the positions of
    the cards that are shown.
    """

    size: Size
    width: int
    step: int
    places: tuple[CardPosition, ...]
    hidden_before: int
    """The number of cards that are left out on the left."""
    hidden_after: int
    """The number of cards that are left out on the right."""

    @property
    def right(self) -> int:
        """The first column after the last card; 0 without cards."""
        return self.places[-1].x + self.size.width if self.places else 0


def fan(count: int, width: int, size: Size, *, gap: int = 1, focus: int = 0, centred: bool = True) -> Fan:
    """Return the layout of `count` cards in `width` columns, `gap` columns apart if there is room for that.

    All cards of a fan have the same step, the widest that fits. If they do not fit at all, the cards around the index
    `focus` are shown, and one column at each end stays free for an arrow.
    """
    if count < 1 or width < size.width:
        return Fan(size, width, size.width + gap, (), 0, max(count, 0))
    step = size.width + gap
    if count > 1:
        step = min(step, (width - size.width) // (count - 1))
    shown, first, margin = count, 0, 0
    if step < MIN_VISIBLE_COLUMNS and count > 1:
        step, margin = MIN_VISIBLE_COLUMNS, 1 if width >= size.width + 2 else 0
        shown = 1 + (width - 2 * margin - size.width) // step
        first = min(max(focus - shown // 2, 0), count - shown)
    total = size.width + (shown - 1) * step
    left = (width - total) // 2 if centred else margin
    column_counts = [min(step, size.width)] * (shown - 1) + [size.width]
    places = tuple(CardPosition(first + n, left + n * step, columns) for n, columns in enumerate(column_counts))
    return Fan(size, width, step, places, first, count - first - shown)


def paint_fan(
    canvas: Canvas,
    x: int,
    y: int,
    fan_layout: Fan,
    cards: Sequence[Card],
    states: Sequence[State],
    look: Look,
) -> None:
    """Paint a fan with its box's left end at `x` and the row above unselected cards at `y`.

    It takes two rows more than the height of a card: a selected card lies one row higher, and the cursor is below its
    card. `cards` and `states` are those of the whole hand. A Queen has her golden edge also as the first card. An arrow
    at an end of the fan means that more cards are left out there.
    """
    for place in fan_layout.places:
        card, is_first = cards[place.index], place is fan_layout.places[0]
        is_marked = card.rank == "Q" and look.marks_queens  # by her golden edge, also where she lies over no card
        edge = fan_layout.step <= fan_layout.size.width and (is_marked or not is_first)
        drawing = card_in_hand(card, fan_layout.size, look, states[place.index], place.visible_columns, edge)
        canvas.blit(x + place.x, y, drawing)
    _paint_arrows(canvas, x, y + 1 + fan_layout.size.height // 2, fan_layout, look)


def _paint_arrows(canvas: Canvas, x: int, y: int, fan_layout: Fan, look: Look) -> None:
    """Paint arrows at the ends of a fan that has more cards than fit."""
    pen = style(look.palette.highlight, bold=True)
    if fan_layout.hidden_before and fan_layout.places and fan_layout.places[0].x > 0:
        canvas.text(x + fan_layout.places[0].x - 1, y, "<" if look.ascii else "◄", pen)
    if fan_layout.hidden_after and fan_layout.places and fan_layout.right < fan_layout.width:
        canvas.text(x + fan_layout.right, y, ">" if look.ascii else "►", pen)
