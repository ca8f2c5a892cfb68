"""The smallest sizes of a window in which screens and boards are shown, and the text about them."""

from __future__ import annotations

from typing import Final

MIN_WINDOW_SIZES: Final = ((60, 18), (48, 28))
"""The columns and rows of the smallest windows: the lowest one, and the narrowest one, such as a phone held upright."""

MIN_WINDOW_SIZES_TEXT: Final = "{} columns by {} rows, or {} by {}".format(*MIN_WINDOW_SIZES[0], *MIN_WINDOW_SIZES[1])
"""The text about the smallest windows: ``60 columns by 18 rows, or 48 by 28``."""


def is_window_large_enough(columns: int, rows: int) -> bool:
    """Return whether a window is at least as wide and as tall as one of `MIN_WINDOW_SIZES`."""
    return rows >= min_window_rows(columns)


def is_window_narrow(columns: int) -> bool:
    """Return whether a window of this width has narrow layouts: all parts of a screen stand below each other."""
    return columns < MIN_WINDOW_SIZES[0][0]


def min_window_rows(columns: int) -> float:
    """Return the least height in rows of a window of this width.

    Infinite if the window is too narrow for any height.
    """
    return min((rows for least, rows in MIN_WINDOW_SIZES if columns >= least), default=float("inf"))
