"""Why nothing can be done in a match, whatever the game: the words that all games share."""

from __future__ import annotations

from typing import Final

from core import View

OVER: Final = "The match is over."
WATCHING: Final = "You are watching this match; its players decide."
NOT_NOW: Final = "That is not possible now."
"""What is left to say where no better reason is known."""


def barred(view: View) -> str:
    """Return why whoever sees `view` may do nothing at all in this match, or nothing if they are one of its players."""
    if view.facts["over"]:
        return OVER
    return WATCHING if view.seat is None else ""
