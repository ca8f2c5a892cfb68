"""The state of a table as everybody at it sees it: seats, terms, totals, the decision clock.

These values are kept by the host and by every client, and are sent unchanged. Only their times differ: an end keeps a
time by its own clock, and a message carries the seconds that were left when it was sent (`with_seconds_left` and
`with_end_time`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core import Value, View, games
from net.limits import DEFAULT_GRACE_SECONDS
from net.protocol.field_types import Message, Seconds, Settings, ShortText, WholeNumber


class SeatInfo(Message, frozen=True):
    """One seat of a table as everybody may know it: who sits in it, and whether they are present."""

    seat: WholeNumber
    name: ShortText = ""
    """The name of the person or bot; "" for a free seat."""
    bot: ShortText = ""
    """The name of the bot or level that has the seat; "" for a person."""
    is_here: bool = True
    """False while the person of the seat is away."""
    is_ready: bool = False
    """Whether the person has said that they are ready for the next match; nothing depends on it."""
    stand_in: ShortText = ""
    """The bot that plays for an absent person until they are back, or ""."""
    away_until: Seconds | None = None
    """The time at which the grace period of an absent person ends, by `Client.table_time` (in a message: the seconds
    left); None if none runs."""

    def with_seconds_left(self, now: float) -> SeatInfo:
        """Return this seat with the seconds that are left at the time `now` in place of a point in time."""
        return self if self.away_until is None else replace(self, away_until=max(0.0, self.away_until - now))

    def with_end_time(self, now: float) -> SeatInfo:
        """Return this seat, received at the time `now`, with a point in time in place of the seconds that are left."""
        return self if self.away_until is None else replace(self, away_until=now + self.away_until)


class Terms(Struct, frozen=True):
    """How a table is run, whatever game it plays.

    `clock` is how many seconds every decision may take (0: no limit); then the game's automatic action is done, and a
    person who lets that happen three times in a row is away. `grace` is the grace period in seconds: how long a
    disconnected person is waited for before a bot stands in. `take_over` is whether spectators may take over a bot's
    seat, `take_over_often` whether they may do so in a match of which they have seen the cards of another seat. `hints`
    is whether players may ask for hints; with None they may while only one person has a seat (`gives_hints`).

    The journal stores the terms by the names of these fields; so on the wire, too, they are a map and not an array.
    """

    clock: WholeNumber = 0
    grace: WholeNumber = DEFAULT_GRACE_SECONDS
    take_over: bool = True
    take_over_often: bool = False
    hints: bool | None = None


class Total(Message, frozen=True):
    """The results of one person at this table so far: matches, wins, and points in the game that it plays now.

    In `matches_with_bot` of the matches a bot decided for them at times.
    """

    name: ShortText
    matches: WholeNumber
    wins: WholeNumber
    points: int
    matches_with_bot: WholeNumber = 0


class SeatQuestionKind(StrEnum):
    """The kind of question that a person, the asker, asks in a `SeatQuestion`."""

    RETURN = "return"
    """The asker says that they are the absent person of the seat, and the owner decides whether they get it.

    In the lobby the asker may have another seat, which they leave for it.
    """

    SWAP = "swap"
    """The asker wants to swap seats with the person in the seat, who decides."""

    TAKE_OVER = "take over"
    """The asker watches and wants to take over from the bot in the seat; the owner decides."""


class SeatQuestion(Message, frozen=True):
    """A question of the person called `name` (the asker) about a `seat`, to which another person says yes or no."""

    kind: SeatQuestionKind
    name: ShortText
    seat: WholeNumber


class ShownClock(Message, frozen=True):
    """The decision clock: it has `total_seconds`, and runs out at `end_time`.

    `end_time` is a time by `Client.table_time`, in a message the seconds that are left; None where it would reveal how
    far somebody is in a play that is hidden until all have finished it. If the person who is sent the clock has to
    decide, it is the clock of that decision. Else it is the clock of `seat`; or, if `seat` is None, several seats have
    to decide, and it is the clock of the one that may take longest.
    """

    total_seconds: Seconds
    end_time: Seconds | None
    seat: WholeNumber | None = None

    def with_seconds_left(self, now: float) -> ShownClock:
        """Return this clock with the seconds that are left at the time `now` in place of a point in time."""
        return self if self.end_time is None else replace(self, end_time=max(0.0, self.end_time - now))

    def with_end_time(self, now: float) -> ShownClock:
        """Return this clock, received at the time `now`, with a point in time in place of the seconds that are left."""
        return self if self.end_time is None else replace(self, end_time=now + self.end_time)


class TableInfo(Message, frozen=True, tag=34):
    """A table as everybody at it sees it; sent to a client that has just come and when a setting changes.

    `phase` is ``lobby`` before the first match and between matches, ``playing`` during one. `owner` is the seat of the
    owner, None if they watch or nobody is here, and `owner_name` is their name; nobody else changes the game, its
    options and the seats, and starts a match. While the table is `paused` nothing happens in the match, and its clocks
    stand still.
    """

    name: ShortText
    game: ShortText
    options: Settings
    seats: tuple[SeatInfo, ...]
    spectators: tuple[ShortText, ...]
    """The names of the spectators, the first few if there are many."""
    phase: ShortText
    matches: WholeNumber
    """The number of matches that have begun at the table."""
    address: ShortText
    owner: WholeNumber | None = None
    spectator_count: WholeNumber = 0
    """The number of spectators."""
    terms: Terms = Terms()
    paused: bool = False
    totals: tuple[Total, ...] = ()
    """The results of the people who have played here, best first; of many people only the first ones."""
    owner_name: ShortText = ""
    deserted: bool = False
    """Whether the match stands still because none of its players is present, or, where bots have all seats, nobody at
    all."""
    host_name: ShortText = ""
    """The name of the person at the machine that the table runs on, owner or not; empty if there is none."""
    missing_founder: ShortText = ""
    """The name of the person to whom the table belongs while another one is the owner; else empty."""
    web_port: WholeNumber = 0
    """The port of the page for browsers, 0 without one."""
    web_encrypted: bool = False
    """Whether the page for browsers is HTTPS."""

    def with_seconds_left(self, now: float) -> TableInfo:
        """Return this table with the seconds that are left at the time `now` in place of points in time."""
        return replace(self, seats=tuple(seat.with_seconds_left(now) for seat in self.seats))


class SeatsChanged(Message, frozen=True, tag=35):
    """The seats of a table that have changed, its spectators and owner; the rest of its `TableInfo` is unchanged.

    `spectators` names the spectators, the first few if there are many; `spectator_count` is how many there are.
    `owner` is the seat of the owner, None if they watch or nobody is here, and `owner_name` is their name, "" if nobody
    is here.
    """

    seats: tuple[SeatInfo, ...]
    spectators: tuple[ShortText, ...]
    spectator_count: WholeNumber
    owner: WholeNumber | None
    owner_name: ShortText = ""


class ClockChanged(Message, frozen=True, tag=45):
    """The decision clock that this person sees has changed to `clock`; None: none runs."""

    clock: ShownClock | None = None


def plain_settings(options: Mapping[str, Value]) -> Settings:
    """Return the options of a game as messages carry them: those whose value is a number, a text or a boolean."""
    return {name: value for name, value in options.items() if isinstance(value, bool | int | str)}


def gives_hints(table: TableInfo) -> bool:
    """Return whether players may ask for hints at a table: by its terms, or else while only one person has a seat."""
    if table.terms.hints is not None:
        return table.terms.hints
    return sum(bool(seat.name) and not seat.bot for seat in table.seats) <= 1


CAN_TAKE_OVER_SENTENCE: Final = "A match is being played: you are watching, and can ask for the seat of a bot."
"""The notice to a person who joins during a match and may ask for a bot's seat; the client adds which key or command
does so."""


def only_bots_decide(table: TableInfo, view: View) -> bool:
    """Return whether only bots decide in the match from now on: the games of all people in it have ended.

    A seat counts as a person's even while they are away or a stand-in bot plays for them. `view` may be that of any
    audience.
    """
    game = games[view.game]
    return not view.facts["over"] and all(seat.bot or game.end_cause(view, seat.seat) for seat in table.seats)
