"""Sentences about unfinished solo matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from core import games
from core.engine.english import count, listed

if TYPE_CHECKING:
    from net.journal import UnfinishedTable

MAX_OPPONENTS_NAMED: Final = 3
"""Opponents that are named; more of them are counted."""


def unfinished_in_brief(unfinished: UnfinishedTable, name: str, room: int) -> str:
    """Return the game and the opponents of an unfinished match of the person called `name`, in at most `room` cells.

    If their names do not fit, the opponents are counted.
    """
    game = games.get(unfinished.game)
    title = unfinished.game if game is None else game.title
    sentence = f"{title}, {opponents_of(unfinished, name)}"
    return sentence if cell_len(sentence) <= room else f"{title}, {opponents_of(unfinished, name, 0)}"


def opponents_of(unfinished: UnfinishedTable, name: str, limit: int = MAX_OPPONENTS_NAMED) -> str:
    """Return the opponents of the person called `name` ("against Ada and Bea"), naming at most `limit` of them."""
    others = list(unfinished.names)
    others.remove(name if name in others else others[0])
    if not others:
        return "alone"
    return f"against {listed(others) if len(others) <= limit else count(len(others), 'bot')}"
