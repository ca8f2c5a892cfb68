"""The moments of a match of Mad Queens Classic: those of Mad Queens, with cards in place of points."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.english import count
from core.engine.piles import Change, Remark
from core.mad_queens import moments as mad_queens


def moment(remark: Remark, after: Sequence[Change] = ()) -> tuple[float, str] | None:
    """Return how remarkable a remark is and what its seat did, or None if it is everyday."""
    match remark.key, remark.particulars:
        case "banked", (int(cards), _):
            run = mad_queens.suit_run(after)
            told = f"{mad_queens.run_text(run)}banked {count(cards, 'card')}"
            return (cards + mad_queens.run_weight(run), told) if cards else None
        case "exact", (card, int(counted)):
            return counted, f"hit {card} exactly, which counts double"
        case "event scores", (tuple(cards), _):
            return len(cards), f"banked {count(len(cards), 'card')} by a Joker"
    return mad_queens.moment(remark, after)
