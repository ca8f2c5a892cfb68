"""The people of a table: the connected by their connection, the disconnected by their token."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from net.limits import MAX_ABSENT_PEOPLE_KEPT
from net.security.table_secrets import is_same_token
from net.table.person import Person
from net.table.tick import NO_CONNECTION, ConnectionId


class People:
    """Everybody whom the table knows. A disconnected person is kept, so that they can come back by their token.

    `in_grace` holds the disconnected whose grace period runs, by their token. `founder` is the person to whom the table
    belongs, or None.
    """

    __slots__ = ("_by_token_hash", "connected", "disconnected", "founder", "in_grace")

    def __init__(self) -> None:
        self.founder: Person | None = None
        self.connected: dict[ConnectionId, Person] = {}
        self.disconnected: dict[str, Person] = {}
        self.in_grace: dict[str, Person] = {}
        self._by_token_hash: dict[bytes, Person] = {}

    def __iter__(self) -> Iterator[Person]:
        """Yield everybody, the connected first."""
        yield from self.connected.values()
        yield from self.disconnected.values()

    def find_by_token(self, token: str) -> Person | None:
        """Return the person with this token; None if the table knows no such person. The time that this takes reveals
        nothing about any token."""
        known = self._by_token_hash.get(_token_hash(token)) if token else None
        return known if known is not None and is_same_token(known.token, token) else None

    def find_by_any_token(self, tokens: Iterable[str]) -> Person | None:
        """Return the person with the first of these tokens that the table knows, or None."""
        return next((person for token in tokens if (person := self.find_by_token(token)) is not None), None)

    def find_by_name(self, name: str) -> Person | None:
        """Return the person of this name who is connected or has a seat, or None."""
        return next((p for p in self if p.name == name and (not p.is_disconnected or p.seat is not None)), None)

    def spectators(self) -> list[Person]:
        """Return the connected people without a seat, in the order in which they came."""
        return [person for person in self.connected.values() if person.seat is None]

    def names(self) -> Iterator[str]:
        """Yield the names of all who are connected or have a seat."""
        for person in self:
            if not person.is_disconnected or person.seat is not None:
                yield person.name

    def set_connected(self, person: Person, connection: ConnectionId) -> None:
        """Record that a person is connected, by a new connection; their grace period ends."""
        self.connected.pop(person.connection, None)
        self.disconnected.pop(person.token, None)
        self.set_grace(person, None)
        person.connection = connection
        self.connected[connection] = person
        self._by_token_hash[_token_hash(person.token)] = person

    def set_disconnected(self, person: Person) -> None:
        """Record that a person is disconnected; their seat stays theirs."""
        self.connected.pop(person.connection, None)
        person.connection = NO_CONNECTION
        self.keep_disconnected(person)

    def keep_disconnected(self, person: Person) -> None:
        """Remember a disconnected person; if there are too many, forget the person without a seat who left first.

        The founder is never forgotten: strangers who come and go must not take the table from the founder.
        """
        self.disconnected[person.token] = person
        self._by_token_hash[_token_hash(person.token)] = person
        if len(self.disconnected) > MAX_ABSENT_PEOPLE_KEPT:
            oldest = next((p for p in self.disconnected.values() if p.seat is None and p is not self.founder), None)
            if oldest is not None:
                self.forget_person(oldest)

    def forget_person(self, person: Person) -> None:
        """Forget a person who has no seat; their token is no longer valid."""
        self.connected.pop(person.connection, None)
        self.disconnected.pop(person.token, None)
        self._by_token_hash.pop(_token_hash(person.token), None)

    def replace_by_newcomer(self, person: Person, newcomer: Person) -> None:
        """Give a person the connection and the token of a newcomer without a seat, who is forgotten.

        The person's former token is no longer valid.
        """
        connection = newcomer.connection
        self.forget_person(newcomer)
        self.set_grace(person, None)
        self.forget_person(person)
        person.token = newcomer.token
        person.connection = NO_CONNECTION
        self.set_connected(person, connection)

    def set_grace(self, person: Person, end_time: float | None) -> None:
        """Set when the grace period of a person ends, in table time; None ends it now."""
        person.away_until = end_time
        if end_time is None:
            self.in_grace.pop(person.token, None)
        else:
            self.in_grace[person.token] = person


def _token_hash(token: str) -> bytes:
    """Return the hash of a token by which people are found, so that the time of the search reveals nothing of
    tokens."""
    return sha256(token.encode()).digest()
