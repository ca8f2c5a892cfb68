"""What can go wrong between people and a host, each said in one sentence for a person.

NetError
├── PeerFault       the other end did what it must not; the connection ends, nobody else notices
│   ├── Malformed       bytes that are no message, or a message out of place
│   ├── TooBig          a frame longer than agreed
│   ├── TooFast         more messages than anybody needs
│   ├── TooSlow         no hello, half a frame, no sign of life, or a queue that nobody reads
│   ├── WrongVersion    another version of the protocol
│   ├── NotSealed       one end speaks TLS and the other does not
│   └── NotAdmitted     no room, too many tries, or sent away by the host
│       └── CodeWanted      no table code, or not the right one
├── WrongHost       the host is not the one that the code is for
│   └── ChangedKey      the host is not the one that was met at that address before
├── BadCode         a text that can be no code of a table
├── HostGone        the host cannot be reached, or has closed the table
├── JournalDamaged  a journal that is damaged, of another program, or of a newer one; it is left as it is
├── NotWritten      the journal cannot be written (any more): the disk is full, or the file has gone
└── NotListening    a table cannot be opened at that address and port (an `OSError` too)
    └── PortTaken       because another program listens there
"""

from __future__ import annotations

from typing import Final


class NetError(Exception):
    """Anything that fails between a person and a host; its text is one sentence for a person."""


class PeerFault(NetError):
    """The other end did what it must not; its connection ends and nobody else notices."""


class Malformed(PeerFault):
    """Bytes that are no message of this protocol, or a message that has no place here."""


class TooBig(PeerFault):
    """A frame longer than agreed; it was refused before it was read to its end."""


class TooFast(PeerFault):
    """More messages a second than anybody needs."""


class TooSlow(PeerFault):
    """No hello in time, a frame that never ends, no sign of life, or a queue that nobody reads."""


class WrongVersion(PeerFault):
    """The other end speaks another version of the protocol."""


class NotAdmitted(PeerFault):
    """The table does not let them in: it has no room, they have tried too often, or its host has sent them away."""


class CodeWanted(NotAdmitted):
    """The table wants a code that was not given, or another one than that."""


class NotSealed(PeerFault):
    """One end speaks TLS and the other does not."""


class WrongHost(NetError):
    """The host has another key than the one that the table's code is for; nothing was told to it."""


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
    """A text that somebody wants to be the code of their table, and that can be none."""


class HostGone(NetError):
    """The host cannot be reached, or has closed the table."""


class JournalDamaged(NetError):
    """A journal that is damaged, or no journal of this program, or of a newer one; nothing has been changed in it."""


class NotWritten(NetError):
    """The journal cannot be written, or not any more, for the reason `why`; what was acknowledged before is in it."""

    def __init__(self, path: object = "", why: str = "it cannot be used") -> None:
        super().__init__(f"The journal {path} cannot be written: {why}.")
        self.why = why


class NotListening(NetError, OSError):
    """A table cannot be opened at an address and port; to whoever catches those, it is an `OSError` too."""


class PortTaken(NotListening):
    """Another program, perhaps another table, listens at that port."""


_KINDS: Final = (Malformed, TooBig, TooFast, TooSlow, WrongVersion, NotSealed, NotAdmitted, CodeWanted, HostGone)
_BY_NAME: Final = {kind.__name__: kind for kind in _KINDS}


def named(kind: str, reason: str) -> NetError:
    """Return the error that a peer calls `kind`; one that is not known here is a plain `NetError`."""
    return _BY_NAME.get(kind, NetError)(reason)
