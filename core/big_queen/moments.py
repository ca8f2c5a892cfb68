"""The moments of a match of Big Queen that are worth a sentence, and how remarkable each is."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from core.big_queen.layout import BIG_QUEEN
from core.engine.cards import Card
from core.engine.english import count
from core.engine.piles import Change, Remark

POINTS_PER_WEIGHT: Final = 40
"""Number of points of a round that have the same weight (are as remarkable) as one card taken into the hand."""

MIN_CARDS_TAKEN: Final = 4
"""A take is worth a sentence if it moves at least this number of cards into the hand."""

BIG_QUEEN_MOMENT_SIGNS: Final = MappingProxyType({"caught": "▲"})
"""Maps the key of a remark to the character that marks its moment on a time line; other moments have a dot."""


def moment_of_remark(remark: Remark, later_changes: Sequence[Change] = ()) -> tuple[float, str] | None:
    """Return the moment of a remark as (weight, text), or None if it is not worth a sentence.

    The weight is how remarkable it is, the text what its seat did, in the past tense and without a full stop.
    `later_changes` are the changes that the same action made after the remark.
    """
    match remark.key, remark.particulars:
        case "scored", (team, int(laid), int(held), _, *uncounted):
            net = laid - held if not uncounted else -held
            return abs(net) / POINTS_PER_WEIGHT, f"Team {team} {'won' if net >= 0 else 'lost'} {abs(net)} points"
        case "taken", (chosen, tuple(used), int(along)) if BIG_QUEEN in (chosen, *used):
            return 6.0 + along, f"took {chosen} and laid the big Queen"
        case "taken", (chosen, _, int(along)) if along >= MIN_CARDS_TAKEN:
            return along, f"took {chosen} and {count(along, 'card')} with it"
        case "melded", (tuple(cards),) if BIG_QUEEN in cards:
            return 6.0, f"laid the big Queen, {BIG_QUEEN}"
        case "added", (Card() as card, *_) if card == BIG_QUEEN:
            return 6.0, f"laid the big Queen, {BIG_QUEEN}"
        case "caught", _:
            return 5.0, "was caught with one card unannounced"
        case "blocked", _:
            return 4.0, "found no card left to draw"
    return None
