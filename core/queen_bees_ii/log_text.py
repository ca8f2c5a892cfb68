"""The log sentences of Queen Bees II: each remark as one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.action import Action
from core.engine.english import SUIT_WORDS, count, english_list, unknown_remark
from core.engine.piles import Remark


def sentence(remark: Remark) -> str:
    """Return a remark as a sentence without the name of its seat; raises `ValueError` for an unknown remark."""
    match remark.key, remark.particulars:
        case "trick", (card,):
            return f"{card} takes the trick."
        case "trumps", (str(suit), *ranks):
            return f"All {SUIT_WORDS[suit]}: {english_list(ranks)} are now trumps in every suit."
        case "points", (int(tricks), int(total)):
            return f"{count(tricks, 'trick')} in this deal, {count(total, 'point')} in all."
        case "tie", (int(top),):
            return f"A tie at the top, {count(top, 'point')} each: one more deal."
        case "wins", (int(top),):
            return f"Alone at the top with {count(top, 'point')}: that wins the match."
    raise unknown_remark(remark.key)


def deed(action: Action, names: Sequence[str]) -> str:
    """Return what a seat does by an action, as in ``plays 7♣``; `names` are the names of all seats."""
    return f"plays {action.cards[0]}"
