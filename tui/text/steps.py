"""The steps of a recorded match as sentences on which player did what."""

from __future__ import annotations

from collections.abc import Sequence

from core import Action, Game
from core.engine.deed_forms import deed_in_second_person


def step_sentence(game: Game, name: str, action: Action, names: Sequence[str]) -> str:
    """Return a step of a match as a sentence, such as ``Bea plays 7♣.``

    `name` is the player who did it, `names` are the names of all seats. If the game has no sentence for the action, it
    is written as people type it.
    """
    deed = game.deed(action, names)
    return f"{name} {deed}." if deed else f"{name}: {action}"


def own_step_sentence(game: Game, action: Action, names: Sequence[str]) -> str:
    """Return a step of the reader as a sentence, such as ``You play 7♣.``"""
    deed = game.deed(action, names)
    return f"You {deed_in_second_person(deed)}." if deed else f"You: {action}"
