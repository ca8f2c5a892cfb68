"""`ClubPeopleFile`: keeps the names of the people of a club for the evening, so that nobody else gets them after a
restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from net.club.hall_people import KnownPerson
from net.limits import CLUB_PEOPLE_SAVE_INTERVAL_SECONDS, EVENING_SECONDS, MAX_HALL_PEOPLE_KNOWN
from net.private_files import load_private_json, save_private_json

CLUB_PEOPLE_FILE: Final = "club-people.json"
"""The name of the file with the people of clubs, beside the journal."""


class ClubPeopleFile:
    """The people of the club of a `slot`, in the file at `path`; `clock` returns the time of day in seconds.

    A file that cannot be read counts as empty, and so does what is older than an evening.
    """

    def __init__(self, path: Path, slot: str, clock: Callable[[], float]) -> None:
        self.admit = None  # the hall alone knows who is in the club
        self._path = path
        self._slot = slot
        self._clock = clock

    def load(self) -> tuple[KnownPerson, ...]:
        """Return the people who were known when the club's last process ended."""
        with suppress(KeyError, TypeError, ValueError):
            saved = load_private_json(self._path, dict)[self._slot]
            if 0 <= self._clock() - float(saved["time"]) <= EVENING_SECONDS:
                people = msgspec.convert(saved["people"], tuple[KnownPerson, ...])
                return people[-MAX_HALL_PEOPLE_KNOWN:]
        return ()

    def save(self, people: Sequence[KnownPerson]) -> None:
        """Replace the people of this club; those of other clubs stay."""
        saved = load_private_json(self._path, dict)
        saved[self._slot] = {"time": self._clock(), "people": [msgspec.to_builtins(person) for person in people]}
        save_private_json(self._path, saved)

    async def keep_up_to_date(
        self,
        people: Callable[[], Sequence[KnownPerson]],
        version: Callable[[], int],
        record_person: Callable[[KnownPerson], None],
    ) -> None:
        """Save the people whenever `version` has changed, until the task is cancelled, and once more then.

        `record_person` is never called, as there are no other hosts.
        """
        saved = version()
        try:
            while True:
                await asyncio.sleep(CLUB_PEOPLE_SAVE_INTERVAL_SECONDS)
                if version() != saved:
                    saved = version()
                    await asyncio.to_thread(self.save, people())
        finally:
            self.save(people())
