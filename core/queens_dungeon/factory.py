"""How a match of Queen's Dungeon is started: with refused reneging, or on honour."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.dealer import Dealer
from core.engine.piles import Value
from core.engine.rule_set import RuleSet
from core.queens_dungeon.match import QueensDungeonMatch
from core.queens_dungeon.reneging import HonourMatch


def start(game: RuleSet, seats: int, options: Mapping[str, Value], dealer: Dealer) -> QueensDungeonMatch:
    """Return a new match with these settings."""
    kind = HonourMatch if options["reneging"] == "honour" else QueensDungeonMatch
    return kind(game, seats, options, dealer)
