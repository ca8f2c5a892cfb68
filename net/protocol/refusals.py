"""Sentences that refuse a request and that the table, the client and the line mode share."""

from __future__ import annotations

from typing import Final

ONLY_FOR_OWNER: Final = "That is for whoever runs the table."
ONLY_DURING_MATCH: Final = "No match is being played now."
NO_BOT_THERE: Final = "No bot sits there."


def wait_for_founder(name: str) -> str:
    """Return the sentence to an owner in the place of the founder of this name, for what only the founder may do."""
    return f"That waits for {name}, whose table this is."
