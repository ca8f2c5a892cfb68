"""The state of a table as everybody at it sees it: seats, settings, totals, the decision clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from core import Value
from net.limits import GRACE_SECONDS


class SeatInfo(Struct, frozen=True):
    """Who sits in a seat: `bot` names the program that plays it, `here` is False while its person is away.

    An empty `name` is a free seat. Somebody away is waited for until `away_until`, a time by `Client.now`; when
    that is past, the program `stand_in` plays for them until they are back. `ready` is what they say of
    themselves before a match; nothing depends on it.
    """

    seat: int
    name: str = ""
    bot: str = ""
    here: bool = True
    ready: bool = False
    stand_in: str = ""
    away_until: float | None = None


class Terms(Struct, frozen=True):
    """How a table is run, whatever it plays.

    `clock` is how many seconds every decision may take (0: as long as one likes); then the game's automatic
    action is done, and who lets it come to that three times in a row is away. `grace` is how many seconds
    somebody who is away is waited for before a program stands in. `take_over` is whether those who watch may take
    over the seat of a program.
    """

    clock: int = 0
    grace: int = GRACE_SECONDS
    take_over: bool = True


class Total(Struct, frozen=True):
    """How a person has done at this table so far: matches, wins, and points in the game that it plays now."""

    name: str
    matches: int
    wins: int
    points: int


class Clock(Struct, frozen=True):
    """The clock of the decision that is waited for: `total` seconds, which run out at `until` by `Client.now`.

    A client's own decision comes first; else it is the `seat` that is waited for, or None for several, of which
    the last counts. `until` is None where it would betray how far somebody is in a sealed play.
    """

    total: float
    until: float | None
    seat: int | None = None


class TableInfo(Struct, frozen=True):
    """A table as everybody at it sees it.

    `phase` is ``lobby`` before the first match and between matches, ``playing`` during one. `owner` is the seat
    or None of who runs the table, `owner_name` what they are called, also if they only watch; nobody else changes
    the game, its options and the seats, and starts a match. `watchers` names those who watch, the first few of them
    if there are many; `watching` is how many there are. While it is `paused` nothing happens in the match, and its
    clocks stand still. `totals` is how those who have played here have done, best first, the first few of them.
    """

    name: str
    game: str
    options: Mapping[str, Value]
    seats: tuple[SeatInfo, ...]
    watchers: tuple[str, ...]
    phase: str
    matches: int
    address: str
    owner: int | None = None
    watching: int = 0
    terms: Terms = Terms()
    paused: bool = False
    totals: tuple[Total, ...] = ()
    owner_name: str = ""


CAN_TAKE_OVER: Final = "A match is being played: you watch, and can take over the seat of a bot."
"""What the table notices for who comes during a match; how that is done is for each end to add."""
