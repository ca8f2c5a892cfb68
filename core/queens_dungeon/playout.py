"""How a match of Queen's Dungeon is played on by a quick policy that sees all cards."""

from __future__ import annotations

from core.engine.action import Action
from core.engine.match import Match
from core.queens_dungeon.levels import DUNGEON_LOOKAHEAD
from core.queens_dungeon.match import QueensDungeonMatch


def next_action(match: Match) -> tuple[int, Action]:
    """Return (seat, action): the seat on turn and what it does; in the honour mode it never plays a wrong card."""
    assert isinstance(match, QueensDungeonMatch)
    if match.honour:
        seat = min(match.awaited)
        return seat, DUNGEON_LOOKAHEAD.usual_bot(match.view(seat))
    ((seat, choices),) = match.choices.items()
    return seat, choices[0] if len(choices) == 1 else DUNGEON_LOOKAHEAD.policy(match, seat)
