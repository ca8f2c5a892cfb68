"""`ClubStorage`: where a club keeps what outlives its process: tables, people, and the secret of its tokens."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

from net.club.directory import MemoryDirectory
from net.club.hall_people import KnownPerson
from net.host.club_people_file import CLUB_PEOPLE_FILE, ClubPeopleFile
from net.host.club_results import ClubResults
from net.host.recovery import JournalSettings
from net.host.table_register import LocalRegister, TableRegister
from net.journal import ClubJournal, club_slot
from net.private_files import load_private_json, save_private_json

CLUB_FILE: Final = "club.json"
"""The name of the file beside the journal with the secret that proves the tokens of clubs."""


class ClubPeople(Protocol):
    """Keeps who the people of a club are; `noted` is called with everybody whom another host of the club knows."""

    noted: Callable[[KnownPerson], None]

    def load(self) -> tuple[KnownPerson, ...]:
        """Return the people who were known when the club ended."""

    def keep_up_to_date(
        self, people: Callable[[], Sequence[KnownPerson]], version: Callable[[], int]
    ) -> Coroutine[Any, Any, None]:
        """Save the people whenever `version` has changed, until the task is cancelled."""


class ClubStorage(Protocol):
    """Where a club at a port keeps what outlives its process."""

    def register(self, address: str, port: int) -> TableRegister:
        """Return the register of its tables; others come in by this address."""

    def secret(self, port: int) -> bytes:
        """Return the secret that proves the tokens of its hall."""

    def people(self, port: int) -> ClubPeople | None:
        """Return what keeps its people, or None."""

    def results(self) -> ClubResults:
        """Return the results of its evening, once there is a register."""


class LocalStorage:
    """The storage of a club on one machine: files beside its `journal`, or without one nothing."""

    def __init__(self, journal: JournalSettings | None) -> None:
        self._journal = journal
        self._tables: ClubJournal | None = None

    def register(self, address: str, port: int) -> LocalRegister:
        """Return the register of its tables, with the journal."""
        kept = self._journal
        if kept is not None:
            self._tables = ClubJournal(kept.path, kept.clock, club_slot(port), kept.durable)
        return LocalRegister(MemoryDirectory(), self._tables)

    def secret(self, port: int) -> bytes:
        """Return the secret that was saved, or else a new one, which is saved."""
        new = secrets.token_hex(32)
        if self._journal is None:
            return bytes.fromhex(new)
        path, slot = self._journal.path.with_name(CLUB_FILE), club_slot(port)
        saved = load_private_json(path, dict)
        if not isinstance(saved.get(slot), str):
            saved[slot] = new
            save_private_json(path, saved)
        return str(saved[slot]).encode()

    def people(self, port: int) -> ClubPeopleFile | None:
        """Return the file with its people."""
        if self._journal is None:
            return None
        return ClubPeopleFile(self._journal.path.with_name(CLUB_PEOPLE_FILE), club_slot(port), self._journal.clock)

    def results(self) -> ClubResults:
        """Return the results of its evening, from the journal."""
        return ClubResults(self._tables)
