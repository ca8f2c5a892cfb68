"""Which teller a game has."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

from core import View
from tui.line_mode.narrators.base import Narrator

_TELLERS: Final = {
    "mad-queens": "tui.line_mode.narrators.mad_queens:MadQueensNarrator",
    "mad-queens-classic": "tui.line_mode.narrators.mad_queens:MadQueensNarrator",
    "big-queen": "tui.line_mode.narrators.big_queen:BigQueenNarrator",
    "queens-dungeon": "tui.line_mode.narrators.tricks:TrickNarrator",
    "queen-bees-ii": "tui.line_mode.narrators.tricks:TrickNarrator",
}
"""Where each game's teller is found; a game that is not here is told in the words that all games have."""


def teller_for(view: View, names: Sequence[str]) -> Narrator:
    """Return what tells a match of this game to the audience of `view`."""
    where = _TELLERS.get(view.game)
    if where is None:
        return Narrator(view, names)
    module, name = where.split(":")
    kind: type[Narrator] = getattr(import_module(module), name)
    return kind(view, names)
