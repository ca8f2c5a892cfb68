"""The commands that several boards have: what a key or a click asks of a board, as values.

A game's folder adds those of its own board.
"""

from __future__ import annotations

from core import Action
from tui.drawing import BoardCommand


class Choose(BoardCommand, frozen=True):
    """Do an action of the game, or say why it is not legal."""

    action: Action


class Answer(BoardCommand, frozen=True):
    """Answer the open question; No also closes what lies over the table."""

    yes: bool


class LookAt(BoardCommand, frozen=True):
    """Look at a player: a spectator sees the table from that seat, a player reads how the seat stands."""

    seat: int


class LookAtNext(BoardCommand, frozen=True):
    """Look at the next seat (`step` 1) or the one before (-1); spectators only."""

    step: int = 1


class SortHand(BoardCommand, frozen=True):
    """Sort the hand in the next order."""


class ToggleLog(BoardCommand, frozen=True):
    """Show or hide the log."""
