"""The commands that several boards have, as values.

The folder of a game adds those of its own board.
"""

from __future__ import annotations

from core import Action
from tui.drawing import BoardCommand


class Choose(BoardCommand, frozen=True):
    """Choose an action of the game: send it, or show why it is not legal."""

    action: Action


class Answer(BoardCommand, frozen=True):
    """Answer the open question; No also closes what lies over the table.

    `yes` is true for Yes, false for No.
    """

    yes: bool


class LookAt(BoardCommand, frozen=True):
    """Show a spectator the table from a seat; show a player the points and cards of that seat in a note."""

    seat: int


class LookAtNext(BoardCommand, frozen=True):
    """Show a spectator the table from the next seat (`step` 1) or the one before (-1); nothing for a player."""

    step: int = 1


class SortHand(BoardCommand, frozen=True):
    """Sort the hand in the next order."""


class ToggleLog(BoardCommand, frozen=True):
    """Show or hide the log."""
