"""The bar of buttons of a board."""

from __future__ import annotations

from collections.abc import Iterable

from tui.cards import style
from tui.drawing.brush import Brush
from tui.drawing.button import Button
from tui.drawing.rect import ClickArea, Rect
from tui.drawing.styles import badge_style


def paint_buttons(brush: Brush, rect: Rect, buttons: Iterable[Button]) -> list[ClickArea]:
    """Paint a bar of buttons; return the click area and the command of each, disabled ones included.

    Buttons on the right that do not fit are left out. The brush keeps all of them.
    """
    brush.buttons = tuple(buttons)
    brush.fill_ground(rect, "panel")
    x = 1
    places = []
    y = rect.y + rect.height // 2
    for button in brush.buttons:
        width = brush.width_in_cells(button.key) + brush.width_in_cells(button.label) + 3
        wide = rect.height > 1
        if wide:
            width += 2
        if x + width > rect.right:
            break
        place = Rect(x, rect.y, width, rect.height)
        _paint_button(brush, Rect(x, y, width, 1), button, 2 if wide else 1)
        places.append((place, button.command))
        x += width + (2 if wide else 1)
    return places


def _paint_button(brush: Brush, rect: Rect, button: Button, pad: int) -> None:
    """Paint a button at the left of `rect`, with `pad` cells at either side of its text."""
    look = brush.look
    key, words = brush.plain_text(button.key), brush.plain_text(button.label)
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
