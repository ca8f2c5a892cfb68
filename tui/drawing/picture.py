"""A picture: a painted canvas and its click areas."""

from __future__ import annotations

from msgspec import Struct

from tui.cards import Canvas
from tui.drawing.button import Button
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
