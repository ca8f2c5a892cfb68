"""The people whom a hall knows: those who are in it, and those who have left it and keep their name for the evening."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from net.limits import (
    CHAT_LINES_AT_ONCE,
    CHAT_LINES_PER_SECOND,
    HALL_RECORD_PIECES_AT_ONCE,
    HALL_RECORD_PIECES_PER_SECOND,
    HALL_REQUESTS_AT_ONCE,
    HALL_REQUESTS_PER_SECOND,
    MAX_HALL_PEOPLE_KNOWN,
    MAX_NAME_CELLS,
    TABLE_OPENINGS_AT_ONCE,
    TABLE_OPENINGS_PER_SECOND,
)
from net.protocol.messages import ShowTables
from net.protocol.rate_limit import TokenBucket
from net.protocol.sanitize import clean_text, name_key, unique_name
from net.security.hall_tokens import HallTokens
from net.table.tick import NO_CONNECTION, ConnectionId


class KnownPerson(Struct, frozen=True, array_like=True):
    """What a club saves of a person for its next process: identifier, name, and whether they are `sent_away`.

    `is_organiser` is whether they have given the key of the club.
    """

    id: str
    name: str
    sent_away: bool = False
    is_organiser: bool = False


class HallPerson:
    """A person whom a hall knows; `connection` is `NO_CONNECTION` while they are not in the hall.

    `id` is public and different for everybody. `list_request` says which part of the list of tables they see, None if
    they see none. `slow_since` is the time in seconds since which they read too slowly, None if they do not.
    `waits_for_table` is whether a table is being found or opened for them, `is_organiser` whether they have given the
    key of the club, and `sent_away` whether they have been sent away from it.
    """

    __slots__ = (
        "chat_rate",
        "connection",
        "id",
        "is_organiser",
        "list_request",
        "name",
        "opening_rate",
        "piece_rate",
        "request_rate",
        "sent_away",
        "slow_since",
        "token",
        "waits_for_table",
    )

    def __init__(self, person_id: str, token: str, name: str, now: float) -> None:
        self.id = person_id
        self.token = token
        self.name = name
        self.connection = NO_CONNECTION
        self.list_request: ShowTables | None = None
        self.slow_since: float | None = None
        self.waits_for_table = self.is_organiser = self.sent_away = False
        self.chat_rate = TokenBucket(CHAT_LINES_PER_SECOND, CHAT_LINES_AT_ONCE, now)
        self.request_rate = TokenBucket(HALL_REQUESTS_PER_SECOND, HALL_REQUESTS_AT_ONCE, now)
        self.piece_rate = TokenBucket(HALL_RECORD_PIECES_PER_SECOND, HALL_RECORD_PIECES_AT_ONCE, now)
        self.opening_rate = TokenBucket(TABLE_OPENINGS_PER_SECOND, TABLE_OPENINGS_AT_ONCE, now)


class HallPeople:
    """Everybody whom a hall knows; `connected` has those who are in it, by connection.

    `tokens` makes and recognises the tokens by which people are known when they come back. The name of the `club`, and
    the names of `known_people`, whom the club knew when its last process ended, are taken. `now` is the time in
    seconds. `version` is a number that changes whenever `known_people` may have changed.
    """

    def __init__(
        self, tokens: HallTokens, club: str, known_people: Sequence[KnownPerson] = (), now: float = 0.0
    ) -> None:
        self.version = 0
        self.connected: dict[ConnectionId, HallPerson] = {}
        self._tokens = tokens
        self._club = club
        self._known = {person.id: _restore_known_person(person, now) for person in known_people}

    def id_of(self, tokens: Sequence[str]) -> str:
        """Return the identifier of the person with the first of these tokens that the club has issued, or ``""``."""
        return next(filter(None, map(self._tokens.person_of, tokens)), "")

    def find_by_id(self, person_id: str) -> HallPerson | None:
        """Return the person with this identifier, None if the hall does not know them."""
        return self._known.get(person_id)

    def find_by_name(self, name: str) -> HallPerson | None:
        """Return the person of this name, None if the hall does not know them."""
        return next((one for one in self._known.values() if name_key(one.name) == name_key(name)), None)

    def connect(self, connection: ConnectionId, tokens: Sequence[str], name: str, now: float) -> HallPerson:
        """Record that a person has come in on a connection, and return them.

        It is the person with one of these `tokens`, who keeps their name, or else a new one, called `name` or as
        similar as can be. An older connection of the same person is removed from `connected`.
        """
        person = self._known.pop(self.id_of(tokens), None)
        if person is None:
            token = next((token for token in tokens if self._tokens.person_of(token)), "") or self._tokens.new_token()
            person = HallPerson(self._tokens.person_of(token), token, unique_name(name, self._names_taken), now)
            self.version += 1
        person.token = person.token or next(filter(self._tokens.person_of, tokens))
        self._known[person.id] = person
        self.connected.pop(person.connection, None)
        person.connection = connection
        self.connected[connection] = person
        self._forget_oldest()
        return person

    def record_known(self, known: KnownPerson, now: float) -> bool:
        """Record what another host of the club reports of a person.

        Return whether that person is to be sent away here, too.
        """
        person = self._known.get(known.id)
        if person is None:
            self._known[known.id] = _restore_known_person(known, now)
            self._forget_oldest()
            return known.sent_away
        person.is_organiser |= known.is_organiser
        return known.sent_away and not person.sent_away

    def send_away(self, person: HallPerson) -> None:
        """Record that a person has been sent away from the club."""
        person.sent_away = True
        self.version += 1

    def make_organiser(self, person: HallPerson) -> None:
        """Record that a person has given the key of the club."""
        person.is_organiser = True
        self.version += 1

    @property
    def known_people(self) -> tuple[KnownPerson, ...]:
        """The people whom the hall knows, as they are kept over a restart; those who left longest ago come first."""
        return tuple(KnownPerson(one.id, one.name, one.sent_away, one.is_organiser) for one in self._known.values())

    def disconnect(self, person: HallPerson) -> None:
        """Record that a person has left the hall; they keep their name while the hall knows them."""
        self.connected.pop(person.connection, None)
        person.connection = NO_CONNECTION
        person.slow_since = None
        self._known[person.id] = self._known.pop(person.id)  # the last to be forgotten

    @property
    def _names_taken(self) -> list[str]:
        """The names that a newcomer cannot have: of everybody whom the hall knows, and of the club."""
        return [self._club, *(person.name for person in self._known.values())]

    def _forget_oldest(self) -> None:
        """Forget the person who left the hall longest ago, if the hall knows too many; those who were sent away come
        last.
        """
        if len(self._known) > MAX_HALL_PEOPLE_KNOWN:
            absent = [one for one in self._known.values() if one.connection == NO_CONNECTION]
            oldest = min(absent, key=lambda one: one.sent_away, default=None)
            if oldest is not None:
                del self._known[oldest.id]


def _restore_known_person(known: KnownPerson, now: float) -> HallPerson:
    """Return a person whom the club knew when its last process ended, as somebody who has not come back yet."""
    person = HallPerson(known.id, "", clean_text(known.name, MAX_NAME_CELLS), now)
    person.sent_away, person.is_organiser = known.sent_away, known.is_organiser
    return person
