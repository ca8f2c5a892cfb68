"""Suggests the name that a person may have meant when they typed one that does not exist."""

from __future__ import annotations

from collections.abc import Iterable


def spelling_suggestion(word: str, names: Iterable[str]) -> str:
    """Return ``did you mean NAME?`` with the name most similar to `word`, or "" if no name is similar.

    If `word` is one whole word of a single name, as ``bees`` of ``queen-bees-ii``, that name is meant.
    """
    from difflib import get_close_matches

    names = list(names)
    parts = [name for name in names if word and word.lower() in name.split("-")]
    near = parts if len(parts) == 1 else get_close_matches(word.lower(), names, 1)
    return f"did you mean {near[0]}?" if near else ""
