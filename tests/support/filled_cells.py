"""How much of a table carries something: the measure of empty felt for the pictures of all boards."""

from __future__ import annotations

from tui.cards import Canvas, Look
from tui.drawing import Rect


def filled_share(canvas: Canvas, look: Look, area: Rect) -> float:
    """Return which part of the cells of `area` carries something: a sign, or another ground than felt and panel.

    Measure the table without the log beside it; a canvas of a look without colours has no cards to tell from the felt.
    """
    assert look.solid
    plain = {look.palette.felt, look.palette.panel}
    filled = 0
    for y in range(area.y, area.bottom):
        x = 0
        for text, style in canvas.runs(y):
            blank = style.bgcolor is None or style.bgcolor.name in plain
            filled += sum(
                not blank or glyph != " " for column, glyph in enumerate(text, x) if area.x <= column < area.right
            )
            x += len(text)
    return filled / (area.width * area.height)
