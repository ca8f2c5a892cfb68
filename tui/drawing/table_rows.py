"""Breaks lines into rows of text: those of a table have their columns at the right end, one below the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from msgspec.structs import replace
from rich.cells import cell_len

from tui.drawing.log import Line
from tui.drawing.wrap import narrowest_width, wrap, wrap_keeping_figures

MAX_HEADING_ROWS: Final = 2
"""The words above the columns of a table take at most this many rows side by side; longer ones are listed."""

MAX_SEPARATED_HEADING_ROWS: Final = 3
"""Several words above a column take at most this many rows if a line separates the columns."""

COLUMN_GAP: Final = " "
"""The gap between two columns of a table with single words above them."""

SEPARATED_COLUMN_GAP: Final = " │ "
"""The gap between two columns with several words above them, so that nobody reads these across the columns."""

NARROW_COLUMN_GAP: Final = "│"
"""`SEPARATED_COLUMN_GAP` where there is no room for the spaces in it."""

MIN_CHOICE_COLUMNS: Final = 10
"""The text left of the columns of a table has at least this much room beside the words above them."""


def rows_of_lines(lines: Sequence[Line], width: int, displayable_text: Callable[[str], str]) -> list[list[str]]:
    """Return for each line its rows of at most `width` cells; `displayable_text` replaces what the look cannot show.

    The columns of all lines that have some are aligned right. A text that leaves no room for them beside it is broken
    into rows of the whole width, and they stand in its last row, or below it; where there is no room for them side by
    side, one below the other. The words above them stand in equally many rows, each above its column; where they
    cannot, they are listed in the order of the columns. A line separates columns with several words above them.
    """
    texts = [displayable_text(line.text) for line in lines]
    columns = [[displayable_text(text) for text in line.columns] for line in lines]
    headings = [(text, words) for line, text, words in zip(lines, texts, columns, strict=True) if line.is_heading]
    numbers = [words for line, words in zip(lines, columns, strict=True) if words and not line.is_heading]
    least = [max(map(cell_len, column)) for column in zip(*numbers, strict=True)]
    longest = max(
        (cell_len(text) for text, line in zip(texts, lines, strict=True) if line.columns and all(line.columns)),
        default=0,
    )
    above, room = [one for one in headings if one[1]], width - min(longest, MIN_CHOICE_COLUMNS)
    widths, gap = None, COLUMN_GAP
    if any(" " in word for _, words in above for word in words):
        for separator in (SEPARATED_COLUMN_GAP, NARROW_COLUMN_GAP):
            gap = displayable_text(separator)
            widths = _widths_with_headings(above, least, room, MAX_SEPARATED_HEADING_ROWS, len(gap))
            if widths is not None:
                break
    if widths is None:
        gap = COLUMN_GAP
        widths = _widths_with_headings(above, least, room, MAX_HEADING_ROWS, len(gap))
    return [
        _heading_rows(text, words, widths, width, gap)
        if line.is_heading and words
        else _rows_of_line(text, words, widths or least, width, gap)
        for line, text, words in zip(lines, texts, columns, strict=True)
    ]


def with_figures_joined(lines: Sequence[Line]) -> Sequence[Line]:
    """Return lines in fewer rows: figures that have a row each are joined to one line with their heading, as in ``If
    you reveal: caught 17%, Joker 4%``, and two rows of a table to one if no column has a number in both. Choices in the
    rows of a table stay as they are.

    Below a table with a column for each choice, such a line is a note: the board tells these risks, too.
    """
    is_table = any(line.is_heading and line.columns for line in lines)
    joined: list[Line] = []
    for has_number, group in groupby(lines, key=_has_one_number):
        some = [*group]
        is_joined = has_number and (some[0].is_figure or not is_table)
        if is_joined and joined and joined[-1].is_heading and not joined[-1].columns:
            text = ", ".join(" ".join(filter(None, (line.text, *line.columns))) for line in some)
            told = f"{joined.pop().text}: {text}"
            some = [replace(some[0], text=told, columns=(), is_figure=False, is_note=some[0].is_figure)]
        for line in some:
            above = joined[-1] if joined else line
            if len(line.columns) == len(above.columns) > 1 and not any(
                map(all, zip(above.columns, line.columns, strict=True))
            ):
                columns = tuple(map("".join, zip(above.columns, line.columns, strict=True)))
                joined[-1] = replace(above, text=f"{above.text}, {line.text}", columns=columns)
            else:
                joined.append(line)
    return joined


def _has_one_number(line: Line) -> bool:
    """Return whether a line is a text with a number, or one in which all columns but the last are free."""
    return bool(line.columns) and not line.is_heading and not any(line.columns[:-1])


def _rows_of_line(text: str, words: Sequence[str], widths: Sequence[int], width: int, gap: str) -> list[str]:
    """Return the rows of a text with the `words` of its columns, which it has none of outside a table, with this `gap`
    between them."""
    if not words:
        return wrap_keeping_figures(text, width)
    if sum(widths) + len(gap) * (len(widths) - 1) > width:
        return [*wrap(text, width), *(_joined("", row, width) for word in words for row in wrap(word, width))]
    return _rows_with_cells(text, _aligned(words, widths, gap).lstrip(), width)


def _widths_with_headings(
    headings: Sequence[tuple[str, Sequence[str]]], least: Sequence[int], room: int, max_row_count: int, gap_width: int
) -> Sequence[int] | None:
    """Return the width of each column, `least` or more, so that each of the `headings`, a text and the words above the
    columns, has as few rows as the `room` in cells allows, at most `max_row_count`; None if its words cannot stand in
    equally many rows. Between the columns are `gap_width` cells."""
    for row_count in range(1, max_row_count + 1):
        widths = [
            max([column, *(narrowest_width(words[at], row_count) for _, words in headings)])
            for at, column in enumerate(least or [0] * max((len(words) for _, words in headings), default=0))
        ]
        rows = [[len(wrap(word, column)) for word, column in zip(words, widths, strict=True)] for _, words in headings]
        are_even = all(len({*counts}) == 1 for counts in rows)
        is_low = all(max(counts) == 1 or not text for (text, _), counts in zip(headings, rows, strict=True))
        if are_even and is_low and sum(widths) + gap_width * (len(widths) - 1) + 1 <= room:
            return widths
    return None


def _heading_rows(text: str, words: Sequence[str], widths: Sequence[int] | None, width: int, gap: str) -> list[str]:
    """Return the rows of the heading of a table, which ends in the row above its numbers; without `widths` its words
    are listed as a sentence begins, in one row if they fit."""
    if widths is None:
        first, *others = words
        first = f"{text} {first}" if text else f"{first[:1].upper()}{first[1:]}"  # no end of a sentence above it
        listed = ", ".join((first, *others))
        parts = [f"{word}," for word in (first, *others)[:-1]] + [(first, *others)[-1]]
        rows = [listed] if cell_len(listed) <= width else [row for part in parts for row in wrap(part, width)]
        return [_joined("", row, width) for row in rows]
    wrapped = [wrap(word, column) for word, column in zip(words, widths, strict=True)]
    *above, last = [_aligned([rows[at] for rows in wrapped], widths, gap) for at in range(len(wrapped[0]))]
    return [*(_joined("", cells, width) for cells in above), *_rows_with_cells(text, last, width)]


def _rows_with_cells(text: str, cells: str, width: int) -> list[str]:
    """Return the rows of a text, the last one with cells at its end, or below it where there is no room beside it."""
    rows = wrap(text, width)
    if rows and cell_len(rows[-1]) + 1 + cell_len(cells) <= width:
        return [*rows[:-1], _joined(rows[-1], cells, width)]
    return [*rows, _joined("", cells, width)]


def _aligned(words: Sequence[str], widths: Sequence[int], gap: str) -> str:
    """Return words in columns of these widths, aligned right, with this `gap` behind each that is not empty."""
    cells = [" " * (column - cell_len(word)) + word for word, column in zip(words, widths, strict=True)]
    gaps = [gap if word else " " * len(gap) for word in words[:-1]]
    return "".join(f"{cell}{after}" for cell, after in zip(cells, (*gaps, ""), strict=True))


def _joined(text: str, cells: str, width: int) -> str:
    """Return a row with a text at its left end and cells at its right end."""
    return f"{text}{' ' * (width - cell_len(text) - cell_len(cells))}{cells}"
