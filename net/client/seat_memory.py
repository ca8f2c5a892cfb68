"""`SeatMemory`: what the seat of a client may remember of the match, kept from the changes that the client receives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core import Change, View, games
from core.engine.memory import Memory
from net.limits import MAX_PAST_CHANGES, MAX_SEATS_REMEMBERED


class SeatMemory:
    """The memory of one seat in one match, from the first view that its client knows.

    `view` is the present view, and `past` the first view of the seat with the changes since then, if the host has sent
    them. If they cannot have led to the present view, because the host lies, the memory begins with the present view.
    """

    __slots__ = ("_memory",)

    def __init__(self, view: View, past: tuple[View, Sequence[Change]] | None = None) -> None:
        self._memory: Memory | None = None
        if view.seats <= MAX_SEATS_REMEMBERED:
            remembered = None if past is None else _remember_past(*past, view)
            self._memory = _begin_memory(view) if remembered is None else remembered

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


def _remember_past(first_view: View, changes: Sequence[Change], view: View) -> Memory | None:
    """Return a memory that begins with `first_view` and knows the changes since then; None if they cannot have led to
    the present `view`, or are too many."""
    memory = _begin_memory(first_view) if len(changes) <= MAX_PAST_CHANGES else None
    if memory is None:
        return None
    try:
        if first_view.apply_all(changes) != view:
            return None
        memory.note(changes)
    except Exception:  # whatever the changes of a lying host lead to
        return None
    return memory if memory.fits(view) else None
