"""The moments of a match of Mad Queens that are worth a sentence, and how remarkable each is, in points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final

from core.engine.cards import Card
from core.engine.english import SUIT_WORDS, count, number_word
from core.engine.piles import Change, Moved, Remark

MIN_SUIT_RUN_CARDS: Final = 3
"""A run of cards of one suit, turned one after the other, is worth telling if it has at least this length."""

MIN_LOST_ROW_CARDS: Final = 2
"""A lost row is worth a sentence if it had at least this number of cards before the one that was caught."""

MAD_QUEENS_MOMENT_SIGNS: Final = MappingProxyType({"caught": "▲", "price": "♛", "cannot pay": "♛", "fourth": "♛"})
"""Maps the key of a remark to the character that marks its moment on a time line; other moments have a dot."""


def moment_of_remark(remark: Remark, later_changes: Sequence[Change] = ()) -> tuple[float, str] | None:
    """Return the moment of a remark as (weight, text), or None if it is not worth a sentence.

    The weight is how remarkable it is, the text what its seat did, in the past tense and without a full stop.
    `later_changes` are the changes that the same action made after the remark.
    """
    return _queen_moment(remark) or _row_moment(remark, longest_suit_run(later_changes))


def longest_suit_run(later_changes: Sequence[Change]) -> tuple[int, str]:
    """Return (length, suit) of the longest run of one suit in the cards of the first movement in `later_changes`, which
    is a row.

    Returns (0, "") if no run has `MIN_SUIT_RUN_CARDS` cards.
    """
    cards = next((one.cards for one in later_changes if isinstance(one, Moved) and isinstance(one.cards, tuple)), ())
    runs = [(suit, len(list(run))) for suit, run in groupby(card.suit for card in cards)]
    suit, length = max(runs, key=lambda run: run[1] if run[0] else 0, default=("", 0))
    return (length, suit) if suit and length >= MIN_SUIT_RUN_CARDS else (0, "")


def suit_run_clause(run: tuple[int, str]) -> str:
    """Return the beginning of a sentence about a run, as in ``turned four hearts in a row and ``; "" for no run."""
    length, suit = run
    number = number_word(length)
    return f"turned {number} {SUIT_WORDS[suit]} in a row and " if length else ""


def suit_run_weight(run: tuple[int, str]) -> float:
    """Return what a run of n cards adds to the weight of a banking: n * (n - 1) / 4."""
    return run[0] * (run[0] - 1) / 4


def _row_moment(remark: Remark, run: tuple[int, str]) -> tuple[float, str] | None:
    """Return (weight, text) of a remark about a row of cards with a run of one suit; None for another remark."""
    match remark.key, remark.particulars:
        case "banked", (int(cards), int(points)) if cards:
            banked = f"banked {count(cards, 'card')} for {count(points, 'point')}"
            return points + suit_run_weight(run), f"{suit_run_clause(run)}{banked}"
        case "caught", (Card() as card, Card() as banned, int(lost)) if lost > MIN_LOST_ROW_CARDS:
            return lost + 1.0, f"lost a row of {count(lost - 1, 'card')} when {banned} caught {card}"
        case "exact", (card, int(points)):
            return points, f"hit {card} exactly, for {count(points, 'point')}"
        case "event scores", (tuple(cards), int(points)):
            return points, f"banked {count(len(cards), 'card')} by a Joker, for {count(points, 'point')}"
    return None


def _queen_moment(remark: Remark) -> tuple[float, str] | None:
    """Return (weight, text) of a remark about a Queen; None for a remark about anything else."""
    match remark.key, remark.particulars:
        case "price", (queen, int(price), _):
            return price + 2.0, f"met {queen} and paid {count(price, 'card')}"
        case "cannot pay", (queen, _, _):
            return 8.0, f"could not pay {queen}"
        case "fourth", (queen,):
            return 6.0, f"met {queen}, the fourth Queen"
    return None
