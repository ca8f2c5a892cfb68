"""`Leases`: which hosts of a club are present, as one of them knows. It has no I/O and no clock of its own.

A host renews its lease by writing its entry in the store again. It relies on the lease for `LEASE_SECONDS` less a
margin, from the moment when it *sent* the last renewal that was acknowledged. Others count the host as gone when they
have received no renewal of its lease for `LEASE_SECONDS`, by their own clocks; so no two clocks are ever compared.

All that a host learns of the others comes through one watch of the store, in order, perhaps late, perhaps not at all.
The renewals of the host itself come through the same watch. So the silence of another host means that it is gone only
as long as the observer's own renewals have come without a gap.

Leases decide when a table *should* be taken over. That no host takes a table over too early is ensured by the log
(`table_log`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

from msgspec import Struct

from net.club.directory import GuestPorts
from net.limits import LEASE_MARGIN_SECONDS, LEASE_RENEWAL_INTERVAL_SECONDS, LEASE_SECONDS


class HostEntry(Struct, frozen=True, array_like=True):
    """The entry that a host writes when it renews its lease; `renewal` counts its renewals.

    People come in by `address`, guests at `ports`. `busy_tables` is how many of the tables that it runs are busy, which
    means that somebody is there or about to come, and `people` how many people are in its hall. `is_leaving`: it takes
    no more tables. `carried_out_stop` is the number, in the store, of the stop of the club that it carries out, 0 for
    none.
    """

    address: str
    renewal: int = 0
    busy_tables: int = 0
    is_leaving: bool = False
    ports: GuestPorts = GuestPorts()
    people: int = 0
    carried_out_stop: int = 0


class Leases:
    """The leases of all hosts, as the host called `host` with this `address` sees them. Times are those of its own
    clock, in seconds."""

    def __init__(self, host: str, address: str) -> None:
        self._host = host
        self._address = address
        self._held_until = 0.0
        self._generation = 0
        self._renew_at = 0.0
        self._entries: dict[str, HostEntry] = {}
        self._sequences: dict[str, int] = {}
        self._seen_at: dict[str, float] = {}
        self._continuous_since: float | None = None

    # Its own lease

    def is_renewal_due(self, now: float) -> bool:
        """Return whether it is time to renew the host's own lease."""
        return now >= self._renew_at

    def request_renewal(self) -> None:
        """Make the renewal of the host's own lease due at once, because what the host says of itself has changed."""
        self._renew_at = 0.0

    def record_renewal_attempt(self, now: float) -> None:
        """Record that a renewal of the host's own lease is being sent."""
        self._renew_at = now + LEASE_RENEWAL_INTERVAL_SECONDS

    def record_renewal(self, sent_at: float, now: float) -> None:
        """Record that the renewal that was sent at the time `sent_at` is acknowledged now."""
        if now >= self._held_until:
            self._generation += 1
        self._held_until = max(self._held_until, sent_at + LEASE_SECONDS - LEASE_MARGIN_SECONDS)

    def give_up(self) -> None:
        """Stop relying on the host's own lease."""
        self._held_until = 0.0

    def lease_generation(self, now: float) -> int:
        """Return a number that stays the same as long as no other host can have taken this one for gone.

        It is 0 while this host's lease has run out, and another number once the lease is valid again.
        """
        return self._generation if now < self._held_until else 0

    # Those of all

    def record_entry(self, host: str, entry: HostEntry | None, sequence: int, now: float) -> None:
        """Record the entry of a host that the watch has shown, None for an entry that was removed.

        `sequence` is the entry's number in the store; an older entry than the last one is ignored.
        """
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
        """Return whether a host has not renewed its lease in time. It is False for this host itself.

        A host that is leaving is not gone: it releases its tables itself.
        """
        if host == self._host or self._continuous_since is None:
            return False
        since = max(self._seen_at.get(host, self._continuous_since), self._continuous_since)
        return self._seen_at[self._host] - since >= LEASE_SECONDS

    def entry_of_host(self, host: str) -> HostEntry | None:
        """Return what a host says of itself, None if the host is gone or unknown."""
        return None if self.is_gone(host) else self._entries.get(host)

    @property
    def present_hosts(self) -> dict[str, HostEntry]:
        """The entries of the hosts that are neither gone nor leaving, by the name of the host.

        Of several hosts with one address only the last one that has renewed its lease counts, or this host itself: the
        others were there before it was started again.
        """
        present = {
            host: entry for host, entry in self._entries.items() if not entry.is_leaving and not self.is_gone(host)
        }
        last_at = {present[host].address: host for host in sorted(present, key=self._sequences.__getitem__)}
        own = self._entries.get(self._host)
        if own is None or not own.is_leaving:
            last_at[self._address] = self._host
        return {host: entry for host, entry in present.items() if last_at[entry.address] == host}

    @property
    def addresses_with_leaving(self) -> frozenset[str]:
        """The addresses of the hosts that are not gone, also of those that are leaving."""
        return frozenset(entry.address for host, entry in self._entries.items() if not self.is_gone(host))

    @property
    def people_elsewhere(self) -> int:
        """The number of people in the halls of all other hosts that are not gone; one that is leaving may still carry
        guests on."""
        leaving = {host: entry for host, entry in self._entries.items() if entry.is_leaving and not self.is_gone(host)}
        return sum(entry.people for host, entry in {**self.present_hosts, **leaving}.items() if host != self._host)


def order_of_successors(table_number: int, hosts: Iterable[str]) -> list[str]:
    """Return these hosts in the order in which they are to take over the table with this number.

    The answer depends on the number and the names alone, so all hosts agree. When a host is gone, its tables are spread
    over all others, and no other table moves.
    """
    return sorted(hosts, key=lambda host: sha256(f"{host} {table_number}".encode()).digest(), reverse=True)


def find_least_busy_host(busy_tables_by_host: Mapping[str, int]) -> str:
    """Return the host with the fewest busy tables, the first one of several; "" if there are no hosts."""
    return min(busy_tables_by_host, key=lambda host: busy_tables_by_host[host], default="")
