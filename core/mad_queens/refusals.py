"""The reasons why an action of Mad Queens is refused, each one sentence for the player who tried it."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.action import Action
from core.engine.view import View
from core.mad_queens.legal import END_ACTION, MAX_CARDS_TO_END, REVEAL_CHOICE, REVEAL_OR_END_CHOICES

GAME_HAS_ENDED_SENTENCE = "Your game is over; your score is final."
"""The sentence for an action of a seat whose game has ended."""


def why_not(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return why the seat of `view`, which has these `choices`, may not do `action`.

    Returns "" where the sentence common to all games fits (`RuleSet.refusal`), such as "It is not your turn."
    """
    status = view.facts[f"status/{view.seat}"]
    if status == "finished":
        return GAME_HAS_ENDED_SENTENCE
    if not choices:
        return f"Your play is over ({status}); the next begins when everybody is done."
    if action == END_ACTION:
        left = view.count(f"deck/{view.seat}")
        if left > MAX_CARDS_TO_END:
            return f"You can end at {MAX_CARDS_TO_END} cards or fewer; your deck has {left}."
        return "You can end your game only at the start of a play, before you reveal a card."
    return why_not_bank(choices) if action.verb == "bank" else ""


def why_not_bank(choices: Sequence[Action]) -> str:
    """Return why a seat that has these `choices` may not bank as it tried to."""
    if choices in (REVEAL_CHOICE, REVEAL_OR_END_CHOICES):
        return "There is nothing to bank yet: reveal a card first."
    if len(choices) == 2:
        return "You cannot choose which Queen goes into your deck: just bank."
    return f"Name the Queen that goes into your deck: {', '.join(map(str, choices[1:]))}."
