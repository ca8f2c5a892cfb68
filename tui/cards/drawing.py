"""Drawings: immutable rectangles of styled cells, and the sketch in which they are made.

A `Drawing` is made once, cached and painted many times by a canvas. A cell whose style is None is transparent. A style
without a background keeps the background below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from rich.style import Style

CellStyles = tuple[Style | None, ...]
"""The styles of the cells of a row; None for a transparent cell."""


class Drawing(Struct, frozen=True):
    """A rectangle of cells: for each row its text, one character per cell, and the style of each cell."""

    width: int
    height: int
    texts: tuple[str, ...]
    styles: tuple[CellStyles, ...]
    opaque: tuple[bool, ...]
    """For each row, whether it hides everything below it."""

    def runs(self, y: int) -> Iterator[tuple[str, Style | None]]:
        """Yield row `y` as the fewest pieces of text that share a style; None is transparent."""
        x = 0
        for style, cells in groupby(self.styles[y]):
            end = x + sum(1 for _ in cells)
            yield self.texts[y][x:end], style
            x = end

    def upper_rows(self, height: int) -> Drawing:
        """Return the first `height` rows of this drawing."""
        if height >= self.height:
            return self
        rows = slice(0, height)
        return Drawing(self.width, height, self.texts[rows], self.styles[rows], self.opaque[rows])

    def __str__(self) -> str:
        return "\n".join(self.texts)


class Sketch:
    """A mutable rectangle of cells in which a drawing is made; drawing outside of it raises `AssertionError`."""

    __slots__ = ("_styles", "_texts", "height", "width")

    def __init__(self, width: int, height: int, style: Style | None = None) -> None:
        self.width = width
        self.height = height
        self._texts = [[" "] * width for _ in range(height)]
        self._styles: list[list[Style | None]] = [[style] * width for _ in range(height)]

    def put_text(self, x: int, y: int, text: str, style: Style | None) -> None:
        """Set the cells from (x, y) to the right to `text`, in `style`."""
        end = x + len(text)
        assert 0 <= x <= end <= self.width, (x, text)
        assert 0 <= y < self.height, (y, text)
        self._texts[y][x:end] = text
        self._styles[y][x:end] = [style] * len(text)

    def put_column(self, x: int, top: int, glyphs: Sequence[str], style: Style | None) -> None:
        """Set one cell per row to a glyph, from (x, top) down."""
        for y, glyph in enumerate(glyphs, top):
            self.put_text(x, y, glyph, style)

    def fill(self, x: int, y: int, width: int, height: int, style: Style | None, glyph: str = " ") -> None:
        """Fill a rectangle with one glyph."""
        for row in range(y, y + height):
            self.put_text(x, row, glyph * width, style)

    def paste(self, x: int, y: int, drawing: Drawing) -> None:
        """Copy a drawing to (x, y); under its transparent cells the sketch keeps its content."""
        for row, (text, styles) in enumerate(zip(drawing.texts, drawing.styles, strict=True), y):
            for column, (glyph, style) in enumerate(zip(text, styles, strict=True), x):
                if style is not None:
                    self.put_text(column, row, glyph, style)

    def to_drawing(self) -> Drawing:
        """Return the finished drawing."""
        return Drawing(
            self.width,
            self.height,
            tuple("".join(row) for row in self._texts),
            tuple(tuple(row) for row in self._styles),
            tuple(all(map(_hides_background, row)) for row in self._styles),
        )


def _hides_background(style: Style | None) -> bool:
    """Return whether a cell in this style hides what is below it."""
    return style is not None and style.bgcolor is not None
