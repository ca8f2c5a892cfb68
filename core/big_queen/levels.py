"""The levels of play in Big Queen: one that takes only what lies on top, one for its team, and one that weighs more."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.big_queen.bot import teammate
from core.big_queen.legal import DRAW
from core.big_queen.strategist import strategist
from core.engine.action import Action
from core.engine.game import Level, level_by_temperament, level_of
from core.engine.view import View


def unassuming(view: View) -> Action:
    """Return the action of `teammate`, but take no card from below the newest discard: draw instead."""
    action = teammate(view)
    return DRAW if action.verb == "take" and action[1] != view.count("discard") else action


BIG_QUEEN_LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {"easy": level_of(unassuming), "normal": level_by_temperament(teammate), "hard": level_by_temperament(strategist)}
)
"""The levels of play in Big Queen, by name."""
