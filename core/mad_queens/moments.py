"""The moments of a match of Mad Queens, each in the past tense, and how remarkable they are, in points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final

from core.engine.cards import Card
from core.engine.english import SUIT_WORDS, count
from core.engine.piles import Change, Moved, Remark

LEAST_SUIT_RUN: Final = 3
"""The least number of cards of one suit turned one after the other that is worth telling."""

NUMBER_WORDS: Final = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
"""Numbers of cards in a row in words."""

LEAST_ROW_LOST: Final = 3
"""The least number of cards of a caught row that is worth a sentence."""

MAD_QUEENS_SIGNS: Final = MappingProxyType({"caught": "▲", "price": "♛", "cannot pay": "♛", "fourth": "♛"})
"""The signs of moments on a time line, by the keys of their remarks; the others have a dot."""


def moment(remark: Remark, after: Sequence[Change] = ()) -> tuple[float, str] | None:
    """Return the moment of a remark as (weight, text), or None if it is not worth a sentence.

    The weight is how remarkable it is, the text what its seat did, in the past tense and without a full stop. `after`
    are the changes that the same action made after the remark.
    """
    return _moment_of_queen(remark) or _moment_of_row(remark, suit_run(after))


def suit_run(after: Sequence[Change]) -> tuple[int, str]:
    """Return (length, suit) of the longest run of one suit in the first cards that `after` moves: a row.

    Returns (0, "") if no run has `LEAST_SUIT_RUN` cards.
    """
    cards = next((one.cards for one in after if isinstance(one, Moved) and isinstance(one.cards, tuple)), ())
    runs = [(suit, len(list(run))) for suit, run in groupby(card.suit for card in cards)]
    suit, length = max(runs, key=lambda run: run[1] if run[0] else 0, default=("", 0))
    return (length, suit) if suit and length >= LEAST_SUIT_RUN else (0, "")


def run_text(run: tuple[int, str]) -> str:
    """Return the beginning of a sentence about a run, as in ``turned four hearts in a row and ``; "" for no run."""
    length, suit = run
    number = NUMBER_WORDS.get(length, str(length))
    return f"turned {number} {SUIT_WORDS[suit]} in a row and " if length else ""


def run_weight(run: tuple[int, str]) -> float:
    """Return what a run adds to the weight of a banking: n * (n - 1) / 4 for n cards."""
    return run[0] * (run[0] - 1) / 4


def _moment_of_row(remark: Remark, run: tuple[int, str]) -> tuple[float, str] | None:
    """Return (weight, text) of a remark about a row of cards with a run of one suit; None for another remark."""
    match remark.key, remark.particulars:
        case "banked", (int(cards), int(points)) if cards:
            banked = f"banked {count(cards, 'card')} for {count(points, 'point')}"
            return points + run_weight(run), f"{run_text(run)}{banked}"
        case "caught", (Card() as card, Card() as banned, int(lost)) if lost >= LEAST_ROW_LOST:
            return lost + 1.0, f"lost {count(lost, 'card')} when {banned} caught {card}"
        case "exact", (card, int(points)):
            return points, f"hit {card} exactly, for {count(points, 'point')}"
        case "event scores", (tuple(cards), int(points)):
            return points, f"banked {count(len(cards), 'card')} by a Joker, for {count(points, 'point')}"
    return None


def _moment_of_queen(remark: Remark) -> tuple[float, str] | None:
    """Return (weight, text) of a remark about a Queen; None for another one."""
    match remark.key, remark.particulars:
        case "price", (queen, int(price), _):
            return price + 2.0, f"met {queen} and paid {count(price, 'card')}"
        case "cannot pay", (queen, _, _):
            return 8.0, f"could not pay {queen}"
        case "fourth", (queen,):
            return 6.0, f"met {queen}, the fourth Queen"
    return None
