"""A picture: a painted canvas and its click areas."""

from __future__ import annotations

from msgspec import Struct

from tui.cards import Canvas, Look
from tui.drawing.brush import Brush
from tui.drawing.button import Button
from tui.drawing.buttons import MIN_TOUCH_BUTTON_ROWS
from tui.drawing.rect import BoardCommand, ClickArea


class Picture(Struct, frozen=True):
    """A painted canvas, and its click areas with their commands.

    Where areas overlap, the last one counts. `buttons` are all buttons of the button bar, also those that are disabled
    or do not fit.
    """

    canvas: Canvas
    click_areas: tuple[ClickArea, ...]
    buttons: tuple[Button, ...] = ()

    def command_at(self, x: int, y: int) -> BoardCommand | None:
        """Return the command that a click on the cell (x, y) runs; None if there is nothing to click."""
        return next((command for rect, command in reversed(self.click_areas) if rect.contains(x, y)), None)

    def without_low_buttons(self, look: Look) -> Picture:
        """Return the picture without those buttons that are too low for a finger; `buttons` still has them."""
        key_by_command = {button.command: look.displayable_text(button.key) for button in self.buttons}
        canvas, areas = self.canvas.copy(), []
        for rect, command in self.click_areas:
            shown = canvas.text_in(rect.y, rect.x, rect.right)
            if rect.height < MIN_TOUCH_BUTTON_ROWS and key_by_command.get(command, "\n") in shown:
                Brush(canvas, look).fill_ground(rect, "panel")
            else:
                areas.append((rect, command))
        return Picture(canvas, tuple(areas), self.buttons)
