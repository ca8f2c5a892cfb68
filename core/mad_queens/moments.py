"""The moments of a match of Mad Queens, each in the past tense, and how remarkable they are, in points."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.cards import Card
from core.engine.english import count
from core.engine.piles import Remark

LEAST_ROW_LOST: Final = 3
"""The least number of cards of a caught row that is worth a sentence."""

MAD_QUEENS_SIGNS: Final = MappingProxyType({"caught": "▲", "price": "♛", "cannot pay": "♛", "fourth": "♛"})
"""The signs of moments on a time line, by the keys of their remarks; the others have a dot."""


def moment(remark: Remark) -> tuple[float, str] | None:
    """Return how remarkable a remark is and what its seat did, or None if it is everyday."""
    return _moment_of_queen(remark) or _moment_of_row(remark)


def _moment_of_row(remark: Remark) -> tuple[float, str] | None:
    """Return the moment of a remark about a row of cards; None for another one."""
    match remark.key, remark.particulars:
        case "banked", (int(cards), int(points)) if cards:
            return points, f"banked {count(cards, 'card')} for {count(points, 'point')}"
        case "caught", (Card() as card, Card() as banned, int(lost)) if lost >= LEAST_ROW_LOST:
            return lost + 1.0, f"lost {count(lost, 'card')} when {banned} caught {card}"
        case "exact", (card, int(points)):
            return points, f"hit {card} exactly, for {count(points, 'point')}"
        case "event scores", (tuple(cards), int(points)):
            return points, f"banked {count(len(cards), 'card')} by a Joker, for {count(points, 'point')}"
    return None


def _moment_of_queen(remark: Remark) -> tuple[float, str] | None:
    """Return the moment of a remark about a Queen; None for another one."""
    match remark.key, remark.particulars:
        case "price", (queen, int(price), _):
            return price + 2.0, f"met {queen} and paid {count(price, 'card')}"
        case "cannot pay", (queen, _, _):
            return 8.0, f"could not pay {queen}"
        case "fourth", (queen,):
            return 6.0, f"met {queen}, the fourth Queen"
    return None
