"""Sentences that the table and the programs of its people share: refusals of a request, and why a match waits."""

from __future__ import annotations

from typing import Final

ONLY_FOR_OWNER: Final = "Only the table's owner can do that."
ONLY_DURING_MATCH: Final = "No match is being played now."
NO_BOT_THERE: Final = "No bot sits there."

NO_HINTS_HERE: Final = "There are no hints at this table; its owner can allow them."
NO_HINTS_FOR_SPECTATORS: Final = "Hints are for those who play; you are watching."
NOTHING_TO_DECIDE: Final = "There is nothing for you to decide now."
NO_COACH: Final = "Nobody knows how to give hints in this game."

MATCH_ENDED_WHILE_AWAY: Final = "The match ended while you were away."
"""Told to a person who comes back after the end of their match."""


def pause_sentence(owner_name: str | None) -> str:
    """Return the sentence on who can resume a paused match: the owner of this name; None: the reader is the owner."""
    return f"The match is paused until {'you continue' if owner_name is None else f'{owner_name} continues'} it."


def wait_for_founder(name: str) -> str:
    """Return the sentence to an owner in the place of the founder of this name, for what only the founder may do."""
    return f"That waits for {name}, whose table this is."
