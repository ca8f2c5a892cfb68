"""The reasons why an action of Mad Queens Classic is refused, each one sentence for the player who tried it."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.action import Action
from core.engine.view import View
from core.mad_queens.legal import END_ACTION
from core.mad_queens.refusals import GAME_HAS_ENDED_SENTENCE, why_not_bank


def why_not(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return why the seat of `view`, which has these `choices`, may not do `action`.

    Returns "" where the sentence common to all games fits (`RuleSet.refusal`), such as "It is not your turn."
    """
    if view.facts[f"status/{view.seat}"] == "finished":
        return GAME_HAS_ENDED_SENTENCE
    if not choices:
        return ""
    if action == END_ACTION:
        return "In Classic you cannot end your game by choice: play on until it ends by itself."
    if action.verb == "bank":
        return why_not_bank(choices)
    return "All you can do is reveal a card or bank your row."
