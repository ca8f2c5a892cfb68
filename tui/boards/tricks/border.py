"""Borders: the line along the edge of a button, of a sign, or of the table itself."""

from __future__ import annotations

from rich.style import Style

from tui.drawing import Brush, Rect


def paint_border(brush: Brush, rect: Rect, pen: Style, heavy: bool = False, rounded: bool = False) -> None:
    """Paint a line along the edge of a rectangle: `heavy`, or thin and then with `rounded` corners if wanted."""
    corners, level, upright = ("++++", "-", "|") if brush.look.ascii else ("╭╮╰╯" if rounded else "┌┐└┘", "─", "│")
    if heavy:
        corners, level, upright = ("####", "=", "#") if brush.look.ascii else ("┏┓┗┛", "━", "┃")
    canvas = brush.canvas
    canvas.text(rect.x, rect.y, corners[0] + level * (rect.width - 2) + corners[1], pen)
    canvas.text(rect.x, rect.bottom - 1, corners[2] + level * (rect.width - 2) + corners[3], pen)
    for y in range(rect.y + 1, rect.bottom - 1):
        canvas.text(rect.x, y, upright, pen)
        canvas.text(rect.right - 1, y, upright, pen)
