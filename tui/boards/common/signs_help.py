"""The part of help that explains the signs of a board, in Markdown."""

from __future__ import annotations

from typing import Final

QUEEN_EDGE_HELP: Final = "A broad golden edge at the left says only that a card is a Queen."
"""The explanation of the edge of a Queen that lies over another card, in looks with coloured cards."""

LOG_HELP: Final = "LOG is what has happened, the newest line last: < shows earlier lines, > later ones."
"""The explanation of the log and of the keys beside its title and below its lines."""


def help_on_signs(*explanations: str) -> str:
    """Return a list of explanations under a heading, each a few sentences on the signs of one part of a board; the
    last one is on the log, which every board has."""
    return "\n".join(("## The signs", *(f"- {explanation}" for explanation in (*explanations, LOG_HELP))))
