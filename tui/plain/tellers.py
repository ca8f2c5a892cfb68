"""Which teller a game has."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

from core import View
from tui.plain.teller import Teller

_TELLERS: Final = {
    "mad-queens": "tui.plain.mad_queens:MadQueensTeller",
    "mad-queens-classic": "tui.plain.mad_queens:MadQueensTeller",
    "big-queen": "tui.plain.big_queen:BigQueenTeller",
    "queens-dungeon": "tui.plain.tricks:TrickTeller",
    "queen-bees-ii": "tui.plain.tricks:TrickTeller",
}
"""Where each game's teller is found; a game that is not here is told in the words that all games have."""


def teller_for(view: View, names: Sequence[str]) -> Teller:
    """Return what tells a match of this game to the audience of `view`."""
    where = _TELLERS.get(view.game)
    if where is None:
        return Teller(view, names)
    module, name = where.split(":")
    kind: type[Teller] = getattr(import_module(module), name)
    return kind(view, names)
