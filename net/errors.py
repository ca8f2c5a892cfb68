"""The errors of the network half; the text of each is one sentence for a person, and none is without text.

NetError
├── PeerFault           the other end broke the protocol; its connection ends, nobody else notices
│   ├── Malformed           bytes that are no message, or a message out of place
│   ├── TooBig              a frame longer than agreed
│   ├── TooFast             more messages or bytes than the rate limit allows
│   ├── TooSlow             no hello, half a frame, no sign of life, or a queue that nobody reads
│   ├── WrongVersion        another version of the protocol
│   └── TlsMismatch         one end speaks TLS and the other does not
├── Rejected            the table does not let this person in: it is full, they are banned, or have tried too often
│   └── CodeRejected        no table code was given, or not the right one
├── SessionEnded        this session of a person has ended: they have left, or have come back over another connection
├── WrongHost           the host is not the one that the code is for
│   └── ChangedKey          the host is not the one that was met at that address before
├── BadCode             a text that cannot be the code of a table
├── HostGone            the host cannot be reached, has closed the table, or has stopped play
├── HostKeyDamaged      the file with this host's own key is damaged; it is left as it is
├── JournalDamaged      the journal is damaged, of another program, or of a newer one; it is left as it is
├── JournalUnusable     the journal cannot be used (any more): the disk is full, or the file has gone
│   └── JournalMissing      there is no journal to read
└── NotListening        a table cannot be opened at that address and port (an `OSError` too)
    └── PortTaken           because another program listens there
"""

from __future__ import annotations

from typing import Final


class NetError(Exception):
    """Anything that fails between a person and a host; `reason` is one sentence for a person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)


class PeerFault(NetError):
    """The other end broke the protocol; its connection ends and nobody else notices."""


class Malformed(PeerFault):
    """The other end sent bytes that are no message of this protocol, or a message out of place."""


class TooBig(PeerFault):
    """The other end sent a frame longer than agreed; it was refused before it was read to its end."""


class TooFast(PeerFault):
    """The other end sent more messages or bytes a second than the rate limit allows."""


class TooSlow(PeerFault):
    """The other end sent no hello in time, never finished a frame, gave no sign of life, or does not read its queue."""


class WrongVersion(PeerFault):
    """The other end speaks another version of the protocol."""


class TlsMismatch(PeerFault):
    """One end speaks TLS and the other does not."""


class Rejected(NetError):
    """The table does not let this person in: it is full, they are banned, or have tried too many wrong codes."""


class CodeRejected(Rejected):
    """The table needs a code and none was given, or not the right one."""


class SessionEnded(NetError):
    """This session of a person has ended without a fault: they have left, or have come back over another connection."""


class WrongHost(NetError):
    """The host has another key than the one that the table's code is for; nothing was sent to it."""


class ChangedKey(WrongHost):
    """The host shows another key than the one known for its address; only the person can decide.

    `where` is the address (``HOST:PORT``), `known` and `shown` are fingerprints.
    """

    def __init__(self, reason: str, where: str, known: str, shown: str) -> None:
        super().__init__(reason)
        self.where = where
        self.known = known
        self.shown = shown


class BadCode(NetError):
    """The text that somebody chose as the code of their table cannot be one."""


class HostGone(NetError):
    """The host cannot be reached, has closed the table, or has stopped play."""


class HostKeyDamaged(NetError):
    """The file with the key of this host cannot be read as a key; it is left as it is."""


class JournalDamaged(NetError):
    """The file is damaged, or no journal of this program, or of a newer one; nothing has been changed in it."""


class JournalUnusable(NetError):
    """The journal at `path` cannot be used (any more) because of `why`; what was acknowledged is in it."""

    def __init__(self, path: object, why: str) -> None:
        super().__init__(f"The journal {path} cannot be written: {why}.")
        self.why = why


class JournalMissing(JournalUnusable):
    """There is no journal at `path` to read, because of `why`."""


class NotListening(NetError, OSError):
    """A table cannot be opened at an address and port; callers that catch `OSError` catch it too."""


class PortTaken(NotListening):
    """Another program, perhaps another table, listens at that port."""


_SENT_KINDS: Final = (
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
_SENT_BY_NAME: Final = {kind.__name__: kind for kind in _SENT_KINDS}


def received_error(kind: str, reason: str) -> NetError:
    """Return the error that a host sent as the class name `kind` and a sentence; an unknown kind gives a `NetError`."""
    return _SENT_BY_NAME.get(kind, NetError)(reason)
