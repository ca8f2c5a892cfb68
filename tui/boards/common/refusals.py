"""The reasons, common to all games, why a person cannot act in a match."""

from __future__ import annotations

from typing import Final

from core import View
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE, ONLY_WATCHING_SENTENCE

NOT_NOW_SENTENCE: Final = "That is not possible now."
"""The refusal if no better reason is known."""


def audience_refusal(view: View) -> str:
    """Return the reason why the audience of `view` cannot act (match over, spectator), or an empty string."""
    if view.facts["over"]:
        return MATCH_IS_OVER_SENTENCE
    return ONLY_WATCHING_SENTENCE if view.seat is None else ""
