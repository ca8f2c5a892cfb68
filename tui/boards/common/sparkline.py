"""A curve in one row of text: one block for each number, as high as the number is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.drawing.chart import BAR_TOPS

_BLOCKS: Final = BAR_TOPS[1:]
"""The blocks of a curve, the lowest first."""


def sparkline(numbers: Sequence[int], top: int) -> str:
    """Return the curve of some numbers between 0 and `top`; numbers outside have the lowest or the highest block."""
    if top <= 0:
        return _BLOCKS[0] * len(numbers)
    last = len(_BLOCKS) - 1
    return "".join(_BLOCKS[min(max(round(last * number / top), 0), last)] for number in numbers)
