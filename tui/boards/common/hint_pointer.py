"""The place of a board's pointer before a hint moved it, so that the pointer goes back when the hint is closed."""

from __future__ import annotations


class HintPointer:
    """What the pointer of a board was before hints moved it, and what they made it.

    A pointer is what `GameMethods.point_at` moves: a cursor, or a selection of cards; values are compared by ``==``.
    """

    def __init__(self) -> None:
        self._before: object = None
        self._advised: object = None

    def record_move(self, before: object, after: object) -> None:
        """Record that a hint has moved the pointer; after a second hint on the same decision it goes back to where it
        was before the first one."""
        if self._advised is None or before != self._advised:
            self._before = before
        self._advised = after

    def previous(self, pointer: object) -> object:
        """Return the pointer that is to come back when the hint is closed, and forget it.

        Returns None if no hint has moved the present `pointer`, or if the person has moved it since.
        """
        advised, self._advised = self._advised, None
        return self._before if advised is not None and pointer == advised else None

    def forget(self) -> None:
        """Forget the pointer, because it was about a decision that is over."""
        self._advised = None
