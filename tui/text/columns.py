"""Lays out rows of text in columns, by the width that a terminal shows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len


def align_columns(rows: Sequence[Sequence[str]], right_aligned: Sequence[int] = ()) -> list[str]:
    """Return rows as lines with aligned columns, two spaces apart; the columns in `right_aligned` are aligned right."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_pad_cells(row, widths, right_aligned)).rstrip() for row in rows]


def _pad_cells(row: Sequence[str], widths: Sequence[int], right_aligned: Sequence[int]) -> list[str]:
    """Return the cells of a row, each padded to the width of its column."""
    blanks = [" " * (width - cell_len(text)) for text, width in zip(row, widths, strict=True)]
    return [
        blank + text if column in right_aligned else text + blank
        for column, (text, blank) in enumerate(zip(row, blanks, strict=True))
    ]
