"""The least sizes of a window in which screens and boards are shown: one rule, and the words for it."""

from __future__ import annotations

from typing import Final

LEAST_SIZES: Final = ((60, 18), (48, 28))
"""Columns and rows of the smallest windows: the lowest one, and the narrowest one, such as a phone held upright."""

LEAST_SIZES_TEXT: Final = "{} columns by {} rows, or {} by {}".format(*LEAST_SIZES[0], *LEAST_SIZES[1])
"""The smallest windows in words: ``60 columns by 18 rows, or 48 by 28``."""


def is_window_large_enough(columns: int, rows: int) -> bool:
    """Return whether a window is at least as wide and as high as one of `LEAST_SIZES`."""
    return rows >= least_rows(columns)


def is_window_narrow(columns: int) -> bool:
    """Return whether a window of this width has narrow layouts: all parts of a screen stand below each other."""
    return columns < LEAST_SIZES[0][0]


def least_rows(columns: int) -> float:
    """Return the least height of a window of this width; infinite if the window is too narrow for any height."""
    return min((rows for least, rows in LEAST_SIZES if columns >= least), default=float("inf"))
