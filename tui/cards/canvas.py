"""The canvas: a rectangle of cells that a board paints on and that a widget shows row by row.

Painting is clipped at the edges. A style without a background keeps the present background. Rows are returned as runs
of equal style, cached until the row is painted again.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, repeat
from operator import is_not, ne, or_
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from tui.cards.drawing import Drawing
from tui.cards.palette import shared_style

_NO_STYLE: Final = Style()
"""A style without colours."""

_MIN_COLUMNS_BETWEEN_RUNS: Final = 4
"""Two changed parts of a row are sent apart if at least this many equal columns lie between them.

To move the cursor over them costs about as many bytes.
"""

_VARIATION_SELECTORS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""The variation selectors of Unicode: terminals disagree about the width of a character with one."""


@lru_cache(maxsize=4096)
def style_over(style: Style, style_below: Style) -> Style:
    """Return `style` with the background of `style_below`, if `style` has no background of its own."""
    if style.bgcolor is not None or style_below.bgcolor is None:
        return style
    return shared_style(style + Style(bgcolor=style_below.bgcolor))


class Canvas:
    """A mutable rectangle of cells, at first blank in the `base` style."""

    __slots__ = ("_base", "_glyphs", "_rows", "_styles", "height", "width")

    def __init__(self, width: int, height: int, base: Style = _NO_STYLE) -> None:
        assert width >= 0
        assert height >= 0
        self.width = width
        self.height = height
        self.clear(base)

    def clear(self, base: Style | None = None) -> None:
        """Blank every cell, in a new base style if one is given."""
        if base is not None:
            self._base = shared_style(base)
        self._glyphs = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[self._base] * self.width for _ in range(self.height)]
        self._rows: list[list[Segment] | None] = [None] * self.height

    def copy(self) -> Canvas:
        """Return an independent copy."""
        twin = Canvas.__new__(Canvas)
        twin.width, twin.height, twin._base = self.width, self.height, self._base
        twin._glyphs = [row[:] for row in self._glyphs]
        twin._styles = [row[:] for row in self._styles]
        twin._rows = self._rows[:]
        return twin

    def fill(self, x: int, y: int, width: int, height: int, style: Style, glyph: str = " ") -> None:
        """Fill a rectangle with one glyph, one cell wide."""
        left, right = max(x, 0), min(x + width, self.width)
        if left < right:
            style = shared_style(style)
            for row in range(max(y, 0), min(y + height, self.height)):
                self._write_cells(row, left, [glyph] * (right - left), [style] * (right - left))

    def blit(self, x: int, y: int, drawing: Drawing) -> None:
        """Paint a drawing with its top left cell at (x, y)."""
        left, right = max(x, 0), min(x + drawing.width, self.width)
        if left >= right:
            return
        cut = slice(left - x, right - x)
        for row in range(max(y, 0), min(y + drawing.height, self.height)):
            text, styles = drawing.texts[row - y][cut], drawing.styles[row - y][cut]
            if drawing.opaque[row - y]:
                self._write_cells(row, left, list(text), list(styles))  # type: ignore[arg-type]
            else:
                self._write_transparent(row, left, text, styles)

    def text(self, x: int, y: int, text: str, style: Style, width: int | None = None, cut_mark: str = "…") -> int:
        """Paint `text` from (x, y) to the right and return the column after it.

        Text longer than `width` columns is cut, with the string `cut_mark` in the last column. A wide character takes
        two cells, a combining one none; unprintable characters are dropped.
        """
        cells = list(text) if text.isascii() and text.isprintable() else list(_split_into_cells(text))
        if width is not None and len(cells) > width:
            cells = [*_first_cells(cells, width - 1), cut_mark] if width > 0 else []
        end = x + len(cells)
        left, right = max(x, 0), min(end, self.width)
        if 0 <= y < self.height and left < right:
            style, below = shared_style(style), self._styles[y][left:right]
            if below.count(below[0]) == len(below):
                styles = [style_over(style, below[0])] * len(below)
            else:
                styles = list(map(style_over, repeat(style), below))
            self._write_cells(y, left, cells[left - x : right - x], styles)
        return end

    def blit_canvas(self, x: int, y: int, other_canvas: Canvas) -> None:
        """Paint another canvas with its top left cell at (x, y)."""
        left, right = max(x, 0), min(x + other_canvas.width, self.width)
        if left < right:
            cut = slice(left - x, right - x)
            for row in range(max(y, 0), min(y + other_canvas.height, self.height)):
                self._write_cells(row, left, other_canvas._glyphs[row - y][cut], other_canvas._styles[row - y][cut])

    def changed_runs(self, earlier_canvas: Canvas) -> list[tuple[int, int, int]]:
        """Return the runs of cells that differ from those of `earlier_canvas`, a canvas of the same size.

        Each is a tuple of row, first column and number of columns. Two runs of a row with few equal columns between
        them are one: less than `_MIN_COLUMNS_BETWEEN_RUNS`, all in the style of the runs. For equal rows the cached
        segments of `earlier_canvas` are used again.
        """
        changed = []
        for y in range(self.height):
            if self._glyphs[y] != earlier_canvas._glyphs[y] or self._styles[y] != earlier_canvas._styles[y]:
                changed += [(y, x, columns) for x, columns in self._changed_runs(earlier_canvas, y)]
            else:
                self._rows[y] = earlier_canvas._rows[y]
        return changed

    def _changed_runs(self, earlier_canvas: Canvas, y: int) -> list[tuple[int, int]]:
        """Return first column and number of columns of each run of row `y` that differs.

        No run cuts a wide character.
        """
        glyphs, styles = self._glyphs[y], self._styles[y]
        old_glyphs, old_styles = earlier_canvas._glyphs[y], earlier_canvas._styles[y]
        changed = map(or_, map(ne, glyphs, old_glyphs), map(is_not, styles, old_styles))  # as styles are shared
        runs: list[list[int]] = []
        end = -_MIN_COLUMNS_BETWEEN_RUNS
        for x in compress(range(self.width), changed):
            between = x - end
            if between < _MIN_COLUMNS_BETWEEN_RUNS and styles[end - 1 : x].count(styles[end - 1]) > between:
                runs[-1][1] = x + 1
            else:
                runs.append([x, x + 1])
            end = x + 1
        for run in runs:
            while run[0] and "" in (glyphs[run[0]], old_glyphs[run[0]]):
                run[0] -= 1
            while run[1] < self.width and "" in (glyphs[run[1]], old_glyphs[run[1]]):
                run[1] += 1
        return [(start, end - start) for start, end in runs]

    def segments(self, y: int) -> list[Segment]:
        """Return row `y` as the fewest segments that its styles allow; together they fill the width of the canvas."""
        row = self._rows[y]
        if row is None:
            row = self._rows[y] = self._join_equal_styles(self._glyphs[y], self._styles[y])
        return row

    def segments_in(self, y: int, first_column: int, end_column: int) -> list[Segment]:
        """Return the segments of row `y` from column `first_column` to the one before `end_column`.

        In place of a wide character that is cut stand blanks.
        """
        if (first_column, end_column) == (0, self.width):
            return self.segments(y)
        glyphs = self._glyphs[y][first_column:end_column]
        if glyphs and glyphs[0] == "":
            glyphs[0] = " "
        if glyphs and end_column < self.width and self._glyphs[y][end_column] == "":
            glyphs[-1] = " "
        return self._join_equal_styles(glyphs, self._styles[y][first_column:end_column])

    def text_in(self, y: int, first_column: int, end_column: int) -> str:
        """Return the text of row `y` from column `first_column` to the one before `end_column`."""
        return "".join(self._glyphs[y][first_column:end_column])

    def runs(self, y: int) -> list[tuple[str, Style]]:
        """Return row `y` as pieces of text, each with its style."""
        return [(text, style or _NO_STYLE) for text, style, _ in self.segments(y)]

    def __str__(self) -> str:
        return "\n".join("".join(row) for row in self._glyphs)

    def _write_cells(self, y: int, x: int, glyphs: list[str], styles: list[Style]) -> None:
        """Write cells that are known to fit into row `y`; if they cut a wide character, the rest of it becomes
        blank."""
        row = self._glyphs[y]
        end = x + len(glyphs)
        if row[x] == "" and x:
            row[x - 1] = " "
        if end < self.width and row[end] == "":
            row[end] = " "
        if glyphs[0] == "":
            glyphs[0] = " "
        if end == self.width and cell_len(glyphs[-1]) > 1:
            glyphs[-1] = " "
        row[x:end] = glyphs
        self._styles[y][x:end] = styles
        self._rows[y] = None

    def _write_transparent(self, y: int, x: int, text: str, styles: tuple[Style | None, ...]) -> None:
        """Write cells into row `y`; transparent cells keep the present content."""
        below = self._styles[y]
        seen = [style for style in styles if style is not None]
        if len(seen) == len(styles):
            self._write_cells(y, x, list(text), list(map(style_over, seen, below[x : x + len(seen)])))
        elif seen:
            for column, (glyph, style) in enumerate(zip(text, styles, strict=True), x):
                if style is not None:
                    self._write_cells(y, column, [glyph], [style_over(style, below[column])])

    @staticmethod
    def _join_equal_styles(glyphs: list[str], styles: list[Style]) -> list[Segment]:
        """Return cells as segments; neighbours of equal style are joined."""
        if not styles:
            return []
        segments: list[Segment] = []
        start, style = 0, styles[0]
        for end, next_style in enumerate(styles):
            if next_style is not style:  # equal styles are the same object, see `shared_style`
                segments.append(Segment("".join(glyphs[start:end]), style))
                start, style = end, next_style
        segments.append(Segment("".join(glyphs[start:]), style))
        return segments


@lru_cache(maxsize=2048)
def _split_into_cells(text: str) -> tuple[str, ...]:
    """Return one string for each cell of `text`, an empty string for the second half of a wide character."""
    cells: list[str] = []
    for glyph in text:
        if not glyph.isprintable() or glyph in _VARIATION_SELECTORS:
            continue
        size = cell_len(glyph)
        if size:
            cells += [glyph, *[""] * (size - 1)]
        elif cells:
            cells[-1 if cells[-1] else -2] += glyph
    return tuple(cells)


def _first_cells(cells: list[str], width: int) -> list[str]:
    """Return the first `width` cells, one fewer if a wide character would be cut."""
    while width > 0 and cells[width] == "":
        width -= 1
    return cells[:width]
