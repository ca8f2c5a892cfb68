"""One tick of a table: the inputs that `Table.handle` takes and the `TickResult` that it returns.

The host gives every connection to a table a number, its `ConnectionId`, and uses no number twice. The runner of a
table performs a `TickResult` in this order: it commits the journal entries, delivers the messages in the order of
`sends`, ends the connections in `drops`, and sets its alarm. So nothing is sent that is not journalled.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from net.errors import NetError
from net.journal.entries import Entry
from net.protocol.messages import ClientMessage, ServerMessage

ConnectionId: TypeAlias = int
"""The number of a connection to a table; no number is used twice."""

NO_CONNECTION: ConnectionId = -1
"""The connection of a person who is disconnected."""

NO_CONNECTIONS: Final[frozenset[ConnectionId]] = frozenset()
"""The empty set of connections."""


# Keys

_CLUB_KEY_PREFIX: Final = "club "
"""The beginning of a key that says who a person is in a club; the key of an SSH user begins otherwise."""


def key_in_club(person: str) -> str:
    """Return the key (`MessageReceived`) of the person of a club with this identifier."""
    return f"{_CLUB_KEY_PREFIX}{person}"


def person_of_key(key: str) -> str:
    """Return the identifier of the person of a club that is in this seat key; "" for a key that is not of a club."""
    return key.removeprefix(_CLUB_KEY_PREFIX) if key.startswith(_CLUB_KEY_PREFIX) else ""


# Inputs


class MessageReceived(Struct, frozen=True):
    """Input of a table: a client message arrived; the first message of a connection is its hello.

    `origin` is the address that the connection comes from, or its network; empty for the machine of the host. `key` is
    the fingerprint of the SSH key that its person has proved, or says who they are in a club (`key_in_club`); empty for
    others.
    """

    connection: ConnectionId
    message: ClientMessage
    origin: str = ""
    key: str = ""


class ConnectionLost(Struct, frozen=True):
    """Input of a table: a connection has ended, `silence` seconds after the last bytes from it."""

    connection: ConnectionId
    silence: float = 0.0


class WritingPaused(Struct, frozen=True):
    """Input of a table: the send buffer of a connection is full, because the person reads too slowly."""

    connection: ConnectionId


class WritingResumed(Struct, frozen=True):
    """Input of a table: the send buffer of a connection has room again."""

    connection: ConnectionId


class CodeGuessingNoticed(Struct, frozen=True):
    """Input of a table: somebody is guessing at its code, as very many wrong codes have come within a minute."""


class OrganiserAnnouncement(Struct, frozen=True):
    """Input of a table: the organiser of the club says this `text` to everybody at its tables."""

    text: str


class MatchesForbidden(Struct, frozen=True):
    """Input of a table: the host is going to end, so no match begins any more, for this `reason`."""

    reason: str


class PersonSentAway(Struct, frozen=True):
    """Input of a table: the organiser of the club sends away everybody with this `key`, by which a person is
    recognised."""

    key: str


class HostClosing(Struct, frozen=True):
    """Input of a table: the host is about to end; the table disconnects everybody and gives that as the reason."""


Input: TypeAlias = (
    MessageReceived
    | ConnectionLost
    | WritingPaused
    | WritingResumed
    | CodeGuessingNoticed
    | OrganiserAnnouncement
    | MatchesForbidden
    | PersonSentAway
    | HostClosing
)
"""Any input that a table can be given: a message, the loss of a connection, and so on."""


# Output


class MessageToSend(Struct, frozen=True):
    """A message for all of these connections; the runner encodes it once."""

    connections: tuple[ConnectionId, ...]
    message: ServerMessage


class ConnectionToEnd(Struct, frozen=True):
    """A connection to end after everything sent on it has gone out; `error` is the reason."""

    connection: ConnectionId
    error: NetError


class TickResult(Struct, frozen=True):
    """The result of a tick; the runner performs its parts in this order.

    `wake_at` is when to call `Table.handle` without any input; it replaces that of the tick before, and None clears it.

    `journal` are the entries to commit, `sends` the messages to send, and `drops` the connections to end.
    """

    journal: tuple[Entry, ...] = ()
    sends: tuple[MessageToSend, ...] = ()
    drops: tuple[ConnectionToEnd, ...] = ()
    wake_at: float | None = None


class TickOutput:
    """Collects what the table writes and sends while it handles its inputs.

    All parts of a table use the same object.
    """

    __slots__ = ("_drops", "_journal", "_sends")

    def __init__(self) -> None:
        self._journal: list[Entry] = []
        self._sends: list[MessageToSend] = []
        self._drops: list[ConnectionToEnd] = []

    def add_entries(self, *entries: Entry) -> None:
        """Add entries to the journal; they are committed before anything of this tick is sent."""
        self._journal += entries

    def add_message(self, connections: tuple[ConnectionId, ...], message: ServerMessage) -> None:
        """Add a message that will be sent on these connections, after all messages that were added before."""
        self._sends.append(MessageToSend(connections, message))

    def end_connection(self, connection: ConnectionId, error: NetError) -> None:
        """End a connection after the messages that are being sent now."""
        self._drops.append(ConnectionToEnd(connection, error))

    @property
    def connections_to_end(self) -> frozenset[ConnectionId]:
        """The connections that this tick ends, after the messages added so far have been sent."""
        return frozenset(drop.connection for drop in self._drops) if self._drops else NO_CONNECTIONS

    def take_result(self, snapshot: tuple[Entry, ...], wake_at: float | None) -> TickResult:
        """Return everything that was collected as a result, with `snapshot` first among its journal entries, and
        begin to collect for the next one."""
        result = TickResult((*snapshot, *self._journal), tuple(self._sends), tuple(self._drops), wake_at)
        self.discard_all()
        return result

    def discard_all(self) -> None:
        """Discard what was collected."""
        self._journal, self._sends, self._drops = [], [], []
