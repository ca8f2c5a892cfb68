"""`Store`: the store that the hosts of a club share, a map from keys to numbered entries; `jetstream` implements it.

Keys have words with dots between them; the first word says what is kept:

    log.12          the journal of table 12; all entries are kept
    match.12.3      match 3 of table 12, when it is over; one entry, or a log if it is too long for one; the store keeps
                    the latest matches, `net.limits.MAX_CLUB_MATCHES_KEPT`
    table.12        what the directory says of table 12; the last entry is kept
    host.3f…        the lease of a host; the last entry is kept, and not for long
    hall.3f…-7      what a host passes on to the halls of the others; not kept for long
    result.12.3     what the hall shows of this match; one entry, as long as the match is kept
    person.5a…      a person whom the hosts know; the last entry is kept, for an evening
    place.5a…       into which host's hall a person came last; the last entry is kept, for an evening
    name.9c…        to whom a name belongs; the first entry counts, for an evening
    guest.71…       the token of a guest who has nowhere to keep it; the last entry is kept, for an evening
    seat.12.3       that the third seat of table 12 is promised; the first entry counts, for seconds
    order.stop      the stop of the club by an organiser; the last entry is kept
    order.close-12  that an organiser has closed table 12 for good; one entry
    code.club       the code of the club; the last entry is kept, and not for long
    club.secret     the version of the store, and what all hosts of the club have in common; the last entry is kept
    club.table-4f…  the number of a single table that was moved here; the last entry is kept
    club.import     which club of one machine is being moved here; the last entry is kept
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

import msgspec
from msgspec import Struct

from net.errors import NetError

ValueT = TypeVar("ValueT", bound=Struct)

STORE_UNREACHABLE_SENTENCE: Final = "The club's store cannot be reached."
"""The reason of a `StoreUnreachable`."""


class StoreEntry(Struct, frozen=True):
    """An entry of the store: its `key`, its number (`sequence`), and its bytes (`data`).

    A later entry has a higher number. An entry without bytes says that the key was removed.
    """

    key: str
    sequence: int
    data: bytes

    def decode(self, kind: type[ValueT]) -> ValueT | None:
        """Return the value in the entry; None if the key was removed, or the bytes are no value of this `kind`."""
        try:
            return msgspec.msgpack.decode(self.data, type=kind) if self.data else None
        except msgspec.MsgspecError:
            return None


class EntryRefused(NetError):
    """Raised when the last entry of a key is not the expected one, so that nothing was written."""

    def __init__(self) -> None:
        super().__init__("Another host has written there.")


class StoreUnreachable(NetError):
    """Raised when the store has not answered. An entry that was to be written may be written all the same, now or
    later."""

    def __init__(self) -> None:
        super().__init__(STORE_UNREACHABLE_SENTENCE)


class StoreUnusable(NetError):
    """Raised when the store does not do what is asked of it, because of `reason`."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The club's store cannot be used: {reason}.")


class Store(Protocol):
    """The store as a host uses it. Every method raises `StoreUnreachable` if no answer comes."""

    async def append(self, key: str, data: bytes, expected_sequence: int | None = None) -> int:
        """Write an entry and return its number; the entry is safe by then.

        `expected_sequence` is the number of the last entry of this key, or 0 for none; if there is another one, nothing
        is written and `EntryRefused` is raised. But of two entries that arrive at the same time both may be written.
        """

    async def last(self, key: str) -> StoreEntry | None:
        """Return the last entry of a key, None without one."""

    async def first_after(self, key: str, sequence: int) -> StoreEntry | None:
        """Return the first entry of a key with a number higher than this one, None without one."""

    async def read(self, key: str) -> tuple[StoreEntry, ...]:
        """Return the entries of a key in order; those that have only just been written may be missing."""

    async def remove(self, key: str, before_sequence: int | None = None) -> None:
        """Remove the entries of a key; with `before_sequence`, only those whose number is less."""

    async def remove_before(self, first_key_word: str, sequence: int) -> None:
        """Remove the entries of all keys whose first word is `first_key_word` and whose number is less than this
        one."""

    async def watch(self, first_key_word: str, report_entry: Callable[[StoreEntry], None]) -> None:
        """Call `report_entry` with the last entry of every key whose first word is `first_key_word`, now and whenever
        one is written.

        Returns when all entries that exist now have been reported. The watch goes on after a time in which the store
        could not be reached.
        """
