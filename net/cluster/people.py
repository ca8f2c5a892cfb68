"""`ClusterPeople`: tells all hosts of a club who its people are: a name, or being sent away, holds everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from net.club.hall_people import KnownPerson
from net.cluster.store import Store, StoreAway, Stored
from net.limits import CLUB_PEOPLE_SAVE_SECONDS, EVENING_SECONDS, STORE_PAUSE_SECONDS

PERSON_KEYS: Final = "person"
"""The first word of the keys of people."""


class PersonRecord(Struct, frozen=True, array_like=True):
    """What the store says of a `person`; `time` is the time of day when it was written, in seconds."""

    time: float
    person: KnownPerson


class ClusterPeople:
    """The people of a club in its store; `clock` returns the time of day in seconds.

    A record that is older than an evening is ignored.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[str, KnownPerson] = {}

    def load(self) -> tuple[KnownPerson, ...]:
        """Return nobody: people who are known already are passed to `noted` by `keep_up_to_date`."""
        return ()

    async def keep_up_to_date(
        self,
        people: Callable[[], Sequence[KnownPerson]],
        version: Callable[[], int],
        noted: Callable[[KnownPerson], None],
    ) -> None:
        """Pass the people of other hosts to `noted`, and write `people` whenever `version` has changed.

        It ends when it is cancelled.
        """
        while True:
            with suppress(StoreAway):
                await self._store.watch(PERSON_KEYS, partial(self._note, noted))
                break
            await asyncio.sleep(STORE_PAUSE_SECONDS)
        written: int | None = None
        while True:
            if version() != written:
                with suppress(StoreAway):
                    now = version()
                    await self._write(people())
                    written = now
            await asyncio.sleep(CLUB_PEOPLE_SAVE_SECONDS)

    async def _write(self, people: Sequence[KnownPerson]) -> None:
        """Write each of these people of whom the store does not say the same yet; raises `StoreAway`."""
        for person in people:
            known = self._known.get(person.id, person)
            told = replace(person, sent_away=person.sent_away or known.sent_away)
            if self._known.get(person.id) != told:
                await write_person(self._store, told, self._clock())
                self._known[person.id] = told

    def _note(self, noted: Callable[[KnownPerson], None], stored: Stored) -> None:
        """Record what the store says of a person, if it makes sense and is not old, and pass the person to `noted`."""
        with suppress(msgspec.MsgspecError):
            record = msgspec.msgpack.decode(stored.data, type=PersonRecord)
            if self._clock() - record.time <= EVENING_SECONDS:
                self._known[record.person.id] = record.person
                noted(record.person)


async def write_person(store: Store, person: KnownPerson, now: float) -> None:
    """Write what the hosts of a club know of a person; `now` is the time of day in seconds. Raises `StoreAway`."""
    await store.append(f"{PERSON_KEYS}.{person.id}", msgspec.msgpack.encode(PersonRecord(now, person)))
