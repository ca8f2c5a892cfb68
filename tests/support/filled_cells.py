"""Measures which share of a picture is filled: boards must leave no large empty areas."""

from __future__ import annotations

from tui.cards import Canvas, Look
from tui.drawing import Rect


def share_of_filled_cells(canvas: Canvas, look: Look, area: Rect) -> float:
    """Return the share, from 0 to 1, of the cells of `area` that are not empty.

    An empty cell is a space on the background of the card table or of a panel. `area` must be the table without the log
    beside it. `look` must have colours: without colours a card has the same background as the table.
    """
    assert look.solid
    plain = {look.palette.felt, look.palette.panel}
    filled = 0
    for y in range(area.y, area.bottom):
        x = 0
        for text, style in canvas.runs(y):
            part = text[max(area.x - x, 0) : max(area.right - x, 0)]
            blank = style.bgcolor is None or style.bgcolor.name in plain
            filled += len(part) - (part.count(" ") if blank else 0)
            x += len(text)
    return filled / (area.width * area.height)
