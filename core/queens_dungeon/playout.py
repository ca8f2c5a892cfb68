"""How a match of Queen's Dungeon is played on by a quick policy that sees all cards and errs at times."""

from __future__ import annotations

from core.engine.action import Action
from core.engine.match import Match
from core.queens_dungeon.legal import legal, view_without_honour
from core.queens_dungeon.levels import DUNGEON_LOOKAHEAD
from core.queens_dungeon.match import QueensDungeonMatch
from core.trick_taking.playout import action_by_error


def next_action(match: Match) -> tuple[int, Action]:
    """Return (seat, action): the seat on turn and what it does; in the honour mode it never plays a wrong card."""
    assert isinstance(match, QueensDungeonMatch)
    if match.honour:
        seat = min(match.awaited)
        view = match.view(seat)
        choices = legal(view_without_honour(view))
        error = action_by_error(match, choices) if len(choices) > 1 else None
        return seat, error or DUNGEON_LOOKAHEAD.usual_bot(view)
    ((seat, choices),) = match.choices.items()
    if len(choices) == 1:
        return seat, choices[0]
    return seat, action_by_error(match, choices) or DUNGEON_LOOKAHEAD.policy(match, seat)
