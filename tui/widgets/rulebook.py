"""Rulebook: a widget that shows Markdown.

Textual's own widget makes a further widget for each paragraph and each cell of a table: a rulebook took half a second
to open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import TypeAlias

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from tui.cards import Canvas
from tui.drawing.styles import Styles
from tui.text.rulebook import (
    EMPHASIS_PATTERN,
    LINK_PATTERN,
    column_widths,
    list_items,
    markdown_blocks,
    remove_markup,
    table_cells,
)
from tui.widgets.canvas_view import CanvasView

StyledPiece: TypeAlias = tuple[int, str, str]
"""A piece of text in a row: its column, its text, and the mark of its style.

The mark is that of Markdown: ``**``, ``*``, `````, ``#`` for a heading, ``-`` for the bullet of a list, or "".
"""

RulebookRow: TypeAlias = tuple[StyledPiece, ...]
"""A row of a rulebook on the screen, as pieces of text."""


class Rulebook(CanvasView):
    """A widget that shows a rulebook in Markdown; symbols that the present look cannot write are replaced."""

    def __init__(self, text: str, *, id: str | None = None) -> None:
        super().__init__(id=id, ground="panel")
        self._text = text

    def show_text(self, text: str) -> None:
        """Show another rulebook."""
        self._text = text
        self.repaint(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(rulebook_rows(self.text_styles.displayable_text(self._text), width))

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint all rows."""
        styles_by_mark = {
            "": styles.plain,
            "*": styles.plain + Style(italic=True),
            "**": styles.strong,
            "`": styles.key,
            "#": styles.gold,
            "-": styles.gold,
        }
        for y, row in enumerate(rulebook_rows(styles.displayable_text(self._text), canvas.width)):
            for x, text, mark in row:
                canvas.text(x, y, text, styles_by_mark[mark])


@lru_cache(maxsize=16)
def rulebook_rows(markdown: str, width: int) -> tuple[RulebookRow, ...]:
    """Return the rows of a rulebook, `width` columns wide; a heading at its top stands right above its text."""
    rows: list[RulebookRow] = []
    for number, block in enumerate(markdown_blocks(markdown)):
        if number > 1 or (rows and rows[0][0][2] != "#"):
            rows.append(())
        rows += _block_rows(block, width)
    return tuple(rows)


def _block_rows(block: list[str], width: int) -> Iterator[RulebookRow]:
    """Yield the rows of a block of Markdown."""
    if block[0].startswith("#"):
        yield from _wrapped_rows([(remove_markup(block[0].lstrip("# ")), "#")], 0, width)
    elif block[0].startswith("|"):
        yield from _table_rows(table_cells(block), width)
    else:
        for sign, text in list_items(block):
            indent = len(sign)
            for row in _wrapped_rows(_marked_parts(text), indent, width):
                yield ((0, sign, "-"), *row) if sign else row
                sign = ""


def _table_rows(cells: list[list[str]], width: int) -> Iterator[RulebookRow]:
    """Yield the rows of a table; those of its heading are bold."""
    widths = column_widths([[remove_markup(cell) for cell in row] for row in cells], width)
    lefts = [sum(widths[:number]) + 2 * number for number in range(len(widths))]
    for row in cells:
        heading = row is cells[0]
        columns = [
            _wrapped_rows([(remove_markup(cell), "**")] if heading else _marked_parts(cell), left, left + cells_wide)
            for cell, left, cells_wide in zip(row, lefts, widths, strict=False)
        ]
        for line in zip_longest(*columns, fillvalue=()):
            yield tuple(piece for pieces in line for piece in pieces)


def _marked_parts(text: str) -> list[tuple[str, str]]:
    """Return the parts of a text with one line of Markdown, each with its mark; links are shown as their text."""
    text, parts, at = LINK_PATTERN.sub(r"\1", text), [], 0
    for found in EMPHASIS_PATTERN.finditer(text):
        parts += [(text[at : found.start()], ""), (found[2], found[1])]
        at = found.end()
    return [*parts, (text[at:], "")]


def _wrapped_rows(parts: list[tuple[str, str]], first_column: int, end_column: int) -> list[RulebookRow]:
    """Return the rows of marked parts, broken between words, from column `first_column` to before column
    `end_column`."""
    words: list[list[tuple[str, str]]] = [[]]
    for part, mark in parts:
        first, *others = re.split(r"\s+", part)
        words[-1].append((first, mark))
        words += [[(other, mark)] for other in others]
    rows: list[list[StyledPiece]] = [[]]
    x = first_column
    for word in words:
        cells = sum(cell_len(text) for text, _ in word)
        if not cells:
            continue
        if x > first_column and x + 1 + cells > end_column:
            rows.append([])
            x = first_column
        x += x > first_column
        for text, mark in word:
            if text:
                rows[-1].append((x, text, mark))
                x += cell_len(text)
    return [tuple(row) for row in rows]
