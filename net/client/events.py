"""The events that a `Client` reports to its listener."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from core import Change, Standing, View
from net.protocol.table_state import Clock, TableInfo


class TableChanged(Struct, frozen=True):
    """The state of the table has changed to `table`: people came or left, took a seat, or a setting changed."""

    table: TableInfo


class MatchBegan(Struct, frozen=True):
    """A match has begun, or is shown to a client that has joined during it; `view` is all that this client may know.

    `names` are the names of the seats in this match. `opening` are the changes of setting up, for the log; the view
    already contains them.
    """

    view: View
    names: tuple[str, ...]
    opening: tuple[Change, ...]


class MatchChanged(Struct, frozen=True):
    """Something happened in the match: `changes` led to `view`. Without changes the view replaces the one before."""

    changes: tuple[Change, ...]
    view: View


class MatchEnded(Struct, frozen=True):
    """The match is over; `standings` are final."""

    standings: tuple[Standing, ...]
    names: tuple[str, ...]


class MatchStopped(Struct, frozen=True):
    """The match was aborted, for a `reason` in one sentence, and counts for nobody; the table is in the lobby."""

    reason: str


class VerificationResult(Struct, frozen=True):
    """This client has checked the match that has just ended; `sentence` is the result.

    `fair` is True if the deal is proven fair and everything that was shown follows from it by the rules, False if
    something is wrong, and None if nothing is wrong and the deal is not proven.
    """

    fair: bool | None
    sentence: str


class ClockSet(Struct, frozen=True):
    """The clock of the current decision is now `clock`; None: no clock runs."""

    clock: Clock | None


class RefusalReceived(Struct, frozen=True):
    """The host has refused a request, for a `reason` in one sentence."""

    reason: str


class ActionDelay(Struct, frozen=True):
    """The action counts only after this many `seconds`, to be fair to slow connections; it is done or refused then."""

    seconds: float


class ChatReceived(Struct, frozen=True):
    """A person at the table has said something in the chat."""

    name: str
    text: str


class NoticeReceived(Struct, frozen=True):
    """The table says something about its people, in one sentence: who came, left, or is back."""

    text: str


class ReconnectAttempt(Struct, frozen=True):
    """The connection is broken and the client tries to reconnect; after `seconds_left` it gives up (`HostLost`).

    It is reported before every try. Requests in the meantime do not reach the host, except for the latest action.
    """

    seconds_left: float


class ConnectionRestored(Struct, frozen=True):
    """The connection is back; everything that was missed has been reported before this event."""


class HostRestarted(Struct, frozen=True):
    """The connection is back, but the host was restarted with another table, as `reason` says; the match is gone.

    It comes instead of `ConnectionRestored`, before every event of the new table.
    """

    reason: str


class HostLost(Struct, frozen=True):
    """The host is lost for good, for a `reason` in one sentence; no more events follow."""

    reason: str


Event: TypeAlias = (
    TableChanged
    | MatchBegan
    | MatchChanged
    | MatchEnded
    | MatchStopped
    | VerificationResult
    | ClockSet
    | RefusalReceived
    | ActionDelay
    | ChatReceived
    | NoticeReceived
    | ReconnectAttempt
    | ConnectionRestored
    | HostRestarted
    | HostLost
)
"""What a client reports. Kinds may be added, so a listener ignores those that it does not know."""
