"""Who a guest is, and what lets them return to their seat."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct


@dataclass(frozen=True, slots=True)
class GuestIdentity:
    """A guest who comes in: name, IP address, and `identity`, a string by which this guest is recognised later.

    `identity` is made of a key and the name: over SSH the fingerprint of the key, over the web a hash of the cookie. It
    is "" for a guest who cannot be recognised.
    """

    name: str
    address: str
    identity: str

    def identity_of(self, name: str) -> str:
        """Return the identity of the same key with another name."""
        return f"{self.key} {name.casefold()}"

    @property
    def key(self) -> str:
        """The part of the identity without the name; "" for a guest who cannot be recognised."""
        return self.identity.partition(" ")[0]


@dataclass(slots=True)
class TableAccess:
    """What lets a guest return to a table of a club: the token of their seat, and the code that they gave."""

    token: str = field(default="", repr=False)
    code: str = field(default="", repr=False)


@dataclass(slots=True)
class ResumeInfo:
    """What lets a guest return: the token of their seat, or of the hall of a club, and the code that they typed.

    In a club `table` is the number of the table where the guest is, 0 for the hall, and `tables` has what lets them
    return to each table where they have been, by number.
    """

    token: str = field(default="", repr=False)
    code: str = field(default="", repr=False)
    table: int = 0
    tables: dict[int, TableAccess] = field(default_factory=dict)


class GuestPlace(Struct, frozen=True):
    """Where a guest of a club with several hosts is, as all hosts know it: at the `table` with this number, 0 for the
    hall.

    `code` is the code of the table that the guest gave. `watch`: the guest wanted no seat there.
    """

    table: int = 0
    code: str = ""
    watch: bool = False
