"""Somebody at a table, as the table knows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from net.limits import CHAT_LINES_AT_ONCE, CHAT_LINES_PER_SECOND
from net.protocol.messages import ActionDelayed, Hello, ServerMessage
from net.protocol.rate_limit import TokenBucket
from net.protocol.table_state import Clock
from net.table.inputs_effects import Link


class Score(NamedTuple):
    """How somebody has done in one game this evening."""

    matches: int = 0
    wins: int = 0
    points: int = 0

    def plus(self, points: int, won: bool) -> Score:
        """Return the score after one more match."""
        return Score(self.matches + 1, self.wins + won, self.points + points)


def _chat() -> TokenBucket:
    return TokenBucket(CHAT_LINES_PER_SECOND, CHAT_LINES_AT_ONCE, 0.0)


@dataclass(slots=True, eq=False)
class Person:
    """Somebody at the table: `token` is the secret that brings them back to their seat.

    What they decide: `done` is the last action that they have asked for and `answer` what was said to it.

    What they are told: `follows` is the match whose end they are still to be told, or 0; `has` is the hello in
    which they said what they know of it; `arriving` means that they have been told nothing yet, `slow_since` that
    they do not read what they are told; `clock` is the clock that they were told of last.

    Whether they are there: `link` is -1 for who is `gone`, and with `left` they have said so; `idle` is who lets
    the clock decide, as they have `expiries` times in a row. Either is waited for until `away_until`; when that is
    None, they are given up, and the program `stand_in` plays for them in a match.
    """

    link: Link
    name: str
    token: str = field(repr=False)
    watch: bool
    seat: int | None = None
    ready: bool = False
    scores: dict[str, Score] = field(default_factory=dict)
    done: int = 0
    answer: ServerMessage | None = None
    follows: int = 0
    has: Hello | None = None
    arriving: bool = True
    welcome: bool = True
    slow_since: float | None = None
    clock: Clock | None = None
    left: bool = False
    idle: bool = False
    expiries: int = 0
    away_until: float | None = None
    stand_in: str = ""
    chat: TokenBucket = field(default_factory=_chat)
    looked_at: float = float("-inf")

    @property
    def settled(self) -> int:
        """The number of the last action that needs no further answer, in case one is still held back."""
        return self.done - isinstance(self.answer, ActionDelayed)

    @property
    def gone(self) -> bool:
        """Whether nothing can be told to them."""
        return self.link < 0

    @property
    def absent(self) -> bool:
        """Whether they do not play, wherever they are."""
        return self.gone or self.idle

    @property
    def given_up(self) -> bool:
        """Whether they are not here and are not waited for any more."""
        return self.gone and self.away_until is None

    def count(self, game: str, points: int, won: bool) -> None:
        """Add a match to what they have done this evening."""
        self.scores[game] = self.scores.get(game, Score()).plus(points, won)

    def total(self, game: str) -> Score:
        """Return how they have done in all games together, but with the points of one."""
        scores: Mapping[str, Score] = self.scores
        matches = sum(score.matches for score in scores.values())
        wins = sum(score.wins for score in scores.values())
        return Score(matches, wins, scores.get(game, Score()).points)
