"""The part of help that explains the signs of a board, in Markdown."""

from __future__ import annotations


def help_on_signs(*explanations: str) -> str:
    """Return a list of explanations under a heading, each a few sentences on the signs of one part of a board."""
    return "\n".join(("## The signs", *(f"- {explanation}" for explanation in explanations)))
