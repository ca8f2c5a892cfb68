"""The log sentences of Mad Queens Classic: the sentences of Mad Queens, with cards in place of points."""

from __future__ import annotations

from core.engine.english import count
from core.engine.piles import Remark
from core.engine.view import View
from core.mad_queens import log_text as mad_queens
from core.mad_queens.game_end import DECK_OUT_CAUSE


def end_cause(view: View, seat: int) -> str:
    """Return in a few words what ended the game of a seat, "" if it has not ended; Queens may be left (MC-3)."""
    if view.facts.get(f"cause/{seat}") != DECK_OUT_CAUSE:
        return mad_queens.end_cause(view, seat)
    return "only Queens were left to turn" if view.count(f"deck/{seat}") else "no card was left to turn"


def sentence(remark: Remark) -> str:
    """Return a remark as a sentence without the name of its seat; raises `ValueError` for an unknown remark."""
    match remark.key, remark.particulars:
        case "turn", (int(number),):
            return f"Turn {number} begins."
        case "banked", (int(cards), _):
            return f"{count(cards, 'card')} banked."
        case "event scores", (tuple(cards), _):
            return f"{mad_queens.turned_cards_clause(cards, 'A hit', 'banked')}."
        case "ended", (str(cause), int(score)):
            why = (
                "No card but Queens is left to turn"
                if cause == DECK_OUT_CAUSE
                else mad_queens.END_CLAUSE_BY_CAUSE[cause]
            )
            return f"{why}: finished with {count(score, 'card')}."
    return mad_queens.sentence(remark)
