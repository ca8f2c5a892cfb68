"""The brush: writes text and badges on a canvas in the colours of a look, by what they mean.

In a look without colours, weight and reverse video say what colours say elsewhere; in an ASCII look our own
signs are replaced by letters.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from rich.cells import cell_len
from rich.style import Style

from tui.cards import Canvas, Look, style
from tui.drawing.rect import Rect

Tone: TypeAlias = Literal["ink", "muted", "highlight", "gold"]
"""What text means, on felt or panel."""

Mark: TypeAlias = Literal["good", "bad", "warn", "gold", "panel", "felt"]
"""What a badge means: it is a ground with letters on it."""


@lru_cache(maxsize=512)
def ink(look: Look, tone: Tone, bold: bool = False) -> Style:
    """Return the style for text of this tone."""
    if look.solid:
        return style(getattr(look.palette, tone), bold=bold)
    return style(bold=bold or tone in ("highlight", "gold"), dim=tone == "muted" and not bold)


@lru_cache(maxsize=512)
def mark(look: Look, kind: Mark, bold: bool = True) -> Style:
    """Return the style for a badge of this kind."""
    palette = look.palette
    if not look.solid:
        return style(reverse=kind not in ("panel", "felt"), bold=bold)
    if kind in ("panel", "felt"):
        return style(palette.ink, getattr(palette, kind), bold=bold)
    if kind == "gold":
        return style(palette.panel, palette.gold, bold=bold)
    return style(palette.badge_ink, getattr(palette, kind), bold=bold)


class Brush:
    """A canvas together with the look to paint on it in."""

    __slots__ = ("canvas", "look")

    def __init__(self, canvas: Canvas, look: Look) -> None:
        self.canvas = canvas
        self.look = look

    def plain(self, text: str) -> str:
        """Return `text` with our own signs as this look can write them."""
        return self.look.plain(text)

    def ground(self, rect: Rect, kind: Literal["felt", "panel"]) -> None:
        """Fill a rectangle with the ground of table or panel."""
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
        """Write `text` on what is there, cut to `width` cells, and return the column after it."""
        more = "." if self.look.ascii else "…"
        return self.canvas.text(x, y, self.plain(text), ink(self.look, tone, bold), width, more)

    def right(self, x: int, y: int, text: str, tone: Tone = "ink", *, bold: bool = False) -> int:
        """Write `text` so that it ends before column `x`, and return the column where it starts."""
        start = x - cell_len(self.plain(text))
        self.write(start, y, text, tone, bold=bold)
        return start

    def badge(self, x: int, y: int, text: str, kind: Mark, *, width: int | None = None) -> int:
        """Write `text` with a space at each side as a badge, and return the column after it.

        With `width` the badge is exactly so wide, its text in the middle.
        """
        text = self.plain(text)
        padded = f" {text} " if width is None else text.center(width)
        return self.canvas.text(x, y, padded, mark(self.look, kind), width)

    def cells(self, text: str) -> int:
        """Return how many cells `text` takes as this look writes it."""
        return cell_len(self.plain(text))
