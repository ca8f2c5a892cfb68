"""The log beside a table, with the newest line at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from tui.cards import Canvas, Look, style
from tui.drawing.brush import Brush
from tui.drawing.rect import Rect
from tui.drawing.wrap import printable, wrap


class Line(Struct, frozen=True):
    """A line of the log: a sentence, the `name` of the player it is about (or ""), and how it is drawn.

    `mine`: it is about the player at this screen. `heading`: it begins a play, hand or round, and has no name.
    """

    text: str
    name: str = ""
    mine: bool = False
    heading: bool = False


def paint_log(brush: Brush, rect: Rect, lines: Sequence[Line]) -> None:
    """Paint the end of the log, the newest line at the bottom."""
    if rect.width > 3 and rect.height > 0:
        brush.canvas.blit_canvas(
            rect.x, rect.y, _paint_log_canvas(rect.width, rect.height, tuple(lines[-rect.height :]), brush.look)
        )


@lru_cache(maxsize=16)
def _paint_log_canvas(width: int, height: int, lines: tuple[Line, ...], look: Look) -> Canvas:
    """Return the log painted on a canvas, cached while its lines stay the same."""
    brush = Brush(Canvas(width, height), look)
    brush.fill_ground(Rect(0, 0, width, height), "panel")
    if not look.solid:
        brush.canvas.fill(0, 0, 1, height, style(dim=True), brush.plain_text("│"))
    y = height - 1
    for line in reversed(lines):
        rows = _log_rows(line, width - 3)
        if y == height - 1 and len(rows) >= height > 1:  # the newest line is always shown, clipped if need be
            rows = [*rows[: height - 2], rows[height - 2][: width - 6] + brush.plain_text("…")]
        y -= len(rows)
        if y < 0:
            break
        _paint_entry(brush, 2, y + 1, line, rows, width - 3)
    return brush.canvas


def _log_rows(line: Line, width: int) -> list[str]:
    """Return a line broken into rows; a heading has an empty row above it."""
    text = f"{line.name}: {line.text}" if line.name else line.text
    rows = wrap(printable(text), width)
    return ["", *rows] if line.heading else rows


def _paint_entry(brush: Brush, x: int, y: int, line: Line, rows: list[str], width: int) -> None:
    """Paint a line that has been broken into `rows`, the name of its player in bold."""
    for offset, text in enumerate(rows):
        if line.heading:
            brush.write(x, y + offset, text, "gold", bold=True, width=width)
        else:
            brush.write(x, y + offset, text, "ink" if line.mine or not line.name else "muted", width=width)
    head = f"{line.name}:"
    if line.name and rows and rows[0].startswith(head) and not line.heading:
        brush.write(x, y, head, "highlight" if line.mine else "ink", bold=True, width=width)
