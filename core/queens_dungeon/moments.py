"""The moments of a match of Queen's Dungeon that are worth a sentence, and how remarkable each is, in tricks."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from core.engine.cards import QUEENS, Card
from core.engine.english import count
from core.engine.piles import Change, Remark

POINTS_PER_TRICK_WEIGHT: Final = 10
"""The points of a trick (RULINGS 5.4): points are divided by it to get a weight in tricks."""

DUNGEON_MOMENT_SIGNS: Final = MappingProxyType({"dealer missed": "▲", "dungeon": "♛"})
"""Maps the key of a remark to the character that marks its moment on a time line; other moments have a dot."""


def moment_of_remark(remark: Remark, later_changes: Sequence[Change] = ()) -> tuple[float, str] | None:
    """Return the moment of a remark as (weight, text), or None if it is not worth a sentence.

    The weight is how remarkable it is, the text what its seat did, in the past tense and without a full stop.
    `later_changes` are the changes that the same action made after the remark.
    """
    match remark.key, remark.particulars:
        case "dungeon", (int(queens), int(score), int(new)):
            how_many = "all four Queens" if queens == len(QUEENS) else "three Queens"
            fell = f"fell from {score} to {new} points" if new < score else f"stayed at {new} points"
            return 4.0 + (score - new) / POINTS_PER_TRICK_WEIGHT, f"went to the dungeon with {how_many} and {fell}"
        case "earned", (int(tricks), int(queens), int(points)) if points > 0:
            took = count(tricks, "trick") + (f" and {count(queens, 'Queen')}" if queens else "")
            return points / POINTS_PER_TRICK_WEIGHT, f"took {took}, for {points} points"
        case "dealer made", (int(tricks), _, int(points), *_) if points > 0:
            made = f"made the dealer's quota with {count(tricks, 'trick')}, for {points} points"
            return points / POINTS_PER_TRICK_WEIGHT, made
        case "dealer missed", (int(tricks), int(quota), int(points), *_):
            return (
                3.5 - points / POINTS_PER_TRICK_WEIGHT / 2,
                f"missed the dealer's quota with {tricks} of {quota} tricks",
            )
        case "reneged", (int(score), int(new)):
            fell = f"was found out with a wrong card and fell to {new} points"
            return 6.0 + (score - new) / POINTS_PER_TRICK_WEIGHT, fell
        case "owns up", (Card() as card, int(points)):
            return 3.0 - points / POINTS_PER_TRICK_WEIGHT, f"owned up to {card}, a wrong card"
        case "two queens", _:
            return 3.0, "took two Queens in one trick, and trump changed"
        case "exchanges", (int(quota),):
            return 3.5, f"took the spare hand unseen and needed {count(quota, 'trick')}"
        case "shared lead", (int(score),):
            return 5.0, f"the highest score, {score}, was shared, and another hand was played"
        case "challenge", _:
            return 4.0, "called the Queen's Challenge"
    return None
