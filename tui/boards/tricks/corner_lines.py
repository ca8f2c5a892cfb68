"""A heading with lines of text below it, as corners and the zone beside the hand have them."""

from __future__ import annotations

from collections.abc import Sequence

from tui.drawing import Brush, Rect, printable, wrap


def paint_heading_and_lines(brush: Brush, rect: Rect, heading: str, lines: Sequence[str], *, bold: bool = False) -> int:
    """Paint a heading, and below it the lines that fit whole, the first one `bold`.

    Return the rows used, 0 if none fits.
    """
    rows: list[str] = []
    for line in lines:
        wrapped = wrap(printable(brush.displayable_text(line)), rect.width) if line else []
        if 1 + len(rows) + len(wrapped) <= rect.height:
            rows += wrapped
    if not rows or brush.width_in_cells(heading) > rect.width:
        return 0
    brush.write(rect.x, rect.y, heading, "gold", bold=True)
    for number, row in enumerate(rows, 1):
        first = bold and number == 1
        brush.write(rect.x, rect.y + number, row, "ink" if first else "muted", bold=first)
    return 1 + len(rows)
