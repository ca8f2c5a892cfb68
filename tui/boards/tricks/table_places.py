"""The places of the players and of their cards round the table, for every way of seating them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui.cards import Size
from tui.drawing import Rect

PLATE_ROWS: Final = 2
"""The least height in rows of a plate: the box with another player's name and score, and below them what they have
taken."""

TAKEN_QUEENS_ROWS: Final = 1
"""The number of rows for taken Queens in a plate (the box with a player's name and score) that has room for them."""

MIN_PLATE_COLUMNS: Final = 15
"""A plate, the box with a player's name and score, is at least this many columns wide."""

MAX_PLATE_COLUMNS: Final = 24
"""A plate, the box with a player's name and score, is at most this many columns wide."""

_OPPONENTS_BY_SIDE: Final = ((0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1), (1, 2, 1), (1, 3, 1), (2, 2, 2))
"""How many other players sit on the left, across and on the right; the index is the number of all other players."""

_SEVEN_OPPONENTS_BY_SIDE: Final = (2, 3, 2)
"""How many other players sit on the left, across and on the right if there are seven or more of them."""


class OpponentPlaces(Struct, frozen=True):
    """The rectangles of another player: the plate (the box with name and score), the card in the trick, and the hand,
    None if it is not painted."""

    plate: Rect
    card: Rect
    hand: Rect | None = None


class Corners(Struct, frozen=True):
    """The four corners: free areas above and below the players at the left side and at the right side of the table.

    A corner without room has no rows.
    """

    top_left: Rect
    top_right: Rect
    bottom_left: Rect
    bottom_right: Rect


class TablePlaces(Struct, frozen=True):
    """Where everything is round the table: the size of the cards, and rectangles of felt, players, cards, middle and
    corners."""

    size: Size
    felt: Rect
    has_rim: bool
    """Whether the background of the table has a border."""
    opponents: tuple[OpponentPlaces, ...]
    """The places of the other players and of their cards, clockwise from my left."""
    own_card: Rect
    """The place of my card in the trick."""
    middle: Rect
    """The free area between all cards."""
    corners: Corners | None = None
    """The places in the corners round the table, for trump, the Queens, the trick and the quota; None where there is no
    room."""
    has_names: bool = False
    """Whether the name of each other player stands above their card, as the cards do not lie straight before them."""


def seats_by_side(other_players: int) -> tuple[int, int, int]:
    """Return how many of `other_players` other players sit on the left, across and on the right."""
    return _OPPONENTS_BY_SIDE[other_players] if other_players < len(_OPPONENTS_BY_SIDE) else _SEVEN_OPPONENTS_BY_SIDE
