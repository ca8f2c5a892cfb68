"""A curve in one row of text: a block character for each number, as high as the number is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.drawing.chart import BAR_TOPS

_BLOCKS: Final = BAR_TOPS[1:7]
"""The blocks of a curve, the lowest first; none is so high that it touches the row above."""


def sparkline(numbers: Sequence[int], low: int, top: int) -> str:
    """Return the curve of some numbers: `low` has the lowest block, `top` the highest; numbers beyond have the same."""
    if top <= low:
        return _BLOCKS[0] * len(numbers)
    last = len(_BLOCKS) - 1
    return "".join(_BLOCKS[min(max(round(last * (number - low) / (top - low)), 0), last)] for number in numbers)
