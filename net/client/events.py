"""The events that a `Client` reports to its listener."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from core import Change, Record, Standing, View
from net.client.shown_match import MatchPast
from net.protocol.table_state import SeatQuestion, ShownClock, TableInfo


class TableChanged(Struct, frozen=True):
    """Event: the people, seats or settings of the table have changed; `table` is its whole state after that."""

    table: TableInfo


class MatchBegan(Struct, frozen=True):
    """Event: a match has begun, or this client has joined during a match."""

    view: View
    """The complete view of this client's seat (or of a spectator); the opening and the missed changes are already in
    it."""
    names: tuple[str, ...]
    """The names of the seats in this match."""
    opening_changes: tuple[Change, ...]
    """The changes by which the match was set up (the deal), for the log; empty if this client has joined during the
    match."""
    missed_changes: tuple[Change, ...] = ()
    """The changes while this person was away, if this client no longer has the match."""
    past: MatchPast | None = None
    """What was shown of a match that has begun before, the missed changes included; None if it is not known."""
    first_names: tuple[str, ...] = ()
    """The names of the seats at the beginning of the match, if some seats have changed hands since; else empty."""


class MatchChanged(Struct, frozen=True):
    """Event: `changes` of the match led to `view`. Without changes the view replaces the previous one."""

    changes: tuple[Change, ...]
    view: View


class MatchEnded(Struct, frozen=True):
    """Event: the match is over, with final `standings`; `names` are the names of its seats."""

    standings: tuple[Standing, ...]
    names: tuple[str, ...]
    bot_decisions: Mapping[int, tuple[int, int]] = {}
    """Maps the seat of each person for whom a bot has decided to (decisions by a bot, all decisions)."""


class MatchStopped(Struct, frozen=True):
    """Event: the host reports that the match was aborted, for a `reason` in one sentence: it has no result.

    The owner has stopped it, or it ended while this client was disconnected, so that the result is unknown.
    """

    reason: str


class VerificationResult(Struct, frozen=True):
    """Event: this client has checked the match that has just ended; `sentence` is the result.

    `fair`: True if the deal is proven fair and all views and changes follow from it by the rules, False if the check
    found a fault, None if it found no fault but the deal is not proven. `record`: the record of the match, unless the
    check found a fault in it.
    """

    fair: bool | None
    sentence: str
    record: Record | None = None


class DecisionClockChanged(Struct, frozen=True):
    """Event: the decision clock that the host shows this person has changed to `clock`; None: no clock runs."""

    clock: ShownClock | None


class QuestionsReceived(Struct, frozen=True):
    """Event: the questions that this person can answer have changed; `questions` are all of them now."""

    questions: tuple[SeatQuestion, ...]


class RefusalReceived(Struct, frozen=True):
    """Event: the host has refused a request, for a `reason` in one sentence."""

    reason: str


class ActionDelay(Struct, frozen=True):
    """Event: the host delays this client's action by `seconds`, to be fair to people with slow connections."""

    seconds: float


class ChatReceived(Struct, frozen=True):
    """Event: the person called `name` has sent a line of chat.

    `text` is that line.
    """

    name: str
    text: str


class NoticeReceived(Struct, frozen=True):
    """Event: a notice of the table in one sentence, such as that a person has joined, left or returned.

    `text` is that sentence.
    """

    text: str


class ReconnectAttempt(Struct, frozen=True):
    """Event: the connection is broken and the client tries to reconnect; after `seconds_left` it gives up (`HostLost`).

    It is reported before every attempt. Of the requests made in the meantime only the latest action reaches the host.
    """

    seconds_left: float


class ConnectionRestored(Struct, frozen=True):
    """Event: the client has reconnected; all events of the interruption have been reported before this one."""


class HostRestarted(Struct, frozen=True):
    """Event: the client has reconnected, but the host was restarted with another table, and the match is lost.

    `reason` explains it in one sentence. The event replaces `ConnectionRestored` and precedes every event of the new
    table.
    """

    reason: str


class HostLost(Struct, frozen=True):
    """Event: the client has given up the host, for a `reason` in one sentence; no more events follow."""

    reason: str


Event: TypeAlias = (
    TableChanged
    | MatchBegan
    | MatchChanged
    | MatchEnded
    | MatchStopped
    | VerificationResult
    | DecisionClockChanged
    | QuestionsReceived
    | RefusalReceived
    | ActionDelay
    | ChatReceived
    | NoticeReceived
    | ReconnectAttempt
    | ConnectionRestored
    | HostRestarted
    | HostLost
)
"""Any event that a client reports. Kinds may be added, so a listener ignores those that it does not know."""
