"""Computes the decisions of a level that takes time (`core.engine.game.Level`), for one seat, one piece of work at a
time.

A thinker remembers the match as its seat was shown it. For a level that gets a seat during a match, the memory is made
by playing the match again from its beginning.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from core import Action, Change, Game, Match
from core.engine.game import DecisionWork, Level
from core.engine.memory import Memory


class DecisionThinker:
    """Computes the present decision of one seat of a match, in small pieces of work.

    `has_ended` is whether the computation for that decision has ended, and `action` the action that it led to: None
    before, and if the level has failed.
    """

    __slots__ = ("_game", "_level", "_match", "_memory", "_seat", "_work", "action", "has_ended")

    def __init__(self, game: Game, match: Match, seat: int, level: Level) -> None:
        self._game = game
        self._match = match
        self._seat = seat
        self._level = level
        self._memory: Memory | None = None
        self._work: DecisionWork | None = None
        self.has_ended = False
        self.action: Action | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether a computation has begun and not ended."""
        return self._work is not None

    def begin_computation(self) -> None:
        """Begin to compute the present decision, unless that has begun."""
        if self._work is None and not self.has_ended:
            self._work = self._think()

    def discard_computation(self) -> None:
        """Discard the computation and its result."""
        self._work = None
        self.has_ended = False
        self.action = None

    def do_piece_of_work(self) -> None:
        """Do the next piece of work of the computation. A level that raises an error has failed."""
        if self._work is None:
            return
        try:
            next(self._work)
            return
        except StopIteration as end:
            self.action = end.value
        except Exception:
            self._memory = None  # perhaps what it remembers is wrong; then it is the match that counts
        self._work = None
        self.has_ended = True

    def note(self, changes: Iterable[Change]) -> None:
        """Remember what the seat is shown of the changes of an action; discard a computation about an earlier state."""
        if self._memory is None and not self.has_ended:
            return  # `_rebuild_memory` takes them from the match
        known = [seen for change in changes if (seen := change.seen_by(self._seat)) is not None]
        if not known:
            return
        self.discard_computation()
        if self._memory is None:
            return  # the level has failed, and begins again with `_rebuild_memory`
        try:
            self._memory.note(known)
        except Exception:
            self._memory = None

    def _think(self) -> DecisionWork:
        """Bring the seat's memory up to date, then compute its decision; yields after pieces of work and returns the
        action."""
        if self._memory is None:
            self._memory = yield from self._rebuild_memory()
        return (yield from self._level.think(self._game, self._match.view(self._seat), self._memory))

    def _rebuild_memory(self) -> Generator[None, None, Memory]:
        """Return the memory of the seat after all actions of the match, also those that follow during this work."""
        match = self._match
        past = self._game.new_match(self._game, match.seats, match.options, match.dealer)
        memory = self._game.memory(past.view(self._seat))
        for seat, action in match.actions:
            memory.note(past.act(seat, action))
            yield
        return memory
