"""How a match of Queen Bees II is played on by a quick policy that sees all cards and errs at times."""

from __future__ import annotations

from core.engine.action import Action
from core.engine.match import Match
from core.queen_bees_ii.levels import BEES_LOOKAHEAD
from core.queen_bees_ii.match import QueenBeesMatch
from core.trick_taking.playout import action_by_error


def next_action(match: Match) -> tuple[int, Action]:
    """Return (seat, action): the seat on turn and what it plays."""
    assert isinstance(match, QueenBeesMatch)
    ((seat, choices),) = match.choices.items()
    if len(choices) == 1:
        return seat, choices[0]
    return seat, action_by_error(match, choices) or BEES_LOOKAHEAD.policy(match, seat)
