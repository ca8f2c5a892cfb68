"""How a match of Queen's Dungeon is started: with refused reneging, or on honour."""

from __future__ import annotations

from collections.abc import Mapping

from core.dealer import Dealer
from core.game import Game
from core.piles import Value
from core.queens_dungeon.honour import HonourMatch
from core.queens_dungeon.match import QueensDungeonMatch


def start(game: Game, seats: int, options: Mapping[str, Value], dealer: Dealer) -> QueensDungeonMatch:
    """Return a new match with these settings."""
    kind = HonourMatch if options["reneging"] == "honour" else QueensDungeonMatch
    return kind(game, seats, options, dealer)
