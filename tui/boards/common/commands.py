"""The commands that several boards have, as values.

The folder of a game adds those of its own board.
"""

from __future__ import annotations

from core import Action
from tui.drawing import BoardCommand


class ChooseAction(BoardCommand, frozen=True):
    """The command to choose an action of the game: send it, or show why it is not legal."""

    action: Action


class AnswerQuestion(BoardCommand, frozen=True):
    """The command to answer the open question; No also closes what lies over the table.

    `yes` is true for Yes, false for No.
    """

    yes: bool


class GoOn(BoardCommand, frozen=True):
    """The command to go on after the result of a round or hand, which waits for its reader.

    It only makes the button look like one: wherever a click falls then, the board goes on and runs no command.
    """


class LookAtSeat(BoardCommand, frozen=True):
    """The command to look at a seat: a spectator sees the table from there, a player gets a note with its points and
    cards.
    """

    seat: int


class LookAtNextSeat(BoardCommand, frozen=True):
    """The command with which a spectator sees the table from the next seat (`step` 1) or the one before (-1).

    For a player it does nothing.
    """

    step: int = 1


class SortHand(BoardCommand, frozen=True):
    """The command to sort the hand in the next order."""


class ToggleLog(BoardCommand, frozen=True):
    """The command to show or hide the log."""
