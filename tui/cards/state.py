"""States of a card on the table (selected, caught, …), as flags that combine, and their badges."""

from __future__ import annotations

from enum import Flag
from typing import Final

from tui.cards.palette import BadgeColour


class State(Flag):
    """The state of a card. Flags combine: ``State.SELECTED | State.DOUBLED``.

    Of the five that carry a badge the card shows one, the first here that is set. A face-down card shows only whether
    it is selected or under the cursor.
    """

    NORMAL = 0
    CAUGHT = 1
    BANNED = 2
    TEMP = 4
    """A temporary banned card: it lies on its side."""
    DOUBLED = 8
    """An exact hit: a card equal to a banned card, which counts double."""
    DIM = 16
    """Cannot be played."""
    DOWN = 32
    SELECTED = 64
    CURSOR = 128
    TRUMP = 256
    """A trump because of its rank."""


_BADGES: Final[tuple[tuple[State, tuple[str, ...], BadgeColour], ...]] = (
    (State.CAUGHT, ("CAUGHT", "OUT", "C"), "bad"),
    (State.BANNED, ("BANNED", "BAN", "B"), "bad"),
    (State.TEMP, ("TEMP", "T"), "warn"),
    (State.DOUBLED, ("x2", "2"), "good"),
    (State.TRUMP, ("TRUMP", "T"), "good"),
)


def badge(state: State, room: int) -> tuple[str, BadgeColour] | None:
    """Return the longest badge of `state` that fits into `room` columns, and its colour's palette name.

    None if the state has no badge or there is no room for its letter.
    """
    for flag, words, colour in _BADGES:
        if flag in state:
            return next(((word, colour) for word in words if len(word) <= room), None)
    return None
