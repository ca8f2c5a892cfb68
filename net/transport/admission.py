"""Admission control: how many connections a host accepts, in all and from each address. No socket, no clock.

A connection is *unauthenticated* until the table has let its person in, and again from when it is being closed. It is
*returning* instead once a token has proved that its person comes back, until the table lets them in.

Unauthenticated connections share a bounded number of slots. When these are full, the network with the most of them
loses its oldest one, and a newcomer is never refused: people say hello at once, attackers who fill the slots do not. A
returning connection needs no slot (`Admission.mark_returning`), but counts against the connections kept for people. If
these are used up, the network with the most returning connections loses its oldest one.

Where no more people can be let in, a newcomer is told so in answer to their hello (`Admission.refusal`): until then
their connection takes one of these slots like any other. Addresses are grouped by what one household has
(`origin_of_address`), and for this by `network`, too: on a local network everybody can take very many IPv6 addresses.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Hashable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final, Generic, TypeVar

from net.limits import (
    ADDRESS_BYTES_AT_ONCE,
    ADDRESS_BYTES_PER_SECOND,
    ADDRESS_MESSAGES_AT_ONCE,
    ADDRESS_MESSAGES_PER_SECOND,
    MAX_ADDRESSES_TRACKED,
    MAX_PEOPLE,
    MAX_PEOPLE_PER_ADDRESS,
    MAX_UNAUTHENTICATED_CONNECTIONS,
    MAX_UNAUTHENTICATED_PER_ADDRESS,
    NEW_CONNECTIONS_AT_ONCE,
    NEW_CONNECTIONS_PER_SECOND,
    RETURNING_PEOPLE_AT_ONCE,
    RETURNING_PEOPLE_PER_SECOND,
)
from net.protocol.rate_limit import TokenBucket

ConnectionT = TypeVar("ConnectionT", bound=Hashable)

HOST_FULL_SENTENCE: Final = "This host has no room for more people; try again when somebody has left."
"""The answer to a hello while as many people are connected as the host allows."""
TOO_MANY_FROM_ADDRESS_SENTENCE: Final = "This host takes no more people from your address; try again when one has left."
"""The answer to a hello from an address from which as many people are connected as may be."""

IPV6_NETWORK_BITS: Final = 64
"""Number of bits of an IPv6 address that its owner's provider assigns; the owner chooses the others."""

PRIVATE_IPV6_NETWORKS: Final = IPv6Network("fc00::/7")
"""Unique local addresses (RFC 4193): everybody on such a network shares the first half of the address."""


def origin_of_address(address: str) -> str:
    """Return the part of an address that its owner cannot choose: all of it, or an IPv6 network of 64 bits."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address) or ip.is_link_local or ip in PRIVATE_IPV6_NETWORKS:
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> IPV6_NETWORK_BITS << IPV6_NETWORK_BITS)}/{IPV6_NETWORK_BITS}"


def _plain_ip_address(address: str) -> str:
    """Return an IP address without its zone, and an IPv4 address in an IPv6 one as IPv4; other texts unchanged."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = ip.ipv4_mapped if isinstance(ip, IPv6Address) else None
    return str(mapped or ip)


def network_of_address(address: str) -> str:
    """Return the network of an address: 64 bits of an IPv6 address, also of a local one; an IPv4 address is its own
    network."""
    own = origin_of_address(address)
    try:
        ip = ip_address(own)
    except ValueError:
        return own
    return (
        own
        if not isinstance(ip, IPv6Address)
        else f"{IPv6Address(int(ip) >> IPV6_NETWORK_BITS << IPV6_NETWORK_BITS)}/{IPV6_NETWORK_BITS}"
    )


class OriginLoad(Generic[ConnectionT]):
    """The load from one origin, an IPv4 address or an IPv6 network: its connections, the unauthenticated ones oldest
    first, and its rate limits.

    `connections` is how many there are, also of returning ones; `handshakes` is how many handshakes have begun
    since a person from there was let in.
    """

    __slots__ = (
        "arrivals",
        "bytes",
        "connections",
        "handshakes",
        "messages",
        "network",
        "people",
        "returns",
        "unauthenticated_connections",
    )

    def __init__(self, network: str, now: float) -> None:
        self.network = network
        self.unauthenticated_connections: dict[ConnectionT, None] = {}
        self.people: set[ConnectionT] = set()
        self.connections = 0
        self.handshakes = 0
        self.arrivals = TokenBucket(NEW_CONNECTIONS_PER_SECOND, NEW_CONNECTIONS_AT_ONCE, now)
        self.returns = TokenBucket(RETURNING_PEOPLE_PER_SECOND, RETURNING_PEOPLE_AT_ONCE, now)
        self.messages = TokenBucket(ADDRESS_MESSAGES_PER_SECOND, ADDRESS_MESSAGES_AT_ONCE, now)
        self.bytes = TokenBucket(ADDRESS_BYTES_PER_SECOND, ADDRESS_BYTES_AT_ONCE, now)


class Admission(Generic[ConnectionT]):
    """Tracks the connections of a host per address.

    `add` and `demote` may return a connection: the caller must close it; it is released already. There are at most
    `max_connections`, of which `max_unauthenticated` may be unauthenticated, and at most `max_people_per_address` are
    those of people from one address.

    `host_addresses` are the IP addresses of the club's other hosts. Each connection from there has an origin of its
    own: it is that of a guest whose screen the other host draws, and whose own address is counted there.
    """

    def __init__(
        self,
        max_unauthenticated: int = MAX_UNAUTHENTICATED_CONNECTIONS,
        max_unauthenticated_per_address: int = MAX_UNAUTHENTICATED_PER_ADDRESS,
        max_connections: int = MAX_PEOPLE + MAX_UNAUTHENTICATED_CONNECTIONS,
        max_people_per_address: int = MAX_PEOPLE_PER_ADDRESS,
    ) -> None:
        self._slots = min(max_unauthenticated, max_connections // 2)
        self._slots_per_address = min(max_unauthenticated_per_address, self._slots)
        self._total = max_connections
        self.host_addresses: frozenset[str] = frozenset()
        self._from_hosts = 0
        self._people_per_address = max_people_per_address
        self._most_people = max_connections - self._slots
        self._origins: OrderedDict[str, OriginLoad[ConnectionT]] = OrderedDict()
        self._origin_of: dict[ConnectionT, OriginLoad[ConnectionT]] = {}
        self._unauthenticated: dict[ConnectionT, OriginLoad[ConnectionT]] = {}
        self._returning: dict[ConnectionT, OriginLoad[ConnectionT]] = {}
        self._unauthenticated_of_network: dict[str, dict[ConnectionT, None]] = {}

    def __len__(self) -> int:
        return len(self._origin_of)

    @property
    def unauthenticated_count(self) -> int:
        """The number of unauthenticated connections; returning ones are not counted."""
        return len(self._unauthenticated)

    def add(self, connection: ConnectionT, address: str, now: float) -> ConnectionT | None:
        """Add a new connection; return a connection that must be closed to make room, or None.

        If too many come from its address, the new connection itself is returned, and not added.
        """
        if _plain_ip_address(address) in self.host_addresses:
            self._from_hosts += 1
            address = f"{address}, {self._from_hosts}"
        source = self._find_or_add_origin(address, now)
        if not source.arrivals.spend(1, now):
            return connection
        source.connections += 1
        return self._add_unauthenticated(connection, source)

    def refusal(self, connection: ConnectionT) -> str:
        """Return why there is no room for the person of a connection that is not let in yet; empty if there is."""
        source = self._unauthenticated.get(connection, self._returning.get(connection))
        if source is None:
            return ""
        if len(self._origin_of) - len(self._unauthenticated) - len(self._returning) >= self._most_people:
            return HOST_FULL_SENTENCE
        return (
            TOO_MANY_FROM_ADDRESS_SENTENCE
            if len(source.people) >= min(self._people_per_address, self._most_people // 2)
            else ""
        )

    def count_handshake(self, connection: ConnectionT) -> int:
        """Count a handshake; return how many of its address began before it since a person was let in from there."""
        source = self._origin_of.get(connection)
        if source is None:
            return 0
        source.handshakes += 1
        return source.handshakes - 1

    def mark_returning(self, connection: ConnectionT, now: float) -> None:
        """Record that an unauthenticated connection is a returning one: its person comes back, as their token proves.

        It takes no slot any more, and does not count as a new connection of its address. So people behind one router do
        not keep each other out when their host has gone. Connections above a rate for each address stay
        unauthenticated.
        """
        source = self._unauthenticated.get(connection)
        if source is not None and source.returns.spend(1, now):
            source.arrivals.give_back(1, now)
            self._free_slot(connection, source)
            self._returning[connection] = source

    def authenticate(self, connection: ConnectionT) -> None:
        """Record that the table has let the person of a connection in."""
        source = self._returning.pop(connection, None)
        if source is None:
            source = self._unauthenticated.get(connection)
            if source is None:
                return
            self._free_slot(connection, source)
        source.people.add(connection)
        source.handshakes = 0

    def demote(self, connection: ConnectionT) -> ConnectionT | None:
        """Count a connection that is being closed as unauthenticated; return one to close to make room, or None."""
        source = self._origin_of.get(connection)
        if source is None or connection in self._unauthenticated:
            return None
        source.people.discard(connection)
        self._returning.pop(connection, None)
        return self._add_unauthenticated(connection, source)

    def remove(self, connection: ConnectionT) -> None:
        """Release a connection that has closed."""
        source = self._origin_of.pop(connection, None)
        if source is not None:
            source.connections -= 1
            source.people.discard(connection)
            self._returning.pop(connection, None)
            if connection in self._unauthenticated:
                self._free_slot(connection, source)

    def count_received(self, connection: ConnectionT, size: int, messages: int, now: float) -> float:
        """Count received bytes and messages; return for how many seconds the caller must not read from the connection.

        A rate above the limit of an address is no fault: the data waits in the sender's own queue. Only connections of
        people whom the table has let in are counted: the others, each bounded by `MAX_UNAUTHENTICATED_BYTES`, must not
        use up what is allowed to people from the same address.
        """
        source = self._origin_of.get(connection)
        if source is None or connection not in source.people:
            return 0.0
        return max(source.bytes.overdraw(size, now), source.messages.overdraw(messages, now))

    def _find_or_add_origin(self, address: str, now: float) -> OriginLoad[ConnectionT]:
        """Return the origin of an address, now the most recently used; of too many, one is forgotten."""
        name = origin_of_address(address)
        found = self._origins.get(name)
        if found is None:
            found = self._origins[name] = OriginLoad(network_of_address(address), now)
            while len(self._origins) > MAX_ADDRESSES_TRACKED:
                self._forget_oldest_origin()
        self._origins.move_to_end(name)
        return found

    def _forget_oldest_origin(self) -> None:
        """Forget the least recently used origin, preferably one without connections."""
        idle = next((name for name, one in self._origins.items() if not one.connections), None)
        del self._origins[next(iter(self._origins)) if idle is None else idle]

    def _add_unauthenticated(self, connection: ConnectionT, load: OriginLoad[ConnectionT]) -> ConnectionT | None:
        """Count a connection as unauthenticated; if that makes too many, return one that must be closed, else None."""
        self._origin_of[connection] = load
        self._unauthenticated[connection] = load
        load.unauthenticated_connections[connection] = None
        self._unauthenticated_of_network.setdefault(load.network, {})[connection] = None
        if len(load.unauthenticated_connections) > self._slots_per_address:
            return self._evict_oldest(load.unauthenticated_connections)
        has_slot, has_room = len(self._unauthenticated) <= self._slots, len(self._origin_of) <= self._total
        if has_slot and not has_room and self._returning:
            return self._evict_oldest(self._returning_connections_of_largest_network())
        if not has_slot or not has_room:
            return self._evict_oldest(max(self._unauthenticated_of_network.values(), key=len))
        return None

    def _free_slot(self, connection: ConnectionT, load: OriginLoad[ConnectionT]) -> None:
        """Stop counting a connection as unauthenticated."""
        del self._unauthenticated[connection]
        del load.unauthenticated_connections[connection]
        same_network = self._unauthenticated_of_network[load.network]
        del same_network[connection]
        if not same_network:
            del self._unauthenticated_of_network[load.network]

    def _returning_connections_of_largest_network(self) -> list[ConnectionT]:
        """Return the returning connections of the network that has most of them, oldest first."""
        [(network, _)] = Counter(load.network for load in self._returning.values()).most_common(1)
        return [connection for connection, load in self._returning.items() if load.network == network]

    def _evict_oldest(self, connections: Collection[ConnectionT]) -> ConnectionT:
        """Release the oldest of some connections without people, and return it."""
        oldest = next(iter(connections))
        self.remove(oldest)
        return oldest
