"""Why nothing can be done in a match: the sentences that all games share."""

from __future__ import annotations

from typing import Final

from core import View

OVER: Final = "The match is over."
WATCHING: Final = "You are watching this match; its players decide."
NOT_NOW: Final = "That is not possible now."
"""The refusal where no better reason is known."""


def barred(view: View) -> str:
    """Return why the audience of `view` may do nothing: the match is over, or they only watch; else an empty text."""
    if view.facts["over"]:
        return OVER
    return WATCHING if view.seat is None else ""
