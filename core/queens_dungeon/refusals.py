"""Why an action of Queen's Dungeon is refused, in one sentence for the player who tried it."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.action import Action
from core.engine.cards import QUEENS
from core.engine.english import SUIT_WORDS
from core.engine.view import View


def why_not(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return why the seat of `view`, which has these `choices`, may not do `action`; "" for the common sentence."""
    return refusal_reason(view, action) if choices else ""


def refusal_reason(view: View, action: Action) -> str:
    """Return why a seat that may act may not do `action`; "" for the common sentence."""
    phase, trump = view.facts["phase"], str(view.facts["trump"])
    if action.verb == "time":
        return "Only the table's own clock can say that the time has run out."
    if phase == "change" and action.verb == "trump":
        return f"Two Queens fell: trump must change to another suit than {SUIT_WORDS[trump]}."
    if phase != "play" or action.verb != "play" or len(action) != 2 or not action.cards:
        return ""
    card, hand, trick = action.cards[0], view.cards(f"hand/{view.seat}"), view.cards("trick")
    if card not in hand:
        return f"{card} is not in your hand."
    if view.facts["challenge"] and any(queen in hand for queen in QUEENS):
        return "Under the Queen's Challenge you must play a Queen."
    if not trick:
        return f"Trumps are not broken: {SUIT_WORDS[trump]} cannot be led yet, except the Queen."
    return f"You must follow suit with {SUIT_WORDS[trick[0].suit]}, or play a Queen."
