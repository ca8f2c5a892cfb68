"""The commands that only the trick board has; those of several boards are in `tui.boards.common.commands`."""

from __future__ import annotations

from core import Card
from tui.drawing import BoardCommand


class ChooseAtCursor(BoardCommand, frozen=True):
    """The command to decide with the card or suit under the cursor: to play the card, swap it, or name the suit
    trump."""


class ClickCard(BoardCommand, frozen=True):
    """The command to move the cursor to a card of the hand, and play or swap it."""

    card: Card


class PickLeftover(BoardCommand, frozen=True):
    """The command to move the cursor to a leftover card."""

    card: Card


class PickNextLeftover(BoardCommand, frozen=True):
    """The command to move the cursor to the next leftover card."""


class ShowLastTrick(BoardCommand, frozen=True):
    """The command to show or hide the last trick."""


class ShowHandResult(BoardCommand, frozen=True):
    """The command to show or hide the result of the last hand."""


class AskWhomToAccuse(BoardCommand, frozen=True):
    """The command to ask which player to accuse of a wrong card."""
