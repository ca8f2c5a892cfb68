"""One person at a table, as the table knows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from net.limits import (
    CHAT_LINES_AT_ONCE,
    CHAT_LINES_PER_SECOND,
    RESULTS_KEPT,
    SEAT_CHANGES_AT_ONCE,
    SEAT_CHANGES_PER_SECOND,
)
from net.protocol.messages import ActionDelayed, ServerMessage
from net.protocol.rate_limit import TokenBucket
from net.protocol.table_state import Clock, SeatQuestion
from net.table.tick import NO_CONNECTION, ConnectionId


class Score(NamedTuple):
    """A person's results in one game since they first joined this table.

    `matches` is how many they have finished, `wins` how many of these they have won, and `points` the sum of their
    scores. `with_bot` is the number of matches in which a bot decided for them at times.
    """

    matches: int = 0
    wins: int = 0
    points: int = 0
    with_bot: int = 0

    def plus(self, points: int, won: bool, with_bot: bool) -> Score:
        """Return the score after one more match with these `points`, which the person has `won` or not.

        `with_bot`: a bot decided for them at times.
        """
        return Score(self.matches + 1, self.wins + won, self.points + points, self.with_bot + with_bot)

    def without(self, result: Result) -> Score:
        """Return the score without `result`, which is one of those that were added to it."""
        return Score(
            self.matches - 1, self.wins - result.won, self.points - result.points, self.with_bot - result.with_bot
        )


class Result(NamedTuple):
    """A person's result in one match, given by its number; `with_bot`: a bot decided for them at times.

    `match` is that number, counted from 1 at this table; `game` is the slug of the game, `points` the score, and `won`
    whether they have won, alone or with others.
    """

    match: int
    game: str
    points: int
    won: bool
    with_bot: bool


class ResumePoint(NamedTuple):
    """The last state of a match that a person has received."""

    match: int
    """The number of the match."""
    version: int
    """How many changes the person's audience had been sent."""
    seat: int | None
    """The seat whose view the person has, None for a spectator's view."""
    process: str
    """The identifier of the host process that has sent the state."""


def _chat_rate() -> TokenBucket:
    return TokenBucket(CHAT_LINES_PER_SECOND, CHAT_LINES_AT_ONCE, 0.0)


def _seat_rate() -> TokenBucket:
    """Return the rate limit of a person's changes of seat."""
    return TokenBucket(SEAT_CHANGES_PER_SECOND, SEAT_CHANGES_AT_ONCE, 0.0)


@dataclass(slots=True, eq=False)
class Person:
    """A person at the table; `token` is the secret that brings them back to their seat.

    `origin` is the address or network that they come from; empty for the machine of the host. `key` is the fingerprint
    of the SSH key that they have proved, or empty.

    Actions: `last_action_id` is the id of their last action message and `last_reply` the answer to it.

    Updates: `match_to_finish` is the match whose end they have not been sent yet, or 0. `resume_point` is what they
    have of a match, until they are brought up to date. With `needs_snapshot` they get a snapshot as soon as they
    can be written to; with `needs_welcome` a welcome, too. `slow_since` is when their send buffer became full.
    `clock_shown` is the clock that they were sent last.

    `scores` are the person's scores by the slug of the game. `matches_played` is the set of the numbers of the matches
    in them, as bits of an integer, and `results` are the last `RESULTS_KEPT` results, by the number of the match.

    `heard_until` is how much of the match an absent person has certainly received, as (number of the match, number of
    its changes): when they return, they are sent the later changes. It is None for people who are not absent.

    Presence: a person who is not `resumable` cannot return after the end of their connection. `connection` is
    `NO_CONNECTION` while they are disconnected; `left` is true if they left with a goodbye. `idle` people are connected
    and let the clock decide, as they have `clock_expiries` times in a row. The grace period of an absent person runs
    until `away_until`; None after it. The bot called `stand_in` plays for them then.

    `sent_away_by` is the name of an owner who has sent them away in the founder's absence, until the founder is back.

    Seats: `swap_with` is the person whom they ask to change places. `bot_seat_asked_for` is (number of the match, seat
    of a bot) for which they have asked the owner, or None. `absent_namesakes` are the tokens of the people of the same
    name who were absent when they joined, `claimed_token` the token of the absent person who they say they are, or "".
    `return_announced` is whether they have been told that the owner is asked whether they are that person. `questions`
    are the questions that they were sent last.

    `watch` is true while they only watch and want no seat; `seat` is their seat, None while they have none. `ready` is
    whether they have said that they are ready for the next match. `snapshot_requested_at` is when they last asked for a
    snapshot, in seconds; minus infinity if never.

    `slow_since` is None while their send buffer has room, `clock_shown` None while they are shown no clock.
    """

    connection: ConnectionId
    name: str
    token: str = field(repr=False)
    watch: bool
    seat: int | None = None
    resumable: bool = True
    origin: str = ""
    key: str = ""
    ready: bool = False
    scores: dict[str, Score] = field(default_factory=dict)
    matches_played: int = 0
    results: tuple[Result, ...] = ()
    last_action_id: int = 0
    last_reply: ServerMessage | None = None
    match_to_finish: int = 0
    resume_point: ResumePoint | None = None
    heard_until: tuple[int, int] | None = None
    needs_snapshot: bool = True
    needs_welcome: bool = True
    slow_since: float | None = None
    clock_shown: Clock | None = None
    left: bool = False
    idle: bool = False
    clock_expiries: int = 0
    away_until: float | None = None
    stand_in: str = ""
    chat_rate: TokenBucket = field(default_factory=_chat_rate)
    seat_rate: TokenBucket = field(default_factory=_seat_rate)
    snapshot_requested_at: float = float("-inf")
    sent_away_by: str = ""
    swap_with: Person | None = None
    bot_seat_asked_for: tuple[int, int] | None = None
    absent_namesakes: frozenset[str] = frozenset()
    claimed_token: str = field(default="", repr=False)
    return_announced: bool = False
    questions: tuple[SeatQuestion, ...] = ()

    @property
    def answered_action_id(self) -> int:
        """The id of the last action that needs no further answer; a delayed action still needs one."""
        return self.last_action_id - isinstance(self.last_reply, ActionDelayed)

    @property
    def disconnected(self) -> bool:
        """Whether the person has no connection, so that nothing can be sent to them."""
        return self.connection == NO_CONNECTION

    @property
    def absent(self) -> bool:
        """Whether the person is disconnected or idle, and so does not decide for themselves."""
        return self.disconnected or self.idle

    @property
    def given_up(self) -> bool:
        """Whether the person is disconnected and their grace period is over."""
        return self.disconnected and self.away_until is None

    def clear_absence(self) -> None:
        """Forget the person's stand-in bot, and the decisions that the clock made for them."""
        self.stand_in = ""
        self.idle = False
        self.clock_expiries = 0

    def add_result(self, result: Result) -> None:
        """Add a result to the person's scores."""
        self.matches_played |= 1 << result.match
        self.results = _last_results(*self.results, result)
        score = self.scores.get(result.game, Score())
        self.scores[result.game] = score.plus(result.points, result.won, result.with_bot)

    def add_scores(self, other: Person) -> None:
        """Add the scores of another `Person` object that stands for the same human being.

        A match that both have played, in two seats, counts once, with this person's result. If the other's result in
        such a match is not kept any more, none of the other's scores are added.
        """
        common = self.matches_played & other.matches_played
        added = dict(other.scores)
        for result in other.results:
            if common >> result.match & 1:
                added[result.game] = added[result.game].without(result)
                common ^= 1 << result.match
        if common:
            return
        results = (result for result in other.results if not self.matches_played >> result.match & 1)
        self.results = _last_results(*self.results, *results)
        self.matches_played |= other.matches_played
        for game, score in added.items():
            if score.matches:
                self.scores[game] = Score(*map(sum, zip(self.scores.get(game, Score()), score, strict=True)))

    def total_score(self, game: str) -> Score:
        """Return the person's matches and wins in all games together, with the points in one game."""
        scores: Mapping[str, Score] = self.scores
        matches = sum(score.matches for score in scores.values())
        wins = sum(score.wins for score in scores.values())
        with_bot = sum(score.with_bot for score in scores.values())
        return Score(matches, wins, scores.get(game, Score()).points, with_bot)


def _last_results(*results: Result) -> tuple[Result, ...]:
    """Return the last `RESULTS_KEPT` of these results, by the number of the match."""
    return tuple(sorted(results)[-RESULTS_KEPT:])
