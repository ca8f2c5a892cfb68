"""`Leases`: which hosts of a club are there, as one of them sees it. It has no I/O and no clock of its own.

A host renews its lease by writing its entry again. It counts on the lease for `LEASE_SECONDS` less a margin, from the
moment when it *sent* the last renewal that was acknowledged. Others take the host for gone when they have seen no
renewal for `LEASE_SECONDS`, by their own clocks; so no two clocks are ever compared.

What a host sees comes through one watch, in order. It may be late, and it may be nothing at all. So the others are
judged by the renewals of the observer itself, which come through the same watch: only as long as these have come
without a gap, the silence of another host means something.

Leases say when a table *should* be taken over. That nobody takes over too early is up to the log (`table_log`).
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

from net.limits import LEASE_MARGIN_SECONDS, LEASE_SECONDS, RENEWAL_SECONDS


class HostEntry(Struct, frozen=True, array_like=True):
    """What a host says of itself with its how manieth `renewal`: the `address` by which people come in.

    So many `tables` run there. A host that is `leaving` takes no more.
    """

    address: str
    renewal: int = 0
    tables: int = 0
    leaving: bool = False


class Leases:
    """The leases of all hosts, for the one called `host`. Times are those of its own clock, in seconds."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._held_until = 0.0
        self._generation = 0
        self._renew_at = 0.0
        self._entries: dict[str, HostEntry] = {}
        self._sequences: dict[str, int] = {}
        self._seen_at: dict[str, float] = {}
        self._continuous_since: float | None = None

    # Its own lease

    def is_due(self, now: float) -> bool:
        """Whether it is time to renew the lease."""
        return now >= self._renew_at

    def note_attempt(self, now: float) -> None:
        """Note that a renewal is being sent."""
        self._renew_at = now + RENEWAL_SECONDS

    def note_renewal(self, sent: float, now: float) -> None:
        """Note that the renewal that was sent at this time is acknowledged now."""
        if now >= self._held_until:
            self._generation += 1
        self._held_until = max(self._held_until, sent + LEASE_SECONDS - LEASE_MARGIN_SECONDS)

    def give_up(self) -> None:
        """Count on the lease no more."""
        self._held_until = 0.0

    def generation(self, now: float) -> int:
        """Return a number that stays the same as long as no other host can have taken this one for gone.

        It is 0 while the lease does not hold, and another one afterwards.
        """
        return self._generation if now < self._held_until else 0

    # Those of all

    def note(self, host: str, entry: HostEntry | None, sequence: int, now: float) -> None:
        """Note what the watch has shown of a host, None for an entry that was removed."""
        if sequence <= self._sequences.get(host, 0):
            return
        self._sequences[host] = sequence
        if host == self._host and now - self._seen_at.get(host, -LEASE_SECONDS) >= LEASE_SECONDS / 2:
            self._continuous_since = now
        self._seen_at[host] = now
        if entry is None:
            self._entries.pop(host, None)
        else:
            self._entries[host] = entry

    def is_gone(self, host: str) -> bool:
        """Whether a host has not renewed its lease in time. No host takes itself for gone.

        One that is leaving is still there: it releases its tables itself.
        """
        if host == self._host or self._continuous_since is None:
            return False
        since = max(self._seen_at.get(host, self._continuous_since), self._continuous_since)
        return self._seen_at[self._host] - since >= LEASE_SECONDS

    def entry(self, host: str) -> HostEntry | None:
        """Return what a host says of itself, None if it is gone or unknown."""
        return None if self.is_gone(host) else self._entries.get(host)

    @property
    def living(self) -> dict[str, HostEntry]:
        """The hosts that are there and stay, by name."""
        return {host: entry for host, entry in self._entries.items() if not entry.leaving and not self.is_gone(host)}


def successor(number: int, hosts: Iterable[str]) -> str:
    """Return which of these hosts is to take a table over, "" if there is none: all who see the same agree.

    The tables of a host that is gone are spread over all others, and those of the others stay where they are.
    """
    return max(hosts, key=lambda host: sha256(f"{host} {number}".encode()).digest(), default="")


def idlest(hosts: dict[str, HostEntry]) -> str:
    """Return which of these hosts has the fewest tables, "" if there is none."""
    return min(hosts, key=lambda host: (hosts[host].tables, host), default="")
