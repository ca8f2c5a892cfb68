"""The moments of a match of Mad Queens Classic: those of Mad Queens, with cards in place of points."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.english import count
from core.engine.piles import Change, Remark
from core.mad_queens import moments as mad_queens


def moment_of_remark(remark: Remark, later_changes: Sequence[Change] = ()) -> tuple[float, str] | None:
    """Return the moment of a remark as (weight, text), or None if it is not worth a sentence.

    The weight is how remarkable it is, the text what its seat did, in the past tense and without a full stop.
    `later_changes` are the changes that the same action made after the remark.
    """
    match remark.key, remark.particulars:
        case "banked", (int(cards), _):
            run = mad_queens.longest_suit_run(later_changes)
            told = f"{mad_queens.suit_run_clause(run)}banked {count(cards, 'card')}"
            return (cards + mad_queens.suit_run_weight(run), told) if cards else None
        case "exact", (card, int(counted)):
            return counted, f"hit {card} exactly, which counts double"
        case "event scores", (tuple(cards), _):
            return len(cards), f"banked {count(len(cards), 'card')} by a Joker"
    return mad_queens.moment_of_remark(remark, later_changes)
