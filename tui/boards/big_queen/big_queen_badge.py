"""The badges on a Queen of spades: her points in a hand or in the discard pile, a crown where there is less room."""

from __future__ import annotations

from core.big_queen import BIG_QUEEN, POINTS_BY_CARD
from tui.cards import MIN_VISIBLE_COLUMNS, MINI, Look, Size
from tui.cards.palette import BadgeColour
from tui.drawing import Brush


def paint_big_queen_points(brush: Brush, x: int, y: int, size: Size, *, costs: bool = False) -> None:
    """Paint on a Queen of spades of this size, whose second row is at (x, y), the points that she brings or `costs`."""
    margin = int(size is not MINI)
    colour: BadgeColour = "bad" if costs else "gold"
    brush.write_badge(x + margin, y, str(POINTS_BY_CARD[BIG_QUEEN]), colour, width=MIN_VISIBLE_COLUMNS - margin)


def big_queen_crown(look: Look) -> str:
    """Return the sign of a Queen of spades."""
    return "*" if look.ascii else "♛"


def paint_big_queen_crown(brush: Brush, x: int, y: int) -> None:
    """Paint the sign of a Queen of spades."""
    brush.write_badge(x, y, big_queen_crown(brush.look), "gold", width=1)
