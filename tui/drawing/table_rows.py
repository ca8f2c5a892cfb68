"""Breaks lines into rows of text: those of a table have their columns at the right end, one below the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len

from tui.drawing.log import Line
from tui.drawing.wrap import wrap, wrap_keeping_figures

MAX_HEADING_ROWS: Final = 4
"""The words above the columns of a table take at most this many rows."""

MIN_CHOICE_COLUMNS: Final = 12
"""The text left of the columns of a table has at least this much room, unless its columns are wide even with
`MAX_HEADING_ROWS`."""


def rows_of_lines(lines: Sequence[Line], width: int, displayable_text: Callable[[str], str]) -> list[list[str]]:
    """Return for each line its rows of at most `width` cells; `displayable_text` replaces what the look cannot show.

    The columns of all lines that have some are aligned right. A text that leaves no room for them beside it is broken
    into rows of the whole width, and they stand in its last row, or below it; where there is no room for them side by
    side, one below the other.
    """
    texts = [displayable_text(line.text) for line in lines]
    columns = [[displayable_text(text) for text in line.columns] for line in lines]
    widths = _column_widths(lines, texts, columns, width)
    return [
        _rows_of_line(text, words, widths, width, is_heading=line.is_heading)
        for line, text, words in zip(lines, texts, columns, strict=True)
    ]


def _rows_of_line(text: str, words: Sequence[str], widths: Sequence[int], width: int, *, is_heading: bool) -> list[str]:
    """Return the rows of a text with the `words` of its columns, which it has none of outside a table."""
    if not words:
        return wrap_keeping_figures(text, width)
    if sum(widths) + len(widths) - 1 > width:
        return _rows_below_each_other(text, words, width, is_heading=is_heading)
    if is_heading:
        return _heading_rows(text, words, widths, width)
    return _rows_with_cells(text, _aligned(words, widths).lstrip(), width)


def _column_widths(
    lines: Sequence[Line], texts: Sequence[str], columns: Sequence[Sequence[str]], width: int
) -> Sequence[int]:
    """Return the width of each column: as wide as the room beside the texts allows, as its heading then is low."""
    headings = [words for line, words in zip(lines, columns, strict=True) if line.columns and line.is_heading]
    rows = [(text, words) for line, text, words in zip(lines, texts, columns, strict=True) if words]
    numbers = [words for line, words in zip(lines, columns, strict=True) if line.columns and not line.is_heading]
    if not rows:
        return ()
    longest = max(cell_len(text) for text, _ in rows)
    least = [max(map(cell_len, column)) for column in zip(*numbers, strict=True)] or [0] * len(rows[0][1])
    widths = least
    for most in range(1, MAX_HEADING_ROWS + 1):
        widths = [
            max([column, *(_narrowest_width(words[at], most) for words in headings)]) for at, column in enumerate(least)
        ]
        if width - sum(widths) - len(widths) >= min(longest, MIN_CHOICE_COLUMNS):
            break
    return widths


def _narrowest_width(text: str, row_count: int) -> int:
    """Return the least width in which a text takes at most `row_count` rows and no word of it is broken."""
    width = max(map(cell_len, text.split()), default=0)
    while len(wrap(text, width)) > row_count:
        width += 1
    return width


def _heading_rows(text: str, words: Sequence[str], widths: Sequence[int], width: int) -> list[str]:
    """Return the rows of the heading of a table, which ends in the row above its numbers."""
    wrapped = [wrap(word, column) for word, column in zip(words, widths, strict=True)]
    height = max(map(len, wrapped))
    aligned = [[*[""] * (height - len(rows)), *rows] for rows in wrapped]
    *above, last = [_aligned([rows[at] for rows in aligned], widths) for at in range(height)]
    return [*(_joined("", cells, width) for cells in above), *_rows_with_cells(text, last, width)]


def _rows_below_each_other(text: str, words: Sequence[str], width: int, *, is_heading: bool) -> list[str]:
    """Return the rows of a text, and below it each of its columns in rows of its own, the numbers at their ends."""
    below = [row for word in words for row in wrap(word, width)]
    return [*wrap(text, width), *(below if is_heading else [_joined("", row, width) for row in below])]


def _rows_with_cells(text: str, cells: str, width: int) -> list[str]:
    """Return the rows of a text, the last one with cells at its end, or below it where there is no room beside it."""
    rows = wrap(text, width)
    if rows and cell_len(rows[-1]) + 1 + cell_len(cells) <= width:
        return [*rows[:-1], _joined(rows[-1], cells, width)]
    return [*rows, _joined("", cells, width)]


def _aligned(words: Sequence[str], widths: Sequence[int]) -> str:
    """Return words in columns of these widths, aligned right, one cell apart."""
    return " ".join(" " * (column - cell_len(word)) + word for word, column in zip(words, widths, strict=True))


def _joined(text: str, cells: str, width: int) -> str:
    """Return a row with a text at its left end and cells at its right end."""
    return f"{text}{' ' * (width - cell_len(text) - cell_len(cells))}{cells}"
