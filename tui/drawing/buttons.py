"""The buttons of a board: in a bar below it, or large on its table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tui.cards import style
from tui.drawing.brush import Brush
from tui.drawing.button import Button
from tui.drawing.rect import ClickArea, Rect
from tui.drawing.styles import badge_style

MIN_TOUCH_BUTTON_ROWS: Final = 2
"""A button that can be touched with a finger has at least this many rows."""


def paint_buttons(brush: Brush, rect: Rect, buttons: Iterable[Button], lines: int = 1) -> list[ClickArea]:
    """Paint a bar of buttons; return the click area and the command of each painted button, also of disabled ones.

    Buttons that do not fit in a line go to the next of the `lines`, which are equally high; those that fit in none are
    left out. If `lines` is 1 and the bar is taller than `MIN_TOUCH_BUTTON_ROWS`, the buttons are in its middle row. The
    brush stores all buttons, also those left out.
    """
    brush.fill_ground(rect, "panel")
    rows = rect.height // lines
    roomy = lines == 1 and rows > MIN_TOUCH_BUTTON_ROWS
    pad, gap = (2, 2) if roomy else (1, 1)
    x, y, right = 1, rect.y, rect.right
    places = []
    for button in brush.keep_buttons(buttons):
        width = brush.width_in_cells(button.key) + brush.width_in_cells(button.label) + 1 + 2 * pad
        if x + width > right and x > 1:
            x, y, right = 1, y + rows, rect.right
        if x + width > right or y + rows > rect.bottom:
            break
        left = max(x, right - 1 - width) if button.is_apart else x
        area = Rect(left, y, width, rows)
        _paint_button(brush, Rect(left, y + rows // 2 if roomy else y, width, 1), button, pad)
        if not roomy and rows > 1:
            _paint_edge(brush, Rect(left, y + 1, width, 1), button)
        places.append((area, button.command))
        if button.is_apart:
            right = left - gap
        else:
            x += width + gap
    return places


def paint_large_buttons(brush: Brush, rect: Rect, buttons: Iterable[Button]) -> list[ClickArea]:
    """Paint buttons beside each other on the table, as high as `rect`; return the click area and the command of each.

    Buttons that do not fit are left out. The brush stores all buttons, also those left out.
    """
    brush.fill_ground(rect, "felt")
    x, right = rect.x, rect.right
    places = []
    for button in brush.keep_buttons(buttons):
        width = brush.width_in_cells(button.key) + brush.width_in_cells(button.label) + 5
        if x + width > right:
            break
        area = Rect(right - width if button.is_apart else x, rect.y, width, rect.height)
        _paint_large_button(brush, area, button)
        places.append((area, button.command))
        if button.is_apart:
            right -= width + 2
        else:
            x += width + 2
    return places


def _paint_large_button(brush: Brush, rect: Rect, button: Button) -> None:
    """Paint a button on the table: its text, and above and below it half a row of its colour, if both have room."""
    look = brush.look
    key, words = brush.displayable_text(button.key), brush.displayable_text(button.label)
    y = rect.y + rect.height // 2
    main = button.primary and button.enabled
    if look.solid and not look.ascii and rect.y < y < rect.bottom - 1:
        half = style(look.palette.gold if main else look.palette.panel, look.palette.felt)
        brush.canvas.fill(rect.x, y - 1, rect.width, 1, half, "▄")
        brush.canvas.fill(rect.x, y + 1, rect.width, 1, half, "▀")
    brush.canvas.fill(rect.x, y, rect.width, 1, badge_style(look, "gold" if main else "panel", bold=main))
    if main:
        brush.canvas.text(rect.x + 2, y, f"{key} {words}", badge_style(look, "gold"))
    elif button.enabled:
        end = brush.write(rect.x + 2, y, key, "highlight", bold=True)
        brush.write(end + 1, y, words, "ink")
    else:
        grey = style(look.palette.muted, look.palette.panel, dim=True) if look.solid else style(dim=True)
        brush.canvas.text(rect.x + 2, y, f"{key} {words}", grey)


def _paint_edge(brush: Brush, rect: Rect, button: Button) -> None:
    """Paint the lower edge of a button, half a row high; nothing in ASCII."""
    look = brush.look
    if look.solid and not look.ascii and button.enabled:
        ground = look.palette.felt if not button.primary else look.palette.gold
        brush.canvas.fill(rect.x, rect.y, rect.width, 1, style(ground, look.palette.panel), "▀")


def _paint_button(brush: Brush, rect: Rect, button: Button, pad: int) -> None:
    """Paint a button at the left of `rect`, with `pad` cells at either side of its text."""
    look = brush.look
    key, words = brush.displayable_text(button.key), brush.displayable_text(button.label)
    if button.primary and button.enabled:
        pen = badge_style(look, "gold")
        brush.canvas.text(rect.x, rect.y, f"{' ' * pad}{key} {words}{' ' * pad}".ljust(rect.width), pen)
    elif button.enabled:
        brush.canvas.fill(rect.x, rect.y, rect.width, 1, badge_style(look, "felt", bold=False))
        end = brush.write(rect.x + pad, rect.y, key, "highlight", bold=True)
        brush.write(end + 1, rect.y, words, "ink")
    else:
        grey = style(look.palette.muted, look.palette.panel, dim=True) if look.solid else style(dim=True)
        brush.canvas.text(rect.x + pad, rect.y, f"{key} {words}", grey)
