"""Sentences that the table and the programs of its people share: refusals of a request, and why a match waits."""

from __future__ import annotations

from typing import Final

ONLY_FOR_OWNER_SENTENCE: Final = "Only the table's owner can do that."
"""The answer to a person who is not the owner and asks for something that only the owner may do."""
ONLY_DURING_MATCH_SENTENCE: Final = "No match is being played now."
"""The answer to a request that is possible only during a match, where no match is played."""
NO_BOT_THERE_SENTENCE: Final = "No bot sits there."
"""The answer to a request about the bot of a seat that has none."""

HELLO_FIRST_SENTENCE: Final = "The first thing to say to a host is hello."
"""The refusal of a connection that begins with another message."""
CHAT_TOO_FAST_SENTENCE: Final = "Not so fast: others want to read what you say."
"""The refusal of a line of chat soon after many others of the same person."""

NO_HINTS_HERE_SENTENCE: Final = "There are no hints at this table; its owner can turn them on."
"""The answer to a request for a hint at a table whose terms allow none."""
NO_HINTS_FOR_SPECTATORS_SENTENCE: Final = "Hints are for those who play; you are watching."
"""The answer to a spectator who asks for a hint."""
NOTHING_TO_DECIDE_SENTENCE: Final = "There is nothing for you to decide now."
"""The answer to a player who asks for a hint and cannot act now."""
NO_HINTS_IN_GAME_SENTENCE: Final = "This game has no coach to give hints."
"""The answer to a request for a hint in a game without a coach."""

MATCH_ENDED_WHILE_AWAY_SENTENCE: Final = "The match ended while you were away."
"""The notice to a person who comes back after the end of their match."""


IS_OWNER_NOW_TEXT: Final = "is the table's owner now."
"""The end of a notice about a person who has become the owner, after their name."""


def pause_sentence(owner_name: str | None) -> str:
    """Return the sentence about who can resume a paused match: the owner of this name; None: the reader is the
    owner."""
    return f"The match is paused until {'you continue' if owner_name is None else f'{owner_name} continues'} it."


def wait_for_founder_sentence(name: str) -> str:
    """Return the refusal to an owner who stands in for the founder called `name`, of what only the founder may do."""
    return f"That waits for {name}, whose table this is."
