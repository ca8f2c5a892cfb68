"""A recorded match that is played again, with what one seat remembers at each moment of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.engine.action import Action
from core.engine.game import Game
from core.engine.match import Match
from core.engine.memory import Memory
from core.engine.piles import Change


def replay_with_memory(
    game: Game, match: Match, plan: Sequence[tuple[int, Action]], seat: int | None
) -> Iterator[tuple[int, Sequence[Change], Memory | None]]:
    """Carry out the actions of `plan` in a match; yield (number of actions done, changes, memory) before each and at
    the end.

    The changes are those of the latest action, at first those by which the match was set up. The memory is what `seat`
    remembers at that moment; None without a seat.
    """
    memory = None if seat is None else game.memory(match.view(seat))
    yield 0, match.opening_changes, memory
    for step, (actor, action) in enumerate(plan, 1):
        changes = match.act(actor, action)
        if memory is not None:
            memory.note(changes)
        yield step, changes, memory
