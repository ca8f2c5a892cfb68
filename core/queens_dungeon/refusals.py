"""The reasons why an action of Queen's Dungeon is refused, each one sentence for the player who tried it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import QUEENS
from core.engine.english import SUIT_WORDS
from core.engine.rule_set import NOT_YOUR_TURN_SENTENCE
from core.engine.view import View
from core.queens_dungeon.scores import OWN_UP_POINTS

RENEGING_VERBS: Final = ("take-back", "own-up", "accuse")
"""The verbs of the actions of the honour mode, in turn or out of turn: to take a wrong card back, to own up, to accuse
(QD-40 to QD-43)."""

_OPTIONS_AND_REFUSAL_BY_VERB: Final = {
    "challenge": (("challenge",), "There is no Queen's Challenge at this table."),
    "exchange": (("exchange",), "There is no spare hand at this table."),
    "swap": (("switch",), "No cards are left over at this table to swap for."),
    "keep": (("switch", "exchange"), "There is nothing to keep or to swap at this table."),
}
"""Maps a verb to (options of which one must be on for the action, refusal if none of them is)."""


def why_not(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return why the seat of `view`, which has these `choices`, may not do `action`.

    Returns "" where the sentence common to all games fits (`RuleSet.refusal`), such as "It is not your turn." In
    the honour mode a seat has choices out of turn, too.
    """
    if action.verb in RENEGING_VERBS:
        return _why_not_speak_up(view, action)
    if view.facts["turn"] == view.seat:
        return refusal_reason(view, action)
    return NOT_YOUR_TURN_SENTENCE if choices else ""


def _why_not_speak_up(view: View, action: Action) -> str:
    """Return why a seat may not accuse, take a card back or own up now."""
    facts, seat = view.facts, view.seat
    if view.options["reneging"] != "honour":
        return "Wrong cards are refused at this table, so there is nothing to put right."
    if action.verb == "accuse":
        return _why_not_accuse(view, action[-1])
    if not facts[f"slip/{seat}"]:
        return "You have no wrong card to put right."
    if action.verb == "take-back":
        return f"Another card has been laid since; you can still own up, for {-OWN_UP_POINTS} points."
    return "No card has been laid since yours: take it back, it costs nothing."


def _why_not_accuse(view: View, accused_seat: object) -> str:
    """Return why a seat may not accuse this other seat now, or anybody if `accused_seat` is no number."""
    if type(accused_seat) is int and accused_seat not in range(view.seats):
        return f"There is no seat {accused_seat + 1} here; the seats are 1 to {view.seats}."
    if accused_seat == view.seat:
        return "You cannot accuse yourself."
    spoken = view.facts["spoken"]
    if isinstance(spoken, tuple) and view.seat in spoken:
        return "You have already accused somebody in this trick; wait for the next."
    return "Nobody has followed in this hand yet, so there is no card to accuse anybody of."


def refusal_reason(view: View, action: Action) -> str:
    """Return why the seat on turn may not do `action`.

    Returns "" where the sentence common to all games fits (`RuleSet.refusal`), such as "It is not your turn."
    """
    phase, trump = view.facts["phase"], str(view.facts["trump"])
    needed, never = _OPTIONS_AND_REFUSAL_BY_VERB.get(action.verb, ((), ""))
    if needed and not any(view.options[option] for option in needed):
        return never
    if action.verb == "challenge":
        return "The Queen's Challenge is for the lowest player about to lead, once somebody has 400."
    if action.verb == "time":
        return "Only the table's own clock can call time."
    if phase == "change" and action.verb == "trump":
        return f"Two Queens fell: trump must change to a suit other than {SUIT_WORDS[trump]}."
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
