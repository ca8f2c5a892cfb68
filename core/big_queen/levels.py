"""The levels of play in Big Queen: easy takes only the newest discard, normal plays for its team, hard weighs every
take and discard by the points that it is likely to bring."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.big_queen.bot import play_as_teammate
from core.big_queen.legal import DRAW_ACTION
from core.big_queen.strategist import play_as_strategist
from core.engine.action import Action
from core.engine.game import Level, level_of_bot, level_of_bot_with_temperaments
from core.engine.view import View


def play_as_unassuming(view: View) -> Action:
    """Return the action of the bot ``unassuming``.

    It acts as the bot `teammate`, but draws from the stock where `teammate` would take a card below the newest
    discard.
    """
    action = play_as_teammate(view)
    return DRAW_ACTION if action.verb == "take" and action[1] != view.count("discard") else action


BIG_QUEEN_LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": level_of_bot(play_as_unassuming),
        "normal": level_of_bot_with_temperaments(play_as_teammate),
        "hard": level_of_bot_with_temperaments(play_as_strategist),
    }
)
"""Maps the name of each level of play to the level, in Big Queen."""
