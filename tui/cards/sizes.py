"""Sizes of cards in cells."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Size(Struct, frozen=True):
    """One size of card, in cells."""

    name: str
    width: int
    height: int


CHIP: Final = Size("chip", 4, 1)
"""A card of one row: its index alone."""

MINI: Final = Size("mini", 5, 3)
"""A small card."""

MID: Final = Size("mid", 7, 5)
"""A card of medium size."""

LARGE: Final = Size("large", 9, 7)
"""A large card."""

HUGE: Final = Size("huge", 13, 9)
"""A card for the largest terminals, for the boards that have room for it."""

VAST: Final = Size("vast", 15, 11)
"""A card in the middle of a large table; jacks, Queens and kings of this size and of the next are mirrored as on a
printed pack.
"""

GRAND: Final = Size("grand", 17, 13)
"""A card in the middle of the largest table, or one that is shown alone, as a Queen who enters."""

MAX_INDEX_WIDTH: Final = 3
"""The most columns of rank and suit, those of a ten."""

SIZES: Final = (CHIP, MINI, MID, LARGE, HUGE, VAST, GRAND)
"""All sizes, smallest first."""

MIN_VISIBLE_COLUMNS: Final = 4
"""A card that another one overlaps shows at least this many columns, except in the fan of a suit: an edge and the
longest index, ``10♥``.
"""
