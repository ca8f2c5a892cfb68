"""The columns of cards of a team's sets in its play area: sizes and places. Numbers only, no drawing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui.cards import HUGE, LARGE, MID, MINI, VAST, Size
from tui.drawing import Rect

STRIP: Final = Size("strip", 3, 1)
"""The size of a card in a set where there is no room for more than its rank and suit: ``10♥``."""

_SET_SIZES: Final = (VAST, HUGE, LARGE, MID, MINI)
"""The sizes of cards in a set, the largest first."""

_COLUMNS_BETWEEN_SETS: Final = 2
"""At most this many columns stay free between two sets."""

_COLUMNS_BETWEEN_STRIPS: Final = 3
"""At most this many columns stay free between two sets of strips, so that their headings have room for the points."""


class SetColumns(Struct, frozen=True):
    """The columns of cards of a team's sets, side by side in the order of their ranks.

    They lie in `area`. `size` is the size of the lowest card of each, `step` the number of columns from one set to the
    next, and `rects` has for each rank the visible rectangle of its column, with the row of its heading, as high as it
    may grow.
    """

    area: Rect
    size: Size
    step: int
    rects: Mapping[str, Rect]

    @property
    def overlap(self) -> bool:
        """Whether each column touches or covers the one before it."""
        return self.step <= self.size.width

    @property
    def has_free_columns(self) -> bool:
        """Whether two columns stay free between sets, and one on either side of the area."""
        return self.step >= self.size.width + _COLUMNS_BETWEEN_SETS

    def heading_columns(self, rank: str) -> int:
        """Return how many columns the heading of a set has, without the one that parts it from the next heading."""
        rect, others = self.rects[rank], [*self.rects.values()]
        at = others.index(rect)
        if at + 1 < len(others):
            return others[at + 1].x - rect.x - 1
        return min(max(self.step - 1, rect.width), self.area.right - rect.x)

    def rows_per_covered_card(self, rank: str, card_count: int) -> int:
        """Return how many rows stay visible of each card that another one covers, in a set of `card_count` cards."""
        free = self.rects[rank].height - 1 - self.size.height
        return 2 if self.size.height >= LARGE.height and 2 * (card_count - 1) <= free else 1


@lru_cache(maxsize=512)
def place_sets(area: Rect, largest: Size, ranks: tuple[str, ...]) -> SetColumns:
    """Return the columns of sets of these ranks in an area, in the largest cards that have room, at most `largest`, or
    in strips.

    Only columns of `LARGE` or smaller cards overlap, by one column of the card.
    """
    number = max(len(ranks), 1)
    sizes = (*(size for size in _SET_SIZES if size.height <= largest.height), STRIP)
    steps = {size: _step_between_sets(size, area.width, number) for size in sizes}
    size = next(
        size
        for size, step in steps.items()
        if size is STRIP
        or (step >= size.width + (1 if size.width > LARGE.width else -1) and _min_column_rows(size) <= area.height)
    )
    step = steps[size]
    return SetColumns(
        area,
        size,
        step,
        {
            rank: Rect(
                area.x + index * step,
                area.y,
                size.width if index == number - 1 else min(step, size.width),
                area.height,
            )
            for index, rank in enumerate(ranks)
        },
    )


def _step_between_sets(size: Size, width: int, number: int) -> int:
    """Return the number of columns from one of `number` sets to the next in an area of `width` columns; 0 if not even
    one fits."""
    if width < size.width:
        return 0
    step = size.width + (_COLUMNS_BETWEEN_STRIPS if size is STRIP else _COLUMNS_BETWEEN_SETS)
    return step if number == 1 else min(step, (width - size.width) // (number - 1))


def _min_column_rows(size: Size) -> int:
    """Return the least number of rows of a set: its heading, the lowest card, and two or four rows of others."""
    return 1 + size.height + (2 if size.height <= MID.height else 4)
