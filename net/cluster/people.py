"""`ClusterPeople`: shares the people of a club among all its hosts, so that a name, or being sent away, counts at each
of them.

A name belongs to the person whose identifier is in the first entry of its key. So of two people who come in at two
hosts at the same time, and want the same name, one gets it, and the other one a similar name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from net.club.hall_people import KnownPerson
from net.cluster.retry import ask_until_answer
from net.cluster.store import EntryRefused, Store, StoreEntry, StoreUnreachable
from net.limits import (
    CLUB_PEOPLE_SAVE_INTERVAL_SECONDS,
    EVENING_SECONDS,
    PERSON_RENEWAL_SECONDS,
    STORE_RETRY_PAUSE_SECONDS,
)
from net.protocol.sanitize import name_key, unique_name

PERSON_KEY_PREFIX: Final = "person"
"""The first word of the store keys of the people whom the hosts know."""
NAME_KEY_PREFIX: Final = "name"
"""The first word of the store keys that say to whom a name belongs."""


class PersonRecord(Struct, frozen=True, array_like=True):
    """The record of a `person` in the store; `time` is the time of day when it was written, in seconds."""

    time: float
    person: KnownPerson


class ClusterPeople:
    """The people of a club in its store; `clock` returns the time of day in seconds.

    A record that is older than an evening is ignored.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[str, PersonRecord] = {}

    def load(self) -> tuple[KnownPerson, ...]:
        """Return nobody: people who are known already are passed on by `keep_up_to_date`."""
        return ()

    async def keep_up_to_date(
        self,
        people: Callable[[], Sequence[KnownPerson]],
        version: Callable[[], int],
        record_person: Callable[[KnownPerson], None],
    ) -> None:
        """Pass the people of other hosts to `record_person`, and write `people` whenever `version` has changed.

        It ends when it is cancelled.
        """
        record = partial(self._record_person, record_person)
        await ask_until_answer(partial(self._store.watch, PERSON_KEY_PREFIX, record))
        written: int | None = None
        written_at = self._clock()
        while True:
            if version() != written or self._clock() - written_at > PERSON_RENEWAL_SECONDS:
                with suppress(StoreUnreachable):
                    now, began = version(), self._clock()
                    await self._write(people())
                    written, written_at = now, began
            await asyncio.sleep(CLUB_PEOPLE_SAVE_INTERVAL_SECONDS)

    async def admit(self, person_id: str, name: str, find_taken_names: Callable[[], Collection[str]]) -> KnownPerson:
        """Return the person with this identifier; a new one gets `name`, or one as similar as can be that is free.

        `find_taken_names` returns the names that the hall knows to be in use. Raises `StoreUnreachable` if the store
        does not answer.
        """
        stored = await self._store.last(f"{PERSON_KEY_PREFIX}.{person_id}")
        if stored is not None:
            self._record_person(_ignore_person, stored)
        refused: list[str] = []
        while person_id not in self._known:
            free = unique_name(name, [*find_taken_names(), *refused])
            if await _reserve_name(self._store, free, person_id):
                await self._write([KnownPerson(person_id, free)])
            else:
                refused.append(free)
        return self._known[person_id].person

    async def _write(self, people: Sequence[KnownPerson]) -> None:
        """Write each of these people whose entry in the store is missing, different, or older than
        `PERSON_RENEWAL_SECONDS`.

        Raises `StoreUnreachable` if the store does not answer.
        """
        for person in people:
            known = self._known.get(person.id)
            told = replace(person, sent_away=person.sent_away or (known is not None and known.person.sent_away))
            now = self._clock()
            if known is None or known.person != told or now - known.time > PERSON_RENEWAL_SECONDS:
                self._known[person.id] = await write_person(self._store, told, now)

    def _record_person(self, record_person: Callable[[KnownPerson], None], stored: StoreEntry) -> None:
        """Record what the store says of a person, if it makes sense and is not old, and pass the person to
        `record_person`."""
        record = stored.decode(PersonRecord)
        if record is not None and self._clock() - record.time <= EVENING_SECONDS:
            self._known[record.person.id] = record
            record_person(record.person)


async def write_person(store: Store, person: KnownPerson, now: float) -> PersonRecord:
    """Write what the hosts of a club know of a person, with their name, and return it.

    `now` is the time of day in seconds. Raises `StoreUnreachable` if the store does not answer.
    """
    record = PersonRecord(now, person)
    await store.append(f"{PERSON_KEY_PREFIX}.{person.id}", msgspec.msgpack.encode(record))
    key = _name_key(person.name)
    last = await store.last(key)
    if last is None or last.data == person.id.encode():
        with suppress(EntryRefused):
            await store.append(key, person.id.encode(), 0 if last is None else last.sequence)
    return record


async def _reserve_name(store: Store, name: str, person_id: str) -> bool:
    """Give a name to the person with this identifier if it is free; return whether it is theirs now.

    Raises `StoreUnreachable` if the store does not answer.
    """
    key = _name_key(name)
    while True:
        with suppress(EntryRefused):
            await store.append(key, person_id.encode(), 0)
        first = await store.first_after(key, 0)
        if first is not None:
            return first.data == person_id.encode()
        await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)


def _name_key(name: str) -> str:
    """Return the key of a name; names that look the same have the same key."""
    return f"{NAME_KEY_PREFIX}.{sha256(name_key(name).encode()).hexdigest()[:32]}"


def _ignore_person(person: KnownPerson) -> None:
    """Do nothing: who is admitted is passed on by the caller."""
