"""The commands that several boards have, as values.

The folder of a game adds those of its own board.
"""

from __future__ import annotations

from core import Action
from tui.drawing import BoardCommand


class Choose(BoardCommand, frozen=True):
    """Carry out an action of the game, or show why it is not legal."""

    action: Action


class Answer(BoardCommand, frozen=True):
    """Answer the open question; No also closes what lies over the table."""

    yes: bool


class LookAt(BoardCommand, frozen=True):
    """Look at a seat: for a spectator, show the table from that seat; for a player, tell the standing of that seat."""

    seat: int


class LookAtNext(BoardCommand, frozen=True):
    """Look at the next seat (`step` 1) or the one before (-1); spectators only."""

    step: int = 1


class SortHand(BoardCommand, frozen=True):
    """Sort the hand in the next order."""


class ToggleLog(BoardCommand, frozen=True):
    """Show or hide the log."""
