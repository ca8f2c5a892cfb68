"""The action that is probably a slip, so that the person must choose it twice."""

from __future__ import annotations

from core import Action


class DoubtedAction:
    """The action that is probably a slip: the person was asked about it, and must choose it again."""

    def __init__(self) -> None:
        self._chosen_action: tuple[Action, object, int] | None = None

    def is_confirmed(self, action: Action, progress_value: object, command: int) -> bool:
        """Return whether an action was chosen twice in a row, and store it as chosen.

        `progress_value` is a value that each action of the seat changes, as it is when this one is chosen; `command` is
        the number of the key or click that chooses it.
        """
        is_again = self._chosen_action == (action, progress_value, command - 1)
        self._chosen_action = (action, progress_value, command)
        return is_again
