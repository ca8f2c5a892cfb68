"""Who may come through the door of a host, by the address that they come from: no socket and no clock here.

A connection is a *stranger* until the table has let it in, and again once it has been told to go. Strangers have
room for `STRANGERS`, of which nobody can take what others need: if there is no room, the address with the most of
them gives up the one that has waited longest, for people say hello at once and those who mean to fill the room do
not. Addresses are kept apart by what a household has: one of IPv4, or, but for those of one's own network, half of
one of IPv6.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final, Generic, TypeVar

from net.limits import (
    ADDRESS_BYTES_AT_ONCE,
    ADDRESS_BYTES_PER_SECOND,
    ADDRESS_MESSAGES_AT_ONCE,
    ADDRESS_MESSAGES_PER_SECOND,
    ADDRESSES,
    ARRIVALS_AT_ONCE,
    ARRIVALS_PER_SECOND,
    PEOPLE,
    PEOPLE_PER_ADDRESS,
    STRANGERS,
    STRANGERS_PER_ADDRESS,
)
from net.protocol.rate_limit import TokenBucket

End = TypeVar("End", bound=Hashable)

NETWORK_BITS: Final = 64
"""The bits of an IPv6 address that its owner's provider gives; the other half is theirs to choose."""


OWN_NETWORKS: Final = IPv6Network("fc00::/7")
"""Addresses of a network's own, as those of one link: there everybody shares the first half."""


def origin(address: str) -> str:
    """Return what of an address its owner cannot change at will."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address) or ip.is_link_local or ip in OWN_NETWORKS:
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> NETWORK_BITS << NETWORK_BITS)}/{NETWORK_BITS}"


class Origin(Generic[End]):
    """What comes from one address: its strangers in the order in which they came, its people, its allowances."""

    __slots__ = ("arrivals", "bytes", "messages", "people", "strangers")

    def __init__(self, now: float) -> None:
        self.strangers: dict[End, None] = {}
        self.people: set[End] = set()
        self.arrivals = TokenBucket(ARRIVALS_PER_SECOND, ARRIVALS_AT_ONCE, now)
        self.messages = TokenBucket(ADDRESS_MESSAGES_PER_SECOND, ADDRESS_MESSAGES_AT_ONCE, now)
        self.bytes = TokenBucket(ADDRESS_BYTES_PER_SECOND, ADDRESS_BYTES_AT_ONCE, now)


class Admission(Generic[End]):
    """Counts who is at the door; whoever a method returns is to be cut off, and does not count any more."""

    def __init__(
        self,
        strangers: int = STRANGERS,
        strangers_per_address: int = STRANGERS_PER_ADDRESS,
        in_all: int = PEOPLE + STRANGERS,
    ) -> None:
        self._room = min(strangers, in_all // 2)
        self._room_per_address = min(strangers_per_address, self._room)
        self._people = in_all - self._room
        self._origins: OrderedDict[str, Origin[End]] = OrderedDict()
        self._whence: dict[End, Origin[End]] = {}
        self._strangers: dict[End, Origin[End]] = {}

    def __len__(self) -> int:
        return len(self._whence)

    @property
    def strangers(self) -> int:
        """How many connections are here that the table has not let in."""
        return len(self._strangers)

    def arrive(self, end: End, address: str, now: float) -> End | None:
        """Take in a new connection; return who must go for it, which may be itself."""
        whence = self._origin(address, now)
        people = len(self._whence) - len(self._strangers)
        too_many = people >= self._people or len(whence.people) >= min(PEOPLE_PER_ADDRESS, self._people // 2)
        if too_many or not whence.arrivals.spend(1, now):
            return end
        return self._add_stranger(end, whence)

    def let_in(self, end: End) -> None:
        """Note that the table has let somebody in."""
        whence = self._strangers.pop(end, None)
        if whence is not None:
            del whence.strangers[end]
            whence.people.add(end)

    def show_out(self, end: End) -> End | None:
        """Note that somebody has been told to go and may take a moment for it; return who must make room."""
        whence = self._whence.get(end)
        if whence is None or end in self._strangers:
            return None
        whence.people.discard(end)
        return self._add_stranger(end, whence)

    def leave(self, end: End) -> None:
        """Note that a connection is gone."""
        whence = self._whence.pop(end, None)
        if whence is not None:
            whence.people.discard(end)
            whence.strangers.pop(end, None)
            self._strangers.pop(end, None)

    def hear(self, end: End, size: int, messages: int, now: float) -> float:
        """Count what somebody has said; return for how many seconds nothing more is to be read from them.

        That is not a fault of theirs: what they say waits on their own side while all from their address is too much.
        """
        whence = self._whence.get(end)
        if whence is None:
            return 0.0
        return max(whence.bytes.overdraw(size, now), whence.messages.overdraw(messages, now))

    # Within

    def _origin(self, address: str, now: float) -> Origin[End]:
        name = origin(address)
        found = self._origins.get(name)
        if found is None:
            found = self._origins[name] = Origin(now)
            while len(self._origins) > ADDRESSES:
                self._forget_oldest()
        self._origins.move_to_end(name)
        return found

    def _forget_oldest(self) -> None:
        """Forget the address that has been silent for longest, first of all those from which nobody is here."""
        idle = next((name for name, one in self._origins.items() if not one.people and not one.strangers), None)
        del self._origins[next(iter(self._origins)) if idle is None else idle]

    def _add_stranger(self, end: End, whence: Origin[End]) -> End | None:
        self._whence[end] = whence
        self._strangers[end] = whence
        whence.strangers[end] = None
        if len(whence.strangers) > self._room_per_address:
            return self._give_up(whence)
        if len(self._strangers) > self._room:
            fullest = max(self._strangers.values(), key=lambda one: len(one.strangers))
            return self._give_up(fullest) if len(fullest.strangers) > len(whence.strangers) else self._refuse(end)
        return None

    def _give_up(self, whence: Origin[End]) -> End:
        return self._refuse(next(iter(whence.strangers)))

    def _refuse(self, end: End) -> End:
        self.leave(end)
        return end
