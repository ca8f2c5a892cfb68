"""The events that a `Client` reports to its listener."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from core import Change, Standing, View
from net.protocol.table_state import Clock, TableInfo


class TableChanged(Struct, frozen=True):
    """The table is as `table` now says: somebody came, sat down, left, or a setting changed."""

    table: TableInfo


class MatchBegan(Struct, frozen=True):
    """A match begins, or goes on for somebody who has just come: `view` is all that this client may know.

    `names` are the seats' names for this match; `opening` the changes of setting up, for the log, already
    contained in the view.
    """

    view: View
    names: tuple[str, ...]
    opening: tuple[Change, ...]


class Played(Struct, frozen=True):
    """Something happened in the match: `changes` led to `view`."""

    changes: tuple[Change, ...]
    view: View


class MatchEnded(Struct, frozen=True):
    """The match is over; `standings` are final."""

    standings: tuple[Standing, ...]
    names: tuple[str, ...]


class MatchStopped(Struct, frozen=True):
    """The match was broken off, for a `reason` in one sentence, and counts for nobody; the table is in the lobby."""

    reason: str


class Verified(Struct, frozen=True):
    """This end has checked by itself the match that has just ended, and says in one `sentence` what became of it.

    `fair` is True if the deal is proven fair and everything that was shown follows from it by the rules, False if
    something is wrong, and None if there is nothing wrong but no proof of the deal either.
    """

    fair: bool | None
    sentence: str


class ClockSet(Struct, frozen=True):
    """The clock of the decision that is waited for is now `clock`; None: none runs."""

    clock: Clock | None


class Refused(Struct, frozen=True):
    """The host did not do what was asked, for a `reason` in one sentence."""

    reason: str


class HeldBack(Struct, frozen=True):
    """What was asked counts only in so many `seconds`, to be fair to slow lines: it happens then, or is refused."""

    seconds: float


class Said(Struct, frozen=True):
    """Somebody said something."""

    name: str
    text: str


class Noticed(Struct, frozen=True):
    """Something about the people here, in one sentence from the table itself: who came, went, or is back."""

    text: str


class Reconnecting(Struct, frozen=True):
    """The connection is gone, and the client tries to come back by itself; in `seconds_left` it gives up (`Lost`).

    It comes again with every try. What is asked for meanwhile does not reach the host, but for the last action.
    """

    seconds_left: float


class Reconnected(Struct, frozen=True):
    """The connection is back, and everything that was missed meanwhile has been told."""


class StartedAnew(Struct, frozen=True):
    """The connection is back, but the table is another one: the host was started anew, as `reason` says.

    It comes instead of `Reconnected`, before everything about the new table is told. What was played is gone.
    """

    reason: str


class Lost(Struct, frozen=True):
    """The connection is gone for good, for a `reason` in one sentence; nothing more will come."""

    reason: str


Event: TypeAlias = (
    TableChanged
    | MatchBegan
    | Played
    | MatchEnded
    | MatchStopped
    | Verified
    | ClockSet
    | Refused
    | HeldBack
    | Said
    | Noticed
    | Reconnecting
    | Reconnected
    | StartedAnew
    | Lost
)
"""What a client tells; more kinds may come, so a listener ignores those that it does not know."""
