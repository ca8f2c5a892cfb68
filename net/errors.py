"""The errors of the `net` package; the message of each is one sentence for a person and never empty.

NetError
├── PeerFault           the other end broke the protocol; its connection ends, others are not affected
│   ├── Malformed           bytes that are no message, or a message out of place
│   ├── TooBig              a frame longer than agreed
│   ├── TooFast             more messages or bytes than the rate limit allows
│   ├── TooSlow             no hello, half a frame, no sign of life, or a queue that nobody reads
│   ├── WrongVersion        another version of the protocol
│   └── TlsMismatch         one end speaks TLS and the other does not
├── Rejected            the table does not let this person in: it is full, they are banned, or have tried too often
│   └── CodeRejected        no table code was given, or not the right one
├── SessionEnded        this session of a person has ended: they have left, or have come back over another connection
├── ReachedClub         there is a club at the address, and not a single table
├── ReachedOtherHost    another host of the club runs the table
├── WrongHost           the host is not the one that the code is for
│   └── ChangedKey          the host is not the one that was met at that address before
├── BadCode             a string that is not a valid table code
├── HostGone            the host cannot be reached, has closed the table, or has stopped play
├── HostKeyDamaged      the file with this host's own key is damaged; it is left as it is
├── TableTaken          another host of the club has the table now; this one tells nobody anything of it
├── JournalDamaged      the journal is damaged, of another program, or of a newer one; it is left as it is
├── JournalUnusable     the journal cannot be used (any more): the disk is full, or the file is locked
│   └── JournalMissing      there is no journal, or it has been taken away
└── NotListening        a table cannot be opened at that address and port (an `OSError` too)
    └── PortTaken           because another program listens there
"""

from __future__ import annotations

from typing import Final


class NetError(Exception):
    """Base class of all errors between a person and a host; its text, `reason`, is one sentence for a person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)


class PeerFault(NetError):
    """Raised when the other end broke the protocol; only its own connection ends."""


class Malformed(PeerFault):
    """Raised when the other end sent bytes that are no message of this protocol, or a message at the wrong moment."""


class TooBig(PeerFault):
    """Raised when the other end sent a frame longer than agreed; it was refused before it was read to its end."""


class TooFast(PeerFault):
    """Raised when the other end sent more messages or bytes a second than the rate limit allows."""


class TooSlow(PeerFault):
    """Raised when the other end did not send its hello or the rest of a frame in time, was silent too long, or does not
    read."""


class WrongVersion(PeerFault):
    """Raised when the other end speaks another version of the protocol."""


class TlsMismatch(PeerFault):
    """Raised when one end speaks TLS and the other does not."""


class Rejected(NetError):
    """Raised when the table rejects this person: it is full, they are banned, or they gave a wrong code or none."""


class CodeRejected(Rejected):
    """Raised when the table needs a code and none, or a wrong one, was given."""


class SessionEnded(NetError):
    """Raised when a session has ended without a fault: the person has left, or returned over another connection."""


REACHED_CLUB_SENTENCE: Final = "There is a club at that address; queens join ADDRESS takes you into its hall."
"""The sentence of a `ReachedClub`: nobody joins a table at the address of a club."""


class ReachedClub(NetError):
    """Raised when there is a club at the address, and not a single table; its hall has let this person in.

    `token`: the one that the hall has given them.
    """

    def __init__(self, token: str) -> None:
        super().__init__(REACHED_CLUB_SENTENCE)
        self.token = token


class ReachedOtherHost(NetError):
    """Raised when another host of the club runs the table: the one at `address`, "" if none does at this moment."""

    def __init__(self, address: str) -> None:
        super().__init__("The table is moving to another host of the club: try again in a moment.")
        self.address = address


class WrongHost(NetError):
    """Raised when the host has another key than the one that the table's code is for; nothing was sent to it."""


class ChangedKey(WrongHost):
    """Raised when the host's key is not the one known for its address; only the person can decide to trust it.

    `address` is that of the host (``HOST:PORT``); `known_fingerprint` and `shown_fingerprint` are those of the two
    keys.
    """

    def __init__(self, reason: str, address: str, known_fingerprint: str, shown_fingerprint: str) -> None:
        super().__init__(reason)
        self.address = address
        self.known_fingerprint = known_fingerprint
        self.shown_fingerprint = shown_fingerprint


class BadCode(NetError):
    """Raised when the string that a person chose as a table code is not a valid code."""


class HostGone(NetError):
    """Raised when the host cannot be reached, has closed the table, or has stopped play."""


HOST_CLOSED_TABLE_SENTENCE: Final = "The host has closed the table."
"""The reason of a `HostGone` when the host closes the table itself."""


CLUB_CLOSED_SENTENCE: Final = "The club is closed."
"""The reason of a `HostGone` when a club ends."""


LEFT_TABLE_SENTENCE: Final = "You have left the table."
"""The reason of `SessionEnded` for a person who has left the table."""


LEFT_CLUB_SENTENCE: Final = "You have left the club."
"""The reason of `SessionEnded` for a person who has left the hall of a club."""


class HostKeyDamaged(NetError):
    """Raised when the file with the key of this host cannot be read as a key; it is left as it is."""


class TableTaken(NetError):
    """Raised when another host of the club has taken a table over: this host writes and sends nothing of it any
    more."""

    def __init__(self) -> None:
        super().__init__("Another host of the club has this table now.")


class JournalDamaged(NetError):
    """Raised when the file of the journal is damaged, no journal of this program, or of a newer version; it is left
    unchanged."""


class JournalUnusable(NetError):
    """Raised when the journal at `path` can be neither read nor written, because of `reason`.

    It contains all acknowledged entries, unless it is missing.
    """

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(f"The journal {path} cannot be used: {reason}.")
        self.reason = reason


class JournalFailed(JournalUnusable):
    """Raised when writing in the journal at `path` has failed by a `fault` of this program."""

    def __init__(self, path: object, fault: Exception) -> None:
        super().__init__(path, f"the program has made a mistake, {fault!r}")


class JournalMissing(JournalUnusable):
    """Raised when there is no journal at `path`, or the one that was being written has gone, because of `reason`."""


class ClubInUse(NetError):
    """Raised when a process of this machine runs the club at a port, or carries it over, already."""

    def __init__(self, port: int) -> None:
        super().__init__(f"The club on port {port} is already open on this machine, or is being carried over.")


class NotListening(NetError, OSError):
    """Raised when a table cannot be opened at an address and port; callers that catch `OSError` catch it too."""


class PortTaken(NotListening):
    """Raised when another program, perhaps another table, listens at that port already."""


_ERROR_CLASSES_SENT: Final = (
    Malformed,
    TooBig,
    TooFast,
    TooSlow,
    WrongVersion,
    TlsMismatch,
    Rejected,
    CodeRejected,
    SessionEnded,
    HostGone,
)
"""The classes of errors that a host sends to a client, each by its name."""
_ERROR_CLASS_BY_NAME: Final = {kind.__name__: kind for kind in _ERROR_CLASSES_SENT}
"""Maps the name of each class of errors that a host sends to the class."""


NO_REASON_GIVEN_SENTENCE: Final = "The host has ended the connection without saying why."
"""The sentence that a client shows if the host gave no reason."""

HOST_REASON_SENTENCE: Final = "The host has ended the connection: {0}."
"""The form of the sentence that a client shows if the reason that a host gave is not a complete sentence."""


def received_error(class_name: str, reason: str) -> NetError:
    """Return the error that a host sent as the class name `class_name` and a sentence; an unknown kind gives a
    `NetError`."""
    if not reason.endswith((".", "!", "?")):
        reason = HOST_REASON_SENTENCE.format(reason) if reason else NO_REASON_GIVEN_SENTENCE
    return _ERROR_CLASS_BY_NAME.get(class_name, NetError)(reason)
