"""The brush: writes text and badges on a canvas in the styles of a look.

In an ASCII look, symbols that are not ASCII are replaced by letters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace
from rich.cells import cell_len

from tui.cards import Canvas, Look, style
from tui.drawing.button import Button
from tui.drawing.rect import Rect
from tui.drawing.styles import BadgeKind, Ground, Tone, badge_style, text_style

BAR_TOP_CHARACTERS: Final = " ▁▂▃▄▅▆▇█"
"""The characters for the top cell of an upright bar, by the number of eighths of the cell that it fills."""


class Brush:
    """A canvas and the look in which text and badges are written on it.

    `buttons` are the buttons painted on it so far. With `disables_buttons` every button is painted as disabled.
    """

    __slots__ = ("_disables_buttons", "buttons", "canvas", "look")

    def __init__(self, canvas: Canvas, look: Look, *, disables_buttons: bool = False) -> None:
        self.canvas = canvas
        self.look = look
        self.buttons: tuple[Button, ...] = ()
        self._disables_buttons = disables_buttons

    def keep_buttons(self, buttons: Iterable[Button]) -> tuple[Button, ...]:
        """Store `buttons` as they are to be painted, and return them."""
        self.buttons = tuple(replace(one, enabled=one.enabled and not self._disables_buttons) for one in buttons)
        return self.buttons

    def displayable_text(self, text: str) -> str:
        """Return `text` with symbols that this look cannot write replaced by ASCII."""
        return self.look.displayable_text(text)

    def fill_ground(self, rect: Rect, kind: Ground) -> None:
        """Fill a rectangle with the background of table or panel."""
        palette = self.look.palette
        pen = style(None, getattr(palette, kind)) if self.look.solid else style()
        self.canvas.fill(rect.x, rect.y, rect.width, rect.height, pen)

    def write(
        self,
        x: int,
        y: int,
        text: str,
        tone: Tone = "ink",
        *,
        bold: bool = False,
        width: int | None = None,
    ) -> int:
        """Write `text` on the present background, cut to `width` cells; return the column after it."""
        more = "." if self.look.ascii else "…"
        return self.canvas.text(x, y, self.displayable_text(text), text_style(self.look, tone, bold), width, more)

    def write_right_aligned(self, x: int, y: int, text: str, tone: Tone = "ink", *, bold: bool = False) -> int:
        """Write `text` so that it ends before column `x`; return the column where it starts."""
        start = x - cell_len(self.displayable_text(text))
        self.write(start, y, text, tone, bold=bold)
        return start

    def write_badge(self, x: int, y: int, text: str, kind: BadgeKind, *, width: int | None = None) -> int:
        """Write `text` with a space at each side as a badge, which has a coloured background; return the column after
        it.

        With `width` the badge is exactly that wide, its text in the middle.
        """
        text = self.displayable_text(text)
        padded = f" {text} " if width is None else text.center(width)
        return self.canvas.text(x, y, padded, badge_style(self.look, kind), width)

    def width_in_cells(self, text: str) -> int:
        """Return the width of `text` in cells, as this look writes it."""
        return cell_len(self.displayable_text(text))
