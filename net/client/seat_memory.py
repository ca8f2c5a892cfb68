"""`SeatMemory`: what the seat of a client may remember of the match, kept from the changes that the client receives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core import Change, View, games
from core.engine.memory import Memory

MAX_SEATS_REMEMBERED: Final = 16
"""Maximum number of seats of a match for which changes are remembered.

In a larger match that would cost too much: there the memory follows from the present view alone.
"""


class SeatMemory:
    """The memory of one seat in one match, from the first view that its client received."""

    __slots__ = ("_memory",)

    def __init__(self, view: View) -> None:
        self._memory = _begin_memory(view) if view.seats <= MAX_SEATS_REMEMBERED else None

    def remember_changes(self, changes: Iterable[Change], view: View) -> None:
        """Remember changes that have led to `view`.

        If they are impossible, because the host lies, the memory begins again with the view.
        """
        if self._memory is None:
            return
        try:
            self._memory.note(changes)
        except Exception:  # whatever the changes of a lying host lead to
            self._memory = _begin_memory(view)

    def memory_for_view(self, view: View) -> Memory | None:
        """Return the memory of the seat, for its present `view`.

        None for a spectator, for a game without memory, and if the host has sent an impossible view.
        """
        return self._memory if view.seats <= MAX_SEATS_REMEMBERED else _begin_memory(view)


def _begin_memory(view: View) -> Memory | None:
    """Return a memory that begins with a view; None for a spectator, a game without memory, or an impossible view."""
    if view.seat is None:
        return None
    try:
        return games[view.game].memory(view)
    except Exception:  # a game without memory, or whatever the view of a lying host leads to
        return None
