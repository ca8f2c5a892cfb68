"""The log sentences of Queen Bees II: each remark as one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.action import Action
from core.engine.english import SUIT_WORDS, count, listed
from core.engine.piles import Remark


def sentence(remark: Remark) -> str:
    """Return a remark as a sentence without the name of its seat; raises `ValueError` for an unknown remark."""
    match remark.key, remark.particulars:
        case "trick", (card,):
            return f"{card} takes the trick."
        case "trumps", (str(suit), *ranks):
            return f"A trick all of {SUIT_WORDS[suit]}: from now on {listed(ranks)} are trumps in every suit."
        case "points", (int(tricks), int(total)):
            return f"{count(tricks, 'trick')} in this deal, {count(total, 'point')} in all."
        case "tie", (int(top),):
            return f"The lead is shared at {count(top, 'point')}: another deal is played."
        case "wins", (int(top),):
            return f"Highest alone with {count(top, 'point')}: the match is won."
    raise ValueError(f"nothing is known to say of {remark.key!r}")


def deed(action: Action, names: Sequence[str]) -> str:
    """Return what a seat does by an action, as in ``plays 7♣``; `names` are the names of all seats."""
    return f"plays {action.cards[0]}"
