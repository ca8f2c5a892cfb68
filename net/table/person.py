"""One person at a table, as the table knows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct, field

from net.limits import (
    CHAT_LINES_AT_ONCE,
    CHAT_LINES_PER_SECOND,
    MAX_RESULTS_KEPT_PER_PERSON,
    SEAT_CHANGES_AT_ONCE,
    SEAT_CHANGES_PER_SECOND,
)
from net.protocol.messages import ActionDelayed, ServerMessage
from net.protocol.rate_limit import TokenBucket
from net.protocol.table_state import SeatQuestion, ShownClock
from net.table.tick import NO_CONNECTION, ConnectionId


class Score(NamedTuple):
    """A person's results in one game since they first joined this table.

    `matches` is how many they have finished, `wins` how many of these they have won, and `points` the sum of their
    scores. `matches_with_bot` is the number of matches in which a bot decided for them at times.
    """

    matches: int = 0
    wins: int = 0
    points: int = 0
    matches_with_bot: int = 0

    def with_match_added(self, points: int, is_won: bool, is_with_bot: bool) -> Score:
        """Return the score after one more match with these `points`.

        `is_won`: the person has won it. `is_with_bot`: a bot decided for them at times.
        """
        return Score(self.matches + 1, self.wins + is_won, self.points + points, self.matches_with_bot + is_with_bot)

    def with_result_removed(self, result: Result) -> Score:
        """Return the score without `result`, which is one of those that were added to it."""
        return Score(
            self.matches - 1,
            self.wins - result.is_won,
            self.points - result.points,
            self.matches_with_bot - result.is_with_bot,
        )


class Result(NamedTuple):
    """A person's result in one match.

    `match_number` is the number of the match, counted from 1 at this table; `game` is the slug of the game, `points`
    the score, `is_won` whether they have won, alone or with others, and `is_with_bot` whether a bot decided for them at
    times.
    """

    match_number: int
    game: str
    points: int
    is_won: bool
    is_with_bot: bool


class ResumePoint(NamedTuple):
    """The last state of a match that a person's client has received, from which it can resume after a lost
    connection."""

    match_number: int
    """The number of the match."""
    version: int
    """The number of changes of the match that the client has received."""
    seat: int | None
    """The seat whose view the person has, None for a spectator's view."""
    process: str
    """The identifier of the host process that has sent the state."""


def _new_chat_rate_limit() -> TokenBucket:
    """Return a new rate limit for one person's chat lines."""
    return TokenBucket(CHAT_LINES_PER_SECOND, CHAT_LINES_AT_ONCE, 0.0)


def _new_seat_rate_limit() -> TokenBucket:
    """Return a new rate limit for one person's changes of seat."""
    return TokenBucket(SEAT_CHANGES_PER_SECOND, SEAT_CHANGES_AT_ONCE, 0.0)


class Person(Struct, eq=False):
    """A person at the table; `token` is the secret that brings them back to their seat."""

    connection: ConnectionId
    """The number of the person's connection; `NO_CONNECTION` while they are disconnected."""
    name: str
    token: str
    only_watches: bool
    """Whether the person only watches and wants no seat."""
    seat: int | None = None
    """The person's seat, None while they have none."""
    can_resume: bool = True
    """Whether the person can return after the end of their connection."""
    origin: str = ""
    """The address or network that the person comes from; empty for the machine of the host."""
    key: str = ""
    """The fingerprint of the SSH key that the person has proved, or empty."""
    is_ready: bool = False
    """Whether the person has said that they are ready for the next match."""
    scores: dict[str, Score] = {}
    """The person's scores by the slug of the game."""
    matches_played: int = 0
    """The set of the numbers of the matches in `scores`, as bits of an integer."""
    results: tuple[Result, ...] = ()
    """The person's last `MAX_RESULTS_KEPT_PER_PERSON` results, by the number of the match."""
    last_action_id: int = 0
    """The id of the person's last action message."""
    last_reply: ServerMessage | None = None
    """The answer to the person's last action message."""
    followed_match_number: int = 0
    """The number of the match that the person was sent but not the end of; 0 if there is none."""
    resume_point: ResumePoint | None = None
    """The state of a match that the person's client has, until they are brought up to date."""
    changes_received_before_absence: tuple[int, int] | None = None
    """The changes that an absent person has certainly received, as (number of the match, number of its changes).

    When they return, they are sent the later changes. None for people who are not absent.
    """
    needs_snapshot: bool = True
    """Whether the person gets a snapshot as soon as they can be written to."""
    needs_welcome: bool = True
    """Whether the person gets a welcome as soon as they can be written to."""
    slow_since: float | None = None
    """The time at which the person's send buffer became full, None while it has room."""
    clock_shown: ShownClock | None = None
    """The clock that the person was sent last, None while they are shown no clock."""
    has_left: bool = False
    """Whether the person left with a goodbye."""
    is_idle: bool = False
    """Whether the person is connected and lets the clock decide."""
    clock_expiries: int = 0
    """The number of times in a row that the clock has decided for the person."""
    away_until: float | None = None
    """The time at which the grace period of an absent person ends; None after it."""
    stand_in: str = ""
    """The bot that plays for an absent person after the grace period, or ""."""
    chat_rate_limit: TokenBucket = field(default_factory=_new_chat_rate_limit)
    """The rate limit of the person's chat lines."""
    seat_rate_limit: TokenBucket = field(default_factory=_new_seat_rate_limit)
    """The rate limit of the person's changes of seat."""
    snapshot_requested_at: float = float("-inf")
    """The time at which the person last asked for a snapshot, in seconds; minus infinity if never."""
    sent_away_by: str = ""
    """The name of an owner who has sent the person away in the founder's absence, until the founder is back."""
    swap_with: Person | None = None
    """The person with whom this one asks to swap seats."""
    bot_seat_asked_for: tuple[int, int] | None = None
    """The (number of the match, seat of a bot) for which the person has asked the owner, or None."""
    absent_namesakes: frozenset[str] = frozenset()
    """The tokens of the people of the same name who were absent when this person joined."""
    claimed_token: str = ""
    """The token of the absent person that this person claims to be, or ""."""
    return_announced: bool = False
    """Whether the person was told that the owner is asked whether they are the one who was absent."""
    questions: tuple[SeatQuestion, ...] = ()
    """The questions that the person was sent last."""

    def __repr__(self) -> str:
        return f"Person({self.name!r}, seat={self.seat})"  # without tokens, which no log and no traceback may show

    @property
    def answered_action_id(self) -> int:
        """The id of the last action that needs no further answer; a delayed action still needs one."""
        return self.last_action_id - isinstance(self.last_reply, ActionDelayed)

    @property
    def is_disconnected(self) -> bool:
        """Whether the person has no connection, so that nothing can be sent to them."""
        return self.connection == NO_CONNECTION

    @property
    def is_absent(self) -> bool:
        """Whether the person is disconnected or idle, and so does not decide for themselves."""
        return self.is_disconnected or self.is_idle

    @property
    def is_given_up(self) -> bool:
        """Whether the person is disconnected and their grace period is over."""
        return self.is_disconnected and self.away_until is None

    def clear_absence(self) -> None:
        """Forget the person's stand-in bot, and the decisions that the clock made for them."""
        self.stand_in = ""
        self.is_idle = False
        self.clock_expiries = 0

    def add_result(self, result: Result) -> None:
        """Add a result to the person's scores."""
        self.matches_played |= 1 << result.match_number
        self.results = _latest_results(*self.results, result)
        score = self.scores.get(result.game, Score())
        self.scores[result.game] = score.with_match_added(result.points, result.is_won, result.is_with_bot)

    def add_scores(self, namesake: Person) -> None:
        """Add the scores of another `Person` object that stands for the same human being.

        A match that both have played, in two seats, counts once, with this person's result. If the other's result in
        such a match is not kept any more, none of the other's scores are added.
        """
        common = self.matches_played & namesake.matches_played
        added = dict(namesake.scores)
        for result in namesake.results:
            if common >> result.match_number & 1:
                added[result.game] = added[result.game].with_result_removed(result)
                common ^= 1 << result.match_number
        if common:
            return
        results = (result for result in namesake.results if not self.matches_played >> result.match_number & 1)
        self.results = _latest_results(*self.results, *results)
        self.matches_played |= namesake.matches_played
        for game, score in added.items():
            if score.matches:
                self.scores[game] = Score(*map(sum, zip(self.scores.get(game, Score()), score, strict=True)))

    def total_score(self, game: str) -> Score:
        """Return the person's matches and wins in all games together, with the points in one game."""
        scores: Mapping[str, Score] = self.scores
        matches = sum(score.matches for score in scores.values())
        wins = sum(score.wins for score in scores.values())
        with_bot = sum(score.matches_with_bot for score in scores.values())
        return Score(matches, wins, scores.get(game, Score()).points, with_bot)


def _latest_results(*results: Result) -> tuple[Result, ...]:
    """Return the last `MAX_RESULTS_KEPT_PER_PERSON` of these results, by the number of the match."""
    return tuple(sorted(results)[-MAX_RESULTS_KEPT_PER_PERSON:])
