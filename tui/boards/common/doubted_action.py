"""The action that is probably a slip, so that the person must choose it twice."""

from __future__ import annotations

from core import Action


class DoubtedAction:
    """The action that is probably a slip: the person was asked about it, and must choose it again."""

    def __init__(self) -> None:
        self._chosen_action: tuple[Action, object, int] | None = None

    def is_confirmed(self, action: Action, progress_value: object, command: int) -> bool:
        """Return whether an action was chosen twice in a row, and store it as chosen.

        `progress_value`, which each action of the seat changes, must be the same both times; `command` is the number of
        the key or click that chooses the action.
        """
        is_again = self._chosen_action == (action, progress_value, command - 1)
        self._chosen_action = (action, progress_value, command)
        return is_again
