"""How a match of Queen Bees II is played on by a quick policy that sees all cards."""

from __future__ import annotations

from core.engine.action import Action
from core.engine.match import Match
from core.queen_bees_ii.levels import BEES_LOOKAHEAD
from core.queen_bees_ii.match import QueenBeesMatch


def next_action(match: Match) -> tuple[int, Action]:
    """Return (seat, action): the seat on turn and what it plays."""
    assert isinstance(match, QueenBeesMatch)
    ((seat, choices),) = match.choices.items()
    return seat, choices[0] if len(choices) == 1 else BEES_LOOKAHEAD.policy(match, seat)
