"""How the actions of Big Queen are read."""

from __future__ import annotations

from core.big_queen.melds import canonical
from core.engine.action import Action
from core.engine.game import Game


class BigQueenGame(Game):
    """The game, which reads the cards of an action in any order and writes them in one."""

    def parse(self, text: str) -> Action:
        """Return the action that `text` writes, its cards in canonical order; `BadNotation` if it writes none."""
        return canonical(super().parse(text))
